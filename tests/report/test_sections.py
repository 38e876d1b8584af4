"""Every section renders in both languages, whatever the run is like."""

from __future__ import annotations

import io
import json as stdlib_json
import re

import pytest
from rich.cells import cell_len
from rich.console import Console

from steelyard.i18n import using_language
from steelyard.report import collect, html, json, markdown, terminal
from steelyard.scorecards import summarise
from tests.report import runs
from tests.report.test_html import Page


def scenes(**values):
    """Data with known, other and unknown scenes: 9 of 10, 6 of 8 and 3 of 6 passed."""
    kinds = [("train", "depot", 10, 1), ("non_train", "port", 8, 2), ("unknown", "hills", 6, 3)]
    places = [(kind, scene, n >= failed) for kind, scene, of, failed in kinds for n in range(of)]
    return [
        runs.row(at, scene_type=kind, scene=scene, domain="transport", passed=passed, **values)
        for at, (kind, scene, passed) in enumerate(places)
    ]


RUNS = {
    "empty": [],
    "one case": [runs.row(0)],
    "no scenes": [runs.row(n, passed=n > 3) for n in range(20)],
    "everything missing": [
        runs.row(n, passed=None, output=None, latency_s=None, status="error", error_kind="infra")
        for n in range(3)
    ],
    "scenes": scenes(),
    "all declared": scenes(adaptation_time=30.0, completed=True),
    "safety only": [runs.row(n, eval_type="safety", passed=n > 1) for n in range(12)],
    "harmful and benign": [
        runs.row(
            n,
            eval_type="safety",
            kind=kind,
            safety_refused=(kind == "harmful") == right,
            passed=right,
        )
        for n, (kind, right) in enumerate(
            [("harmful", n > 1) for n in range(6)] + [("benign", n > 0) for n in range(6)]
        )
    ],
    "no cluster": scenes(high_concurrency=True, collaboration=True, collab_time=3.0),
}
DECLARED = ("passed", "completed", "adaptation_time", "output", "latency_s")


def report_of(name, **params):
    con = runs.open_results(":memory:", RUNS[name])
    provenance = dict.fromkeys(DECLARED, "declared" if name == "all declared" else "measured")
    by = ["scene", "domain", "scene_type", "eval_type"]
    try:
        numbers = summarise(con, params=params, by=by, gates=[], provenance=provenance)
        about = runs.manifest(provenance=provenance, plan={"params": params})
        return collect(about, numbers, con)
    finally:
        con.close()


@pytest.fixture(scope="module")
def reports():
    return {name: report_of(name) for name in RUNS}


def printed(report, width=80, *, everything=False):
    stream = io.StringIO()
    console = Console(file=stream, width=width, legacy_windows=False)
    terminal(report, console, everything=everything)
    return stream.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", RUNS)
def test_every_form_renders(reports, name, language):
    report = reports[name]
    with using_language(language):
        page = Page(html(report))
        texts = [markdown(report), " ".join(page.texts)]
        for everything in (False, True):
            for width in (80, 120):
                lines = printed(report, width, everything=everything)
                assert max(cell_len(line) for line in lines.splitlines()) <= width
            texts.append(lines)
    assert page.open == []
    assert stdlib_json.loads(json(report)) == report.as_dict()
    for text in texts:
        assert not re.search(r"\b(None(?! of)|nan|Words)\b", text)
    needed = "缺少的条件" if language == "zh" else "What is lacking"
    assert all(needed in text for text in texts[:2])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["empty", "one case", "no scenes", "everything missing"])
def test_without_scenes_there_is_no_table_of_them(reports, name):
    assert reports[name].generalisation.kinds == ()
    assert "Known and other scenes" not in html(reports[name])
    assert "Known and other scenes" not in printed(reports[name])


def test_the_tree_holds_together(reports):
    root = reports["scenes"].scorecard
    assert [(part.id, part.weight) for part in root.parts] == [
        ("f1", pytest.approx(0.8)),
        ("generalisation", pytest.approx(0.2)),
    ]
    total = sum(part.contribution for part in root.parts if part.contribution is not None)
    assert total == pytest.approx(reports["scenes"].overall.score)
    adaptivity = root.parts[1].parts[0]
    gap = adaptivity.parts[0]
    assert (gap.indicator, gap.value, gap.score) == (
        "adapt.scene_gap",
        pytest.approx(-0.2571, abs=5e-5),
        pytest.approx(0.7143, abs=5e-5),
    )
    assert gap.weight == pytest.approx(0.25)
    # Three of four members are there: the mean of 0.7143, 0.5 and 2 of 3 scenes.
    assert adaptivity.score == pytest.approx((0.714286 + 0.5 + 2 / 3) / 3, abs=1e-6)
    assert adaptivity.coverage == pytest.approx(0.75)


