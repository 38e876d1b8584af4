"""What was typed and kept nowhere is not lost without a word, however the page is left."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.ui.tabs import settle
from tests.ui.test_data import drop

pytestmark = pytest.mark.slow


def answering(page, *, leave):
    """Answer every question before leaving; return what was asked."""
    asked = []

    def answer(dialog):
        asked.append(dialog.type)
        dialog.accept() if leave() else dialog.dismiss()

    page.on("dialog", answer)
    return asked


def test_a_form_that_was_changed_asks_before_it_is_left(site, visit):
    page = visit("manager")
    page.goto(f"{site.project}/agents")
    settle(page)
    page.get_by_role("button", name="Add an agent").click()
    name = page.get_by_label("Name *")
    expect(name).to_be_visible()
    stays = [True]
    asked = answering(page, leave=lambda: not stays)
    page.get_by_role("link", name="Data", exact=True).click()
    page.wait_for_url(re.compile("/data$"))
    page.go_back()  # nothing was typed: nothing was asked
    name.fill("half an agent")
    there = page.url
    assert asked == []
    for leave in (
        lambda: page.get_by_role("button", name="中文").click(),
        lambda: page.get_by_role("button", name="Dark").click(),
        lambda: page.get_by_role("link", name="Data", exact=True).click(),
        lambda: page.evaluate("history.back()"),
    ):
        before = len(asked)
        leave()
        page.wait_for_timeout(500)
        assert asked[before:] == ["confirm"]
        expect(name).to_have_value("half an agent")
        assert page.url == there
    stays.clear()
    page.get_by_role("button", name="中文").click()
    expect(page.get_by_role("button", name="English")).to_be_visible()
    assert asked.count("confirm") == 5  # once more, and the browser did not ask again
    assert "beforeunload" not in asked


def test_a_file_that_is_kept_nowhere_is_asked_about(site, visit):
    page = visit("evaluator")
    page.goto(f"{site.project}/data/upload")
    drop(page, "one.jsonl", '{"id": "u1", "input": "one"}\n')
    expect(page.get_by_role("button", name="Keep it")).to_be_visible()
    asked = answering(page, leave=lambda: False)
    page.get_by_role("link", name="Agents", exact=True).click()
    page.wait_for_timeout(500)
    assert asked == ["confirm"]
    page.get_by_label("Name *").fill("kept-after-all")
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator("h1")).to_have_text("kept-after-all")
    page.get_by_role("link", name="Agents", exact=True).click()
    page.wait_for_url(re.compile("/agents$"))
    assert asked == ["confirm"]


@pytest.mark.parametrize(
    ("who", "address", "field"),
    [
        ("manager", "{project}/settings", "Description"),
        ("admin", "{base}/system/settings", "Shortest password"),
    ],
)
def test_settings_that_were_changed_ask_before_they_are_left(site, visit, who, address, field):
    page = visit(who)
    page.goto(address.format(project=site.project, base=site.base))
    settle(page)
    page.get_by_label(field).fill("12")
    asked = answering(page, leave=lambda: False)
    page.get_by_role("link", name="Home", exact=True).click()
    page.wait_for_timeout(500)
    assert asked == ["confirm"]
    expect(page.get_by_label(field)).to_have_value("12")


def test_what_was_saved_is_said_on_the_page_opened_anew(site, visit):
    page = visit("manager")
    page.goto(f"{site.project}/settings")
    settle(page)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".q-notification")).to_contain_text("Saved")
    page.reload()
    settle(page)
    expect(page.locator(".q-notification")).to_have_count(0)
