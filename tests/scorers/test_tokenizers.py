"""Tokenizers, on cases worked by hand."""

from __future__ import annotations

import pytest

from steelyard.scorers.text.tokenizers import TOKENIZERS, norm


@pytest.mark.parametrize(
    ("tokenizer", "text", "tokens"),
    [
        ("auto", "北京是首都 GPT-4 3.5倍", [*"北京是首都", "gpt", "4", "3.5", "倍"]),
        ("auto", "snake_case", ["snake", "case"]),
        ("auto", "！？", []),
        ("keywords", "北京是中国的首都", ["北京", "中国", "首都"]),
        ("keywords", "人工智能", ["人工", "工智", "智能"]),
        ("keywords", "不合格", ["不合", "合格"]),
        ("keywords", "The cat is on the mat", ["cat", "mat"]),
        ("keywords", "The of to", ["the", "of", "to"]),
        ("keywords", "的了是", ["的", "了", "是"]),
        ("keywords", "对", ["对"]),
        ("keywords", "ＡＢＣ１２", ["abc12"]),
        ("whitespace", "Hello, World  x", ["hello,", "world", "x"]),
        ("legacy", "北京是首都。A bc", ["北京是首都", "bc"]),
        ("auto", "", []),
    ],
)
def test_tokens(tokenizer, text, tokens):
    assert TOKENIZERS[tokenizer](text) == tokens


def test_norm_folds_width_case_and_outer_blanks():
    assert norm("　ＡｂＣ ß\n") == "abc ss"
    assert norm("e\u0301") == norm("é")
