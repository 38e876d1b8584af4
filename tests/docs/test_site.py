"""The documentation as a site: complete, in both languages, and nothing comes from a network."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache

import pytest
import yaml
from playwright.sync_api import sync_playwright

from tests.browser.conftest import BROWSER
from tests.docs.documents import CHINESE, DOCS, GUIDE, REFERENCE, ROOT

ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")


class _Loader(yaml.SafeLoader):
    """Reads mkdocs.yml without making the Python objects it names."""


_Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda *_: None)


@cache
def settings():
    return yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), _Loader)


def entries(nav):
    """Return title and page of everything in the navigation; of a section the page is None."""
    for entry in nav:
        if isinstance(entry, str):
            yield None, entry
            continue
        for title, inner in entry.items():
            if isinstance(inner, str):
                yield title, inner
            else:
                yield title, None
                yield from entries(inner)


def test_every_page_is_in_the_navigation_once():
    pages = [page for _, page in entries(settings()["nav"]) if page]
    assert len(pages) == len(set(pages))
    wanted = {str(path.relative_to(DOCS)) for path in (*GUIDE, *REFERENCE)}
    wanted |= {f"benchmarks/{path.name}" for path in (DOCS / "benchmarks").glob("*.md")}
    assert wanted | {"index.md", "decisions/README.md"} == set(pages)


def test_every_title_of_the_navigation_has_its_chinese():
    [i18n] = [plugin["i18n"] for plugin in settings()["plugins"] if "i18n" in plugin]
    chinese = i18n["languages"][1]["nav_translations"]
    titles = {title for title, _ in entries(settings()["nav"]) if title}
    assert titles == set(chinese)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.slow
def test_the_site_builds_strictly_in_both_languages(site):
    for _, page in entries(settings()["nav"]):
        if page:
            html = page.replace("README", "index").replace(".md", ".html")
            assert (site / html).exists(), html
            text = (site / "zh" / html).read_text(encoding="utf-8")
            translated = (DOCS / page).with_suffix(".zh.md") in CHINESE
            assert ("本页暂无中文" in text) is not translated, html


@pytest.mark.slow
def test_nothing_is_loaded_from_elsewhere(site):
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        found = re.findall(r"""(?:src|href|action)=["']?(?:https?:)?//[^"'\s>]+""", text)
        assert not found, f"{path.name}: {found}"
    for path in site.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", path.read_text("utf-8"))


@pytest.mark.slow
def test_the_search_index_has_chinese_words(site):
    script = (site / "search" / "search_index.js").read_text(encoding="utf-8")
    pages = json.loads(script.removeprefix("var __index = "))["docs"]
    [card] = [page for page in pages if page["location"] == "zh/guide/scorecards.html"]
    assert "指标体系" in re.split(r"[\u200b<>]", card["text"])


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser):
    """A page that remembers every request that leaves the folder."""
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    page = context.new_page()
    page.left = []
    page.on("request", lambda request: _note(page.left, request.url))
    page.on("pageerror", lambda error: page.left.append(str(error)))
    yield page
    assert page.left == []
    context.close()


def _note(left, url):
    if not url.startswith(("file:", "data:", "about:")):
        left.append(url)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("start", "query", "found"),
    [
        ("index.html", "wilson", "reference/statistics.html"),
        ("zh/index.html", "置信度", "zh/guide/trajectory.html"),
        ("zh/guide/data.html", "指标体系", "zh/guide/scorecards.html"),
    ],
)
def test_search_works_from_a_folder(site, page, start, query, found):
    page.goto(f"file://{site / start}")
    field = page.locator("[data-md-component=search-query]")
    field.click()
    field.press_sequentially(query)
    page.keyboard.press("End")  # typed Chinese arrives without a key of its own
    link = page.locator(f".md-search-result__link[href*='{site / found}']").first
    link.wait_for(state="attached", timeout=60_000)


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.parametrize(("language", "width"), [("", 1200), ("zh/", 390)])
def test_no_page_is_wider_than_the_screen(site, page, language, width):
    page.set_viewport_size({"width": width, "height": 900})
    for _, name in entries(settings()["nav"]):
        if name:
            html = name.replace("README", "index").replace(".md", ".html")
            page.goto(f"file://{site}/{language}{html}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), html


@pytest.mark.slow
def test_the_copy_button_takes_commands_without_prompt_and_output(site, page):
    page.goto(f"file://{site}/zh/guide/statistics.html")
    text = page.evaluate(
        """() => {
          const code = document.querySelector(".highlight code")
          code.setAttribute("data-md-copying", "")
          return code.innerText
        }"""
    )
    lines = [line for line in text.splitlines() if line.strip()]
    assert len(lines) == 2
    assert all(line.startswith("steelyard compute stat.wilson") for line in lines)


@pytest.mark.slow
def test_switching_the_language_stays_on_the_page(site, page):
    page.goto(f"file://{site}/guide/chinese.html")
    link = page.locator("a[hreflang=zh]").first.get_attribute("href")
    page.goto(f"file://{site}/guide/{link}")
    assert page.url == f"file://{site}/zh/guide/chinese.html"
    assert page.locator("h1").inner_text().startswith("中文文本")
