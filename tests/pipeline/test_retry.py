"""Asking failed cases again: the answers that were there stay as they are."""

from __future__ import annotations

import pytest

from steelyard.bundle import Bundle, Table
from steelyard.errors import BundleError, InterruptedRunError
from steelyard.model import RunState
from steelyard.pipeline import Options, retry, run
from steelyard.plan import make_plan
from steelyard.runner import Progress, Stopper

FAILING = {"b", "d"}
asked: list[str] = []


def answer(text):
    asked.append(text)
    if text in FAILING:
        message = "not now"
        raise ValueError(message)
    return text.upper()


@pytest.fixture
def plan(tmp_path):
    asked.clear()
    FAILING.update({"b", "d"})
    lines = "".join(
        f'{{"input": "{letter}", "answer": "{letter.upper()}"}}\n' for letter in "abcde"
    )
    (tmp_path / "cases.jsonl").write_text(lines)
    content = {
        "agent": {"function": {"target": "tests.pipeline.test_retry:answer"}},
        "dataset": "cases.jsonl",
        "scorers": ["text.exact_match"],
        "run": {"retries": 0, "concurrency": 2},
    }
    return make_plan(content, source="test")


def rows(path):
    return {row["input"]: row for row in Table(Bundle(path).results_path).rows()}


@pytest.mark.slow
def test_failed_cases_are_asked_again_and_no_other(plan, tmp_path):
    out = tmp_path / "out"
    run(plan, tmp_path, out, Options(keep_failed=True))
    before = rows(out)
    assert {name for name, row in before.items() if row["status"] != "ok"} == {"b", "d"}
    asked.clear()
    FAILING.discard("b")
    retry(out, Options(keep_failed=True), mark="first")
    assert sorted(asked) == ["b", "d"]
    after = rows(out)
    assert after["b"]["output"] == "B"
    assert after["d"]["status"] == "error"
    assert all(after[name] == before[name] for name in "ace")
    # The same mark carries on what it began; another one asks what still failed.
    asked.clear()
    retry(out, Options(keep_failed=True), mark="first")
    assert asked == []
    FAILING.clear()
    retry(out, Options(keep_failed=True), mark="second")
    assert asked == ["d"]
    assert not (out / "journal.jsonl").exists()  # nothing failed: nothing to ask again
    with pytest.raises(BundleError):
        retry(out)


@pytest.mark.slow
def test_a_run_that_kept_no_journal_says_so(plan, tmp_path):
    run(plan, tmp_path, tmp_path / "out")
    with pytest.raises(BundleError):
        retry(tmp_path / "out")


def test_a_run_is_stopped_from_outside(plan, tmp_path):
    stopper = Stopper()

    class Impatient(Progress):
        def tick(self, tally):
            stopper.stop()

    with pytest.raises(InterruptedRunError):
        run(plan, tmp_path, tmp_path / "out", Options(progress=Impatient(), stopper=stopper))
    assert Bundle(tmp_path / "out").state is RunState.INTERRUPTED
