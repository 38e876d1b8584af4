"""pass@k and pass^k in every rendering, for cases that were asked several times."""

from __future__ import annotations

from io import StringIO
from math import comb

import pytest
from rich.console import Console

from steelyard import evaluate
from steelyard.i18n import using_language
from steelyard.report import html, markdown, terminal
from steelyard.report.repeats import repeat_table

EPOCHS, CASES = 4, 12


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Case i is answered rightly in i mod 5 of its 4 repeats."""
    asked = dict.fromkeys(range(CASES), 0)

    def agent(question):
        at = int(question)
        asked[at] += 1
        return "right" if asked[at] <= at % 5 else "other"

    cases = [{"case_id": str(i), "input": str(i), "label": "right"} for i in range(CASES)]
    path = tmp_path_factory.mktemp("repeats") / "run"
    return evaluate(agent, cases, out=path, run={"epochs": EPOCHS})


@pytest.mark.slow
def test_every_k_as_counted_by_hand(run):
    shown = run.content.repeats
    assert [one.k for one in shown] == [1, 2, 3, 4]
    for one in shown:
        rights = [i % 5 for i in range(CASES)]
        some = [1 - comb(EPOCHS - c, one.k) / comb(EPOCHS, one.k) for c in rights]
        every = [comb(c, one.k) / comb(EPOCHS, one.k) for c in rights]
        assert one.some.value == pytest.approx(sum(some) / CASES)
        assert one.all.value == pytest.approx(sum(every) / CASES)
        assert one.some.n == CASES  # cases, not answers


def test_it_is_shown_everywhere(run):
    report = run.content
    text = StringIO()
    with using_language("zh"):
        terminal(report, Console(file=text, width=100))
        assert "重复作答" in text.getvalue()
        assert "| k | pass@k |" in markdown(report)
        page = html(report)
    assert 'id="repeats"' in page
    assert len(list(repeat_table(report).rows)) == EPOCHS


def test_cases_asked_once_have_no_such_section(tmp_path):
    run = evaluate(lambda _: "a", [{"input": "?", "label": "a"}], out=tmp_path / "run")
    assert run.content.repeats == ()
    assert "pass@k" not in markdown(run.content)
