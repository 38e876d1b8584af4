"""Text scorers: the documents' traps (marked E-..), references and what counts as expected."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.model import compute
from steelyard.scorers import run_scorers
from steelyard.scorers.text.tokenizers import TOKENIZERS


def jaccard(expected, output, tokenizer="keywords"):
    inputs = {"expected": expected, "output": output}
    return compute("text.keyword_jaccard", inputs, {"tokenizer": tokenizer})["value"]


@pytest.mark.parametrize("text", ["A", "7", "对", "的", "!", "😀", ""])
def test_single_characters_and_symbols_match_themselves(text):  # E-04
    assert jaccard(text, text) == 1.0


def test_legacy_keeps_its_faults():
    assert jaccard("A", "A", "legacy") == 0.0


def test_meaning_bearing_characters_count():  # E-05
    assert jaccard("合格", "不合格") == 0.5
    assert jaccard("首都", "首都") == 1.0


def test_word_order_does_not_matter_in_chinese():  # E-03
    assert jaccard("北京是中国的首都", "中国的首都是北京") == 1.0
    assert jaccard("北京是中国的首都", "中国的首都是北京", "legacy") == 0.0


def test_texts_without_tokens_have_nothing_in_common():
    assert jaccard("!!!", "???") == 0.0


def test_the_label_comes_before_the_expected_output_before_the_references():
    batch = {
        "label": ["yes", None, None, "yes", None],
        "pred_label": [None, None, None, "no", None],
        "expected_output": ["no", "no", None, "no", None],
        "references": [["no"], ["yes"], ["maybe", "yes"], None, []],
        "output": ["yes", "yes", "yes", "yes", "yes"],
    }
    columns = run_scorers(batch, [("text.exact_match", {})]).columns
    assert columns == {"text_exact_match": [True, False, True, False, None]}


def test_the_best_reference_counts():
    batch = {"references": [["a b c d", "a b"]], "output": ["a b"]}
    columns = run_scorers(batch, [("text.keyword_jaccard", {"tokenizer": "auto"})]).columns
    assert columns["text_keyword_jaccard"] == [1.0]


def test_no_expected_answer_or_no_output_is_none():
    batch = {"expected_output": [None, "a", "a"], "output": ["a", None, ""]}
    columns = run_scorers(batch, [("text.keyword_jaccard", {}), ("text.keyword_match", {})]).columns
    assert columns["text_keyword_jaccard"] == [None, None, 0.0]
    assert columns["text_keyword_match"] == [None, None, False]


@given(st.text(max_size=60), st.text(max_size=60), st.sampled_from(sorted(TOKENIZERS)))
def test_jaccard_is_symmetric_and_in_range(left, right, tokenizer):
    found = jaccard(left, right, tokenizer)
    assert 0 <= found <= 1
    assert found == jaccard(right, left, tokenizer)


@given(st.text(max_size=60), st.text(max_size=60))
def test_jaccard_agrees_with_sets_written_out(left, right):
    """An independent count over the token lists, element by element."""
    a, b = TOKENIZERS["whitespace"](left), TOKENIZERS["whitespace"](right)
    both = [token for index, token in enumerate(a) if token in b and token not in a[:index]]
    either = []
    for token in a + b:
        if token not in either:
            either.append(token)
    from steelyard.scorers.text.tokenizers import norm

    expected = 1.0 if norm(left) == norm(right) else len(both) / len(either) if either else 0.0
    assert jaccard(left, right, "whitespace") == pytest.approx(expected)


def test_a_long_text_is_scored():
    text = "很长的文本 long text " * 50_000
    assert jaccard(text, text + "尾") < 1.0
