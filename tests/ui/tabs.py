"""A browser tab of somebody signed in, and everything it complained about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Dialog, Page, expect

from steelyard.i18n.words.ui import WORDS as UI_WORDS
from tests.browser.conftest import WAITS_MS
from tests.ui.world import PASSWORD

# What our own pages put into the window when a text became more than text.
_PWNED = "window.__pwned"
# One condition, looked at again and again: Playwright tries its own ones after longer and longer
# waits, which added up to most of a second for each page. `data-left` is of `follow`.
_BUILT = """() => {
  const shown = one =>
    one.getClientRects().length && getComputedStyle(one).visibility === 'visible';
  const heading = '.sy-main h1, .sy-main .sy-problem';
  return !document.querySelector('.sy-main .sy-page[data-left], .sy-main [aria-busy=true]')
    && [...document.querySelectorAll(heading)].slice(0, 1).some(shown)
    && !document.querySelector('[data-editor]:not(:has(.cm-content[aria-label]))');
}"""
_FOLLOW = """path => {
  window.__pwned = undefined;
  for (const one of document.querySelectorAll('.sy-main .sy-page')) one.dataset.left = '';
  const link = document.createElement('a');
  link.href = path;
  document.body.append(link);
  link.click();
  link.remove();
}"""


@dataclass
class Tab:
    """One page of a browser, with what its console said and what it asked for."""

    base: str
    page: Page
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    came_to: str = ""  # the path that was opened last; a page may change its address since

    def open(self, path: str) -> Page:
        """Open a page of the service and wait until it shows what it has to show."""
        self.said.clear()
        self.asked.clear()
        self.came_to = path
        self.page.goto(self.base + path)
        settle(self.page)
        return self.page

    def follow(self, path: str) -> Page:
        """Follow a link to another page and wait as `open` does.

        The guard and the builder of the page are the same ones; only the frame and the scripts are
        not loaded again, which is most of the cost of `open`.
        """
        here = self.page.url
        same_page = urlsplit(here).path == urlsplit(path).path
        if here == self.base + path or (same_page and here != self.base + self.came_to):
            return self.open(path)  # the service thinks that one is there: it builds nothing
        self.said.clear()
        self.asked.clear()
        self.came_to = path
        self.page.evaluate(_FOLLOW, path)
        self.page.wait_for_url(self.base + path)
        settle(self.page)
        return self.page

    def elsewhere(self) -> list[str]:
        """Return what was asked of other hosts."""
        ours = urlsplit(self.base).netloc
        asked = [url for url in self.asked if not url.startswith(("data:", "blob:", "about:"))]
        return [url for url in asked if urlsplit(url).netloc != ours]

    def pwned(self) -> Any:
        """Return what a text that became more than text left behind."""
        return self.page.evaluate(_PWNED)


def listen(page: Page, said: list[str]) -> None:
    """Write down what the console complains about."""
    page.on("console", lambda one: said.append(one.text) if one.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))


def settle(page: Page) -> None:
    """Wait until a page is built: its heading stands, nothing is loaded, editors can be used."""
    # What is made of several runs takes long.
    page.wait_for_function(_BUILT, polling=50, timeout=4 * WAITS_MS)


def send(page: Page) -> None:
    """Send the dialog that is open and wait until it is gone: what is below it is named alike."""
    page.locator(".sy-dialog button[type=submit]").click()
    gone(page)


def answer(page: Page, verb: str) -> None:
    """Answer the question that is open and wait until it is gone."""
    page.locator(".sy-dialog").get_by_role("button", name=verb).click()
    gone(page)


def gone(page: Page) -> None:
    """Wait until no dialog is open."""
    expect(page.locator(".sy-dialog")).to_have_count(0)


def until(page: Page, find: Callable[[], Any]) -> Any:
    """Return what is found, once it is there."""
    for _ in range(2000):  # tasks take their time beside whatever else the machine does
        if (found := find()) is not None and found != []:
            return found
        page.wait_for_timeout(100)
    raise AssertionError("it never came")


def sign_in(browser: Browser, base: str, login: str, **options: Any) -> Tab:
    """Open a tab of its own and sign in."""
    tab = new_tab(browser, base, **options)
    page = tab.page
    page.goto(f"{base}/login")
    page.fill("[name=login]", login)
    page.fill("[name=password]", PASSWORD)
    page.click("button[type=submit]")
    page.wait_for_selector(".sy-head")
    return tab


def _answer(dialog: Dialog, said: list[str]) -> None:
    """Leave pages whose forms ask first; nothing else may open a dialog of the browser."""
    if dialog.type == "beforeunload" or dialog.message in UI_WORDS["leave_unsaved"]:
        dialog.accept()
        return
    said.append(f"dialog: {dialog.message}")
    dialog.dismiss()


def new_tab(browser: Browser, base: str, **options: Any) -> Tab:
    """Open a tab of its own, of nobody yet."""
    given = {"viewport": {"width": 1440, "height": 900}, "locale": "en-GB",
             "reduced_motion": "reduce", **options}  # fmt: skip
    page = browser.new_context(**given).new_page()
    page.set_default_timeout(WAITS_MS)
    tab = Tab(base, page)
    listen(page, tab.said)
    page.on("dialog", lambda dialog: _answer(dialog, tab.said))
    page.on("request", lambda request: tab.asked.append(request.url))
    page.on("websocket", lambda socket: tab.asked.append(socket.url))
    return tab
