"""Home: what runs and what came out, in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.ui.tabs import sign_in


def test_home_leads_to_what_came_out(site, visit):
    page = visit("viewer")
    page.goto(site.base)
    results = page.locator(".sy-panel", has_text="Recent results")
    expect(results).to_contain_text("nightly")
    page.locator("tr", has_text="small-model").first.click()
    expect(page.locator("h1")).to_contain_text("small-model")
    page.go_back()
    expect(results).to_be_visible()
    page.goto(f"{site.project}")
    expect(page.locator(".sy-panel", has_text="Agents").first).to_contain_text("demo-agent")


@pytest.mark.slow
@pytest.mark.parametrize(("language", "words"), [("zh", "项目概览"), ("en", "Overview")])
def test_a_project_home_speaks_the_language(site, visit, language, words):
    page = visit("manager", language=language, theme="dark")
    page.goto(site.project)
    expect(page.locator(".sy-nav .sy-current")).to_contain_text(words)
    assert ("Recent results" in page.content()) is (language == "en")


@pytest.mark.slow
def test_nobody_opens_a_project_that_is_not_theirs(site, visit):
    page = visit("evaluator")
    page.goto(f"{site.base}/p/empty")
    expect(page.get_by_text("Not for your role")).to_be_visible()
    page.goto(f"{site.base}/p/none-such")
    expect(page.locator(".sy-problem")).to_contain_text("none-such")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_address_that_leads_nowhere_says_so(site, chromium, language):
    site.prefer("viewer", language=language)
    page = sign_in(chromium, site.base, "viewer").page  # whose console may tell of the 404
    page.goto(f"{site.base}/no/such/page")
    said = {"en": "There is no such page", "zh": "页面不存在"}[language]
    expect(page.get_by_role("heading", name=said)).to_be_visible()
    page.locator(".sy-main a[href='/']").click()
    expect(page.locator(".sy-panel").first).to_be_visible()
