"""Missions taken apart: against plain counting, and against the indicators they explain."""

from __future__ import annotations

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.analysis.operations import STATES, operations_tables
from steelyard.indicators import compute_indicators

ROWS = st.lists(
    st.tuples(
        st.integers(0, 4),
        st.sampled_from(STATES),
        st.sampled_from(STATES),
        st.integers(0, 20).map(lambda x: x / 20),
        st.one_of(st.none(), st.integers(0, 100)),
    ),
    min_size=1,
    max_size=25,
)
TYPES = {
    "row": "BIGINT",
    "epoch": "BIGINT",
    "case_id": "VARCHAR",
    "condition": "VARCHAR",
    "state_start": "VARCHAR",
    "state_end": "VARCHAR",
    "ops_effectiveness": "DOUBLE",
    "t_act": "DOUBLE",
}


def table(rows):
    con = duckdb.connect()
    con.execute(f"CREATE TABLE results ({', '.join(f'{n} {t}' for n, t in TYPES.items())})")
    seen: dict[int, int] = {}
    for number, (case, start, end, value, t_act) in enumerate(rows):
        epoch = seen[case] = seen.get(case, -1) + 1
        cells = [number, epoch, f"c{case}", None, start, end, value, t_act]
        con.execute("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?)", cells)
    return con


def plain_parts(rows):
    """A, D and C counted by hand; the repeats of a case weigh one together."""
    cases = [row[0] for row in rows]
    weighed = [(1 / cases.count(case), *rest) for case, *rest in rows]
    total = sum(row[0] for row in weighed)
    from_ = {s: [row for row in weighed if row[1] == s] for s in STATES}
    to = {s: [row for row in weighed if row[2] == s] for s in STATES}
    size = {s: sum(row[0] for row in from_[s]) for s in STATES}
    a = [size[s] / total for s in STATES]
    d = [
        [sum(r[0] for r in from_[s] if r[2] == e) / size[s] for e in STATES] if size[s] else None
        for s in STATES
    ]
    c = [
        sum(r[0] * r[3] for r in to[s]) / sum(r[0] for r in to[s]) if to[s] else None
        for s in STATES
    ]
    return a, d, c, sum(r[0] * r[3] for r in weighed) / total


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(ROWS)
def test_the_parts_are_those_counted_by_hand_and_their_product_is_the_mean(rows):
    con = table(rows)
    found = operations_tables(con).adc
    a, d, c, mean = plain_parts(rows)
    assert [start.available for start in found.starts] == pytest.approx(a)
    assert [start.ends is None for start in found.starts] == [row is None for row in d]
    for start, row in zip(found.starts, d, strict=True):
        assert row is None or start.ends == pytest.approx(row)
    assert [x is None for x in found.capability] == [x is None for x in c]
    assert [x or 0 for x in found.capability] == pytest.approx([x or 0 for x in c])
    assert found.value == pytest.approx(mean)
    assert found.mean == pytest.approx(mean)
    assert found.value == pytest.approx(compute_indicators(con, ["ops.adc"])["ops.adc"].value)
    con.close()


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(ROWS, st.sampled_from([(1, 0, 0), (0.9, 0.1, 0), (0.7, 0.2, 0.05)]))
def test_with_availabilities_of_the_plan_it_is_the_indicator(rows, availability):
    con = table(rows)
    names = [f"availability_{state}" for state in STATES]
    params = dict(zip(names, availability, strict=True))
    found = operations_tables(con, params=params).adc
    value = compute_indicators(con, ["ops.adc"], params=params)["ops.adc"].value
    assert found.given
    assert (found.value is None) == (value is None)
    assert (found.value or 0) == pytest.approx(value or 0)
    con.close()


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(ROWS)
def test_each_requirement_is_counted_among_complete_rows(rows):
    con = table(rows)
    params = {"requirements": {"ops_effectiveness": [">=", 0.6], "t_act": ["<=", 50]}}
    first, second = operations_tables(con, params=params).requirements
    complete = [row for row in rows if row[4] is not None]
    cases = [row[0] for row in complete]
    weights = [1 / cases.count(case) for case in cases]
    pairs = list(zip(complete, weights, strict=True))
    if complete:
        good = sum(w for row, w in pairs if row[3] >= 0.6) / sum(weights)
        quick = sum(w for row, w in pairs if row[4] <= 50) / sum(weights)
        assert (first.met.value, second.met.value) == pytest.approx((good, quick))
        assert first.met.n == second.met.n == len({*cases})
    else:
        assert first.met.value is second.met.value is None
    con.close()


def test_rows_under_a_condition_are_not_more_missions():
    con = table([(0, "nominal", "nominal", 1.0, 1)])
    con.execute("INSERT INTO results SELECT * REPLACE (9 AS row, 'fault' AS condition, 0.0 AS"
                " ops_effectiveness, 'failed' AS state_end) FROM results")  # fmt: skip
    assert operations_tables(con).adc.value == 1.0
    con.close()


def test_a_run_without_missions_has_none():
    con = duckdb.connect()
    con.execute("CREATE TABLE results AS SELECT 1 AS row, 'c' AS case_id, true AS passed")
    assert operations_tables(con) is None
    assert operations_tables(con, params={"requirements": {"t_act": ["<=", 1]}}) is None
    con.close()


@pytest.mark.parametrize(
    "rules", [{"t_act": 5}, {"t_act": ["<=", "x"]}, {"t_act": ["~", 1]}, {}, [1]]
)
def test_requirements_that_cannot_be_read_are_left_to_the_indicator_to_explain(rules):
    con = table([(0, "nominal", "nominal", 1.0, 1)])
    found = operations_tables(con, params={"requirements": rules})
    assert all(requirement.met.value is None for requirement in found.requirements)
    con.close()
