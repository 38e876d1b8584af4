"""Mistakes in a plan's scorers are told with file, line and what is allowed, in both languages."""

from __future__ import annotations

import pytest

from steelyard.errors import PlanError
from steelyard.i18n import using_language
from steelyard.plan import load_plan

HEAD = "agent: {replay: {}}\ndataset: cases.jsonl\n"


def load(tmp_path, scorers):
    path = tmp_path / "plan.yaml"
    path.write_text(HEAD + scorers, encoding="utf-8")
    return load_plan(path)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("scorers", "line", "said"),
    [
        ("scorers:\n  - text.bleu: {tokenizer: 13b}", 4, "13a"),
        ("scorers:\n  - text.wer\n  - text.bleu: {tokeniser: zh}", 5, "tokenizer"),
        ("scorers:\n  - text.keyword_match: {threshold: 3}", 4, "threshold"),
        ("scorers:\n  - classification.label: {method: regex, pattern: '('}", 4, "unterminated"),
        ("scorers:\n  - text.bleu: zh", 3, "zh"),
        ("scorers:\n  - 7", 3, "7"),
        ("scorers:\n  - text.bleu\n  - text.bleu", 3, "as: my_name"),
        ("scorers:\n  - text.bleu: {as: Mine}", 4, "'Mine'"),
        ("scorers: text.bleu", 3, "text.bleu"),
    ],
)
def test_mistakes_have_a_place(tmp_path, scorers, line, said, language):
    with using_language(language), pytest.raises(PlanError) as raised:
        load(tmp_path, scorers)
    assert f"plan.yaml:{line}: " in str(raised.value)
    assert said in str(raised.value)


def test_what_is_right_is_left_alone(tmp_path):
    plan = load(
        tmp_path,
        "scorers:\n  - text.bleu:\n  - text.bleu: {as: zh, tokenizer: zh}\n"
        "  - judge.rubric: {judge: strict}\n  - brought.by.a_plug_in: {any: thing}\n",
    )
    assert plan.scorer_choices() == [
        ("text.bleu", {}),
        ("text.bleu", {"as": "zh", "tokenizer": "zh"}),
        ("judge.rubric", {"judge": "strict"}),
        ("brought.by.a_plug_in", {"any": "thing"}),
    ]
