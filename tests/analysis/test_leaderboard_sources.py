"""Where the ranked numbers come from: always shown, and no claim is ranked among measurements."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from rich.console import Console

from steelyard.analysis.leaderboard import Choice, leaderboard
from steelyard.i18n import using_language
from steelyard.report.leaderboard import csv as write_csv
from steelyard.report.leaderboard import markdown, terminal, verdict
from steelyard.report.tables import tables_of
from tests.analysis.comparison_runs import verdicts, write_run

N = 40
CARD = """
id: completion_only
version: 1
name: {en: Completion only, zh: 仅完成率}
root: {id: root, name: {en: Root, zh: 根}, children: [{indicator: base.completion_rate}]}
"""
COMPLETION = "base.completion_rate"


def rows(share):
    return verdicts([True] * N, completed=[at < share * N for at in range(N)], cost=[0.1] * N)


@pytest.fixture(scope="module")
def card(tmp_path_factory):
    path = tmp_path_factory.mktemp("card") / "card.yaml"
    path.write_text(CARD)
    return str(path)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")

    def made(name, share, source):
        return write_run(
            folder / name, rows(share), agent={"model": name[0]}, provenance={"completed": source}
        )

    return {
        name: made(name, share, source)
        for name, share, source in [
            ("poor", 0.3, "measured"),
            ("fair", 0.6, "declared"),
            ("boast", 1.0, "claimed"),
            ("brag", 1.0, "claimed"),
            ("bluff", 1.0, "claimed"),
        ]
    }


@pytest.fixture(scope="module")
def board(runs, card):
    return leaderboard(list(runs.values()), Choice(card, (COMPLETION,)))


def test_claims_are_not_ranked_among_measurements_however_many_they_are(board):
    ranks = {line.name: line.rank for line in board.lines}
    assert ranks == {"fair": 1, "poor": 2, "boast": None, "brag": None, "bluff": None}
    for line in board.lines[2:]:
        assert line.score.value == 1.0
        assert "claims" in line.not_comparable.en


def test_claims_alone_are_ranked_with_the_word(runs, card):
    board = leaderboard([runs["boast"], runs["brag"]], Choice(card))
    assert [line.rank for line in board.lines] == [1, 1]
    assert "100 % (partly claimed)" in verdict(board).en
    assert "（含自称）" in verdict(board).zh


def test_every_number_has_a_source_or_no_value(board):
    sources = {line.name: line.score.provenance for line in board.lines}
    assert sources["poor"] == "measured"
    assert sources["fair"] == "declared"
    assert sources["boast"] == "claimed"
    for line in board.lines:
        for found in (
            line.score,
            line.overall,
            line.latency_p50,
            line.cost,
            *line.columns.values(),
        ):
            assert (found.provenance is None) == (found.value is None)


@pytest.mark.parametrize(
    ("language", "line", "part"),
    [
        ("en", "Source: measured; partly declared: fair; partly claimed: boast", "of boast"),
        ("zh", "来源：实测；含申报：fair；含自称：boast", "boast 的任务完成率"),
    ],
)
def test_terminal_and_markdown_say_it_below_the_tables(board, language, line, part):
    text = StringIO()
    with using_language(language):
        terminal(board, Console(file=text, width=200, highlight=False))
        for said in (" ".join(text.getvalue().split()), markdown(board)):
            assert line in said
            assert part in said


def test_one_word_where_all_were_measured(tmp_path, card):
    alike = [write_run(tmp_path / name, rows(1.0)) for name in ("a", "b")]
    text = StringIO()
    terminal(leaderboard(alike, Choice(card)), Console(file=text, width=120, highlight=False))
    assert text.getvalue().count("Source: measured\n") == 2


def test_pages_and_workbooks_have_a_column_and_a_note(board):
    tables = {table.id: table for table in tables_of(board)}
    at = [column.title.en for column in tables["ranking"].columns].index("Source")
    assert [row[at].en for row in tables["ranking"].rows][:2] == ["partly declared", "measured"]
    assert "claimed: Completion rate of boast" in tables["parts"].note.en


def test_csv_has_a_source_for_every_number(board):
    found = list(csv.DictReader(StringIO(write_csv(board).decode("utf-8-sig"))))
    sources = {line["name"]: line[f"{COMPLETION}_source"] for line in found}
    assert (sources["poor"], sources["fair"], sources["boast"]) == (
        "measured",
        "declared",
        "claimed",
    )
    assert {line["cost_source"] for line in found} == {"measured"}
    assert {line["latency_p50_source"] for line in found} == {""}


def test_a_line_of_several_runs_has_the_weakest_source(runs, card, tmp_path):
    honest = write_run(tmp_path / "honest", rows(0.5), agent={"model": "b"})
    board = leaderboard([honest, runs["boast"]], Choice(card, group_by="agent"))
    [line] = board.lines
    assert len(line.sources) == 2
    assert line.score.provenance == "claimed"
