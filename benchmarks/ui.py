"""Pages: how long they take to open and to change, and what an open one costs.

    python -m benchmarks ui [--rows 1000000] [--clients 100] [--rounds 5]

`steelyard serve` with a run of a million rows, and one Chromium. Times are from the click or the
address to the page with its content, as seen in the browser. Then pages are held open by clients
that speak the socket's protocol without a browser each, and the same times are taken again.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import psutil
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks import explorer
from benchmarks.machine import ROOT, python
from benchmarks.service_place import machine_facts, serving, settings_on
from benchmarks.ui_measures import CLIENT_MB, EXPLORER_MS, FIRST_MS, NAVIGATION_MS, measures
from benchmarks.ui_page import write_page
from steelyard.server.db import new_id, open_database
from steelyard.server.library.storage import open_storage
from steelyard.server.people import accounts, projects
from steelyard.server.people.policy import SERVICE, Role
from steelyard.server.settings import Settings
from steelyard.server.tasks import transfer
from tests.browser.conftest import BROWSER, FLAGS
from tests.ui.cable import Cable
from tests.ui.tabs import Tab, new_tab, settle, sign_in
from tests.ui.world import PASSWORD

__all__ = ["FULL", "QUICK", "main", "measures"]

LOGIN, SLUG = "bench", "bench"
FULL = ["--no-page"]
QUICK = ["--no-page", "--rows", "100000", "--clients", "20"]
GOALS = {
    "first page": f"under {FIRST_MS} ms",
    "navigation": f"under {NAVIGATION_MS} ms",
    "explorer": f"under {EXPLORER_MS} ms",
    "mb per client": f"under {CLIENT_MB}",
}
_DROPPED_S = 8.0
_SETTLES_S = 3.0  # after the last client came: what they left to be collected


def main(words: list[str]) -> dict[str, Any]:
    """Measure, print and return the numbers."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks ui", description=__doc__)
    parser.add_argument("--rows", type=int, default=explorer.ROWS)
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--rounds", "--repeats", dest="repeats", type=int, default=5)
    parser.add_argument("--no-page", action="store_true", help="leave the page as it is")
    given = parser.parse_args(words)
    explorer.ROWS = given.rows
    found: dict[str, Any] = {
        "command": f"python -m benchmarks ui --rows {given.rows} --clients {given.clients}",
        "machine": machine_facts(),
        "rows": given.rows,
        "goals": GOALS,
    }
    with settings_on("sqlite", 1, 1) as settings:
        run = furnish(settings)
        with serving(settings) as (url, server), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=BROWSER, args=list(FLAGS))
            found |= measure(browser, url, server, run, given)
            browser.close()
    print(json.dumps(found, indent=2))
    if not given.no_page:
        write_page(found)
    return found


def furnish(settings: Settings) -> str:
    """Make an account, a project and a run of that many rows; return the run."""
    database, storage = open_database(settings), open_storage(settings)
    id_ = new_id()
    with TemporaryDirectory() as scratch:
        shutil.move(explorer.make_run(Path(scratch)), storage.run_folder(id_))
    storage.save_run(id_)
    with database.transaction() as session:
        project = projects.create_project(session, SERVICE, SLUG, "Bench")
        user = accounts.create_user(session, SERVICE, settings, LOGIN, PASSWORD)
        projects.set_member(session, SERVICE, project, user, Role.MANAGER)
        transfer.add_run(session, SERVICE, storage, project.id, id_)
    database.close()
    return id_


def measure(
    browser: Browser, url: str, server: psutil.Process, run: str, given: argparse.Namespace
) -> dict[str, Any]:
    """Measure alone, then with everybody connected."""
    first = new_tab(browser, url).page
    found: dict[str, Any] = {"first page, ms": _ms(_seconds(lambda: _first_page(first, url)))}
    first.context.close()
    begun = time.perf_counter()
    tab = sign_in(browser, url, LOGIN)
    settle(tab.page)
    found["signing in, ms"] = _ms(time.perf_counter() - begun)
    paths = ["/", *(f"/p/{SLUG}{rest}" for rest in ("", "/tasks", "/runs", "/data", "/agents"))]
    paths += [f"/p/{SLUG}/runs/{run}", f"/p/{SLUG}/runs/{run}/cases"]
    for path in paths:
        tab.open(path)  # what is made when it is first asked for is made before the clock runs
    found["alone"] = _look(tab, paths, run, given.repeats)
    found["reconnect"] = reconnect(browser, url)
    before = server.memory_info().rss
    with connected(tab, url, paths[:6], given.clients) as clients:
        time.sleep(_SETTLES_S)
        per_client = (server.memory_info().rss - before) / 1e6 / max(1, clients["connected"])
        cpu = server.cpu_times()
        found["with clients"] = _look(tab, paths, run, given.repeats)
        spent = server.cpu_times()
        found["clients"] = {
            **clients,
            "mb per client": round(per_client, 2),
            "server cpu s": round(spent.user + spent.system - cpu.user - cpu.system, 1),
        }
    return found


