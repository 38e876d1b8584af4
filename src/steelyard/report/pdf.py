"""A report as PDF: its page, printed by the Chromium or Chrome of the machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.report.html import html
from steelyard.report.text import one_line

VARIABLE = "STEELYARD_BROWSER"
_COMMANDS = (
    "chromium-headless-shell",  # without windows, profiles and their processes: the cheapest
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *("microsoft-edge", "msedge"),
)
_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
_QUIET = (
    *("--headless", "--disable-gpu", "--no-first-run", "--disable-sync", "--disable-extensions"),
    *("--disable-background-networking", "--disable-component-update", "--no-pdf-header-footer"),
    # Figures are unpacked and drawn before the page is printed; this is time of the page's clock.
    "--virtual-time-budget=20000",
    # A page is drawn once: no second renderer waits for another, and what a compiler of scripts
    # would hold (a third of the renderer's memory) saves no time.
    "--disable-features=SpareRendererForSitePerProcess",
    "--js-flags=--jitless --max-semi-space-size=2",
)
_PATIENCE_S = 180


def pdf(content: Any) -> bytes:
    """Return the report as PDF, on A4, in the current language.

    Raises:
        InputError: when no browser is found, or it prints nothing.
    """
    browser = find_browser()
    with TemporaryDirectory(prefix="steelyard-pdf-") as scratch:
        page, target = Path(scratch) / "report.html", Path(scratch) / "report.pdf"
        page.write_text(html(content), encoding="utf-8")
        _print(browser, page, target)
        return target.read_bytes()


def find_browser() -> str:
    """Return the browser to print with; an error names all that was looked for."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        found = shutil.which(chosen)
        if found is None:
            raise InputError(t("page.no_such_browser", variable=VARIABLE, found=chosen))
        return found
    for command in _COMMANDS:
        if found := shutil.which(command):
            return found
    for place in _PLACES:
        if Path(place).is_file():
            return place
    raise InputError(
        t("page.no_browser", looked=", ".join(_COMMANDS)),
        hint=t("page.no_browser_hint", variable=VARIABLE),
    )


def _print(browser: str, page: Path, target: Path) -> None:
    # Chromium's own sandbox does not start for root; what it opens here is our own page.
    root = sys.platform != "win32" and os.geteuid() == 0
    command = [
        browser,
        *_QUIET,
        *(["--no-sandbox"] if root else []),
        f"--user-data-dir={page.parent / 'profile'}",
        f"--print-to-pdf={target}",
        page.as_uri(),
    ]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_PATIENCE_S, check=False)
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or ["–"]
    except (OSError, subprocess.TimeoutExpired) as error:
        said = [str(error)]
    if not target.is_file() or target.stat().st_size == 0:
        why = one_line(said[0], 300)
        raise InputError(t("page.not_printed", browser=browser, why=why))
