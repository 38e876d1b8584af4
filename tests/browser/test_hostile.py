"""Texts that try to be more than text do nothing, wherever they are opened."""

from __future__ import annotations

import pytest

from tests.report.hostile import HOSTILE

pytestmark = pytest.mark.slow
QUICK = (0, 2, 3, 14, 20)  # script, attributes, end tags, directions, a megabyte


def harmless(opened, path):
    page = opened.page
    for button in page.locator("tr.case button").all():
        button.click()
    page.evaluate("window.figuresDrawn && window.figuresDrawn()")
    assert opened.said == []
    assert opened.asked == [path.as_uri()]
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    assert page.locator("img, iframe, object, embed").count() == 0
    assert page.locator("[onerror], [onload], [onmouseover], a[href^='javascript']").count() == 0


@pytest.mark.parametrize("at", QUICK)
def test_it_stays_text(hostile_pages, open_page, at):
    with open_page(hostile_pages[at]) as opened:
        harmless(opened, hostile_pages[at])


@pytest.mark.slow
@pytest.mark.parametrize("at", [at for at in range(len(HOSTILE)) if at not in QUICK])
def test_so_does_all_the_rest(hostile_pages, open_page, at):
    with open_page(hostile_pages[at]) as opened:
        harmless(opened, hostile_pages[at])


def test_files_stay_small(hostile_pages):
    assert max(path.stat().st_size for path in hostile_pages) < 3_000_000
