from __future__ import annotations

import pytest

from steelyard.report.case_sample import case_sample
from tests.report import runs


def sample(rows, named=(), **options):
    con = runs.open_results(":memory:", rows)
    try:
        return case_sample(con, named, **options)
    finally:
        con.close()


def table(count, *changes, input_="'question ' || i"):
    """A table of right answers made by the database; `changes` are what an UPDATE sets where."""
    con = runs.open_results(":memory:", [])
    con.execute(
        "INSERT INTO stored (row, epoch, case_id, input, output, status, passed, scene)"
        f" SELECT i, 0, 'c' || i, {input_}, 'answer', 'ok', true, 'scene ' || i % 12"
        f" FROM range({count}) t(i)"
    )
    for change in changes:
        con.execute(f"UPDATE stored SET {change}")
    return con


def test_a_small_run_travels_whole():
    found = sample(runs.rows_of_all_kinds())
    assert (found.total, [case.row for case in found.cases]) == (20, list(range(20)))
    timeout = found.cases[18]
    assert (timeout.status, timeout.reason, timeout.blame) == ("timeout", "timeout", "agent")
    assert timeout.error.text == "no answer in 10 s"
    assert found.cases[12].scores == {
        "text_keyword_jaccard": 0.1,
        "text_keyword_match": None,
        "safety_refused": None,
    }


def test_a_large_run_travels_in_part_with_every_reason_and_scene():
    con = table(
        4000,
        "passed = false, output = 'nonsense' WHERE row % 7 = 0",
        "passed = false, output = ' ' WHERE row = 17",
        "passed = false, status = 'timeout', error_reason = 'timeout' WHERE row = 3999",
    )
    found = case_sample(con, [2345])
    assert found == case_sample(con, [2345])
    con.close()
    assert found.total == 4000
    assert len(found.cases) == 300
    assert {case.scene for case in found.cases if case.passed} == {f"scene {n}" for n in range(12)}
    assert {c.reason for c in found.cases} == {None, "wrong_answer", "empty_answer", "timeout"}
    assert {17, 2345, 3999} <= {case.row for case in found.cases}


def test_cases_that_are_now_right_and_now_wrong_come_with_both():
    con = table(
        2000,
        "case_id = 'c' || row // 2, epoch = row % 2",
        "passed = false WHERE row = 1235",
    )
    found = {case.row: case for case in case_sample(con, most=60).cases}
    con.close()
    assert (found[1234].passed, found[1235].passed) == (True, False)


def test_every_condition_is_there_by_kind():
    con = table(
        500,
        "condition = 'perturb', perturbation = 'zh.glyph' WHERE row = 100",
        "condition = 'perturb', perturbation = 'en.keyboard' WHERE row = 101",
        "condition = 'load', phase = 'peak' WHERE row = 200",
    )
    found = {(case.condition, case.kind) for case in case_sample(con, most=50).cases}
    con.close()
    assert found == {
        *(("perturb", "zh.glyph"), ("perturb", "en.keyboard"), ("load", "peak"), (None, None))
    }


def test_long_texts_share_what_room_there_is():
    con = table(300, "output = repeat('x', 50000)", input_="repeat('问', 50000)")
    cases = case_sample(con).cases
    con.close()
    assert sum(len(c.input.text.encode()) + len(c.output.text) for c in cases) < 750_000
    assert all(c.input.cut + len(c.input.text) == 50_000 for c in cases)
    short = sample([runs.row(n, input="问" * 3000) for n in range(5)])
    assert {c.input.cut for c in short.cases} == {0}


@pytest.mark.parametrize(
    ("trajectory", "steps", "cut"),
    [
        (
            '[{"type": "tool_call", "name": "book", "arguments": {"n": 2}}]',
            'tool_call · book · {"n":2}',
            0,
        ),
        ('[{"role": "assistant", "content": "hello"}]', "assistant · hello", 0),
        ("not json", "not json", 0),
        ("[" + ",".join(['"a"'] * 25) + "]", "a", 5),
    ],
)
def test_steps_are_lines(trajectory, steps, cut):
    con = runs.open_results(":memory:", [runs.row(0)])
    con.execute("ALTER TABLE stored ALTER trajectory TYPE VARCHAR")
    con.execute("UPDATE stored SET trajectory = ?", [trajectory])
    con.execute("CREATE OR REPLACE VIEW results AS SELECT * FROM stored")
    (case,) = case_sample(con).cases
    con.close()
    assert (case.steps[0], case.steps_cut) == (steps, cut)
