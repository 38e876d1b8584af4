"""Heavy work of the service: a few processes with limits, a bounded queue, results kept.

A report takes seconds of a processor, a PDF a browser; a process that answers many users has
neither to spare. A file from outside can make its reader take all memory, run for hours or crash.
So all of this runs in processes of its own, which give way to the server when both want the
processor: more than the queue holds is refused with a time to try again, equal requests share one
result, and a process that crashes or overruns takes only its own request with it.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from steelyard.i18n import Language, language, t, using_language
from steelyard.server.errors import TooManyError, UnavailableError

T = TypeVar("T")
AT_ONCE = 2
"""Processes: one report of a million rows does not hold up the others."""
WAITING = 16
"""Requests that may wait for a process; more are refused."""
TURNS_WAITING = 8
"""Of these, requests that take turns (`in_turn`): the rest stays free for quicker work."""
CALLERS = 32
"""Threads that may wait for results, also for one that they share; more are refused, because each
is a thread that answers nobody else."""
NICENESS = 10
"""How far processes of the pool, and the browsers they start, give way to the server."""
MEMORY = 6 << 30
"""Bytes of data that one process may hold."""
SECONDS = 900
"""After so long the process is ended, unless the caller says otherwise."""
LARGE = 5_000_000
"""Bytes from which a file waits for its turn; one at a time is read, so that a process stays free
for everything else."""
LARGE_WAITING = 4
"""Large files that may be read or wait for it."""
LARGE_SECONDS = 6 * 3600
_RETRY_AFTER_S = 10
_MOST_KEPT = 24

_lock = threading.Lock()
_large_turn = threading.Lock()
_large = 0
_kept: OrderedDict[Hashable, Future[Any]] = OrderedDict()
_threads: ThreadPoolExecutor | None = None
_turns: ThreadPoolExecutor | None = None
_free: list[_Process] = []
_unfinished = 0
_unfinished_turns = 0
_callers = 0


def run_heavy(make: Callable[..., T], *args: object, seconds: float = SECONDS) -> T:
    """Return what `make` makes of `args` in another process; waits for it.

    Args:
        make: a function of a module, so that the other process finds it.
        *args: for it; like the result, what can be sent from process to process.
        seconds: after which it is given up.

    Raises:
        TooManyError: the queue is full.
        UnavailableError: the process crashed twice, ran out of memory or took too long.
        SteelyardError: whatever `make` raises.
    """
    return run_once(object(), make, *args, keep=False, seconds=seconds)


def run_once(
    key: Hashable,
    make: Callable[..., T],
    *args: object,
    keep: bool = True,
    seconds: float = SECONDS,
    in_turn: bool = False,
) -> T:
    """Return the result kept under `key`, or run `make` as `run_heavy` does and keep its result.

    Args:
        key: what the result depends on; the language too, if sentences are in it.
        make: as for `run_heavy`.
        *args: as for `run_heavy`.
        keep: whether the result is kept; if not, only requests of one moment share it.
        seconds: as for `run_heavy`.
        in_turn: whether it waits until no other work in turn is running: what starts a browser
            takes more memory than everything else together.
    """
    future: Future[T] = _wanted(key, make, args, seconds, in_turn=in_turn)
    try:
        found = future.result()
    except BaseException:
        _forget(key, future)
        raise
    finally:
        _count_out()
    if not keep:
        _forget(key, future)
    return found


def read_heavy(size: int, make: Callable[..., T], *args: object) -> T:
    """Return what `make` makes of a file of `size` bytes, as `run_heavy` does."""
    if size < LARGE:
        return run_heavy(make, *args)
    with _one_large_file():
        return run_heavy(make, *args, seconds=LARGE_SECONDS)


@contextmanager
def _one_large_file() -> Iterator[None]:
    global _large
    with _lock:
        if _large >= LARGE_WAITING:
            raise TooManyError(t("server.heavy_busy"), retry_after=60)
        _large += 1
    try:
        with _large_turn:
            yield
    finally:
        with _lock:
            _large -= 1


def is_kept(key: Hashable) -> bool:
    """Whether `run_once` would return at once."""
    with _lock:
        found = _kept.get(key)
    return found is not None and found.done()


def get_ready() -> None:
    """Start a process before anybody waits for it: to begin takes it a second or two."""
    with _lock:
        if _threads is None:
            _ready_threads().submit(_run, language(), _do_nothing, (), SECONDS)


def _wanted(
    key: Hashable,
    make: Callable[..., T],
    args: tuple[object, ...],
    seconds: float,
    *,
    in_turn: bool,
) -> Future[T]:
    """Return the work of a key, begun if it is new, and count who waits for it."""
    global _callers
    with _lock:
        known = _kept.get(key)
        is_done = known is not None and known.done()
        if not is_done and (_callers >= CALLERS or (known is None and _is_full(in_turn=in_turn))):
            raise TooManyError(t("server.heavy_busy"), retry_after=_RETRY_AFTER_S)
        _callers += 1
        if known is not None:
            _kept.move_to_end(key)
            return known
        threads, wanted = _ready_threads(), language()
        if in_turn:
            future = _ready_turns().submit(_run_in_turn, threads, wanted, make, args, seconds)
        else:
            future = threads.submit(_run, wanted, make, args, seconds)
        _kept[key] = future
        _count_work(1, in_turn=in_turn)
        while len(_kept) > _MOST_KEPT + AT_ONCE + WAITING:
            _kept.popitem(last=False)
    future.add_done_callback(partial(_finished, in_turn=in_turn))
    return future


def _is_full(*, in_turn: bool) -> bool:
    if in_turn and _unfinished_turns > TURNS_WAITING:  # one of them runs
        return True
    return _unfinished >= AT_ONCE + WAITING


def _finished(_: Future[Any], *, in_turn: bool) -> None:
    with _lock:
        _count_work(-1, in_turn=in_turn)


def _count_work(by: int, *, in_turn: bool) -> None:
    global _unfinished, _unfinished_turns
    _unfinished += by
    _unfinished_turns += by if in_turn else 0


def _count_out() -> None:
    global _callers
    with _lock:
        _callers -= 1


def _forget(key: Hashable, future: Future[Any]) -> None:
    with _lock:
        if _kept.get(key) is future:
            del _kept[key]


def _ready_threads() -> ThreadPoolExecutor:
    """Return the threads that wait for the processes, as many as these."""
    global _threads
    if _threads is None:
        _free.extend(_Process() for _ in range(AT_ONCE))
        _threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="heavy")
    return _threads


def _ready_turns() -> ThreadPoolExecutor:
    """Return the one thread that hands over work in turn, so that the others stay free."""
    global _turns
    if _turns is None:
        _turns = ThreadPoolExecutor(1, thread_name_prefix="heavy-turn")
    return _turns


def _run_in_turn(
    threads: ThreadPoolExecutor,
    wanted: Language,
    make: Callable[..., T],
    args: tuple[object, ...],
    seconds: float,
) -> T:
    return threads.submit(_run, wanted, make, args, seconds).result()


def _run(wanted: Language, make: Callable[..., T], args: tuple[object, ...], seconds: float) -> T:
    with _lock:
        process = _free.pop()  # the one used last, which is warm; the other may never start
    try:
        with using_language(wanted):
            return process.run(make, args, seconds)
    finally:
        with _lock:
            _free.append(process)


class _Process:
    """One process of the pool, started when needed and again after its end."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def run(self, make: Callable[..., T], args: tuple[object, ...], seconds: float) -> T:
        for _ in range(2):  # killed while nobody used it, or for its memory: once more
            try:
                return self._try(make, args, seconds)
            except BrokenProcessPool:
                self.end()
            except MemoryError:
                self.end()  # what it holds may be in pieces
                raise UnavailableError(t("server.heavy_memory", most=MEMORY >> 30)) from None
        raise UnavailableError(t("server.heavy_died"))

    def _try(self, make: Callable[..., T], args: tuple[object, ...], seconds: float) -> T:
        if self._pool is None:
            # Not forked: the threads and connections of a server do not survive that.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_begin)
        future = self._pool.submit(_in_language, language(), make, args)
        if not wait([future], seconds).done:
            self.end()
            raise UnavailableError(t("server.heavy_slow", seconds=round(seconds)))
        return future.result()

    def end(self) -> None:
        """End the process, whatever it does."""
        if self._pool is not None:
            for process in list((self._pool._processes or {}).values()):
                process.kill()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _in_language(wanted: Language, make: Callable[..., T], args: tuple[object, ...]) -> T:
    with using_language(wanted):
        return make(*args)


def _do_nothing() -> None:
    """To be called, the other process has imported this module."""


def _begin() -> None:
    """Bound the memory of a process of the pool, and let it end when the service does."""
    limit_memory(MEMORY)
    give_way()

    def follow() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


def give_way() -> None:
    """Let the server have the processor first, where the system can."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)


def limit_memory(most: int) -> None:
    """Bound what this process may hold, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or hard > most:
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
