"""Heavy work: bounded, shared, and alive after the death of a process."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from steelyard.errors import InputError
from steelyard.i18n import language, using_language
from steelyard.server import heavy_work
from steelyard.server.errors import TooManyError, UnavailableError


def own_pid():
    return os.getpid()


def note_and_wait(folder, gate):
    """Leave a mark, then wait until the gate is there."""
    (Path(folder) / f"began-{time.monotonic_ns()}").touch()
    while not Path(gate).exists():
        time.sleep(0.01)
    return os.getpid()


def refuse():
    raise InputError("no", hint="because")


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def take(most):
    return len(bytearray(most))


def wait_until(true):
    while not true():
        time.sleep(0.01)


def test_it_runs_elsewhere_in_the_language_of_the_caller():
    assert heavy_work.run_heavy(own_pid) != os.getpid()
    with using_language("zh"):
        assert heavy_work.run_heavy(language) == "zh"


def test_an_error_arrives_whole():
    with pytest.raises(InputError) as caught:
        heavy_work.run_heavy(refuse)
    assert (caught.value.message, caught.value.hint) == ("no", "because")


def test_what_is_over_the_queue_is_refused_and_equal_requests_are_one(tmp_path, monkeypatch):
    monkeypatch.setattr(heavy_work, "WAITING", 1)
    gate, found = tmp_path / "gate", []

    def ask(key):
        found.append(heavy_work.run_once(key, note_and_wait, tmp_path, gate, keep=False))

    keys = [("a", tmp_path)] * 20 + [("b", tmp_path), ("c", tmp_path)]
    threads = [threading.Thread(target=ask, args=(key,)) for key in keys]
    for thread in threads:
        thread.start()
    wait_until(lambda: heavy_work._unfinished == heavy_work.AT_ONCE + 1)
    try:
        with pytest.raises(TooManyError) as caught:
            heavy_work.run_heavy(own_pid)
        assert caught.value.retry_after > 0
    finally:
        gate.touch()
        for thread in threads:
            thread.join()
    assert len(found) == len(keys)
    assert len(list(tmp_path.glob("began-*"))) == 3
    assert heavy_work.run_heavy(own_pid) in found


def test_a_result_is_kept_under_its_key():
    key = ("kept", time.monotonic_ns())
    assert not heavy_work.is_kept(key)
    first = heavy_work.run_once(key, os.urandom, 8)
    assert heavy_work.is_kept(key)
    assert heavy_work.run_once(key, os.urandom, 8) == first
    other = ("other", time.monotonic_ns())
    assert heavy_work.run_once(other, os.urandom, 8, keep=False) != first
    assert not heavy_work.is_kept(other)


@pytest.mark.slow
def test_a_process_that_dies_takes_no_other_request_with_it(tmp_path):
    gate, found = tmp_path / "gate", []

    def ask():
        found.append(heavy_work.run_heavy(note_and_wait, tmp_path, gate))

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        wait_until(lambda: list(tmp_path.glob("began-*")))
        for _ in range(2):
            with pytest.raises(UnavailableError, match="crashed"):
                heavy_work.run_heavy(die)
    finally:
        gate.touch()
        thread.join()
    assert len(found) == len(list(tmp_path.glob("began-*"))) == 1


def test_what_takes_too_long_is_ended(tmp_path):
    never = tmp_path / "never"
    with pytest.raises(UnavailableError, match="longer"):
        heavy_work.run_heavy(note_and_wait, tmp_path, never, seconds=0.5)
    assert heavy_work.run_heavy(own_pid) != os.getpid()


def test_large_files_wait_for_each_other(monkeypatch):
    monkeypatch.setattr(heavy_work, "LARGE_WAITING", 1)
    with heavy_work._one_large_file():
        with pytest.raises(TooManyError):
            heavy_work.read_heavy(heavy_work.LARGE, own_pid)
        assert heavy_work.read_heavy(heavy_work.LARGE - 1, own_pid) != os.getpid()
    assert heavy_work.read_heavy(heavy_work.LARGE, own_pid) != os.getpid()


def test_a_process_that_dies_is_told_and_the_next_request_is_served():
    with pytest.raises(UnavailableError):
        heavy_work.run_heavy(die)
    assert heavy_work.run_heavy(own_pid) != os.getpid()
    assert heavy_work._unfinished == 0


def test_memory_has_a_limit():
    with pytest.raises(UnavailableError, match="6 GB"):
        heavy_work.run_heavy(take, heavy_work.MEMORY + 1)
    assert heavy_work.run_heavy(take, 1_000) == 1_000


def test_more_callers_than_threads_are_refused_also_for_one_result(tmp_path, monkeypatch):
    monkeypatch.setattr(heavy_work, "CALLERS", 3)
    gate, found = tmp_path / "gate", []
    key = ("shared", tmp_path)

    def ask():
        found.append(heavy_work.run_once(key, note_and_wait, tmp_path, gate))

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        wait_until(lambda: heavy_work._callers == 3)
        with pytest.raises(TooManyError):
            heavy_work.run_once(key, note_and_wait, tmp_path, gate)
        with pytest.raises(TooManyError):
            heavy_work.run_heavy(own_pid)
        assert heavy_work._unfinished == 1  # what was refused was not begun
    finally:
        gate.touch()
        for thread in threads:
            thread.join()
    assert heavy_work.run_once(key, note_and_wait, tmp_path, gate) == found[0]
    assert heavy_work._callers == 0


def test_work_in_turn_leaves_a_process_free(tmp_path, monkeypatch):
    monkeypatch.setattr(heavy_work, "TURNS_WAITING", 2)
    gate, found = tmp_path / "gate", []

    def ask(number):
        key = ("turn", tmp_path, number)
        given = (note_and_wait, tmp_path, gate)
        found.append(heavy_work.run_once(key, *given, keep=False, in_turn=True))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    try:
        wait_until(lambda: heavy_work._unfinished_turns == 3)
        wait_until(lambda: list(tmp_path.glob("began-*")))
        with pytest.raises(TooManyError):
            ask(3)
        # Two of them at once would take both processes, and this would wait for the gate.
        assert heavy_work.run_heavy(own_pid) != os.getpid()
        assert len(list(tmp_path.glob("began-*"))) == 1
    finally:
        gate.touch()
        for thread in threads:
            thread.join()
    assert len(found) == 3
    assert heavy_work._unfinished_turns == heavy_work._unfinished == 0


@pytest.mark.skipif(not hasattr(os, "nice"), reason="the system has no priorities")
def test_the_processes_give_way_to_the_server():
    assert heavy_work.run_heavy(os.nice, 0) > os.nice(0)
