"""From a number to the cases behind it.

A link changes the address first and the list a moment later, so every look at the list waits.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


def rows(page):
    return page.locator("table.cases tr.case")


def verdicts(page):
    return rows(page).locator("td:nth-child(2) .dot-word")


def below(page):
    return page.locator("tr.below:visible")


def test_a_number_leads_to_its_cases(pages, open_page):
    with open_page(pages["run"]) as opened:
        page = opened.page
        expect(rows(page)).to_have_count(80)
        page.click("[id='places-scene'] tr:has-text('quake') a.drill")
        expect(page).to_have_url(re.compile(r"#cases\?scene=quake$"))
        expect(rows(page)).to_have_count(20)
        assert set(rows(page).locator("td:nth-child(3)").all_inner_texts()) == {"quake"}
        page.click("[data-clear]")
        expect(rows(page)).to_have_count(80)


def test_an_indicator_leads_to_its_cases_the_worst_first(pages, open_page):
    with open_page(pages["run"]) as opened:
        page = opened.page
        page.click("[id='indicator-base.accuracy'] a.drill")
        expect(verdicts(page).first).to_have_text("failed", use_inner_text=True)
        expect(verdicts(page).last).to_have_text("passed", use_inner_text=True)
        words = verdicts(page).all_inner_texts()
        assert words == sorted(words)


def test_a_failed_example_opens_its_case(pages, open_page):
    with open_page(pages["run"]) as opened:
        page = opened.page
        link = page.locator("#failures .example a.drill").first
        name = link.inner_text()
        link.click()
        line = page.locator(f"tr[id='{link.get_attribute('href')[1:]}']")
        expect(line.locator("button")).to_have_text(name)
        expect(below(page)).to_have_count(1)
        expect(below(page)).to_contain_text("I do not know at all")
        expect(below(page)).to_contain_text("How much is")
        expect(below(page).locator("ins").first).to_be_visible()
        expect(below(page).locator("del").first).to_be_visible()


def test_an_address_brings_back_what_was_looked_at(pages, open_page):
    with open_page(pages["run"], hash_="#cases?verdict=failed&scene=fire") as opened:
        page = opened.page
        expect(page.locator("select[data-filter=scene]")).to_have_value("=fire")
        expect(verdicts(page).filter(has_text="passed")).to_have_count(0)
        expect(verdicts(page).first).to_have_text("failed", use_inner_text=True)
        assert 0 < rows(page).count() < 20
    with open_page(pages["run"], hash_="#case-3") as opened:
        expect(below(opened.page)).to_have_count(1)


def test_search_filter_and_sort(pages, open_page):
    with open_page(pages["run"]) as opened:
        page = opened.page
        page.fill("[data-filter=q]", "how much is 17")
        expect(rows(page)).to_have_count(1)
        page.fill("[data-filter=q]", "no such words")
        expect(rows(page)).to_have_count(0)
        expect(page.locator("table.cases")).to_contain_text("No case in this file matches")
        page.fill("[data-filter=q]", "")
        expect(rows(page)).to_have_count(80)
        page.select_option("select[data-filter=verdict]", "=passed")
        expect(verdicts(page).filter(has_text="failed")).to_have_count(0)
        assert set(verdicts(page).all_inner_texts()) == {"passed"}
        kept = [int(text[1:]) for text in rows(page).locator("button").all_inner_texts()]
        page.click("[data-sort=row]")
        expect(rows(page).first.locator("button")).to_have_text(f"c{min(kept)}")
        page.click("[data-sort=row]")
        expect(rows(page).first.locator("button")).to_have_text(f"c{max(kept)}")
        ids = [int(text[1:]) for text in rows(page).locator("button").all_inner_texts()]
        assert ids == sorted(kept, reverse=True)
        page.click("[data-speak='zh-CN']")
        expect(verdicts(page)).to_have_text(["通过"] * len(kept), use_inner_text=True)
        expect(page.locator("select[data-filter=verdict]")).to_contain_text("通过")


def test_the_keyboard_opens_a_case(pages, open_page):
    with open_page(pages["run"]) as opened:
        page = opened.page
        page.focus("tr[id='case-0'] button")
        page.keyboard.press("Enter")
        expect(below(page)).to_have_count(1)
        page.keyboard.press("Enter")
        expect(below(page)).to_have_count(0)
