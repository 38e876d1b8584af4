"""A leaderboard rendered: every format, both languages, whatever runs are called."""

from __future__ import annotations

import csv as tables
import json as plain
from dataclasses import replace
from io import StringIO

import pytest
from markdown_it import MarkdownIt
from rich.console import Console

from steelyard.analysis.leaderboard import (
    Card,
    Column,
    Leaderboard,
    Line,
    Measure,
    Pair,
    Source,
    Swap,
    Weights,
)
from steelyard.i18n import using_language
from steelyard.model import Words
from steelyard.report import write_report
from steelyard.report.leaderboard import csv, findings, json, markdown, terminal, verdict
from tests.report.hostile import HOSTILE

F1 = Column("f1", Words("F1", "F1 值"), "dimension")
SLOW = Column("base.latency_p99", Words("Slowest", "最慢"), "indicator", "s", "down")


def line(name, score, rank, **more):
    return Line(
        name=name,
        sources=(Source(f"runs/{name}", "id", name, "finished", "2026-01-01"),),
        score=Measure(score, score and score - 0.05, score and score + 0.05),
        rank=rank,
        columns={"f1": Measure(score), "base.latency_p99": Measure(None)},
        **more,
    )


FIRST = line(
    "alpha",
    0.9,
    1,
    rank_low=1,
    rank_high=2,
    p_first=0.8,
    group="a",
    coverage=1.0,
    front=True,
    latency_p50=Measure(0.2),
    latency_p95=Measure(0.4),
    cost=Measure(0.01),
    rows=50,
)
SECOND = line("beta", 0.85, 2, rank_low=1, rank_high=2, p_first=0.2, group="a", front=False)
SECOND = replace(SECOND, beaten_by=("alpha",), cost=Measure(0.02), latency_p50=Measure(0.3))
NEVER = line("gamma", None, None, notes=(Words("no results", "尚无结果"),))
BOARD = Leaderboard(
    scorecard=Card("default", 2, Words("Default", "默认"), "ab" * 32),
    paired=True,
    cases=50,
    grouped_by="run",
    draws=2000,
    seed=0,
    columns=(F1, SLOW),
    lines=(FIRST, SECOND, NEVER),
    pairs=(Pair("alpha", "beta", 0.05, -0.02, 0.12, 0.16, 0.16, False),),
    groups=(("alpha", "beta"),),
    weights=Weights(
        (F1, Column("g", Words("General", "通用"), "dimension")),
        (0.8, 0.2),
        10_000,
        100.0,
        False,
        0.75,
        Swap("alpha", "beta", "g", Words("General", "通用"), 0.2, 0.45),
    ),
)


def printed(board, width=100):
    target = StringIO()
    terminal(board, Console(file=target, width=width, highlight=False))
    return target.getvalue()


def test_the_verdict_comes_first_and_says_how_sure_it_is():
    assert printed(BOARD).splitlines()[0] == (
        "alpha is first with 90.0 %, but cannot be told apart from beta."
    )
    clear = replace(BOARD, pairs=(replace(BOARD.pairs[0], apart=True),))
    assert "ahead of every other line beyond chance" in verdict(clear).en
    assert "无从排名" in verdict(replace(BOARD, lines=(FIRST,), pairs=())).zh
    assert "nothing to rank" in verdict(replace(BOARD, lines=(NEVER,), pairs=())).en


def test_findings():
    said = [found.en for found in findings(BOARD)]
    assert said[0].startswith("alpha is first in 80.0 % of 2000 resamples")
    assert "not stable" in said[1]
    assert "if General weighed 45.0 % instead of 20.0 %" in said[2]
    assert said[3].startswith("Quality, latency and cost together: no other line beats alpha")
    assert said[4] == "beta is at best equal to alpha in all of them, and worse in one."


def test_the_terminal_shows_what_is_missing_as_missing():
    said = printed(BOARD)
    [row] = [one for one in said.splitlines() if "gamma" in one and "results" not in one][:1]
    assert "0 %" not in row
    assert "–" in row
    assert "gamma: no results" in said
    with using_language("zh"):
        chinese = printed(BOARD)
    assert "名次区间" in chinese
    assert "gamma：尚无结果" in chinese
    assert "Ranks" not in chinese


def test_markdown_is_tables():
    page = MarkdownIt("gfm-like", {"linkify": False}).render(markdown(BOARD))
    assert page.count("<table>") == 3
    assert '<td style="text-align:right">1–2</td>' in page


def test_csv_is_read_back_with_bare_numbers():
    [one, two, three] = tables.DictReader(StringIO(csv(BOARD).decode("utf-8-sig")))
    assert (one["name"], one["rank"], float(one["score"])) == ("alpha", "1", 0.9)
    assert (float(one["score_low"]), one["front"], one["group"]) == (0.85, "true", "a")
    assert two["front"] == "false"
    assert (three["rank"], three["overall"], three["p_first"]) == ("", "", "")


def test_json_is_the_record():
    assert plain.loads(json(BOARD)) == plain.loads(plain.dumps(BOARD.as_dict()))


def test_every_format_by_its_name(tmp_path):
    for to in ("md", "json", "csv"):
        assert write_report(BOARD, to, tmp_path / f"board.{to}").stat().st_size > 100


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_whatever_runs_are_called(text):
    named = replace(FIRST, name=text, sources=(replace(FIRST.sources[0], path=text),))
    pairs = (replace(BOARD.pairs[0], first=text),)
    board = replace(BOARD, lines=(named, SECOND), pairs=pairs)
    said = printed(board)
    assert "\x1b" not in said
    assert "\u202e" not in said
    page = MarkdownIt("gfm-like", {"html": True, "linkify": False}).render(markdown(board))
    assert not any(tag in page for tag in ("<script", "<img", "<svg", "<a "))
    content = csv(board).decode("utf-8-sig")
    [row, _] = tables.DictReader(StringIO(content))
    assert not row["name"].startswith(("=", "+", "-", "@"))
    assert len(content) < 10_000
    plain.loads(json(board))
