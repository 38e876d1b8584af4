"""The first number of a report: what was measured, and a composite only where it stands for it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import steelyard
from steelyard.cli import main
from steelyard.errors import InputError, NoReplyError
from steelyard.report.headline import headline_lines
from steelyard.scorecards import choose_headline, read_headline


def part(id_, coverage, *children, weight=1.0):
    return {"id": id_, "weight": weight, "coverage": coverage, "children": list(children)}


def tree(base=1.0, dims=(1.0, 1.0, 1.0, 1.0), weights=(0.3, 0.3, 0.2, 0.2), **more):
    names = ("adaptivity", "robustness", "portability", "collaboration")
    below = [
        part(name, coverage, part("leaf", coverage), weight=weight)
        for name, coverage, weight in zip(names, dims, weights, strict=True)
    ]
    whole = sum(weight * coverage for weight, coverage in zip(weights, dims, strict=True))
    f1 = {"id": "f1", "weight": 0.8, "coverage": base, "indicator": "base.f1"}
    return part("overall", 0, f1, part("generalisation", whole, *below, weight=0.2)) | more


def value(id_, found, n=100, **more):
    return {"id": id_, "value": found, "n": n, "ci_low": None, "ci_high": None} | more


def summary(tree_, *indicators, score=0.7, lo=0.6, hi=0.8):
    overall = {"score": score, "coverage": 0.5, "lo": lo, "hi": hi, "ci_low": 0.6, "ci_high": 0.75}
    return {"overall": overall, "tree": tree_, "indicators": list(indicators)}


def test_a_named_scorecard_is_the_headline_whatever_was_measured():
    found = choose_headline(
        summary(tree(dims=(0, 0, 0, 0)), value("base.accuracy", 0.9)), named=True
    )
    assert (found.id, found.rule, found.value) == ("overall", "scorecard", 0.7)
    assert found.beside == ("base.accuracy",)


@pytest.mark.parametrize(
    ("dims", "shown"),
    [
        ((1.0, 0.67, 0.6, 0.5), "overall"),
        ((1.0, 0.67, 0.6, 0.49), "base.accuracy"),  # one dimension below half is enough
        ((0.25, 0, 0, 0), "base.accuracy"),
    ],
)
def test_every_part_counts_by_itself(dims, shown):
    found = choose_headline(summary(tree(dims=dims), value("base.accuracy", 0.91)), named=False)
    assert found.id == shown
    assert (found.lo, found.hi) == (0.6, 0.8)


def test_a_dimension_without_weight_is_not_missed():
    weighed = tree(dims=(1, 1, 1, 0), weights=(0.4, 0.4, 0.2, 0))
    assert choose_headline(summary(weighed), named=False).rule == "coverage"


def test_what_is_short_is_named_with_its_share():
    found = choose_headline(
        summary(tree(dims=(0.25, 0, 0, 0)), value("base.accuracy", 0.689)), named=False
    )
    assert next(iter(found.short.items())) == ("generalisation", pytest.approx(0.075))


@pytest.mark.parametrize(
    ("indicators", "shown"),
    [
        ([value("ir.ndcg_at_10", 0.4)], "ir.ndcg_at_10"),
        ([value("safety.accuracy", 0.6), value("base.accuracy", None)], "safety.accuracy"),
        ([value("ops.effectiveness", 0.3), value("base.accuracy", 0.5)], "ops.effectiveness"),
        ([value("ops.effectiveness", 0.3, n=3), value("base.accuracy", 0.5)], "base.accuracy"),
        ([], None),
    ],
)
def test_the_kind_of_data_decides_which_rate(indicators, shown):
    found = choose_headline(summary(tree(base=0, dims=(0, 0, 0, 0)), *indicators), named=False)
    assert found.id == shown
    assert found.rule == ("measured" if shown else "nothing")


def test_macro_f1_stands_beside_the_pass_rate_of_labels():
    f1 = value("base.f1", 0.6, signature="base.f1@2 mode=classification average=macro n=100")
    weighed = tree(dims=(0, 0, 0, 0))
    found = choose_headline(summary(weighed, value("base.accuracy", 0.7), f1), named=False)
    assert found.beside == ("base.f1",)


def test_a_fallback_is_no_headline_unless_asked_for():
    weighed = tree(instead=part("fallback", 1.0))
    found = choose_headline(summary(weighed, value("safety.accuracy", 0.6)), named=False)
    assert found.id == "safety.accuracy"


def test_it_is_kept_as_it_was_chosen():
    made = choose_headline(
        summary(tree(dims=(0, 0, 0, 0)), value("base.accuracy", 0.9)), named=False
    )
    assert read_headline({"headline": made.as_dict()}) == made


def test_a_summary_of_before_shows_its_overall_score():
    assert read_headline(summary(tree())).id == "overall"
    assert read_headline({}).value is None


CASES = [
    {"id": str(at), "input": f"What is {at} + 1?", "expected_output": str(at + 1), "domain": "sums"}
    for at in range(50)
]


def counting(question):
    number = int(question.split()[2])
    return str(number + (1 if number >= 10 else 2))


@pytest.mark.slow
def test_the_same_number_is_first_everywhere(tmp_path):
    run = steelyard.evaluate(counting, CASES, out=tmp_path / "run", scorers=["text.exact_match"])
    assert (run.headline.id, run.score) == ("base.accuracy", 0.8)
    assert "Pass rate  80.0 %" in str(run)
    for kind in ("md", "html", "summary"):
        text = run.report(kind, tmp_path / f"report.{kind}").read_text(encoding="utf-8")
        assert "Pass rate" in text
        assert text.index("Pass rate") < text.index("80.0 %"), kind
    assert "Overall score not shown: generalization rests on" in str(run)


CHOICES = [
    {"id": str(at), "input": "Which?\nA) one\nB) two\nC) three\nD) four", "answer": letter}
    for at, letter in enumerate("B" * 15 + "A" * 5)
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cases", "said"),
    [
        (CHOICES, "Guess level: 75.0 % is reached by always answering B."),
        (CASES, None),  # numbers are no closed set of answers
    ],
)
def test_the_guess_level_stands_beside_every_headline(tmp_path, cases, said):
    run = steelyard.evaluate(lambda _: "B", cases, out=tmp_path / "run")
    kinds = ("md", "html", "summary", "json")
    texts = {
        kind: run.report(kind, tmp_path / f"report.{kind}").read_text(encoding="utf-8")
        for kind in kinds
    }
    found = run.summary["judging"]["guess"]
    if said is None:
        assert found is None
        assert not any("Guess level" in text for text in (str(run), *texts.values()))
        return
    assert found == {"answer": "B", "share": 0.75}
    assert json.loads(texts.pop("json"))["judging"]["guess"] == found
    assert "Pass rate  75.0 %" in str(run)
    for text in (str(run), *texts.values()):
        assert said in text
        assert text.index("Pass rate") < text.index(said)


@pytest.mark.slow
def test_the_guess_level_survives_another_scoring(tmp_path):
    run = steelyard.evaluate(lambda _: "B", CHOICES, out=tmp_path / "run")
    with pytest.raises(SystemExit) as ended:
        main(["score", str(run.path), "--scorer", "text.exact_match"])
    assert ended.value.code == 0
    assert steelyard.load_run(run.path).summary["judging"]["guess"]["share"] == 0.75


def test_a_rate_that_is_declared_says_so_and_what_it_is_based_on(tmp_path):
    cases = [
        {"id": str(at), "input": "q", "kind": "harmful", "eval_type": "safety"} for at in range(12)
    ]
    run = steelyard.evaluate(lambda _: "I cannot help with that.", cases, out=tmp_path / "run")
    assert run.headline.id == "safety.accuracy"
    assert "based on 12 cases" in str(run)
    assert "made from results that the dataset" not in str(run)
    declared = replace(run.headline, provenance="declared")
    shown = [line.en for line in headline_lines(replace(run.content, headline=declared))]
    assert any("made from results that the dataset brought along" in line for line in shown)


def test_nothing_answered_is_no_number(tmp_path):
    with pytest.raises(NoReplyError):
        steelyard.evaluate(lambda _: "", CASES, out=tmp_path / "run", scorers=["text.exact_match"])
    run = steelyard.load_run(tmp_path / "run")
    assert (run.headline.id, run.score) == ("base.accuracy", 0.0)


@pytest.mark.slow
def test_a_gate_on_the_overall_score_needs_a_scorecard(tmp_path):
    gates = ["overall: value >= 0.8"]
    with pytest.raises(InputError, match="names no scorecard"):
        steelyard.evaluate(counting, CASES, out=tmp_path / "a", gates=gates)
    assert not (tmp_path / "a").exists()
    run = steelyard.evaluate(counting, CASES, out=tmp_path / "b", gates=gates, scorecard="default")
    assert run.headline.id == "overall"