def _first_page(page: Page, url: str) -> None:
    """Open the service as somebody does who has just started it."""
    page.goto(url)
    page.wait_for_selector("button[type=submit]")


def _look(tab: Tab, paths: list[str], run: str, repeats: int) -> dict[str, Any]:
    """Open pages, move between them and page through the rows."""
    opened = {
        _named(path, run): _times(lambda path=path: tab.open(path), repeats) for path in paths
    }
    return {
        "open, ms": opened,
        "navigation, ms": _navigation(tab, repeats),
        "explorer, ms": _explorer(tab, run, repeats),
        "api, ms": _times(lambda: tab.page.request.get(f"{tab.base}/api/v1/me"), 10 * repeats),
    }


def _navigation(tab: Tab, repeats: int) -> dict[str, float]:
    """Go from page to page by the links of the navigation, without loading a document."""
    page = tab.open(f"/p/{SLUG}/tasks")
    links = [f"/p/{SLUG}/{name}" for name in ("runs", "data", "agents", "tasks")]

    def go(to: str) -> None:
        was = page.locator(".sy-main h1").inner_text()
        page.evaluate("window.was = document.querySelector('.sy-main .sy-page')")
        page.click(f".sy-nav a[href='{to}']")
        changed = (
            "([to, was]) => location.pathname === to && !window.was.isConnected"
            " && document.querySelector('.sy-main h1')?.innerText !== was"
            " && document.querySelector('.sy-main h1')"
            " && !document.querySelector('.sy-main [aria-busy=true]')"
        )
        page.wait_for_function(changed, arg=[to, was], polling="raf")

    seconds = [_seconds(lambda to=to: go(to)) for _ in range(repeats) for to in links]
    return _summary(seconds)


def _explorer(tab: Tab, run: str, repeats: int) -> dict[str, Any]:
    """Page, sort and search in the rows of the run."""
    page = tab.open(f"/p/{SLUG}/runs/{run}/cases")
    page.wait_for_selector("tbody tr")

    def until_changed(act: Callable[[], Any]) -> float:
        first = page.locator("tbody tr").first.inner_text()
        begun = time.perf_counter()
        act()
        page.wait_for_function(
            "first => { const row = document.querySelector('tbody tr');"
            " return row && row.innerText !== first; }",
            arg=first,
            polling="raf",
        )
        return time.perf_counter() - begun

    further = page.locator(".sy-pager button").last
    found = {"next page": _summary([until_changed(further.click) for _ in range(repeats)])}
    latency = page.locator("th button").last
    found["sort by a number"] = _summary([until_changed(latency.click) for _ in range(repeats)])
    return found


def reconnect(browser: Browser, url: str) -> dict[str, Any]:
    """Cut the network under a half-filled form; say whether it is still filled, and when."""
    with Cable(urlsplit(url).port or 80) as cable:
        page = sign_in(browser, cable.base, LOGIN).page
        page.goto(f"{cable.base}/p/{SLUG}/agents/new/edit?adapter=openai")
        settle(page)
        field = page.locator("form.sy-form input:visible").first
        field.fill("half typed")
        page.evaluate("window.same = true")
        cable.cut()
        page.wait_for_function("!window.socket.connected")
        time.sleep(_DROPPED_S)
        cable.mend()
        begun = time.perf_counter()
        page.wait_for_function("window.socket.connected")
        seconds = time.perf_counter() - begun
        kept = field.input_value() == "half typed"
        same = bool(page.evaluate("window.same"))
        page.context.close()
    return {
        "dropped s": _DROPPED_S,
        "back after s": round(seconds, 1),
        "input kept": kept,
        "same page": same,
    }


@contextmanager
def connected(tab: Tab, url: str, paths: list[str], clients: int) -> Iterator[dict[str, Any]]:
    """Hold pages open while the `with` block lasts."""
    cookies = tab.page.context.cookies()
    cookie = "; ".join(f"{one['name']}={one['value']}" for one in cookies)
    what = {"url": url, "cookie": cookie, "paths": paths, "clients": clients}
    process = subprocess.Popen(
        python("benchmarks.ui_clients"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(what).encode() + b"\n")
    process.stdin.flush()
    found: dict[str, Any] = json.loads(process.stdout.readline())
    try:
        yield found
        process.stdin.write(b"\n")
        process.stdin.flush()
        found["in the end"] = json.loads(process.stdout.readline())
    finally:
        process.kill()
        process.wait()


def _named(path: str, run: str) -> str:
    return path.replace(run, "{run}")


def _times(act: Callable[[], Any], repeats: int) -> dict[str, float]:
    return _summary([_seconds(act) for _ in range(repeats)])


def _seconds(act: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def _summary(seconds: list[float]) -> dict[str, float]:
    return {
        "median": _ms(statistics.median(seconds)),
        "least": _ms(min(seconds)),
        "most": _ms(max(seconds)),
        "rounds": len(seconds),
    }


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)
