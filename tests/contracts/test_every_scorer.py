"""One suite for every scorer, by what its record declares; a new scorer is tested before anyone
writes a test for it."""

from __future__ import annotations

import copy
import json
import random
from concurrent.futures import ThreadPoolExecutor
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.model import ALGORITHMS, FIELDS
from steelyard.scorers import SCORERS, choose, run_scorers
from steelyard.scorers.chosen import with_defaults
from steelyard.scorers.retrieval import data_defaults
from tests.contracts.cells import (
    TYPES,
    UNBOUNDED,
    as_json_text,
    as_row,
    batches,
    cells,
    heard,
    long_batch,
    sample,
    variants,
)
from tests.looped import looped
from tests.tries import tries

EVERY = pytest.mark.parametrize("scorer", list(SCORERS), ids=lambda scorer: scorer.algorithm.id)
EACH = looped("scorer", list(SCORERS), ids=lambda scorer: scorer.algorithm.id)
"""In one test, where there is nothing to draw."""
VARIANTS = [(scorer, params) for scorer in SCORERS for params in variants(scorer)]
"""Every choice, truth value and end of a range that some parameter has, one at a time."""
EVERY_VARIANT = pytest.mark.parametrize(
    ("scorer", "params"), VARIANTS, ids=lambda value: json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict) else value.algorithm.id
)  # fmt: skip


def score(scorer, batch, params=None):
    params = params or {}
    entry = choose(scorer.algorithm.id, params)
    said = {} if scorer.asks is None else {entry.label: heard(entry, batch)}
    scored = run_scorers(batch, [(scorer.algorithm.id, params)], said)
    assert scored.failures == []
    return scored.columns


def has_declared_types(columns, writes, size):
    assert set(columns) == set(writes)
    for name, type_ in writes.items():
        assert len(columns[name]) == size
        for value in columns[name]:
            assert value is None or (
                isinstance(value, TYPES[type_]) and isinstance(value, bool) is (type_ == "bool")
            )
            bounded = type_ == "float" and name not in UNBOUNDED
            assert not bounded or value is None or 0 <= value <= 1


def rows_of(batch, order):
    return {name: [batch[name][at] for at in order] for name in batch}


@EACH
def test_the_record_is_whole(scorer):
    algorithm = scorer.algorithm
    assert ALGORITHMS.get(algorithm.id) is algorithm
    assert algorithm.kind == "scorer"
    # One whose parameters name its columns has no main one.
    assert scorer.writes_for is not None or algorithm.id.replace(".", "_") in scorer.writes
    assert set(scorer.reads) <= set(FIELDS)
    assert "as" not in {param.name for param in algorithm.params}  # names the entry of a plan
    assert algorithm.examples
    assert algorithm.formula.strip()
    # A scorer may fill a field that outcomes fill, such as the predicted label.
    assert all(FIELDS[name].role == "outcome" for name in set(scorer.writes) & set(FIELDS))
    for words in (algorithm.title, algorithm.meaning, *(p.words for p in algorithm.params)):
        assert words.en.strip()
        assert any("\u4e00" <= character <= "\u9fff" for character in words.zh)
    if scorer.verdict is not None:
        assert scorer.writes[scorer.verdict] == "bool"


@pytest.mark.slow
@EVERY
@tries(6, 20)
@given(data=st.data())
def test_columns_have_their_types_and_the_batch_is_left_alone(scorer, data):
    batch = data.draw(batches(scorer))
    before = copy.deepcopy(batch)
    columns = score(scorer, batch)
    assert batch == before
    has_declared_types(columns, scorer.writes, 6)


@pytest.mark.slow
@EVERY
@tries(6, 20)
@given(data=st.data())
def test_one_by_one_equals_the_batch_in_any_order(scorer, data):
    batch = data.draw(batches(scorer))
    columns = score(scorer, batch)
    order = list(range(6))
    random.Random(1).shuffle(order)
    shuffled = score(scorer, rows_of(batch, order))
    alone = [score(scorer, rows_of(batch, [at])) for at in range(6)]
    for name in columns:
        assert columns[name] == [row[name][0] for row in alone]
        assert shuffled[name] == [columns[name][at] for at in order]


