"""Tasks that began together do not all do heavy work at the same time."""

from __future__ import annotations

import threading

import pytest

from steelyard.errors import InterruptedRunError
from steelyard.server.tasks.carried import Carried


@pytest.fixture
def two():
    turns = threading.Semaphore(1)
    return [Carried(name, 1, {}, 60.0, turns) for name in ("a", "b")]


def test_heavy_work_waits_for_its_turn(two):
    first, second = two
    first.stage("tabulating")
    first.stage("summarising")  # still the same turn
    begun = threading.Event()

    def work():
        second.stage("tabulating")
        begun.set()

    thread = threading.Thread(target=work)
    thread.start()
    assert not begun.wait(0.5)
    first.stage("judging", total=3, done=0)  # waits for others' answers: no heavy work
    assert begun.wait(30)
    thread.join()
    second.let_others()
    second.let_others()  # may be said again
    first.stage("summarising")
    first.let_others()


def test_whoever_waits_for_a_turn_can_be_stopped(two):
    first, second = two
    first.stage("tabulating")
    threading.Timer(0.3, second.stop, ["pause"]).start()
    with pytest.raises(InterruptedRunError):
        second.stage("tabulating")
    second.let_others()  # had none
    assert not second.stuck
    first.let_others()
