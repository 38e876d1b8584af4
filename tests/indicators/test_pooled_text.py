"""Pooled text indicators, from the columns scorers write, equal the corpus values of others."""

from __future__ import annotations

from itertools import chain, zip_longest

import pytest
import sacrebleu
from hypothesis import given, settings

from steelyard.indicators import built_in, indicator_needs
from steelyard.model import FIELDS, compute
from steelyard.scorers import SCORERS, run_scorers
from tests.indicators.tables import values_of
from tests.scorers.texts import ROWS, rows

SCORED = [("text.bleu", {"tokenizer": "13a"}), ("text.wer", {}), ("text.cer", {})]
IDS = ["text.bleu_corpus", "text.wer", "text.cer"]


def pooled(outputs, references):
    """Return the indicators over a table with the columns the scorers made."""
    batch = {"output": outputs, "references": references}
    columns = run_scorers(batch, SCORED).columns
    table = [
        {"case_id": str(at), "output": outputs[at], "references": references[at]}
        | {name: column[at] for name, column in columns.items()}
        for at in range(len(outputs))
    ]
    return {id_: found.value for id_, found in values_of(table, IDS).items()}, columns


def sacre(outputs, references):
    streams = [list(column) for column in zip_longest(*references)]
    return sacrebleu.corpus_bleu(outputs, streams).score / 100


@pytest.mark.parametrize("seed", range(12))
def test_corpus_bleu_is_sacrebleus(seed):
    found, columns = pooled(*(data := rows(150, seed)))
    assert found["text.bleu_corpus"] == pytest.approx(sacre(*data), abs=1e-9)
    for name in ("wer", "cer"):
        edits, words = (sum(columns[f"text_{name}_{part}"]) for part in ("edits", "ref_len"))
        assert found[f"text.{name}"] == pytest.approx(edits / words, abs=1e-12)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(drawn=ROWS)
def test_also_where_orders_have_no_match(drawn):
    outputs, references = map(list, zip(*drawn, strict=True))
    found, columns = pooled(outputs, references)
    texts = {"outputs": outputs, "references": references}
    kernel = compute("text.bleu_corpus", texts, {"tokenizer": "13a"})["value"]
    assert found["text.bleu_corpus"] == (
        None if kernel is None else pytest.approx(kernel, abs=1e-9)
    )
    if sum(columns["text_bleu_ref_len"]) and sum(columns["text_bleu_sys_len"]):
        assert found["text.bleu_corpus"] == pytest.approx(sacre(outputs, references), abs=1e-9)


@pytest.mark.parametrize(
    ("output", "reference"),
    [
        ("a x y z b", "q a r b s"),  # no pair in common
        ("a b x y z", "a b q r s"),  # no three
        ("a b c y z", "a b c r s"),  # no four
        ("x y z w v", "a b c d e"),  # nothing
        ("a b", "a b"),  # too short for orders three and four
    ],
)
def test_single_pairs(output, reference):
    found, _ = pooled([output], [[reference]])
    assert found["text.bleu_corpus"] == pytest.approx(sacre([output], [[reference]]), abs=1e-9)


@pytest.mark.parametrize("family", ["text.", "judge.", "agent.", "safety.", "ops.", "ir."])
def test_every_column_an_indicator_reads_is_written_by_some_scorer(family):
    written = {name for scorer in SCORERS for name in scorer.writes} | set(FIELDS)
    for id_ in built_in():
        if id_.startswith(family):
            needs = indicator_needs(id_)
            named = {*needs["required"], *needs["optional"], *chain(*needs["any_of"])}
            assert named <= written, id_
