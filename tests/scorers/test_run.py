"""Running scorers: a broken row costs that row; wrong names and parameters are refused."""

from __future__ import annotations

import pytest

from steelyard.errors import InputError, UnknownNameError
from steelyard.i18n import using_language
from steelyard.scorers import SCORERS, Scoring, choose_scorers, run_scorers


def test_a_row_that_breaks_a_scorer_is_null_and_noted():
    batch = {"expected_output": ["a", "a", "a"], "output": ["a", 5, "b"]}
    scored = run_scorers(batch, [("text.exact_match", {}), ("safety.refused", {})])
    assert scored.columns["text_exact_match"] == [True, None, False]
    assert scored.columns["safety_refused"] == [False, None, False]
    assert [(f.scorer, f.row) for f in scored.failures] == [
        ("text.exact_match", 1),
        ("safety.refused", 1),
    ]
    assert "AttributeError" in scored.failures[0].error


def test_a_scorer_may_come_only_once():
    twice = [("text.exact_match", {}), ("text.exact_match", {})]
    with pytest.raises(InputError, match="text_exact_match") as raised:
        run_scorers({"output": ["a"]}, twice)
    assert "- text.exact_match: {as: " in raised.value.hint
    with pytest.raises(InputError, match=r"which ops\.mission already writes"):
        Scoring([("ops.mission", {}), ("ops.act", {})], [])


def test_entries_with_names_write_under_them():
    batch = {"references": [["北京是首都"]], "output": ["北京是首都"], "label": ["A"]}
    entries = [
        ("text.bleu_simple", {}),
        ("text.bleu_simple", {"as": "spaced", "tokenizer": "whitespace"}),
        ("agent.tool_f1", {"as": "tools"}),
        ("classification.label", {"as": "second"}),
    ]
    scored = run_scorers(batch, entries)
    assert scored.failures == []
    assert scored.columns["text_bleu_simple_total"] == [14]
    assert scored.columns["spaced_total"] == [1]
    assert {"spaced", "tools", "tools_agent_tool_recall", "second"} <= set(scored.columns)
    assert scored.columns["second_pred_label"] == ["北京是首都"]
    assert "pred_label" not in scored.columns


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Tone", "'Tone'"),
        ("", "''"),
        (7, "7"),
        ("a b", "'a b'"),
        ("x" * 41, "xxx"),
        ("语气", "'语气'"),
        ("output", "output"),
        ("safety", "safety.verdict"),
        ("text_bleu", "text.bleu"),
    ],
)
def test_a_name_must_be_able_to_name_columns(name, said, language):
    with using_language(language), pytest.raises(InputError, match=said):
        Scoring([("judge.rubric", {"as": name})], [])


def test_the_verdict_may_be_a_name():
    entries = [("text.exact_match", {}), ("text.keyword_match", {"as": "loose", "threshold": 0.1})]
    scoring = Scoring(entries, [], "loose")
    batch = {name: [None] for name in scoring.reads}
    batch |= {"expected_output": ["a b c"], "output": ["a x"], "status": ["ok"]}
    assert scoring.enrich(batch)["passed"] == [True]
    assert [(s["id"], s.get("as"), s["verdict"]) for s in scoring.describe()] == [
        ("text.exact_match", None, False),
        ("text.keyword_match", "loose", True),
    ]
    assert Scoring(entries, [], "text.exact_match").describe()[0]["verdict"]
    with pytest.raises(InputError, match=r"text.exact_match, loose"):
        Scoring(entries, [], "text.keyword_match")


def test_an_unknown_scorer_suggests_a_close_one():
    with pytest.raises(UnknownNameError) as raised:
        run_scorers({"output": ["a"]}, [("text.exact", {})])
    assert raised.value.close[0] == "text.exact_match"


def test_a_wrong_parameter_is_not_mistaken_for_a_failing_row():
    with pytest.raises(InputError, match="tokenizer"):
        run_scorers({"output": ["a"]}, [("text.keyword_match", {"tokenizer": "words"})])


def test_an_empty_batch_gives_empty_columns():
    scored = run_scorers({"output": [], "expected_output": []}, [("text.keyword_match", {})])
    assert scored.columns == {"text_keyword_match": []}


def test_defaults_follow_from_the_fields():
    assert choose_scorers(["input"]) == []
    assert choose_scorers({"references"})[0] == "text.keyword_jaccard"
    behaviour = choose_scorers({"expected_output", "expected_behavior"})
    assert behaviour[-2:] == ["safety.refused", "text.clarified"]
    for id_ in choose_scorers({"label", "kind"}):
        assert id_ in SCORERS