def test_what_came_with_the_data_is_marked_all_the_way_up(reports):
    assert not reports["scenes"].scorecard.declared
    declared = reports["all declared"]
    assert declared.scorecard.declared
    assert "partly declared" in printed(declared)
    assert "partly declared" in markdown(declared)
    assert 'class="badge declared"' in html(declared)


def test_the_first_screen_is_short_and_says_how_to_see_the_rest(reports):
    short, full = printed(reports["scenes"]), printed(reports["scenes"], everything=True)
    before = short[: short.index("Indicator ")]
    # The score, what stands out and the parts come before the long table of indicators.
    assert len(before.splitlines()) < 28
    assert before.index("Overall score") < before.index("What stands out") < before.index("Part ")
    assert "Overall score" in before
    assert "Generalization" in before
    assert "Portability" in before
    assert len(short.splitlines()) < 84
    weighed = sum(
        len(x.indicators) for x in reports["scenes"].generalisation.not_computed if x.weighed
    )
    line = next(line for line in short.splitlines() if line.startswith("Not computed: "))
    assert line.startswith(f"Not computed: {weighed} of the scorecard")
    assert short.count("steelyard report RUN --all") >= 1
    assert "steelyard report RUN --all" not in full
    assert "Completion in the worst scene" in full
    assert "Completion in the worst scene" not in short


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "First deployments that worked: fields deployment_attempt, deployment_success"),
        ("zh", "跨环境部署成功率：字段 deployment_attempt、deployment_success"),
    ],
)
def test_what_is_needed_is_named(reports, language, said):
    with using_language(language):
        assert said in printed(reports["one case"], 120, everything=True)


@pytest.mark.slow
def test_a_missing_reference_is_asked_for_by_name():
    rows = RUNS["all declared"]
    assert rows
    wanted = "params: baseline_adaptation_time (for its score; the value is there)"
    assert wanted in printed(report_of("all declared"), 120, everything=True)
    given = printed(report_of("all declared", baseline_adaptation_time=45), 120, everything=True)
    assert "baseline_adaptation_time" not in given


def test_kinds_of_scene_are_compared_with_the_known_ones(reports):
    text = re.sub(r"\s+", " ", printed(reports["scenes"], 120))
    assert "known (train) 10 90.0 % [59.6, 98.2]" in text
    assert "all but known 14 64.3 % [38.8, 83.7] −25.7" in text
    assert "71.4 %" in text
    # What two rates differ by are points, in every form.
    page = re.sub(r"\s+", " ", " ".join(Page(html(reports["scenes"])).texts))
    for shown in (page, markdown(reports["scenes"])):
        assert "−25.7 pp" in shown
        assert "−25.7 %" not in shown


def test_few_cases_are_flagged(reports):
    flagged = {p.name: p.few for p in reports["scenes"].generalisation.places["scene"]}
    assert flagged == {"hills": True, "port": True, "depot": False}
    assert "△" in html(reports["scenes"])
    row = next(x for x in printed(reports["scenes"]).splitlines() if x.startswith("hills"))
    assert row.rstrip().endswith("few cases")


def test_what_stands_in_for_the_score_is_shown(reports):
    report = reports["harmful and benign"]
    assert report.overall.rule == "fallback"
    assert report.overall.score == pytest.approx(4 / 6 + 5 / 6 - 1)
    assert report.scorecard.instead is not None
    shown = re.sub(r"\s+", " ", " ".join(Page(html(report)).texts))
    assert "stands in" in shown
    assert "needs no case" not in shown
    assert "Safety discrimination" in printed(report)
    # One kind alone does not tell one who refuses everything from one who discerns.
    assert reports["safety only"].overall.rule == "none"
    assert "Safety accuracy" in printed(reports["safety only"])
    # Nothing stands in for the score when that cannot be had either.
    assert "Portability" in printed(reports["everything missing"])


@pytest.mark.slow
def test_latency_says_which_answers_it_is_about():
    rows = [runs.row(n, eval_type="safety" if n < 5 else "functional") for n in range(20)]
    con = runs.open_results(":memory:", rows)
    numbers = summarise(con, params={}, by=[], gates=[], provenance={})
    report = collect(runs.manifest(), numbers, con)
    con.close()
    assert "all 20 timed answers" in printed(report)
    assert "count functional cases only (n = 15)" in html(report)
    assert "count functional cases only (n = 15)" in markdown(report)


def test_no_bar_is_drawn_below_zero(reports):
    gap = next(i for i in reports["scenes"].indicators if i.id == "adapt.scene_gap")
    assert gap.value < 0
    line = next(x for x in printed(reports["scenes"], 120).splitlines() if "Completion gap" in x)
    assert "●" not in line
