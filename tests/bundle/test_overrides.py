"""Verdicts of people: a run of its own is made with them, the old one stays as it is."""

from __future__ import annotations

import json

import pytest

from steelyard.bundle import Bundle, Table, derive, read_overrides
from steelyard.errors import BundleError
from steelyard.pipeline import rescore, run
from steelyard.plan import make_plan


def plan_of(**more):
    content = {
        "agent": {"replay": {}},
        "dataset": "cases.jsonl",
        "scorers": ["text.exact_match"],
        **more,
    }
    return make_plan(content, source="plan")


@pytest.fixture
def finished(tmp_path):
    """A run of six cases of which the first three pass."""
    rows = [
        {"input": f"q{n}", "expected_output": "yes", "output": "yes" if n < 3 else "no"}
        for n in range(6)
    ]
    (tmp_path / "cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return run(plan_of(), tmp_path, tmp_path / "old")


def snapshot(path):
    return {
        str(file.relative_to(path)): file.read_bytes()
        for file in sorted(path.rglob("*"))
        if file.is_file()
    }


def said(row, passed):
    return {"row": row, "passed": passed, "reason": "seen", "by": "Ann", "at": "2026-01-01"}


def accuracy(bundle):
    return next(one for one in bundle.summary()["indicators"] if one["id"] == "base.accuracy")


@pytest.mark.slow
def test_a_run_with_verdicts_of_people(finished, tmp_path):
    before = snapshot(finished.path)
    target = tmp_path / "new"
    target.mkdir()
    given = [said(3, True), said(0, False), said(5, None)]
    made = derive(finished, target, given, {"run_id": "another"})
    rescore(made, plan_of())
    assert snapshot(finished.path) == before
    assert Table(Bundle(finished.path).results_path)["passed"] == [True] * 3 + [False] * 3
    values = Bundle(target).manifest.values
    assert Table(Bundle(target).results_path)["passed"] == [False, True, True, True, False, None]
    assert values["provenance"]["passed"] == "human"
    assert values["derived_from"] == finished.manifest.values["run_id"]
    assert (values["run_id"], values["overrides"]["count"]) == ("another", 3)
    assert any("3 verdict" in note for note in values["notes"])
    assert accuracy(Bundle(target))["value"] == pytest.approx(3 / 5)
    # They stay when it is scored anew by another scorer.
    rescore(Bundle(target), plan_of(scorers=["text.keyword_match"]))
    passed = Table(Bundle(target).results_path)["passed"]
    assert [passed[row] for row in (0, 3, 5)] == [False, True, None]


def test_verdicts_add_up_over_runs(finished, tmp_path):
    for name in ("second", "third"):
        (tmp_path / name).mkdir()
    second = derive(finished, tmp_path / "second", [said(0, False), said(1, False)], {})
    third = derive(second, tmp_path / "third", [said(1, True)], {})
    assert {one["row"]: one["passed"] for one in read_overrides(third.path)} == {0: False, 1: True}


@pytest.mark.slow
def test_a_kill_while_it_is_made_leaves_no_run(finished, tmp_path, monkeypatch):
    target = tmp_path / "new"
    target.mkdir()
    with monkeypatch.context() as patch:
        patch.setattr("steelyard.bundle.manifest.write_atomic", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            derive(finished, target, [said(3, True)], {})
    with pytest.raises(BundleError):
        Bundle(target)
    rescore(derive(finished, target, [said(3, True)], {}), plan_of())
    assert Table(Bundle(target).results_path)["passed"][3] is True


@pytest.mark.slow
@pytest.mark.parametrize("text", ["x\n", "{}\n", '{"row": "1", "passed": true}\n', "[]\n"])
def test_what_are_no_verdicts(finished, text):
    (finished.path / "overrides.jsonl").write_text(text)
    with pytest.raises(BundleError):
        rescore(Bundle(finished.path), plan_of())
