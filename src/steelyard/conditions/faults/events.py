"""Events on disk: one JSON object per line, written as they happen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import orjson

from steelyard.conditions.faults.fault import Event


@contextmanager
def writing_events(path: Path) -> Iterator[Callable[[Event], None]]:
    """Give the function that adds an event to a file; what is in the file already stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab", buffering=0) as file:

        def write(event: Event) -> None:
            file.write(orjson.dumps(event._asdict(), option=orjson.OPT_APPEND_NEWLINE))

        yield write
