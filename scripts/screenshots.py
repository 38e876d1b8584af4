"""Photograph every page to look at: both languages, light and dark, large and small window.

    .venv/bin/python scripts/screenshots.py build/screens [--only tasks run] [--whole]

serves the world of the tests (real accounts, data, runs and tasks; the first time takes a minute to
make its runs), signs in as administrator and writes `<page>-<language>-<theme>-<width>.png` for
every page and every view that has an address. `--base URL` photographs a service that runs already.
Prints what the browser's console complained about. Needs Chromium.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
SIZES = {1440: 900, 1280: 720}
STARTS_S = 240


def main() -> int:
    """Write the pictures; return how many complaints there were."""
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import BROWSER, FLAGS
    from tests.ui.tabs import sign_in

    options = _options()
    options.out.mkdir(parents=True, exist_ok=True)
    complaints = 0
    with _site(options) as site, sync_playwright() as playwright:
        if BROWSER is None:
            sys.exit("no Chromium here; scripts/browser.sh installs it where it can")
        browser = playwright.chromium.launch(executable_path=BROWSER, args=list(FLAGS))
        tab = sign_in(browser, site.base, options.login)
        for language in options.languages:
            for theme in options.themes:
                site.prefer(options.login, language=language, theme=theme)
                complaints += _photograph(tab, site, options, f"{language}-{theme}")
        browser.close()
    return min(complaints, 100)


def _photograph(tab: Any, site: Any, options: argparse.Namespace, kind: str) -> int:
    """Photograph every page as it is liked now; return how many complaints there were."""
    from tests.ui.addresses import addresses

    complaints = 0
    for address in addresses():
        name = _name(address)
        if options.only and not any(one in name for one in options.only):
            continue
        page = tab.open(address.path(site))
        page.wait_for_timeout(options.wait)  # figures are drawn after they are there
        for width in options.widths:
            page.set_viewport_size({"width": width, "height": SIZES.get(width, 900)})
            page.wait_for_timeout(150)
            target = options.out / f"{name}-{kind}-{width}.png"
            page.screenshot(path=str(target), full_page=options.whole)
        for said in (*tab.said, *page.locator(".sy-problem").all_inner_texts()):
            complaints += 1
            sys.stdout.write(f"{name} {kind}: {said}\n")
    return complaints


def _name(address: Any) -> str:
    """Return a file name: the path without the parts that differ from world to world."""
    words = re.findall(r"[a-z_]+", address.page.path.replace("/p/{project}", "/project"))
    return "-".join(words or ["home"]) + re.sub(r"[^a-z0-9-]+", "-", address.view)


@contextmanager
def _site(options: argparse.Namespace) -> Iterator[Any]:
    """Give the world, served by a process of its own."""
    from steelyard.server.settings import Settings
    from tests.ui.conftest import Site

    with tempfile.TemporaryDirectory() as scratch:
        folder = options.world or Path(scratch) / "world"
        settings = Settings(data_dir=folder)
        if options.base:
            yield Site(options.base, settings, Path(os.devnull))
            return
        base = f"http://127.0.0.1:{options.port}"
        command = [sys.executable, "-m", "tests.ui.world", str(folder), str(options.port)]
        paths = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
        process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": paths})
        try:
            _wait(f"{base}/login", process)
            yield Site(base, settings, Path(os.devnull))
        finally:
            process.terminate()
            process.wait(60)


def _wait(url: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + STARTS_S
    while time.monotonic() < end:
        if process.poll() is not None:
            sys.exit("the service did not start")
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            time.sleep(0.5)
    sys.exit("the service did not answer")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, nargs="?", default=Path("build/screens"))
    parser.add_argument("--only", nargs="+", help="pages whose name has one of these in it")
    parser.add_argument("--whole", action="store_true", help="the page down to its end")
    parser.add_argument("--login", default="admin")
    parser.add_argument("--languages", nargs="+", default=["en", "zh"])
    parser.add_argument("--themes", nargs="+", default=["light", "dark"])
    parser.add_argument("--widths", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--wait", type=int, default=500, help="milliseconds before each page")
    parser.add_argument("--world", type=Path, help="keep the world here, and use it again")
    parser.add_argument("--base", help="a service that runs already, on the data of --world")
    parser.add_argument("--port", type=int, default=8960)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
