"""Server-sent events from bytes that may be cut anywhere, inside a character or a line end too."""

from __future__ import annotations

import re

_LINE_END = re.compile(rb"\r\n|\n|\r")


class EventReader:
    """Feed it bytes, get the data of every event that is complete."""

    def __init__(self) -> None:
        self._rest: list[bytes] = []
        self._data: list[bytes] = []
        self._started = False

    def feed(self, chunk: bytes) -> list[bytes]:
        """Take the next bytes and return the data of the events they complete."""
        self._rest.append(chunk)
        if b"\n" not in chunk and b"\r" not in chunk and not self._after_return():
            return []  # A line may be megabytes long: look at its bytes once.
        buffer = b"".join(self._rest)
        # A carriage return at the very end may be the first half of a line end.
        end = len(buffer) - 1 if buffer.endswith(b"\r") else len(buffer)
        *lines, tail = _LINE_END.split(buffer[:end])
        self._rest = [tail + buffer[end:]]
        return [event for line in lines if (event := self._take(line)) is not None]

    def finish(self) -> list[bytes]:
        """Return what is complete now that no more bytes come; a last empty line may be missing."""
        lines = _LINE_END.split(b"".join(self._rest))
        self._rest = []
        return [event for line in (*lines, b"") if (event := self._take(line)) is not None]

    def _after_return(self) -> bool:
        return len(self._rest) > 1 and self._rest[-2].endswith(b"\r")

    def _take(self, line: bytes) -> bytes | None:
        if not self._started:
            line, self._started = line.removeprefix(b"\xef\xbb\xbf"), True
        if not line:
            data, self._data = self._data, []
            return b"\n".join(data) if data else None
        name, _, value = line.partition(b":")
        if name == b"data":
            self._data.append(value.removeprefix(b" "))
        return None
