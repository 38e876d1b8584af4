"""From what an analysis shows to the cases behind it, by hand in a browser."""

from __future__ import annotations

import csv
import re

import pytest
from playwright.sync_api import expect

from steelyard.report.numbers import value_text
from steelyard.server.db.tables import Run
from tests.ui.tabs import settle, until

pytestmark = pytest.mark.slow
DRAWN = ".js-plotly-plot .main-svg"
MADE_MS = 240_000  # what is made of several runs, beside whatever else the machine does
# Where a point of the first figure that can be clicked stands in the window.
POINT = """([x, y]) => {
  const plot = document.querySelector('.sy-picks.js-plotly-plot, .sy-picks .js-plotly-plot');
  plot.scrollIntoView({block: 'center'});
  const {xaxis, yaxis} = plot._fullLayout, box = plot.getBoundingClientRect();
  const marks = plot._fullData.find((one) => one.x.length && one.mode !== 'lines');
  const at = x === null ? marks.x[y] : x;
  return [box.left + xaxis._offset + xaxis.d2p(at), box.top + yaxis._offset + yaxis.d2p(y)];
}"""


def click_point(page, x, y):
    expect(page.locator(DRAWN).first).to_be_visible(timeout=MADE_MS)
    settle(page)
    seen = []

    def at_rest():
        """Where the point is, once nothing moves it any more."""
        seen.append(page.evaluate(POINT, [x, y]))
        return seen[-1] if seen[-1] in seen[:-1][-1:] else None

    page.mouse.click(*until(page, at_rest))


def test_a_cell_of_the_matrix_opens_its_pair_and_leads_to_cases(site, visit):
    page = visit("viewer")
    run = site.run("nightly")
    page.goto(f"{site.project}/correlation?run={run.id}")
    click_point(page, 0, 1)
    drawer = page.locator(".sy-drawer")
    expect(drawer.locator("h2")).to_contain_text("Passed ×")
    expect(drawer.get_by_text("Spearman")).to_be_visible()
    drawer.get_by_role("link", name="Passed").click()
    page.wait_for_url(re.compile(r"/cases\?.*sort=-passed"))
    expect(page.locator("tbody tr").first).to_be_visible()


def test_columns_of_scorers_have_names(site, visit):
    page = visit("viewer", language="zh")
    page.goto(f"{site.project}/correlation?run={site.run('nightly').id}")
    expect(page.locator(DRAWN).first).to_be_visible(timeout=MADE_MS)
    expect(page.get_by_text("协作并行度").first).to_be_visible()


def test_scenes_lead_to_their_cases_and_back(site, visit):
    page = visit("viewer")
    run = site.run("nightly")
    there = f"{site.project}/generalisation?run={run.id}"
    page.goto(there)
    click_point(page, None, 13)  # in the middle of a tall figure
    page.wait_for_url(re.compile(rf"/runs/{run.id}/cases\?.*scene="))
    expect(page.locator("tbody tr").first).to_be_visible()
    page.go_back()
    expect(page.locator("h1")).to_have_text("Generalisation")
    page.get_by_role("tab", name="Perturbations").click()
    line = page.locator("tr.sy-opens", has_text="text.distractor").first
    expect(line).to_be_visible(timeout=MADE_MS)
    expect(page.locator(DRAWN).first).to_be_visible()
    line.click()
    page.wait_for_url(re.compile(r"/cases\?.*perturbation"))
    expect(page.locator("tbody tr").first).to_be_visible()


def test_environments_lead_to_their_cases(site, visit):
    page = visit("viewer")
    page.goto(f"{site.project}/portability")  # of the newest run that has environments
    expect(page.get_by_role("combobox", name="Result")).to_have_value(re.compile("^small-model"))
    expect(page.locator(DRAWN).first).to_be_visible(timeout=MADE_MS)
    page.locator("tr.sy-opens").first.click()
    page.wait_for_url(re.compile(r"/cases\?.*deployment_env"))
    settle(page)
    expect(page.locator(".sy-problem")).to_have_count(0)


