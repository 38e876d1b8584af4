"""A worker: `python -m steelyard.server.tasks.worker --number 0`.

Started by the supervisor, whose end it notices by the end of its standard input. One process per
name: it waits for a lock of its own before it says anything.
"""

from __future__ import annotations

import argparse
import faulthandler
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from steelyard.bundle import writing
from steelyard.errors import BundleLockedError
from steelyard.server.db import open_database
from steelyard.server.db.migrate import check_migrated
from steelyard.server.logs import configure_logs
from steelyard.server.settings import Settings, load_settings
from steelyard.server.tasks import engine
from steelyard.server.tasks.carry import Hands, persist
from steelyard.server.tasks.dispatch import dispatch
from steelyard.server.tasks.names import DRAIN_SECONDS, worker_name
from steelyard.server.tasks.notices import Courier
from steelyard.server.tasks.recover import find_lost
from steelyard.server.tasks.schedules import fire_due
from steelyard.server.tasks.watch import Watch
from steelyard.server.telemetry import open_tracing, traced

log = logging.getLogger("steelyard.server.tasks.worker")  # also when it is the main program
_START_SECONDS = 60.0  # for each step of coming up; waiting for the database is not counted
_TURN_SECONDS = 0.3
_LONGEST_TURN = 3.0
_SWEEP_SECONDS = 3.0
_TIDY_SECONDS = 3600.0
_LEAVING_SECONDS = DRAIN_SECONDS + 10.0  # as long as a supervisor waits; ours may be gone


def main() -> None:
    """Carry tasks until told to stop."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--number", type=int, default=0)
    number = parser.parse_args().number
    settings = load_settings()
    name = worker_name(settings, number)
    configure_logs(settings, worker=name)
    stop = threading.Event()
    for wanted in (signal.SIGTERM, signal.SIGINT):
        signal.signal(wanted, lambda *_: stop.set())
    threading.Thread(target=_follow_parent, args=(stop,), daemon=True).start()
    code = 0
    try:
        work(settings, name, stop)
    except Exception:  # the supervisor starts another
        log.exception("worker %s fails", name)
        code = 1
    # Threads of asks that did not come home would keep the process; nothing of theirs is lost.
    logging.shutdown()
    os._exit(code)


def work(settings: Settings, worker_id: str, stop: threading.Event) -> None:
    """Be the worker of that name until `stop` is set, then drain."""
    with _only_one(settings.data_dir / "workers" / worker_id, stop):
        if stop.is_set():
            return
        database = open_database(settings)
        coming_up = _in_time(_START_SECONDS)
        persist(coming_up(lambda: check_migrated(database)))
        hands = Hands(database, settings, worker_id)
        watch = Watch(hands)
        persist(coming_up(watch.start))
        try:
            _carry_tasks(hands, watch, stop)
        finally:
            with _in_time(_LEAVING_SECONDS):
                persist(watch.stop)
                database.close()


def _carry_tasks(hands: Hands, watch: Watch, stop: threading.Event) -> None:
    settings, worker_id = hands.settings, hands.worker_id
    tracing = open_tracing(settings, worker_id)
    with _only_one(settings.data_dir / "workers", stop):  # at first, the engine makes tables
        if stop.is_set():  # while another made them: nothing is carried yet
            return
        with _in_time(_START_SECONDS):
            engine.launch(settings, worker_id, traced(tracing, hands.carry))
    courier = Courier(hands.database, settings)
    courier.start()
    log.info("worker %s is here", worker_id)
    _turns(hands, watch, stop)
    log.info("worker %s drains", worker_id)
    with _in_time(_LEAVING_SECONDS):
        hands.draining = True
        for one in list(hands.carried.values()):
            one.stop("drain")
        courier.stop()
        engine.close(DRAIN_SECONDS)
        if tracing is not None:
            tracing.shutdown()


def _turns(hands: Hands, watch: Watch, stop: threading.Event) -> None:
    """Do what any worker may do for all: let tasks in, look for lost ones, look at the clock."""
    swept, tidied = 0.0, time.monotonic()
    wait = _TURN_SECONDS
    while not stop.wait(wait):
        begun = time.monotonic()
        _safely(lambda: _let_in(hands))
        # A long queue takes a while to look through; it is looked through less often.
        wait = min(_LONGEST_TURN, max(_TURN_SECONDS, 5 * (time.monotonic() - begun)))
        if time.monotonic() - swept >= _SWEEP_SECONDS:
            swept = time.monotonic()
            if watch.steady():
                _safely(lambda: find_lost(hands.database, hands.settings, hands.worker_id))
            _safely(lambda: fire_due(hands.database, hands.settings))
        if time.monotonic() - tidied >= _TIDY_SECONDS:
            tidied = time.monotonic()
            _safely(engine.tidy)


def _let_in(hands: Hands) -> None:
    for ticket in dispatch(hands.database, hands.settings):
        engine.enqueue(*ticket)


def _safely(act: Callable[[], object]) -> None:
    try:
        act()
    except Exception as error:  # noqa: BLE001 - the next turn tries again
        log.warning("%s: %s", type(error).__name__, error)


def _follow_parent(stop: threading.Event) -> None:
    if sys.stdin is None or sys.stdin.closed:
        return
    try:
        while os.read(sys.stdin.fileno(), 4096):
            pass
    except OSError:
        return
    stop.set()


@contextmanager
def _in_time(seconds: float) -> Iterator[None]:
    """End this process when the block takes longer, and say where each of its threads stands.

    Whoever hangs while it comes or goes holds locks that others wait for; nothing of its is lost.
    """
    faulthandler.dump_traceback_later(seconds, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@contextmanager
def _only_one(folder: Path, stop: threading.Event) -> Iterator[None]:
    """Wait until no other process has this name; the lock ends with the process."""
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as held:
        while True:
            try:
                held.enter_context(writing(folder))
                break
            except BundleLockedError:
                if stop.wait(0.2):
                    break
        yield


if __name__ == "__main__":
    main()
