"""The sheet in a real browser: drawn, switched, printed and saved, with nothing sent anywhere."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect, sync_playwright

from steelyard.report.figures import figures_of
from steelyard.report.figures.sheet import sheet
from tests.browser.conftest import BROWSER, FLAGS
from tests.report.figures.samples import CONTENTS, HOSTILE, run_report

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="there is no Chromium on this machine"),
]
SWITCH = "([l, t]) => { const r = document.documentElement; r.lang = l; r.dataset.theme = t; }"


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as browsers:
        opened = browsers.chromium.launch(executable_path=BROWSER, args=list(FLAGS))
        yield opened
        opened.close()


class Tab:
    """A page with everything it said and asked for."""

    def __init__(self, browser, path, width=900):
        self.page = browser.new_page(viewport={"width": width, "height": 700})
        self.said, self.asked = [], []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(path.as_uri())

    def draw(self):
        self.page.evaluate("window.figuresDrawn()")
        self.page.wait_for_timeout(200)

    def count(self, selector):
        return self.page.locator(selector).count()


def write(tmp_path, content):
    path = tmp_path / "figures.html"
    path.write_text(sheet(figures_of(content), "a run"), encoding="utf-8")
    return path


def check(tab, figures, path):
    """Every figure is drawn in both languages and themes, nothing is said, nothing asked for."""
    tab.draw()
    for language in ("en", "zh-CN"):
        for theme in ("light", "dark"):
            tab.page.evaluate(SWITCH, [language, theme])
            tab.page.wait_for_timeout(100)
            assert tab.count(".js-plotly-plot > .plot-container") == len(figures)
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert tab.page.evaluate(overflow) <= 0
    assert tab.said == []
    assert tab.asked == [path.as_uri()]
    tab.page.close()


def test_hostile_names_do_nothing_in_any_figure(browser, tmp_path):
    every = [f for make in CONTENTS.values() for f in figures_of(make(5, hostile=True))]
    figures = list({figure.id: figure for figure in every}.values())
    path = tmp_path / "figures.html"
    path.write_text(sheet(figures, HOSTILE), encoding="utf-8")
    tab = Tab(browser, path)
    tab.draw()
    # Text nobody vouches for made no element.
    assert tab.count("svg a, svg script, svg image[href^=http]") == 0
    assert tab.page.evaluate("document.scripts.length") == 5  # two hold data, three are ours
    assert (
        "<script>alert" in tab.page.locator("[data-figure=scenes] .yaxislayer-above").text_content()
    )
    buttons = tab.page.locator("[data-figure=scenes] .modebar-btn")
    titles = [one.get_attribute("data-title") for one in buttons.all()]
    assert titles == ["Save as PNG", "Save as SVG"]  # none that sends the data away
    check(tab, figures, path)


@pytest.mark.slow
@pytest.mark.parametrize("kind", CONTENTS)
@pytest.mark.parametrize("size", [1, 6, 200])
@pytest.mark.parametrize("width", [400, 1200])
def test_every_figure_is_drawn_in_every_way(browser, tmp_path, kind, size, width):
    content = CONTENTS[kind](size)
    path = write(tmp_path, content)
    check(Tab(browser, path, width), figures_of(content), path)


def test_the_browser_resolves_as_python_does(browser, tmp_path):
    content = run_report(4)
    tab = Tab(browser, write(tmp_path, content))
    tab.page.evaluate(SWITCH, ["zh-CN", "dark"])
    tab.draw()
    for figure in figures_of(content):
        shown = tab.page.evaluate(
            "id => { const p = document.querySelector(`[data-figure='${id}']`);"
            " return JSON.parse(JSON.stringify({data: p.data, layout: p.layout})); }",
            figure.id,
        )
        assert contains(shown, figure.spec("zh", "dark", titled=False)), figure.id
    tab.page.close()


def contains(shown, wanted):
    """Whether all that is wanted is shown; Plotly adds what it worked out itself."""
    if isinstance(wanted, dict):
        return all(key in shown and contains(shown[key], item) for key, item in wanted.items())
    if isinstance(wanted, list) and isinstance(shown, list):
        return len(shown) == len(wanted) and all(map(contains, shown, wanted))
    if isinstance(wanted, float):
        return shown == pytest.approx(wanted)
    return shown == wanted


def test_figures_are_drawn_when_they_come_into_sight_and_all_of_them_on_paper(browser, tmp_path):
    content = run_report(6)
    tab = Tab(browser, write(tmp_path, content))
    tab.page.wait_for_selector(".js-plotly-plot")
    tab.page.evaluate(SWITCH, ["en", "dark"])
    tab.page.wait_for_timeout(300)
    before, every = tab.count(".js-plotly-plot"), len(figures_of(content))
    assert 0 < before < every
    tab.page.evaluate(
        "addEventListener('beforeprint', () => {"
        " const plots = [...document.querySelectorAll('.js-plotly-plot')];"
        " window.printed = plots.map(p => p._fullLayout.paper_bgcolor); })"
    )
    tab.page.pdf()
    assert tab.page.evaluate("window.printed") == ["#ffffff"] * every
    after = "document.querySelector('.js-plotly-plot')._fullLayout.paper_bgcolor"
    tab.page.wait_for_function(f"{after} === '#171d2b'")
    assert tab.said == []
    tab.page.close()


def test_a_picture_is_saved_with_its_title(browser, tmp_path):
    tab = Tab(browser, write(tmp_path, run_report(2)))
    tab.draw()
    saved = {}
    for at, ending in enumerate((".png", ".svg")):
        with tab.page.expect_download() as download:
            tab.page.locator("[data-figure=latency] .modebar-btn").nth(at).dispatch_event("click")
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        assert path.name == f"latency{ending}"
        saved[ending] = path.read_bytes()
    assert saved[".png"].startswith(b"\x89PNG")
    assert "How long answers took" in re.sub("<[^>]+>", "", saved[".svg"].decode("utf-8"))
    assert tab.said == []
    tab.page.close()


def test_what_is_read_aloud_follows_the_language(browser, tmp_path):
    tab = Tab(browser, write(tmp_path, run_report(2)))
    tab.draw()
    place = tab.page.locator("[data-figure=latency]")
    assert place.get_attribute("aria-label").startswith("How long answers took. 1,512 answers.")
    tab.page.locator("[data-speak='zh-CN']").click()
    said = re.compile("^应答耗时分布. 共 1,512 次应答。")
    expect(place).to_have_attribute("aria-label", said)
    tab.page.close()


def test_a_browser_that_cannot_unpack_points_to_the_table(browser, tmp_path):
    path = write(tmp_path, run_report(2))
    page = browser.new_page()
    page.add_init_script("delete window.DecompressionStream")
    page.goto(path.as_uri())
    page.wait_for_selector(".undrawn")
    assert "its numbers are in the table" in page.locator(".undrawn").first.inner_text()
    page.close()
