"""Every kind of report as a reader meets it: nothing complains, nothing leaves, all is there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import KINDS

CJK = re.compile(r"[\u4e00-\u9fff]")
RAW_KEY = re.compile(
    r"\b(page|tables|report|figures|comparison|leaderboard|correlation)\.[a-z]\w*\b"
)
OURS = "h2, h3, .toc a, label > span, summary, th, .tools option, .dot-word, .hint"

LOOKS = [(kind, *look) for kind in KINDS for look in (("en", "light"), ("zh", "dark"))]
OTHER_LOOKS = [(kind, *look) for kind in KINDS for look in (("zh", "light"), ("en", "dark"))]


def check(opened, path, language):
    page = opened.page
    page.evaluate("window.figuresDrawn()")
    assert opened.said == []
    assert opened.asked == [path.as_uri()]
    places = page.locator("[data-figure]").count()
    assert places > 0
    expect(page.locator("[data-figure].js-plotly-plot")).to_have_count(places)
    shown = page.inner_text("body")
    assert not RAW_KEY.search(shown.replace("steelyard.load_run", ""))
    other = "zh-CN" if language == "en" else "en"
    expect(page.locator(f"[lang='{other}']:visible")).to_have_count(0)
    texts = [text for text in page.locator(OURS).all_inner_texts() if text.strip()]
    assert len(texts) > 15
    if language == "en":
        assert [text for text in texts if CJK.search(text)] == []
    else:
        headings = page.locator("h2").all_inner_texts()
        assert [text for text in headings if text.strip() and not CJK.search(text)] == []


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "language", "theme"), LOOKS)
def test_a_page_is_whole_and_silent(pages, open_page, kind, language, theme):
    with open_page(pages[kind], theme=theme, language=language) as opened:
        check(opened, pages[kind], language)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "language", "theme"), OTHER_LOOKS)
def test_it_is_so_in_every_look(pages, open_page, kind, language, theme):
    with open_page(pages[kind], theme=theme, language=language) as opened:
        check(opened, pages[kind], language)


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_sticks_out_at_the_side(pages, open_page, kind, width):
    with open_page(pages[kind], width=width) as opened:
        opened.page.evaluate("window.figuresDrawn()")
        opened.page.wait_for_function(f"document.documentElement.scrollWidth <= {width}")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_every_line_of_the_contents_leads_to_its_section(pages, open_page, kind):
    with open_page(pages[kind], width=1440) as opened:
        page = opened.page
        links = page.locator(".toc a")
        assert links.count() >= 4
        for at in range(links.count()):
            address = links.nth(at).get_attribute("href")
            links.nth(at).click()
            section = page.locator(f"[id='{address[1:]}']")
            assert section.count() == 1, address
            expect(section).to_be_in_viewport()


@pytest.mark.slow
def test_the_theme_is_switched_by_hand(pages, open_page):
    with open_page(pages["run"]) as opened:
        ground = opened.page.locator("body")
        for colour in ("rgb(244, 246, 250)", "rgb(15, 20, 32)", "rgb(244, 246, 250)"):
            expect(ground).to_have_css("background-color", colour)
            opened.page.click("[data-theme-switch]")


@pytest.mark.slow
def test_paper_shows_everything(pages, open_page):
    with open_page(pages["run"]) as opened:
        page = opened.page
        page.evaluate("window.figuresDrawn()")
        assert page.locator("details:not([open])").count() > 0
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        expect(page.locator("details:not([open])")).to_have_count(0)
        expect(page.locator(".toc")).to_be_hidden()
        expect(page.locator(".tools")).to_be_hidden()
        page.wait_for_function(  # A4 less its margins, in pixels
            "(() => { const drawn = [...document.querySelectorAll('.main-svg')];"
            " const widest = Math.max(...drawn.map((one) => one.clientWidth));"
            " return 0 < widest && widest <= 703; })()"
        )
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        expect(page.locator("details:not([open])")).not_to_have_count(0)
