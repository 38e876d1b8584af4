"""Word and character error rate against a plain dynamic programme."""

from __future__ import annotations

import math

import pytest
from hypothesis import given

from steelyard.model import compute
from steelyard.scorers import run_scorers
from steelyard.scorers.text.tokenizers import TOKENIZERS, norm
from tests.scorers.texts import ROWS, rows
from tests.tries import tries


def edits(left, right):
    """Wagner and Fischer's table, one row at a time."""
    last = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        line = [i]
        for j, b in enumerate(right, 1):
            line.append(min(last[j] + 1, line[-1] + 1, last[j - 1] + (a != b)))
        last = line
    return last[-1]


def rate(reference, output):
    if not reference:
        return 0.0 if not output else math.inf
    return edits(reference, output) / len(reference)


def check(outputs, references, id_, cut, **params):
    batch = {"output": outputs, "references": references}
    columns = run_scorers(batch, [(id_, params)]).columns
    main = id_.replace(".", "_")
    for row, (output, texts) in enumerate(zip(outputs, references, strict=True)):
        best = min(rate(cut(text), cut(output)) for text in texts)
        found = columns[main][row]
        assert found is None if math.isinf(best) else found == pytest.approx(best, abs=1e-12)
        if columns[f"{main}_ref_len"][row]:
            assert columns[f"{main}_edits"][row] == round(best * columns[f"{main}_ref_len"][row])


def characters(text):
    return " ".join(norm(text).split())


@tries(40, 200)
@given(ROWS)
def test_awkward_text(drawn):
    outputs, references = map(list, zip(*drawn, strict=True))
    check(outputs, references, "text.wer", TOKENIZERS["auto"])
    check(outputs, references, "text.wer", TOKENIZERS["whitespace"], tokenizer="whitespace")
    check(outputs, references, "text.cer", characters)


def test_thousands():
    outputs, references = rows(1500, seed=4)
    check(outputs, references, "text.wer", TOKENIZERS["auto"])
    check(outputs, references, "text.cer", characters)


def test_a_rate_may_exceed_one():
    assert compute("text.wer", {"references": ["no"], "output": "yes it is so"})["value"] == 4.0


def test_an_empty_reference_has_no_rate_but_counts():
    found = compute("text.wer", {"references": [""], "output": "two words"})
    assert found == {"value": None, "edits": 2, "ref_len": 0}
    assert compute("text.cer", {"references": ["!", ""], "output": ""})["value"] == 0.0
    assert compute("text.wer", {"references": ["", "a b"], "output": "a c"})["value"] == 0.5
