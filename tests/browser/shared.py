"""One Chromium for all files of a process that use it, and the contexts of who is signed in.

Starting it costs a second of a processor, signing in another one: so files that follow each other
share it. It ends before a test that does not use it, because Playwright keeps the event loop of
the thread, which asynchronous tests need.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright


class SharedBrowser:
    """Starts when it is asked for."""

    def __init__(self) -> None:
        self.contexts: dict[tuple[str, str], BrowserContext] = {}  # by service and login
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None

    def get(self, **options: Any) -> Browser:
        """Return the browser; `options` are those of Playwright's `launch`."""
        if self._browser is None:
            self._playwright = sync_playwright().start()
            self._browser = self._playwright.chromium.launch(**options)
        return self._browser

    def close_strays(self) -> None:
        """Close all contexts but those that are kept for an account."""
        kept = list(self.contexts.values())
        for context in self._browser.contexts if self._browser else ():
            if context not in kept:
                context.close()

    def close(self) -> None:
        """End it with all contexts."""
        self.contexts.clear()
        if self._browser is not None:
            self._browser.close()
            self._browser = None
        if self._playwright is not None:
            self._playwright.stop()
            self._playwright = None


SHARED = SharedBrowser()


def close_unless_used(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """End what a file left open, and the browser itself unless the next file uses it."""
    if nextitem is not None and nextitem.path == item.path:
        return
    if nextitem is not None and "chromium" in getattr(nextitem, "fixturenames", ()):
        SHARED.close_strays()
    else:
        SHARED.close()
