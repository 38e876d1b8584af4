"""One suite for every indicator of the catalog, in every mode, over tables with gaps."""

from __future__ import annotations

import random

import pytest

from steelyard.i18n import using_language
from steelyard.indicators import indicator_needs, load_catalog, rows_table
from steelyard.indicators.compute import compute_indicators
from steelyard.model import ALGORITHMS, FIELDS
from tests.indicators.tables import random_rows, values_of

CATALOG = load_catalog()


def variants():
    for record in CATALOG.values():
        choices = {param.name: param.choices for param in record.params}
        for mode in choices.get("mode", (None,)):
            averages = choices.get("average", (None,)) if mode == "classification" else (None,)
            for average in averages:
                given = {"mode": mode, "average": average}
                params = {name: value for name, value in given.items() if value is not None}
                name = "-".join([record.id, *params.values()])
                yield pytest.param(record, {record.id: params}, id=name)


EVERY = pytest.mark.parametrize(("record", "params"), list(variants()))


def compute(record, rows, params, **options):
    return values_of(rows, [record.id], params=params, **options)[record.id]


def same(one, other):
    assert (one.n, one.n_missing, one.status) == (other.n, other.n_missing, other.status)
    assert one.value == (None if other.value is None else pytest.approx(other.value, abs=1e-12))
    assert (one.interval is None) == (other.interval is None)
    if one.interval is not None:
        assert one.interval[:2] == pytest.approx(other.interval[:2], abs=1e-9)


@EVERY
def test_the_record_is_whole(record, params):
    for words in (record.name, record.meaning, record.undefined):
        assert words.en.strip()
        assert any("\u4e00" <= character <= "\u9fff" for character in words.zh)
    assert ALGORITHMS.get(record.id).kind == "indicator"
    needs = indicator_needs(record.id, params)
    assert needs["required"]
    assert set(needs["required"]) | set(needs["optional"]) <= set(FIELDS)
    assert set(record.score.references) <= {param.name for param in record.params}


@EVERY
@pytest.mark.parametrize("seed", range(3))
def test_order_of_rows_does_not_matter(record, params, seed):
    rows = random_rows(seed, epochs=3, clusters=8)
    other = rows[:]
    random.Random(seed).shuffle(other)
    same(compute(record, rows, params), compute(record, other, params))


@EVERY
def test_an_empty_table_is_undefined_with_a_reason(record, params):
    for language in ("en", "zh"):
        with using_language(language):
            found = compute(record, [], params)
        assert (found.value, found.score, found.interval) == (None, None, None)
        assert (found.n, found.status) == (0, "na")
        assert found.notes[0]


@EVERY
def test_an_empty_column_is_undefined_and_named(record, params):
    for column in indicator_needs(record.id, params)["required"]:
        rows = [row | {column: None} for row in random_rows(2)]
        found = compute(record, rows, params)
        assert (found.value, found.status) == (None, "na")
        assert column in found.notes[0]


@EVERY
@pytest.mark.parametrize("seed", range(6))
def test_value_score_and_interval_stay_in_range(record, params, seed):
    rows = random_rows(
        seed, cases=5 + 20 * seed, epochs=1 + seed % 3, clusters=(None, 1, 9)[seed % 3]
    )
    found = compute(record, rows, params)
    low, high = record.range
    if found.value is None:
        assert found.status == "na"
        return
    assert low is None or found.value >= low
    assert high is None or found.value <= high
    assert found.score is None or 0 <= found.score <= 1
    assert 0 < found.n <= len(rows)
    if found.interval is None:
        assert found.notes
    else:
        assert found.interval.low <= found.value <= found.interval.high
        assert low is None or found.interval.low >= low
        assert high is None or found.interval.high <= high


@EVERY
def test_a_higher_confidence_gives_a_wider_interval(record, params):
    rows = random_rows(4, cases=900, missing=0)
    narrow = compute(record, rows, params, confidence=0.8).interval
    wide = compute(record, rows, params, confidence=0.99).interval
    assert wide.low <= narrow.low <= narrow.high <= wide.high
    assert wide.low < narrow.low or wide.high > narrow.high


@EVERY
def test_a_single_row_counts(record, params):
    row = random_rows(1, cases=1, missing=0)[0] | {
        "eval_type": record.id.partition(".")[0].replace("base", "functional"),
        "error_kind": None, "output": "x", "abstained": None, "answerable": None,
    }  # fmt: skip
    found = compute(record, [row], params)
    assert found.value is not None
    assert (found.n, found.n_missing) == (1, 0)
    assert found.status == "low_n" or found.status == "degenerate"


@EVERY
def test_one_cluster_gives_at_most_an_interval_worth_one_trial(record, params):
    rows = [row | {"cluster_id": "k"} for row in random_rows(5, cases=60, missing=0)]
    found = compute(record, rows, params)
    assert found.value is not None
    if found.interval is not None:
        assert found.interval.method in ("wilson", "clopper_pearson")
        assert found.interval.high - found.interval.low > 0.5


@EVERY
def test_a_column_it_does_not_use_changes_nothing(record, params):
    rows = random_rows(6)
    more = [row | {"resource_budget": 0.5, "scene": "x"} for row in rows]
    same(compute(record, rows, params), compute(record, more, params))


@EVERY
def test_alone_equals_together(record, params):
    rows = random_rows(7, epochs=2, clusters=10)
    together = values_of(rows, params=params)[record.id]
    same(compute(record, rows, params), together)


def test_every_indicator_is_computed_by_default_in_the_order_of_the_catalog():
    con = rows_table(random_rows(8))
    assert list(compute_indicators(con)) == list(CATALOG)


def test_needs_are_enough():
    """With exactly the required columns filled, every indicator has a value."""
    for record in CATALOG.values():
        rows = [
            {name: row[name] for name in indicator_needs(record.id)["required"]}
            | {"eval_type": kind}
            for row in random_rows(3, missing=0)
            for kind in ("functional", "safety")
        ]
        assert values_of(rows, [record.id])[record.id].value is not None
