"""What the pages of analysis are made of, without a browser."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
import yaml

from steelyard.i18n import using_language
from steelyard.i18n.words.correlation import WORDS
from steelyard.model import FIELDS, Words
from steelyard.plan import make_plan
from steelyard.report.tables import Chance, Column, Quantity, Span, Table, Tone
from steelyard.report.wording import words
from steelyard.scorers import SCORERS, column_of
from steelyard.server.tasks.choosing import told_apart
from steelyard.server.tasks.retrievals import Uploaded, Wanted, _evaluate
from steelyard.ui.components.report_table import cell_text, shown_table, stacked_rows
from steelyard.ui.pages import examples
from steelyard.ui.pages.capability.happened import happenings
from steelyard.ui.pages.capability.template import example_case

BASE = {"name": "x", "agent": {"http": {"url": "http://127.0.0.1:1"}}, "dataset": "cases.jsonl"}


def _words(text):
    return Words(text, text)


def test_an_interval_stands_behind_its_number_and_silence_is_left_out():
    columns = (
        Column(_words("name"), "text"),
        Column(_words("value")),
        Column(words("tables.interval"), "span"),
        Column(_words("verdict"), "text"),
        Column(_words("empty")),
        Column(_words("remark"), "aside"),
        Column(_words("hidden"), "detail"),
    )
    better = Tone(_words("better"), "good")
    rows = [("a", Quantity(0.5), Span(0.4, 0.6), better, None, "mind", 3),
            ("b", Quantity(None), Span(None, None), better, None, None, 4)]  # fmt: skip
    heads, shown = shown_table(Table("t", _words("t"), columns, rows))
    assert [(one.label, one.kind) for one in heads] == [
        ("name", "text"),
        ("value", "number"),
        ("verdict", "status"),
        ("remark", "text"),
    ]
    assert shown[0].cells == ["a", "50.0 % [40.0, 60.0]", ("better", "good", False), "mind"]
    assert shown[1].cells == ["b", None, ("better", "good", False), None]


def test_times_are_times_and_many_intervals_stand_below():
    moment = datetime(2026, 3, 1, 10, 22, tzinfo=UTC)
    numbers = [Column(_words("value")), Column(words("tables.interval"), "span")]
    columns = (Column(_words("when"), "text"), *numbers * 5)
    row = (moment, *(Quantity(0.5), Span(0.4, 0.6)) * 5)
    heads, [shown] = shown_table(Table("t", _words("t"), columns, [row]))
    assert (heads[0].kind, shown.cells[0]) == ("time", moment.isoformat())
    [stacked] = stacked_rows(heads, [shown])
    assert stacked.cells[1:] == ["50.0 %\n[40.0, 60.0]"] * 5
    assert stacked_rows(heads[:4], [shown]) == [shown]  # few have room beside their numbers


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (Quantity(0.075, signed=True), "+7.5 pts"),
        (Quantity(1.5, "s"), "1.50 s"),
        (Quantity(7.3e-06, "s"), "7.30 µs"),
        (Quantity(-0.0285, "s", signed=True), "−28.5 ms"),
        (Span(-0.034, 0.05, signed=True), "[−3.4, +5.0]"),
        (Span(1, 3, "rank"), "1–3"),
        (Span(2, 2, "rank"), "2"),
        (Chance(0.00001), "<0.001"),
        (Chance(0.25), "0.250"),
        (True, "✓"),
        (1234, "1,234"),
        ("x" * 400, "x" * 300 + "…"),
        (None, None),
        ("", None),
    ],
)
def test_cells_as_text(cell, text):
    with using_language("en"):
        assert cell_text(cell) == text


@pytest.mark.parametrize("name", ["PERTURBATIONS", "LOAD", "ENVIRONMENTS", "MISSIONS"])
def test_what_empty_pages_tell_people_to_write_is_a_plan(name):
    make_plan({**BASE, **yaml.safe_load(getattr(examples, name))}, source=name)


def test_a_mission_is_told_in_its_order():
    cells = {**example_case(), "t_decide": 20}
    with using_language("en"):
        told = happenings(cells)
    assert [one.what for one in told] == [
        "Happened",
        "Reported",
        "Assessed",
        "Decided: B",
        "Target time",
        "Done",
        "Deadline",
        "Objectives",
        "Constraints",
    ]
    assert told[1].text == "Seen: 火情, 人员被困\nMissed: 道路中断\nNot there: 停电"
    assert [one.tone for one in told[4:7]] == ["warn", "warn", "good"]


def test_a_mission_that_tells_nothing_is_no_error():
    assert happenings({"row": 1, "objectives": "{not json", "events_truth": None}) == []


def test_rankings_are_measured_under_the_names_they_were_given(tmp_path):
    qrels, one, other = (tmp_path / name for name in ("parked-a", "parked-b", "parked-c"))
    qrels.write_text("query,document,grade\nq1,d1,2\nq1,d2,0\nq2,d3,1\n")
    one.write_text("q1 Q0 d1 1 9 x\nq1 Q0 d2 2 8 x\nq2 Q0 d3 1 9 x\n")
    other.write_text("q1 Q0 d2 1 9 x\nq1 Q0 d1 2 8 x\nq2 Q0 d3 1 9 x\n")
    given = [Uploaded(one, "run.txt"), Uploaded(other, "run.txt")]
    found = _evaluate(Uploaded(qrels, "../../judged.csv"), given, Wanted((5,)))
    assert [record["name"] for record in found["runs"]] == ["1/run.txt", "2/run.txt"]
    assert found["runs"][0]["metrics"]["mrr"] == 1
    assert found["comparisons"][0]["metrics"]["mrr"]["difference"] == -0.25


@dataclass
class Named:
    name: str
    created_at: datetime


def test_runs_go_by_their_names_and_by_their_time_where_those_repeat():
    at = datetime(2026, 3, 1, 10, 22, 33, tzinfo=UTC)
    later = at + timedelta(seconds=5)
    runs = [Named("nightly", at), Named("smoke", at), Named("smoke", later), Named("smoke", later)]
    assert told_apart(runs) == [
        "nightly",
        "smoke · 03-01 10:22:33",
        "smoke · 03-01 10:22:38",
        "smoke · 03-01 10:22:38 (2)",
    ]
    long = [Named("x" * 150, at), Named("x" * 150 + "y", later)]
    assert len(set(told_apart(long))) == 2
    assert max(map(len, told_apart(long))) < 90


def test_every_number_that_a_scorer_writes_has_a_name():
    named = [key.removeprefix("column_") for key in WORDS if key.startswith("column_")]
    main = {column_of(one.algorithm.id) for one in SCORERS}
    for scorer in SCORERS:
        floats = [name for name, kind in scorer.writes.items() if kind == "float"]
        if scorer.writes.get(column_of(scorer.algorithm.id)) == "float":
            continue  # it alone is related
        without = [name for name in floats if name.isascii() and not any(map(str.isdigit, name))]
        assert [one for one in without if one not in {*named, *main, *FIELDS}] == []
