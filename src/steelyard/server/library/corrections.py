"""Rows that were set aside, put right by a person: the file again, with theirs in their place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import orjson

from steelyard.cases import CaseStream, Reject
from steelyard.cases.mapping import Mapper
from steelyard.cases.rows import BadRow
from steelyard.cases.spec import DatasetSpec
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.db.tables import DatasetVersion
from steelyard.server.library.columns import raw_rows
from steelyard.server.library.intake import Taken, laid_out, opened, reading_of, shown_name, take_in
from steelyard.server.library.storage import Storage, scratch_file
from steelyard.server.settings import Settings

Fixes = Mapping[int, Mapping[str, Any]]  # line to the row that belongs there
MOST_SHOWN = 200


def check_row(text: str, mapping: Mapping[str, str]) -> dict[str, Any]:
    """Return a row that a person wrote as JSON, if nothing is wrong with it any more.

    Raises:
        InputError: it is no object, or something in it is still wrong.
    """
    try:
        row = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise InputError(t("library.row_not_json", problem=str(error))) from None
    if not isinstance(row, dict):
        raise InputError(t("library.row_not_object"))
    record, errors = Mapper(dict(mapping)).convert(row)
    if "input" not in record and not errors:
        raise InputError(t("library.row_no_input"))
    if errors:
        raise InputError("\n".join(error.message for error in errors))
    return row


def rejects_in(file: Path, file_name: str, reading: Mapping[str, Any]) -> list[Reject]:
    """Return the first rows of an upload that are set aside, with every reason."""
    spec = reading_of(shown_name(file_name), reading)
    with laid_out(file, spec) as (folder, whole):
        return _first_rejects(folder, whole)


def rejects_of(storage: Storage, version: DatasetVersion) -> list[Reject]:
    """Return the first rows of a version that were set aside."""
    with opened(storage, version) as (folder, spec):
        return _first_rejects(folder, spec)


def correct_upload(
    file: Path, file_name: str, reading: Mapping[str, Any], fixes: Fixes, out: Path
) -> tuple[str, dict[str, Any]]:
    """Write an upload again as JSON lines with rows put right; return its name and reading."""
    name = shown_name(file_name)
    spec = reading_of(name, reading)
    with laid_out(file, spec) as (folder, whole):
        _write(folder / str(whole.path), whole, fixes, out)
    return _renamed(name), _reading(spec)


def correct_version(
    storage: Storage, settings: Settings, version: DatasetVersion, fixes: Fixes
) -> Taken:
    """Take in a version with rows put right; it knows where it comes from."""
    with scratch_file(storage.scratch) as file:
        with opened(storage, version) as (folder, spec):
            _write(folder / str(spec.path), spec, fixes, file)
        name, reading = _renamed(version.file_name), _reading(version.spec)
        taken = take_in(storage, settings, file, name, reading)
    made = {"corrected": sorted(fixes)}
    return Taken(
        taken.path, taken.sha256, taken.size, name, taken.spec, taken.profile | made, version.id
    )


def _first_rejects(folder: Path, spec: DatasetSpec) -> list[Reject]:
    found: list[Reject] = []
    stream = CaseStream(spec, base=folder, on_reject=found.append, may_be_empty=True)
    for _ in stream:
        if len(found) >= MOST_SHOWN:
            break
    return list(islice(found, MOST_SHOWN))


def _write(path: Path, spec: DatasetSpec, fixes: Fixes, out: Path) -> None:
    with out.open("wb") as lines:
        for line, raw in raw_rows(path, spec):
            if line in fixes:
                content = orjson.dumps(fixes[line])
            elif isinstance(raw, BadRow):
                # Still wrong, and still counted as set aside when this file is read.
                content = raw.content.replace("\n", " ").encode() or b"?"
            else:
                content = orjson.dumps(raw, default=str, option=orjson.OPT_NON_STR_KEYS)
            lines.write(content + b"\n")


def _reading(spec: Mapping[str, Any]) -> dict[str, Any]:
    named = spec.get("map")
    return {"format": "jsonl", **({"map": dict(named)} if named else {})}


def _renamed(name: str) -> str:
    stem: Sequence[str] = Path(name).name.split(".")
    return f"{stem[0] or 'cases'}.jsonl"
