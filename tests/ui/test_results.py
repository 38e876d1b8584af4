"""Results and samples: the numbers of the report, every row within reach, and people's verdicts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from steelyard.i18n import using_language
from steelyard.report.numbers import value_text
from steelyard.scorers import SCORERS
from steelyard.server.db.tables import Annotation, AuditEntry, Document, Override, Run
from steelyard.server.tasks.reports import read_report
from steelyard.server.tasks.runs import folder
from steelyard.ui.pages.cases.columns import column_text
from steelyard.ui.pages.cases.review import verdicts_text
from tests.ui.tabs import answer, settle, until
from tests.ui.world import HOSTILE, PROJECT


def _opened(page, site, run, query=""):
    page.goto(f"{site.project}/runs/{run.id}/cases{query}")
    expect(page.locator("tbody tr").first).to_be_visible()


@pytest.mark.slow
def test_a_sample_is_found_and_looked_at(site, visit):
    page = visit("viewer")
    run = site.run("nightly")
    _opened(page, site, run, "?passed=false&condition=plain")
    expect(page.get_by_text("38 rows")).to_be_visible()
    page.get_by_role("searchbox", name="Search").fill("em-015")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.locator("tbody tr").first.focus()
    page.keyboard.press("Enter")
    drawer = page.locator(".sy-drawer")
    expect(drawer.get_by_role("heading", name="em-015")).to_be_visible()
    expect(drawer.locator("del").first).to_be_visible()
    expect(drawer.get_by_text("Keyword match", exact=True)).to_be_visible()
    expect(drawer.get_by_text("Judged by: number; read: unread")).to_be_visible()
    page.wait_for_url(lambda url: "case=" in url)
    expect(drawer.get_by_text("Give a verdict")).to_have_count(0)  # viewers only look
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    page.wait_for_url(lambda url: "case=" not in url)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_says_what_the_report_says(site, visit, language):
    page = visit("viewer", language=language)
    run = site.run("nightly")
    report = read_report(folder(site.settings, run))
    page.goto(f"{site.project}/runs/{run.id}")
    tree = page.locator(".sy-tree")
    expect(tree).to_be_visible()
    settle(page)  # what stands out is found after the headline is shown
    score, _, _ = value_text(report.headline.value, "%").partition(" ")
    expect(page.locator(".sy-kpi-value").first).to_contain_text(score)
    text = page.locator(".sy-main").inner_text()
    for finding in report.findings:
        assert getattr(finding.sentence, language) in text
    for part in report.scorecard.parts:
        assert value_text(part.score, "%") in tree.inner_text()
    assert not re.search(r"\bui_\w+\.|\breport\.[a-z_]+\b", text)  # no raw key


@pytest.mark.slow
def test_a_figure_has_its_place_before_it_is_drawn(site, visit):
    page = visit("viewer")
    page.route("**/nicegui-plotly/**", lambda route: route.abort())  # it never comes
    page.goto(f"{site.project}/runs/{site.run('nightly').id}")
    figure = page.locator(".sy-figure").first
    expect(figure).to_be_visible()
    held = figure.bounding_box()["height"]
    page.unroute("**/nicegui-plotly/**")
    page.reload()
    expect(figure.locator(".main-svg").first).to_be_visible()
    settle(page)
    assert figure.bounding_box()["height"] == held
    with page.expect_download() as saved:  # the numbers drawn
        page.locator(".sy-panel", has=page.locator(".sy-figure")).get_by_label(
            "Save as CSV"
        ).click()
    assert "Robustness" in saved.value.path().read_text("utf-8-sig")


@pytest.mark.slow
def test_a_figure_follows_its_window_and_is_left_in_silence(site, visit):
    page = visit("viewer")  # what its console says fails the test
    page.goto(f"{site.project}/runs/{site.run('nightly').id}?tab=conditions")
    drawing = page.locator(".sy-figure .main-svg").first
    expect(drawing).to_be_visible()
    settle(page)
    before = drawing.bounding_box()["width"]
    page.set_viewport_size({"width": 1280, "height": 720})
    page.wait_for_function(f"document.querySelector('.main-svg').clientWidth < {before}")
    page.get_by_role("tab", name="Overview").click()
    expect(page.locator(".sy-tree")).to_be_visible()
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator('.sy-nav a[href$="/tasks"]').click()
    expect(page.locator(".sy-main h1")).to_have_text("Evaluation tasks")
    page.wait_for_timeout(500)  # Plotly waits a moment before it draws anew


@pytest.mark.slow
def test_wide_tables_give_way_where_they_are_long(site, visit):
    page = visit("viewer")
    page.set_viewport_size({"width": 1280, "height": 720})
    over = "frame => frame.scrollWidth - frame.clientWidth"
    [card] = site.rows(Document, name="convoy-card")
    run, other = site.run("nightly").id, site.run("small-model").id
    here = f"/p/{PROJECT}"
    for path in (
        *("/", here, f"{here}/tasks", f"{here}/runs"),
        *(f"{here}/runs/{run}", f"{here}/scorecards/{card.id}"),  # their trees give way, too
        *(f"{here}/compare?runs={run},{other}", f"{here}/leaderboard?runs={run},{other}"),
    ):
        page.goto(site.base + path)
        settle(page)
        expect(page.locator(".sy-skeleton")).to_have_count(0)
        for frame in page.locator(".sy-table-frame").all():
            assert frame.evaluate(over) <= 1, path


@pytest.mark.parametrize(("language", "named"), [("en", "Repeated messages"), ("zh", "消息重复率")])
def test_columns_of_scorers_have_names(language, named):
    with using_language(language):
        assert column_text("collab_redundancy") == named
        columns = {column for scorer in SCORERS for column in scorer.writes}
        said = [column_text(column) for column in columns]
    assert None not in said
    assert len({*said}) == len(said)  # none is called like another


@pytest.mark.slow
def test_every_part_of_a_result_opens_by_address(site, visit):
    page = visit("viewer")
    run = site.run("nightly")
    for tab, heading in (
        ("places", "By scene"),
        ("conditions", "Conditions"),
        ("outcomes", "Failures"),
        ("method", "Indicators"),
    ):
        page.goto(f"{site.project}/runs/{run.id}?tab={tab}")
        expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        expect(page.locator(".sy-problem")).to_have_count(0)


@pytest.mark.slow
def test_rows_are_paged_and_sorted_where_they_lie(site, visit):
    page = visit("viewer")
    _opened(page, site, site.run("nightly"))
    expect(page.get_by_text("924 rows")).to_be_visible()
    expect(page.get_by_text("Homophones").first).to_be_visible()  # named, not by their ids
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(50)
    first = rows.first.inner_text()
    page.get_by_role("button", name="Next").click()
    expect(rows.first).not_to_have_text(first)
    page.get_by_role("button", name="Previous").click()
    expect(rows.first).to_contain_text(first.split()[0])
    page.locator("th button", has_text="Latency").click()
    expect(page.locator("th[aria-sort=ascending]")).to_have_text(re.compile("Latency"))
    page.locator("th button", has_text="Latency").click()
    expect(page.locator("th[aria-sort=descending]")).to_have_text(re.compile("Latency"))
    expect(page).to_have_url(re.compile("sort=-latency_s"))

    def falling():
        cells = page.locator("td:last-child").all_inner_texts()
        units = {"µs": 1e-6, "ms": 1e-3, "s": 1.0}
        seconds = [float(n) * units[unit] for n, unit in (one.split() for one in cells)]
        return seconds if seconds == sorted(seconds, reverse=True) else None

    assert len(until(page, falling)) == 50


@pytest.mark.slow
def test_siblings_are_called_as_the_list_calls_them(site, visit):
    page = visit("viewer", language="zh")
    run = site.run("nightly")
    _opened(page, site, run, "?condition=perturb&where=perturbation+%3D+zh.glyph")
    page.locator("tbody tr").first.click()
    drawer = page.locator(".sy-drawer")
    siblings = drawer.get_by_role("region", name="同一用例的其他提问")
    expect(siblings).to_contain_text("形近字")
    expect(siblings).not_to_contain_text("zh.glyph")


@pytest.mark.slow
def test_the_keyboard_stays_in_the_drawer(site, visit):
    page = visit("evaluator")
    _opened(page, site, site.run("small-model"), "?passed=false&condition=plain")
    rows = page.locator(".sy-main .sy-panel tbody tr[data-key]")
    keys = [rows.nth(n).get_attribute("data-key") for n in (5, 6)]  # nobody speaks of these
    rows.nth(5).click()
    drawer = page.locator(".sy-drawer")
    drawer.get_by_text("Tags and note").click()
    drawer.get_by_label("Tags", exact=True).fill("kept-here")
    page.keyboard.press("ArrowDown")  # in a field it is the field's
    drawer.get_by_role("button", name="Save").click()
    expect(drawer.locator(".sy-badge", has_text="kept-here")).to_be_visible()
    expect(drawer).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.wait_for_url(re.compile(rf"case={keys[1]}$"))
    page.keyboard.press("ArrowUp")
    page.wait_for_url(re.compile(rf"case={keys[0]}$"))
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "said"), [(1, "1 verdict of a person is given"), (2, "2 verdicts of people are given")]
)
def test_one_verdict_is_said_as_one(n, said):
    with using_language("en"):
        assert verdicts_text("verdicts_waiting", n).startswith(said)


@pytest.mark.slow
def test_a_person_overrules_and_the_run_is_scored_with_that(site, visit):
    page = visit("evaluator")
    run = site.run("small-model")
    _opened(page, site, run, "?passed=false&condition=plain")
    page.locator("tbody tr").first.click()
    drawer = page.locator(".sy-drawer")
    drawer.get_by_text("Tags and note").click()
    drawer.get_by_label("Tags", exact=True).fill("odd, 待查")
    drawer.get_by_label("Note", exact=True).fill(HOSTILE)
    drawer.get_by_role("button", name="Save").click()
    expect(drawer.locator(".sy-badge", has_text="待查")).to_be_visible()
    drawer.get_by_text("Give a verdict", exact=True).click()
    drawer.get_by_label("Verdict", exact=True).select_option("passed")
    drawer.get_by_role("button", name="Give this verdict").click()
    expect(drawer.get_by_role("alert")).to_be_visible()  # not without a reason
    drawer.get_by_label("Reason *").fill("right in other words")
    drawer.get_by_role("button", name="Give this verdict").click()
    expect(drawer.get_by_text("verdict: passed")).to_be_visible()
    assert page.evaluate("window.__pwned") is None
    given = site.rows(Override, run_id=run.id)[0]
    assert (given.passed, given.was, given.changed_by) == (True, False, "Li Wei 李伟")
    assert site.rows(Annotation, run_id=run.id)[0].tags == ["odd", "待查"]
    assert site.rows(AuditEntry, action="row.overrule")
    drawer.get_by_role("button", name="Score with them").click()
    answer(page, "Score with them")
    page.wait_for_url(re.compile(r"/tasks/[0-9a-z]{20,}$"))
    finished = page.locator(".sy-title .sy-status", has_text="finished")
    expect(finished).to_be_visible(timeout=120_000)
    made = site.rows(Run, parent_id=run.id)[0]
    site.put_away(Run, parent_id=run.id)  # it is called as the run is
    assert made.score > run.score
    assert site.rows(Run, id=run.id)[0].score == run.score  # the run itself stays as it is


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_page_speaks_its_language(site, visit, language):
    page = visit("evaluator", language=language)
    run, task = site.run("nightly").id, site.task("smoke").id
    paths = ["tasks", "tasks/new", f"tasks/{task}", "schedules", "runs", f"runs/{run}/cases?case=5"]
    paths += [f"runs/{run}?tab={tab}" for tab in ("overview", "places", "conditions", "outcomes")]
    for path in paths:
        page.goto(f"{site.project}/{path}")
        expect(page.locator(".sy-title h1")).to_be_visible()
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        expect(page.locator(".sy-problem")).to_have_count(0)
        text = page.locator(".sy-main").inner_text()
        assert not re.search(r"\b(ui|report|tasks|page)(_\w+)?\.[a-z]+_?[a-z]*\b(?!\()", text), path
        said = page.locator(".sy-title .q-btn").all_inner_texts()
        chinese = [bool(re.search("[\u4e00-\u9fff]", one)) for one in said]
        assert all(chinese) if language == "zh" else not any(chinese), said


@pytest.mark.slow
def test_a_report_is_taken_along(site, visit):
    page = visit("viewer")
    page.goto(f"{site.project}/runs/{site.run('nightly').id}")
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_text("Report for programs (JSON)").click()
    assert '"schema"' in download.value.path().read_text("utf-8")


@pytest.mark.slow
def test_conditions_on_columns_narrow_the_list(site, visit):
    page = visit("viewer")
    _opened(page, site, site.run("nightly"), "?where=passed = false, condition =")
    expect(page.get_by_text("38 rows")).to_be_visible()
    box = page.get_by_label("Conditions on columns")
    box.fill("no_such_column > 1")
    expect(page.locator(".q-notification")).to_contain_text("no_such_column")
    box.fill("latency_s >")
    expect(page.locator("tbody tr").first).to_be_visible()


@pytest.mark.slow
def test_names_are_text_wherever_they_stand(site, visit):
    page = visit("evaluator", theme="dark")
    project = site.run("nightly").project_id

    def runs():
        found = site.rows(Run, project_id=project)
        return [one for one in found if one.name.startswith("<img")]

    hostile = until(page, runs)[0]  # the worker comes to its task after others
    for path in ("runs", "tasks", f"runs/{hostile.id}", f"runs/{hostile.id}/cases?case=0"):
        page.goto(f"{site.project}/{path}")
        expect(page.get_by_text("onerror=").first).to_be_visible()
        page.wait_for_timeout(300)
        assert page.evaluate("window.__pwned") is None


@pytest.mark.slow
def test_what_is_found_is_saved_page_by_page(site, visit):
    page = visit("viewer")
    _opened(page, site, site.run("nightly"), "?condition=plain")
    first = page.locator("tbody tr").first.inner_text()
    with page.expect_download() as saved:
        page.locator(".sy-pager").get_by_label("Save as CSV").click()
    lines = saved.value.path().read_text("utf-8-sig").splitlines()
    assert lines[0].startswith("Case,Verdict,Scene")
    assert len(lines) == 1 + 189
    expect(page.locator("tbody tr").first).to_contain_text(first.split()[0])
