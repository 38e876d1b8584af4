"""All indicators are measured together, and what they lack is counted once."""

from __future__ import annotations

import pytest

from steelyard.indicators import rows_table
from steelyard.indicators.compute import compute_indicators
from steelyard.indicators.prepare import prepare
from steelyard.indicators.print_sql import print_missing, print_population, print_wanted
from steelyard.indicators.tree import atoms_of
from tests.indicators.tables import random_rows

PLAIN = [{"case_id": str(at), "passed": at % 3 > 0, "latency_s": 0.1 * at} for at in range(12)]


class Watched:
    """A connection that notes what is asked of it."""

    def __init__(self, rows):
        self.con, self.asked = rows_table(rows), []

    def execute(self, query, *more):
        self.asked.append(query)
        return self.con.execute(query, *more)


@pytest.mark.parametrize("by", [None, "scene"])
@pytest.mark.parametrize("rows", [PLAIN, []], ids=["plain", "empty"])
def test_no_query_is_refused_so_that_each_indicator_has_to_be_asked_alone(rows, by):
    con = Watched(rows)
    found = compute_indicators(con, by=by)
    values = found if by is None else found.get(None, {})
    assert not [one.id for one in values.values() if "could not be computed" in "".join(one.notes)]
    assert len(con.asked) < 30  # one by one they would be hundreds


def test_a_class_that_is_not_named_lacks_its_columns():
    note = compute_indicators(rows_table(PLAIN), ["base.class_recall"])["base.class_recall"].notes
    assert "label" in note[0]


def test_equal_counts_of_missing_rows_are_asked_once():
    con = Watched(PLAIN)
    compute_indicators(con)
    (query,) = [one for one in con.asked if one.count("count(*) FILTER") > 5]
    counts = query.split(", count(*) FILTER (WHERE ")[1:]
    assert len(counts) == len(set(counts))


@pytest.mark.parametrize("seed", range(3))
def test_the_short_test_for_missing_rows_counts_as_the_long_one(seed):
    con = rows_table(random_rows(seed) if seed else PLAIN)
    _, table, ready, _ = prepare(con, None, {})
    plain = [one for one in ready if one.nested is None]
    populations = {atom.population for one in plain for atom in atoms_of(one.tree)}
    populations |= {one.nested.population for one in ready if one.nested is not None}
    for population in populations:
        wanted, belongs = print_wanted(population, table), print_population(population, table)
        tests = (print_missing(population, table), f"({wanted} AND NOT {belongs})")
        short, long = (
            con.execute(f"SELECT count(*) FILTER (WHERE {test}) FROM results").fetchall()
            for test in tests
        )
        assert short == long, population
