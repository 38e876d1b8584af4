"""What is drawn is what was measured: positions, intervals, flows and fronts, one by one."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.analysis.comparison.content import Flips
from steelyard.analysis.conditions import PhaseLine
from steelyard.analysis.conditions.load import knee_of
from steelyard.analysis.generalisation.rate import Rate
from steelyard.analysis.leaderboard.content import Card, Leaderboard, Line, Measure
from steelyard.model import Words
from steelyard.report.content import Bin, Latency, Quantiles
from steelyard.report.figures import figure_of, figures_of
from steelyard.report.figures.perturbations import spread
from tests.report.figures.samples import (
    comparison,
    conditions,
    correlation,
    leaderboard,
    part,
    run_report,
)


def dots(figure):
    """Return row to (value, low, high) as the marks are drawn."""
    found = {}
    for trace in figure.spec("en")["data"]:
        bars = trace.get("error_x")
        for at, x in enumerate(trace["x"] if bars else ()):
            low, high = x - bars["arrayminus"][at], x + bars["array"][at]
            found[trace["y"][at]] = (x, low, high)
    return found


def test_a_scene_is_drawn_where_its_rate_and_limits_are():
    report = run_report(4)
    drawn = dots(figure_of(report, "scenes"))
    for at, place in enumerate(report.generalisation.places["scene"]):
        rate = place.completion
        assert drawn[at] == pytest.approx((rate.value, rate.ci_low, rate.ci_high))


def test_the_whole_run_is_the_dashed_line_and_the_caption_says_its_value():
    report = run_report(4)
    figure = figure_of(report, "scenes")
    dashed = [s for s in figure.spec("en")["layout"]["shapes"] if s["line"].get("dash") == "dash"]
    assert [shape["x0"] for shape in dashed] == [report.generalisation.completion.value]
    assert "30.6 %" in figure.caption.en
    assert "30.6 %" in figure.caption.zh


def test_a_rate_without_an_interval_has_no_whisker():
    report = run_report(3)
    places = report.generalisation.places["scene"]
    bare = tuple(replace(place, completion=Rate(0.5, n=4)) for place in places)
    report = replace(report, generalisation=replace(report.generalisation, places={"scene": bare}))
    assert set(dots(figure_of(report, "scenes")).values()) == {(0.5, 0.5, 0.5)}


def test_an_undefined_scene_keeps_its_row_and_shows_a_dash():
    figure = figure_of(run_report(3, missing=True), "scenes")
    spec = figure.spec("en")
    assert spec["layout"]["yaxis2"]["ticktext"][1] == "–"
    assert len(spec["layout"]["yaxis"]["ticktext"]) == 3
    values = [x for trace in spec["data"] for x in trace["x"] if x is not None]
    assert len(values) == 2
    assert 0 not in values


def test_accuracy_stands_in_where_no_case_says_whether_it_was_completed():
    report = run_report(3)
    places = tuple(
        replace(place, completion=Rate(None)) for place in report.generalisation.places["scene"]
    )
    report = replace(
        report, generalisation=replace(report.generalisation, places={"scene": places})
    )
    figure = figure_of(report, "scenes")
    assert figure.spec("en")["layout"]["xaxis"]["title"]["text"] == "Accuracy (%)"
    assert dots(figure)[0][0] == places[0].accuracy.value


def test_the_radar_s_band_runs_out_along_the_upper_limits_and_back_along_the_lower():
    report = run_report()
    band, shape = figure_of(report, "radar").spec("en")["data"]
    parts = report.scorecard.parts
    upper, lower = [p.ci_high for p in parts], [p.ci_low for p in parts]
    assert band["r"] == [*upper, upper[0], lower[0], *reversed(lower)]
    assert shape["r"] == [*(p.score for p in parts), parts[0].score]
    assert shape["theta"] == [0, 90, 180, 270, 0]


def test_few_parts_open_up_until_there_is_something_to_compare():
    four = tuple(part(at, Words(name, name)) for at, name in enumerate("abcd"))
    root = part(
        9,
        Words("root", "root"),
        (part(7, Words("F1", "F1")), part(8, Words("general", "general"), four)),
    )
    figure = figure_of(replace(run_report(), scorecard=root), "radar")
    assert [row[0].en for row in figure.table.rows] == ["F1", "a", "b", "c", "d"]
    lone = replace(root, parts=root.parts[:1])
    assert "radar" not in [f.id for f in figures_of(replace(run_report(), scorecard=lone))]


def test_what_stands_in_for_a_part_is_drawn_with_its_parts():
    inside = tuple(part(at, Words(name, name)) for at, name in enumerate("xyz"))
    stand_in = part(5, Words("stand-in", "代替"), inside)
    root = replace(part(9, Words("root", "root"), inside[:1]), instead=stand_in)
    figure = figure_of(replace(run_report(), scorecard=root), "scorecard")
    assert [row[0].en for row in figure.table.rows] == ["Overall", "x", "y", "z"]


def test_the_tree_shows_every_part_with_its_share():
    figure = figure_of(run_report(2), "scorecard")
    bars = figure.spec("en")["data"][0]
    assert bars["x"] == [None, *[0.25, 0.0625, 0.0625] * 4]
    assert bars["text"][:3] == ["", "25.0 %", "6.25 %"]


def test_latency_bars_are_the_bins_and_marks_the_quantiles():
    bins = (Bin(0.1, 0.2, 3), Bin(0.2, 0.4, 0), Bin(0.4, 0.8, 5))
    report = replace(
        run_report(), latency=Latency(Quantiles(8, 0.3, 0.15, 0.6, 0.75, 0.8), None, bins, ())
    )
    spec = figure_of(report, "latency").spec("en")
    (bars,) = spec["data"]
    assert bars["y"] == [3, 0, 5]
    assert [x + w for x, w in zip(bars["x"], bars["width"], strict=True)] == [0.2, 0.4, 0.8]
    assert [shape["x0"] for shape in spec["layout"]["shapes"]] == [0.15, 0.6, 0.75]
    marks = spec["layout"]["annotations"]
    # Where the axis is logarithmic, shapes take values and annotations their logarithms.
    assert [mark["x"] for mark in marks] == pytest.approx(
        [math.log10(x) for x in (0.15, 0.6, 0.75)]
    )
    assert [mark["text"] for mark in marks] == [
        "<b>P50 0.150 s</b>",
        "<b>P95 0.600 s</b>",
        "<b>P99 0.750 s</b>",
    ]


def test_a_clock_that_stood_still_still_gives_a_picture():
    same = Latency(Quantiles(3, 0.0, 0.0, 0.0, 0.0, 0.0), None, (Bin(0.0, 1e-6, 3),), ())
    figure = figure_of(replace(run_report(), latency=same), "latency")
    assert figure.to_plotly("en")


def test_seconds_beyond_all_measure_still_give_a_picture():
    most = 1.7e308
    wide = Latency(Quantiles(3, 2.0, 2.0, most, most, most), None, (Bin(1.0, most, 3),), ())
    figure = figure_of(replace(run_report(), latency=wide), "latency")
    assert figure.to_plotly("en")


def test_the_knee_lies_between_the_last_load_carried_and_the_first_that_was_not():
    report = run_report(6)
    assert (report.conditions.knee.level, report.conditions.knee.next_level) == (4, 8)
    shapes = figure_of(report, "load").spec("en")["layout"]["shapes"]
    assert {shape["x0"] for shape in shapes} == {2.5}
    assert "4 was carried, 8 was not" in figure_of(report, "load").caption.en


def test_a_load_without_a_ramp_shows_its_phases():
    lines = tuple(
        PhaseLine(phase, level, 20, Rate(0.9, 0.8, 0.95, 20), 0.2, 0.5, None, 1)
        for phase, level in (("baseline", 1), ("peak", 8), ("recovery", 1))
    )
    found = replace(conditions(1), phases=lines, knee=knee_of(lines, {}))
    spec = figure_of(replace(run_report(), conditions=found), "load").spec("en")
    assert spec["layout"]["xaxis"]["ticktext"] == ["baseline 1", "peak 8", "recovery 1"]
    assert spec["layout"]["shapes"] == []


def test_disturbed_questions_stand_beside_the_same_cases_asked_plainly():
    figure = figure_of(run_report(2), "perturbations")
    assert [column.en for column in figure.table.columns][-2:] == ["baseline (%)", "cases"]
    assert {row[4] for row in figure.table.rows} == {0.93}
    values = [row[1] for row in figure.table.rows]
    assert values == sorted(values)  # the costliest first


def test_severity_needs_two_strengths():
    found = conditions(3)
    once = replace(found, kinds=tuple(line for line in found.kinds if line.strength == 0.1))
    drawn = [f.id for f in figures_of(replace(run_report(), conditions=once))]
    assert "perturbations" in drawn
    assert "severity" not in drawn


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_labels_never_overprint(values):
    placed = spread(values, 0.06)
    ordered = sorted(placed)
    assert all(high - low >= 0.06 - 1e-9 for low, high in pairwise(ordered))
    order = sorted(range(len(values)), key=lambda at: (values[at], placed[at]))
    assert [placed[at] for at in order] == ordered


def test_a_fault_that_never_landed_says_nothing():
    figure = figure_of(run_report(2, missing=True), "faults")
    assert figure.table.rows[0][1:5] == (None, None, None, None)
    assert figure.table.rows[0][5] == 0
    assert figure.spec("en")["data"][0]["z"][0] == [None] * 5
    late = figure.table.rows[1][4]
    assert late == pytest.approx(1 / 18)
    assert figure.spec("en")["data"][0]["z"][1][3] == pytest.approx(1 - 1 / 18)  # less is better


def test_differences_are_drawn_around_zero_in_points():
    content = comparison(4)
    figure = figure_of(content, "differences")
    spec = figure.spec("en")
    drawn = dots(figure)
    for at, one in enumerate(content.runs[0].differences()):
        assert drawn[at][0] == one.value
        if one.ci_low is not None:
            assert drawn[at][1:] == pytest.approx((one.ci_low, one.ci_high))
    low, high = spec["layout"]["xaxis"]["range"]
    assert low == -high
    assert spec["layout"]["yaxis2"]["ticktext"][:3] == ["+6.0", "+6.0", "−5.0"]
    assert spec["layout"]["xaxis"]["tickvals"][len(spec["layout"]["xaxis"]["tickvals"]) // 2] == 0


def test_a_difference_in_seconds_is_not_among_the_shares():
    content = comparison(2)
    run = content.runs[0]
    slow = replace(run.indicators[0], id="base.latency_p95", unit="s", name=Words("P95", "P95"))
    content = replace(content, runs=(replace(run, indicators=(slow, *run.indicators)),))
    names = [row[0].en for row in figure_of(content, "differences").table.rows]
    assert "P95" not in names


@given(st.tuples(*[st.integers(0, 1000)] * 4).filter(any))
def test_every_case_flows_from_one_verdict_to_another(counts):
    both, none, broken, fixed = counts
    content = comparison(1)
    flips = Flips(both, none, broken, fixed)
    content = replace(content, runs=(replace(content.runs[0], flips=flips),))
    (trace,) = figure_of(content, "flips").spec("en")["data"]
    link, labels = trace["link"], trace["node"]["label"]
    assert sum(link["value"]) == sum(counts)
    assert all(value > 0 for value in link["value"])
    sides = {
        label.split("<br>")[0]: int(label.split("<b>")[1][:-4].replace(",", "")) for label in labels
    }
    assert sides.get("Base passed", 0) == both + broken
    assert sides.get("New passed", 0) == both + fixed
    assert sides.get("Base failed", 0) + sides.get("Base passed", 0) == sum(counts)
    flows = zip(link["source"], link["target"], link["value"], strict=True)
    for source, target, value in flows:
        change = (labels[source].split("<br>")[0], labels[target].split("<br>")[0])
        assert (
            value
            == {
                ("Base passed", "New passed"): both,
                ("Base passed", "New failed"): broken,
                ("Base failed", "New passed"): fixed,
                ("Base failed", "New failed"): none,
            }[change]
        )


POINTS = st.lists(
    st.tuples(st.floats(0.01, 0.99), st.floats(0.1, 10)), min_size=2, max_size=12, unique=True
)


@given(POINTS)
def test_no_point_lies_beyond_the_front_that_is_drawn(points):
    lines = tuple(
        Line(f"r{at}", (), Measure(quality), latency_p50=Measure(seconds), front=True)
        for at, (quality, seconds) in enumerate(points)
    )
    board = Leaderboard(Card("c", 1, Words("c", "c"), ""), True, 1, "run", 1, 0, (), lines)
    steps = figure_of(board, "pareto").spec("en")["data"][0]
    front = set(zip(steps["y"], steps["x"], strict=True))
    for quality, seconds in points:
        beaten = any(
            q >= quality and s <= seconds and (q, s) != (quality, seconds) for q, s in points
        )
        assert ((quality, seconds) in front) is not beaten


def test_ranks_show_their_range_and_who_is_first():
    board = leaderboard(4)
    spec = figure_of(board, "ranks").spec("en")
    wide = spec["data"][0]
    assert wide["x"][:3] == pytest.approx([0.92, 2.08, None], nan_ok=True)
    assert spec["data"][2]["x"] == [1, 2, 3, 4]
    assert spec["layout"]["yaxis2"]["ticktext"][0] == "82.0 %"


def test_each_pair_of_measures_has_one_cell():
    found = correlation(5)
    spec = figure_of(found, "correlation").spec("en")
    cells = spec["data"][0]["z"]
    for y, row in enumerate(cells):
        for x, value in enumerate(row):
            pair = next((p for p in found.pairs if (p.a, p.b) == (f"m{x}", f"m{y}")), None)
            wanted = None if pair is None or pair.structural else pair.spearman.value
            assert value == wanted
    said = {(note["x"], note["y"]): note["text"] for note in spec["layout"]["annotations"]}
    assert said[0, 2] == "≡"
    assert len(said) == 10
    established = [p for p in found.pairs if p.evidence == "established" and not p.structural]
    assert sum(text.startswith("<b>") for text in said.values()) == len(established)


def test_drivers_are_bars_of_their_share():
    found = correlation(3)
    bars = figure_of(found, "drivers").spec("en")["data"][0]
    assert bars["x"] == [driver.share.value for driver in found.drivers.drivers]
    assert bars["x"][0] + bars["error_x"]["array"][0] == pytest.approx(0.55)
