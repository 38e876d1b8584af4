"""Pages made by the real writers, opened in the system's Chromium."""

from __future__ import annotations

import random
import shutil
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import expect

import steelyard
from steelyard.analysis.comparison import compare_runs
from steelyard.analysis.leaderboard import leaderboard
from steelyard.bundle import Bundle, connect
from steelyard.report import collect, html
from tests.browser.shared import SHARED, close_unless_used
from tests.report import runs
from tests.report.hostile import HOSTILE, everywhere

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
KINDS = ("run", "comparison", "leaderboard", "correlation")
SCENES = ("fire", "flood", "quake", "storm")
WAITS_MS = 60_000
expect.set_options(timeout=WAITS_MS)  # nothing is asserted about how long things take


def pytest_collection_modifyitems(items):
    if BROWSER is None:
        why = "no Chromium here; scripts/browser.sh installs it where apt-get may"
        for item in items:
            if "tests/browser" in str(item.path):
                item.add_marker(pytest.mark.skip(reason=why))


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    """The path of a page of every kind."""
    folder = tmp_path_factory.mktemp("pages")
    bundles = [_run(folder / name, name, share) for name, share in (("base", 0.6), ("new", 0.8))]
    with_table = _report(bundles[0])
    made = {
        "run": with_table,
        "comparison": compare_runs(*bundles),
        "leaderboard": leaderboard(bundles),
        "correlation": with_table.correlation,
    }
    return {kind: _written(folder / f"{kind}.html", content) for kind, content in made.items()}


@pytest.fixture(scope="session")
def hostile_pages(tmp_path_factory):
    """Pages of runs in which everybody says one of the hostile texts."""
    folder = tmp_path_factory.mktemp("hostile")
    return [
        _written(folder / f"{at}.html", runs.report_of(":memory:", **everywhere(text)))
        for at, text in enumerate(HOSTILE)
    ]


@dataclass
class Opened:
    """A page with what it said to the console and what it asked for."""

    page: object
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item, nextitem):
    yield
    close_unless_used(item, nextitem)


@pytest.fixture(scope="module")
def chromium():
    return SHARED.get(executable_path=BROWSER, args=list(FLAGS))


@pytest.fixture
def open_page(chromium):
    """Open a file; dialogs, console messages, errors and requests are written down."""

    @contextmanager
    def opening(path, *, width=1280, height=800, theme="light", language="en", hash_=""):
        context = chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=theme
        )
        page = context.new_page()
        page.set_default_timeout(WAITS_MS)
        opened = Opened(page)
        page.on("console", lambda message: opened.said.append(message.text))
        page.on("pageerror", lambda error: opened.said.append(str(error)))
        page.on("dialog", lambda dialog: (opened.said.append(dialog.message), dialog.dismiss()))
        page.on("request", lambda request: opened.asked.append(request.url))
        page.goto(path.as_uri() + hash_)
        if language == "zh":
            page.click("[data-speak='zh-CN']")
        yield opened
        context.close()

    return opening


def _run(folder, name, share):
    draw = random.Random(name)
    cases = [
        {
            "case_id": f"c{at}",
            "input": f"How much is {at} and {at}?",
            "expected_output": f"It is {2 * at} in all",
            "scene": SCENES[at % 4],
            "domain": "AB"[at % 2],
            "scene_type": ("train", "non_train")[at % 2],
        }
        for at in range(80)
    ]
    known = {
        case["input"]: case["expected_output"] if draw.random() < share else "I do not know at all"
        for case in cases
    }
    steelyard.evaluate(known.__getitem__, cases, out=folder, name=name)
    return Bundle(folder)


def _report(bundle):
    connection = connect(bundle.results_path)
    try:
        return collect(bundle.manifest.values, bundle.summary(), connection)
    finally:
        connection.close()


def _written(path, content):
    path.write_text(html(content), encoding="utf-8")
    return path
