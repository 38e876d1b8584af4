"""The asks: every question of a run, on disk before the first one is sent.

Resuming therefore asks exactly what was going to be asked, whatever has happened to the dataset
since. Row numbers count cases first and repeats inside them; asking goes repeat by repeat, so that
a run stopped half-way has asked every case once before any case twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import orjson

from steelyard.bundle.atomic import replacing
from steelyard.model import Case


def write_asks(path: Path, records: Iterable[dict[str, Any]]) -> int:
    """Write one line per record; return how many."""
    count = 0
    with replacing(path) as file:
        for record in records:
            file.write(orjson.dumps(record, default=str, option=orjson.OPT_APPEND_NEWLINE))
            count += 1
    return count


def read_asks(path: Path) -> Iterator[dict[str, Any]]:
    """Yield every record in order."""
    with path.open("rb") as file:
        for line in file:
            yield orjson.loads(line)


def pending_cases(
    path: Path,
    epochs: int,
    done: bytearray,
    wanted: Callable[[dict[str, Any]], bool] | None = None,
) -> Iterator[Case]:
    """Yield the cases whose rows are not `done` yet, repeat by repeat; only `wanted` ones."""
    loads = orjson.loads
    for epoch in range(epochs):
        with path.open("rb") as file:
            for number, line in enumerate(file):
                row = number * epochs + epoch
                if done[row]:
                    continue
                record = loads(line)
                if wanted is not None and not wanted(record):
                    continue
                case_id = record.pop("case_id")
                question = record.pop("input")
                metadata = record.pop("metadata", None) or {}
                yield Case(row, case_id, question, epoch, record, metadata)
