"""The table of moves is whole, and nothing else moves a task."""

from __future__ import annotations

from itertools import product

import pytest

from steelyard.server.db.tables import Task
from steelyard.server.errors import ConflictError
from steelyard.server.tasks.states import ADMITTED, CARRIED, ENDED, MOVES, WAITING, State, move


def test_every_state_is_in_the_table_and_can_be_reached():
    assert set(MOVES) == set(State)
    reached, waiting = {State.QUEUED}, [State.QUEUED]
    while waiting:
        for after in MOVES[waiting.pop()] - reached:
            reached.add(after)
            waiting.append(after)
    assert reached == set(State)


def test_from_everywhere_there_is_a_way_to_an_end():
    for start in State:
        seen, waiting = {start}, [start]
        while waiting:
            for after in MOVES[waiting.pop()] - seen:
                seen.add(after)
                waiting.append(after)
        assert seen & ENDED, start


def test_the_named_sets_do_not_overlap():
    assert CARRIED < ADMITTED
    assert not ADMITTED & WAITING
    assert not (ADMITTED | WAITING) & ENDED


def test_a_move_is_made_exactly_if_it_is_in_the_table(bench):
    task_id = bench.task("one", 2)
    for before, after in product(State, State):
        with bench.database.transaction() as session:
            task = session.get(Task, task_id)
            task.state = before
            session.flush()
            if after in MOVES[before]:
                move(session, task, after, "test")
                assert task.state == after
            else:
                with pytest.raises(ConflictError):
                    move(session, task, after, "test")
                assert task.state == before
            session.rollback()
