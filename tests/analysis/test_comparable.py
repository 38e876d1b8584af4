"""Only what was judged by one rule is ranked: runs whose verdicts come from different scorers."""

from __future__ import annotations

import csv
from contextlib import suppress
from io import StringIO

import pytest
from rich.console import Console

import steelyard
from steelyard.analysis.comparison.key import Key, differing_part, judging_of, majority
from steelyard.analysis.leaderboard import Choice, find_runs, leaderboard
from steelyard.bundle import Bundle
from steelyard.errors import NoReplyError
from steelyard.i18n import using_language
from steelyard.report.leaderboard import csv as csv_of
from steelyard.report.leaderboard import markdown, terminal, verdict
from steelyard.report.tables import tables_of
from steelyard.scorecards import read_headline
from tests.analysis.ranked_runs import agent, cases

N = 30


def wordy(quality, seed):
    answer = agent(quality, seed)
    return lambda text: f"The answer is {answer(text)}."


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """Two agents judged by `auto`, one that says nothing, one judged by keywords."""
    folder = tmp_path_factory.mktemp("rules")
    for name, ask, plan in (
        ("good", wordy(0.95, 1), {}),
        ("fair", wordy(0.5, 2), {}),
        ("silent", lambda _: "", {}),
        ("keywords", lambda _: "what is", {"scorers": ["text.keyword_match"]}),
    ):
        with suppress(NoReplyError):  # the silent one's run is kept as failed
            steelyard.evaluate(ask, cases(N), out=folder / name, name=name, **plan)
    return folder


@pytest.fixture(scope="module")
def board(home):
    return leaderboard(find_runs([home]))


@pytest.mark.slow
def test_the_score_is_the_headline_of_each_report_to_the_last_digit(board, home):
    assert board.ranked_by == "base.accuracy"
    for line in board.lines:
        shown = read_headline(Bundle(home / line.name).summary())
        found = (line.score.value, line.score.ci_low, line.score.ci_high)
        assert found == (shown.value, shown.ci_low, shown.ci_high)


@pytest.mark.slow
def test_another_rule_is_listed_below_and_not_ranked(board):
    *ranked, last = board.lines
    assert [(line.name, line.rank) for line in ranked] == [("good", 1), ("fair", 2), ("silent", 3)]
    assert (last.name, last.rank, last.p_first, last.front) == ("keywords", None, None, None)
    said = {line.name: " ".join(note.en for note in line.notes) for line in board.lines}
    assert "silent failed: no request got an answer." in said["silent"]
    assert "failed" not in said["good"]
    assert "stopped" not in said["silent"]
    assert "keywords" not in {name for pair in board.pairs for name in (pair.first, pair.second)}
    assert "not comparable: judged by `text.keyword_match`" in last.not_comparable.en
    assert "steelyard score DIR --scorer auto" in last.not_comparable.en
    assert "不可比" in last.not_comparable.zh


@pytest.mark.parametrize(("language", "said"), [("en", "not comparable"), ("zh", "不可比")])
def test_every_surface_says_so(board, language, said):
    with using_language(language):
        target = StringIO()
        terminal(board, Console(file=target, width=300, highlight=False))
        assert said in target.getvalue()
        assert said in markdown(board)
    [row] = [row for row in tables_of(board)[0].rows if row[1] == "keywords"]
    assert said in getattr(row[-1], language)


def test_programs_read_it(board):
    rows = list(csv.DictReader(StringIO(csv_of(board).decode("utf-8-sig"))))
    assert [bool(row["not_comparable"]) for row in rows] == [False, False, False, True]
    assert {row["ranked_by"] for row in rows} == {"base.accuracy"}
    assert board.as_dict()["lines"][3]["not_comparable"]["en"].startswith("not comparable")


def test_of_two_rules_the_newest_is_ranked_and_nobody_is_beaten(home):
    found = leaderboard([Bundle(home / "keywords"), Bundle(home / "silent")])
    assert found.pairs == ()
    assert [line.rank for line in found.lines] == [1, None]
    assert "nothing to be ranked against" in verdict(found).en


def test_a_scorecard_that_is_asked_for_is_ranked_by(home):
    runs = [Bundle(home / name) for name in ("silent", "good", "fair")]
    found = leaderboard(runs, Choice(scorecard="default"))
    assert found.ranked_by == "overall"
    assert [line.name for line in found.lines] == ["good", "fair", "silent"]
    assert found.lines[0].score == found.lines[0].overall


def test_the_key_holds_versions_parameters_and_labels():
    auto = {"verdict_rules": {"by": "auto", "version": "auto/1", "labels": ["no", "yes"]}}
    newer = {"verdict_rules": {"by": "auto", "version": "auto/2", "labels": ["no", "yes"]}}
    fewer = {"verdict_rules": {"by": "auto", "version": "auto/1", "labels": []}}
    scorer = {"id": "text.keyword_match", "version": 1, "params": {"threshold": 0.3}}
    loose = {"scorers": [scorer]}
    strict = {"scorers": [scorer | {"params": {"threshold": 0.9}}]}
    beside = {"scorers": [scorer | {"verdict": True}, {"id": "text.rouge_l", "verdict": False}]}
    marked = {"scorers": [scorer | {"verdict": True}]}
    assert len({judging_of(one) for one in (auto, newer, fewer, loose, strict)}) == 5
    assert judging_of(beside) == judging_of(marked)  # what does not decide does not matter


def test_most_lines_decide_then_the_newest():
    one, two = Key("a"), Key("b")
    assert majority([(one, "2026-01-01"), (one, "2026-01-02"), (two, "2026-02-01")]) == one
    assert majority([(one, "2026-01-01"), (two, "2026-02-01")]) == two
    assert differing_part(one, one) is None
    assert differing_part(one, two) == "judging"
    assert differing_part(one, Key("a", dataset="x")) == "dataset"
