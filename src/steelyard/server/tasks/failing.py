"""What has failed so far in a run that is going on: the end of its journal, read as it grows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from steelyard.bundle import layout

_READ = 1 << 20  # bytes of the end that are looked at
_TEXT = 300


@dataclass(frozen=True, slots=True)
class Failure:
    """A reply that is no answer."""

    row: int
    kind: str | None
    text: str
    attempts: int


def read_failures(path: Path, most: int = 50) -> list[Failure]:
    """Return the last replies of the run at `path` that are no answers, the newest first.

    None of them when there is no journal: the run has ended, or another machine carries it.
    """
    try:
        with (path / layout.JOURNAL).open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - _READ))
            lines = file.read(_READ).split(b"\n")
    except OSError:
        return []
    found: list[Failure] = []
    # The first may be half of one, the last half written; neither is JSON then.
    for line in reversed(lines):
        if (failure := _failure(line)) is not None:
            found.append(failure)
        if len(found) == most:
            break
    return found


def _failure(line: bytes) -> Failure | None:
    try:
        record: dict[str, Any] = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    if not isinstance(record, dict) or record.get("status") in (None, "ok"):
        return None
    return Failure(
        row=int(record.get("row") or 0),
        kind=record.get("error_kind"),
        text=str(record.get("error") or record["status"])[:_TEXT],
        attempts=int(record.get("attempts") or 1),
    )