def test_missions_are_shown_by_stage_and_one_as_it_happened(site, visit):
    page = visit("viewer")
    run = site.run("missions")
    page.goto(f"{site.project}/capability")  # of the newest run that holds missions
    adc = page.get_by_role("region", name="From start to end").first
    expect(adc).to_contain_text("%", timeout=MADE_MS)
    page.get_by_role("tab", name="By stage").click()
    expect(page.get_by_role("region", name="By scene").first).to_contain_text("flood")
    page.get_by_role("tab", name="Missions").click()
    page.locator("tr.sy-opens", has_text="M005").click()
    drawer = page.locator(".sy-drawer")
    expect(drawer.get_by_text("Happened")).to_be_visible()
    expect(drawer.get_by_text("Deadline")).to_be_visible()
    page.wait_for_url(re.compile(r"tab=missions.*mission=\d+"))
    page.reload()  # the address opens it again
    expect(drawer.get_by_text("Deadline")).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_url(lambda url: "mission=" not in url)
    page.locator("tr.sy-opens", has_text="M005").click()
    drawer.get_by_role("link").first.click()
    page.wait_for_url(re.compile(rf"/runs/{run.id}/cases\?.*case="))


def test_the_quality_of_the_loop_is_the_number_of_the_service_with_its_source(site, visit):
    page = visit("viewer")
    run = site.run("missions")
    place = f"{site.base}/api/v1/projects/{run.project_id}/runs/{run.id}/summary"
    answer = page.request.get(place)
    assert answer.ok, answer.text()
    found = answer.json()
    [ooda] = [one for one in found["indicators"] if one["id"] == "ops.ooda"]
    page.goto(f"{site.project}/capability?run={run.id}")
    shown = page.locator(".sy-kpi", has_text="Quality of the loop")
    value, unit = value_text(ooda["value"], ooda["unit"]).split()
    expect(shown.locator(".sy-kpi-value")).to_have_text(re.compile(rf"{value}\s*{unit}"))
    expect(shown).to_contain_text(ooda["provenance"])


def test_a_run_without_missions_says_what_they_need(site, visit):
    page = visit("viewer")
    page.goto(f"{site.project}/capability?run={site.run('nightly').id}")
    expect(page.locator(".sy-caution")).to_contain_text("nightly", timeout=MADE_MS)
    expect(page.get_by_role("button", name="Example file")).to_be_visible()


def test_rankings_of_two_engines_are_compared_and_taken_along(site, visit, tmp_path):
    places = [(q, d) for q in range(6) for d in range(6)]
    files = {
        "judged.qrels": "".join(f"q{q} 0 d{d} {int(d == q)}\n" for q, d in places),
        "first.run": "".join(f"q{q} Q0 d{d} {d + 1} {9 - d} x\n" for q, d in places),
        "second.run": "".join(f"q{q} Q0 d{(q + d) % 6} {d + 1} {9 - d} x\n" for q, d in places),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    page = visit("evaluator")
    page.goto(f"{site.project}/retrieval")
    page.get_by_role("button", name="Evaluate").click()
    expect(page.locator(".sy-problem")).to_contain_text("first")  # files are wanted first
    for number, name in enumerate(files, 1):
        page.locator("input[type=file]").first.set_input_files(tmp_path / name)
        expect(page.get_by_role("button", name="Remove")).to_have_count(number)  # it is there
    page.get_by_role("button", name="Evaluate").click()
    against = page.get_by_role("region", name=re.compile("second.run .*first.run")).first
    expect(against).to_be_visible(timeout=MADE_MS)
    expect(page.get_by_text("--")).to_have_count(0)  # no options of a command
    with page.expect_download() as taken:
        page.get_by_role("region", name="Measures").first.get_by_role("button").first.click()
    rows = list(csv.reader(taken.value.path().read_text("utf-8-sig").splitlines()))
    assert "second.run" in rows[0][2]
    assert any(row[0] == "mrr" for row in rows)


def test_runs_of_one_name_are_told_apart(site, visit):
    page = visit("viewer")
    runs = site.rows(Run, state="finished")
    ids = ",".join(run.id for run in runs if run.name in ("nightly", "small-model"))
    page.goto(f"{site.project}/leaderboard?runs={ids}")
    ranking = page.get_by_role("region", name="Ranking").first
    expect(ranking).to_contain_text("nightly", timeout=MADE_MS)
    for run in runs:
        expect(ranking).not_to_contain_text(run.id)
