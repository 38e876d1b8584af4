"""How many requests one account or address may make: counted in this process, minute by minute."""

from __future__ import annotations

import threading
import time

from steelyard.i18n import t
from steelyard.server.errors import TooManyError


class Rates:
    """Counts of the current minute; they are thrown away when it ends, so they cannot pile up."""

    def __init__(self) -> None:
        self._minute = 0
        self._counts: dict[str, int] = {}
        self._lock = threading.Lock()

    def count(self, key: str, most: int) -> None:
        """Count one request.

        Raises:
            TooManyError: there were more than `most` in this minute.
        """
        if self._next(key) > most:
            raise TooManyError(t("api.too_many", most=most))

    def is_first(self, key: str) -> bool:
        """Whether nobody has asked this about `key` in this minute."""
        return self._next(f"first {key}") == 1

    def is_among_first(self, key: str, most: int) -> bool:
        """Whether `key` was asked about at most so often in this minute, now included."""
        return self._next(f"some {key}") <= most

    def _next(self, key: str) -> int:
        minute = int(time.monotonic() // 60)
        with self._lock:
            if minute != self._minute:
                self._minute, self._counts = minute, {}
            found = self._counts[key] = self._counts.get(key, 0) + 1
        return found
