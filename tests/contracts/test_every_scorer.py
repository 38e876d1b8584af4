"""One suite for every scorer, by what its record declares; a new scorer is tested before anyone
writes a test for it."""

from __future__ import annotations

import copy
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.model import ALGORITHMS, FIELDS
from steelyard.scorers import SCORERS, run_scorers
from tests.contracts.cells import TYPES, UNBOUNDED, as_json_text, as_row, batches, sample

EVERY = pytest.mark.parametrize("scorer", list(SCORERS), ids=lambda scorer: scorer.algorithm.id)


def score(scorer, batch):
    scored = run_scorers(batch, [(scorer.algorithm.id, {})])
    assert scored.failures == []
    return scored.columns


@EVERY
def test_the_record_is_whole(scorer):
    algorithm = scorer.algorithm
    assert ALGORITHMS.get(algorithm.id) is algorithm
    assert algorithm.kind == "scorer"
    # One whose parameters name its columns has no main one.
    assert scorer.writes_for is not None or algorithm.id.replace(".", "_") in scorer.writes
    assert set(scorer.reads) <= set(FIELDS)
    # A scorer may fill a field that outcomes fill, such as the predicted label.
    assert all(FIELDS[name].role == "outcome" for name in set(scorer.writes) & set(FIELDS))
    for words in (algorithm.title, algorithm.meaning, *(p.words for p in algorithm.params)):
        assert words.en.strip()
        assert any("\u4e00" <= character <= "\u9fff" for character in words.zh)
    if scorer.verdict is not None:
        assert scorer.writes[scorer.verdict] == "bool"


@EVERY
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_columns_have_their_types_and_the_batch_is_left_alone(scorer, data):
    batch = data.draw(batches(scorer))
    before = copy.deepcopy(batch)
    columns = score(scorer, batch)
    assert batch == before
    assert set(columns) == set(scorer.writes)
    for name, type_ in scorer.writes.items():
        assert len(columns[name]) == 6
        for value in columns[name]:
            assert value is None or (
                isinstance(value, TYPES[type_]) and isinstance(value, bool) is (type_ == "bool")
            )
            bounded = type_ == "float" and name not in UNBOUNDED
            assert not bounded or value is None or 0 <= value <= 1


@EVERY
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_one_by_one_equals_the_batch_in_any_order(scorer, data):
    batch = data.draw(batches(scorer))
    columns = score(scorer, batch)
    order = list(range(6))
    random.Random(1).shuffle(order)
    shuffled = score(scorer, {name: [batch[name][at] for at in order] for name in batch})
    for name in columns:
        alone = [
            score(scorer, {key: [batch[key][at]] for key in batch})[name][0] for at in range(6)
        ]
        assert columns[name] == alone
        assert shuffled[name] == [columns[name][at] for at in order]


@EVERY
def test_no_output_is_none_and_no_rows_is_no_rows(scorer):
    given_rows = {name: [None, None] for name in scorer.reads}
    assert all(column == [None, None] for column in score(scorer, given_rows).values())
    nothing = {name: [] for name in scorer.reads}
    assert all(column == [] for column in score(scorer, nothing).values())


@EVERY
def test_a_column_nobody_reads_changes_nothing(scorer):
    batch = {name: [sample(name)] for name in scorer.reads}
    assert score(scorer, batch) == score(scorer, batch | {"difficulty": [0.5]})


@EVERY
def test_results_survive_json(scorer):
    batch = {name: [sample(name)] for name in scorer.reads}
    columns = score(scorer, batch)
    assert json.loads(json.dumps(columns)) == columns


@EVERY
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_json_text_is_read_like_objects(scorer, data):
    """JSON columns are objects in a fresh batch and text when scored again from Parquet."""
    batch = data.draw(batches(scorer))
    text = {
        name: [as_json_text(cell) for cell in column] if FIELDS[name].type == "json" else column
        for name, column in batch.items()
    }
    assert score(scorer, text) == score(scorer, batch)


@EVERY
def test_the_trial_bench_agrees_with_the_batch(scorer):
    """The single-input formula and the batch formula are the same one."""
    main = scorer.algorithm.id.replace(".", "_")
    for example in scorer.algorithm.examples:
        row = as_row(scorer, example.inputs)
        heard = {scorer.algorithm.id: [row.pop("judgements", None)]}
        batch = {name: [row.get(name)] for name in scorer.reads}
        columns = run_scorers(batch, [(scorer.algorithm.id, example.params)], heard).columns
        if "value" in example.expected:
            # The records quote four decimals.
            assert columns[main][0] == pytest.approx(example.expected["value"], abs=6e-5)