@pytest.mark.slow
@EVERY_VARIANT
@settings(max_examples=3, deadline=None)
@given(data=st.data())
def test_whatever_its_parameters(scorer, params, data):
    batch = data.draw(batches(scorer, size=4))
    before = copy.deepcopy(batch)
    columns = score(scorer, batch, params)
    assert batch == before
    has_declared_types(columns, choose(scorer.algorithm.id, params).writes, 4)
    backwards = score(scorer, rows_of(batch, [3, 2, 1, 0]), params)
    alone = [score(scorer, rows_of(batch, [at]), params) for at in range(4)]
    for name in columns:
        assert backwards[name] == columns[name][::-1]
        assert columns[name] == [row[name][0] for row in alone]


@pytest.mark.slow
@EVERY
def test_very_long_cells(scorer):
    """Chinese, right to left, emoji and runs of marks of forty thousand characters."""
    batch = long_batch(scorer)
    before = copy.deepcopy(batch)
    columns = score(scorer, batch)
    assert batch == before
    size = len(next(iter(batch.values())))
    has_declared_types(columns, scorer.writes, size)
    short = score(scorer, rows_of(batch, [0]))
    assert all(columns[name][0] == short[name][0] for name in columns)


@pytest.mark.slow
@EVERY
@settings(max_examples=3, deadline=None)
@given(data=st.data())
def test_any_number_of_threads(scorer, data):
    drawn = [data.draw(batches(scorer, size=3)) for _ in range(4)]
    expected = [score(scorer, batch) for batch in drawn]
    for threads in (2, 8):
        with ThreadPoolExecutor(threads) as pool:
            found = list(pool.map(lambda batch: score(scorer, batch), drawn * 4))
        assert found == expected * 4


@pytest.mark.parametrize("family", ["text.", "safety.", "agent.", "classification.", "ir."])
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_scorers_that_share_their_work_find_what_each_finds_alone(family, data):
    chosen = [(s, {}) for s in SCORERS] + VARIANTS
    chosen = [(s, p) for s, p in chosen if s.algorithm.id.startswith(family)]
    reads = sorted(set(chain.from_iterable(scorer.reads for scorer, _ in chosen)))
    batch = {name: data.draw(st.lists(cells(name), min_size=3, max_size=3)) for name in reads}
    entries = [(s.algorithm.id, p | {"as": f"x{n}"}) for n, (s, p) in enumerate(chosen)]
    together = run_scorers(batch, entries).columns
    for entry in entries:
        alone = run_scorers(batch, [entry]).columns
        assert {name: together[name] for name in alone} == alone


@EACH
def test_no_output_is_none_and_no_rows_is_no_rows(scorer):
    given_rows = {name: [None, None] for name in scorer.reads}
    assert all(column == [None, None] for column in score(scorer, given_rows).values())
    nothing = {name: [] for name in scorer.reads}
    assert all(column == [] for column in score(scorer, nothing).values())


@EACH
def test_a_column_nobody_reads_changes_nothing(scorer):
    batch = {name: [sample(name)] for name in scorer.reads}
    assert score(scorer, batch) == score(scorer, batch | {"difficulty": [0.5]})


@EACH
def test_results_survive_json(scorer):
    batch = {name: [sample(name)] for name in scorer.reads}
    columns = score(scorer, batch)
    assert json.loads(json.dumps(columns)) == columns


@pytest.mark.slow
@EVERY
@tries(6, 20)
@given(data=st.data())
def test_json_text_is_read_like_objects(scorer, data):
    """JSON columns are objects in a fresh batch and text when scored again from Parquet."""
    batch = data.draw(batches(scorer))
    text = {
        name: [as_json_text(cell) for cell in column] if FIELDS[name].type == "json" else column
        for name, column in batch.items()
    }
    assert score(scorer, text) == score(scorer, batch)


@EACH
def test_the_trial_bench_agrees_with_the_batch(scorer):
    """The single-input formula and the batch formula are the same one."""
    main = scorer.algorithm.id.replace(".", "_")
    for example in scorer.algorithm.examples:
        row = as_row(scorer, example.inputs)
        said = {scorer.algorithm.id: [row.pop("judgements", None)]}
        batch = {name: [row.get(name)] for name in scorer.reads}
        # What the dataset decides in a run, the single input decides on the bench.
        highest = max((row.get("relevance") or {}).values(), default=None)
        defaults = data_defaults(highest, documented=False)
        choice = with_defaults(scorer.algorithm.id, example.params, defaults)
        columns = run_scorers(batch, [choice], said).columns
        if "value" in example.expected:
            # The records quote four decimals.
            assert columns[main][0] == pytest.approx(example.expected["value"], abs=6e-5)
