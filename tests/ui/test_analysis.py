"""The pages of analysis in a browser: compare, leaderboard, correlation, and about one run."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow
OF_RUN = ("generalisation", "portability", "capability", "correlation")


def test_two_runs_are_compared_down_to_the_case(site, visit):
    page = visit("viewer")
    base, new = site.run("nightly"), site.run("small-model")
    page.goto(f"{site.project}/compare?runs={base.id},{new.id}")
    expect(page.get_by_text("Change: Overall score")).to_be_visible()
    table = page.get_by_role("region", name="Changed cases: small-model")
    table.locator("tbody tr").first.click()
    drawer = page.locator(".sy-drawer")
    expect(drawer.get_by_role("link", name="Sample in small-model")).to_be_visible()
    drawer.get_by_role("link", name="Sample in small-model").click()
    page.wait_for_url(lambda url: new.id in url and "text=" in url)
    expect(page.locator("tbody tr").first).to_be_visible()


def test_comparing_a_run_with_itself_is_refused_in_words(site, visit):
    page = visit("viewer")
    run = site.run("nightly")
    page.goto(f"{site.project}/compare?runs={run.id}")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.get_by_text("Choose at least two different results.")).to_be_visible()


def test_a_leaderboard_ranks_and_links(site, visit):
    page = visit("viewer")
    ids = f"{site.run('nightly').id},{site.run('small-model').id}"
    page.goto(f"{site.project}/leaderboard?runs={ids}")
    ranking = page.get_by_role("region", name="Ranking")
    expect(ranking.locator("tbody tr")).to_have_count(2)
    ranking.get_by_role("link", name="nightly").click()
    expect(page.get_by_role("heading", name="nightly")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", OF_RUN)
def test_pages_of_one_run_open_in_both_languages(site, visit, name, language):
    page = visit("viewer", language=language)
    run = site.run("nightly")
    page.goto(f"{site.project}/{name}?run={run.id}")
    expect(page.locator(".sy-panel").nth(1)).to_be_visible()
    expect(page.locator(".sy-problem")).to_have_count(0)
    for key in ("ui_analysis.", "report.", "tables."):
        assert key not in page.locator(".sy-main").inner_text()


@pytest.mark.parametrize("name", [*OF_RUN, "compare", "leaderboard"])
def test_an_empty_project_is_told_where_to_begin(site, visit, name):
    page = visit("admin")
    page.goto(f"{site.base}/p/empty/{name}")
    expect(page.get_by_text("There is no result to analyse yet.")).to_be_visible()


def test_viewers_may_not_upload_rankings(site, visit):
    page = visit("viewer")
    page.goto(f"{site.project}/retrieval")
    expect(page.get_by_role("heading", name="Not for your role")).to_be_visible()


def test_rankings_are_uploaded_and_measured(site, visit, tmp_path):
    qrels, run = tmp_path / "judged.qrels", tmp_path / "mine.run"
    qrels.write_text("q1 0 d1 2\nq1 0 d2 0\nq2 0 d3 1\n")
    run.write_text("q1 Q0 d2 1 9 x\nq1 Q0 d1 2 8 x\nq2 Q0 d3 1 9 x\n")
    page = visit("evaluator")
    page.goto(f"{site.project}/retrieval")
    page.locator("input[type=file]").first.set_input_files(qrels)
    kept = page.get_by_role("button", name="Remove")  # beside a file that is there
    expect(kept).to_have_count(1)
    page.locator("input[type=file]").first.set_input_files(run)
    expect(kept).to_have_count(2)
    page.get_by_role("button", name="Evaluate").click()
    expect(page.get_by_role("region", name="Measures").get_by_text("mrr")).to_be_visible()
