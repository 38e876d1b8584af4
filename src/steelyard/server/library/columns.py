"""The columns of a file before anything is made of them, for saying what each one is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from steelyard.cases import Source
from steelyard.cases.files import reader_for
from steelyard.cases.mapping import CHECKS, METADATA
from steelyard.cases.readers.base import RawRow
from steelyard.cases.rows import BadRow, show
from steelyard.cases.spec import DatasetSpec
from steelyard.model import ALIASES
from steelyard.server.library.intake import laid_out, reading_of, shown_name

_LOOKED_AT = 200
_SAMPLES = 3
_MOST = 500


@dataclass(frozen=True, slots=True)
class ColumnSeen:
    """A column: some of what it holds, and the field it is; None is kept beside, as metadata."""

    name: str
    samples: tuple[str, ...]
    filled: int
    field: str | None


def look_at_columns(
    file: Path, file_name: str, reading: Mapping[str, Any]
) -> tuple[list[ColumnSeen], int]:
    """Return the columns of the first rows of a file, and how many rows were looked at.

    Raises:
        DataError: it cannot be read.
    """
    spec = reading_of(shown_name(file_name), reading)
    samples: dict[str, list[str]] = {}
    filled: dict[str, int] = {}
    count = 0
    with laid_out(file, spec) as (folder, whole):
        for _, raw in islice(raw_rows(folder / str(whole.path), whole), _LOOKED_AT):
            count += 1
            if isinstance(raw, BadRow):
                continue
            for name, value in _flat(raw):
                _note(name, value, samples, filled)
    named = spec.get("map") or {}
    found = [
        ColumnSeen(name, tuple(samples[name]), filled[name], _field(name, named))
        for name in list(samples)[:_MOST]
    ]
    return found, count


def raw_rows(path: Path, spec: DatasetSpec) -> Iterator[RawRow]:
    """Yield the rows of a file as they are, with their lines."""
    source = Source(
        path,
        path.name,
        encoding=spec.encoding,
        delimiter=spec.delimiter,
        sheet=spec.sheet,
        max_line_bytes=spec.max_line_bytes,
    )
    yield from reader_for(path, spec).read(source)


def _flat(raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the keys of a row, and those of objects in it by their path."""
    for name, value in raw.items():
        if isinstance(value, dict) and name not in CHECKS and name not in ALIASES:
            for inner, one in value.items():
                yield f"{name}.{inner}", one
        else:
            yield name, value


def _note(name: str, value: Any, samples: dict[str, list[str]], filled: dict[str, int]) -> None:
    seen = samples.setdefault(name, [])
    filled.setdefault(name, 0)
    if value is None or value == "":
        return
    filled[name] += 1
    text = value if isinstance(value, str) else show(value)
    if len(seen) < _SAMPLES and text not in seen:
        seen.append(text[:80])


def _field(name: str, named: Mapping[str, str]) -> str | None:
    if name in named:
        return None if named[name].startswith(f"{METADATA}.") else named[name]
    last = name.removeprefix(f"{METADATA}.")
    if last != name and last in ("case_id", "input", "expected_output"):
        return None  # as the reader has it: there such a name is about something else
    return last if last in CHECKS else ALIASES.get(last)
