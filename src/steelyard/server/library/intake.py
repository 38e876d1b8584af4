"""From a file that was uploaded to what a version of a dataset says of it.

All of this takes time and holds no session: a transaction begins when it is done.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import orjson
from pydantic import ValidationError

from steelyard.cases import CaseStream, DatasetSpec, Reject, profile_cases, read_cases
from steelyard.cases.files import reader_for
from steelyard.errors import DataError, InputError, SteelyardError
from steelyard.i18n import t
from steelyard.server.db.tables import DatasetVersion
from steelyard.server.library.packed import check_packed, check_parquet_rows
from steelyard.server.library.plain import check_kept, check_plain
from steelyard.server.library.storage import Storage, scratch_file
from steelyard.server.settings import Settings

PREVIEW_ROWS = 2000
_JSONL = {"format": "jsonl"}
# What a person may say about how to read a file; where it is and what is done to it is not theirs.
_READING = ("format", "map", "encoding", "sheet", "delimiter")


@dataclass(frozen=True, slots=True)
class Taken:
    """A file in the storage, read to its end.

    Attributes:
        path: in the storage.
        sha256: of the content.
        size: in bytes.
        file_name: as it was uploaded.
        spec: how it is read; `dataset:` of a plan, less the path.
        profile: what is in it.
        parent_id: the version it was made from.
        steps: that made it.
    """

    path: str
    sha256: str
    size: int
    file_name: str
    spec: dict[str, Any]
    profile: dict[str, Any]
    parent_id: str | None = None
    steps: list[Any] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Preview:
    """Some rows before and after processing, and what each step did to the rows looked at."""

    looked_at: int
    rows: list[dict[str, Any]]
    steps: list[dict[str, Any]]


def check_upload(
    settings: Settings, file: Path, file_name: str, reading: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read a file through; return how it is read and what is in it, with its row errors.

    Raises:
        DataError: it cannot be read.
        TooLargeError: it unpacks to too much.
    """
    name = shown_name(file_name)
    spec = reading_of(name, reading)
    check_packed(file, name, settings.expansion_ratio)
    if spec["format"] == "parquet":
        check_parquet_rows(file, name, settings.upload_rows)
    with laid_out(file, spec) as (folder, whole), _named(folder, spec, name):
        profile = profile_cases(whole, base=folder, most_rows=settings.upload_rows)
    return spec, {**profile.as_dict(), "files": [name]}


def take_in(
    storage: Storage,
    settings: Settings,
    file: Path,
    file_name: str,
    reading: Mapping[str, Any],
) -> Taken:
    """Check a file of the scratch folder and keep it.

    Raises:
        DataError: there is not one case in it.
    """
    spec, profile = check_upload(settings, file, file_name, reading)
    return keep_checked(storage, file, file_name, spec, profile)


def keep_checked(
    storage: Storage,
    file: Path,
    file_name: str,
    spec: Mapping[str, Any],
    profile: Mapping[str, Any],
) -> Taken:
    """Keep a file of the scratch folder that was read through before, by `check_upload`.

    Raises:
        DataError: there is not one case in it.
    """
    if not profile["cases"]:
        first = profile["rejects"][:3]
        said = [f"{one['line']}: {error['message']}" for one in first for error in one["errors"]]
        message = t("library.no_cases", file=shown_name(file_name), rows=profile["rows_read"])
        raise DataError(message, hint="\n".join(said))
    stored = storage.keep(file)
    return Taken(*stored, shown_name(file_name), dict(spec), dict(profile))


def process(
    storage: Storage,
    settings: Settings,
    version: DatasetVersion,
    steps: Sequence[Any],
    seed: int = 0,
) -> Taken:
    """Carry out steps on a version; what comes out is a file of JSON lines."""
    check_plain(list(steps))
    with scratch_file(storage.scratch) as file:
        with opened(storage, version, steps) as (folder, spec), file.open("wb") as out:
            stream = read_cases(spec, base=folder, seed=seed)
            for record in stream:
                out.write(orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE))
        if not stream.rows_out:
            raise DataError(t("library.nothing_left"))
        name = f"{Path(version.file_name).name.split('.')[0] or 'cases'}.jsonl"
        logs = [log.as_dict() for log in stream.steps]
        known = {"processing": logs, "seed": seed, "rows_in": stream.rows_read}
        taken = take_in(storage, settings, file, name, _JSONL)
    return Taken(
        taken.path,
        taken.sha256,
        taken.size,
        name,
        taken.spec,
        taken.profile | known,
        version.id,
        list(steps),
    )


def preview(
    storage: Storage,
    version: DatasetVersion,
    steps: Sequence[Any] = (),
    *,
    seed: int = 0,
    limit: int = 20,
) -> Preview:
    """Show the first rows of a version, and what would become of them by these steps.

    Steps see only the first rows, so what they count is of these.
    """
    check_plain(list(steps))
    with opened(storage, version) as (folder, spec):
        rows = list(islice(read_cases(spec, base=folder), PREVIEW_ROWS if steps else limit))
    if not steps:
        return Preview(len(rows), [{"case_id": r["case_id"], "before": r} for r in rows], [])
    with TemporaryDirectory(dir=storage.scratch) as scratch:
        lines = b"".join(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in rows)
        (Path(scratch) / "cases.jsonl").write_bytes(lines)
        whole = _spec({**_JSONL, "path": "cases.jsonl", "steps": list(steps)})
        stream = CaseStream(whole, base=Path(scratch), seed=seed, may_be_empty=True)
        after = {row["case_id"]: row for row in stream}
    shown = [
        {"case_id": row["case_id"], "before": row, "after": after.get(row["case_id"])}
        for row in rows[:limit]
    ]
    return Preview(len(rows), shown, [log.as_dict() for log in stream.steps])


def rejects(storage: Storage, version: DatasetVersion) -> Iterator[Reject]:
    """Yield the rows that were set aside, with their reasons, in the order of the file."""
    waiting: list[Reject] = []
    with opened(storage, version) as (folder, spec):
        for _ in CaseStream(spec, base=folder, on_reject=waiting.append, may_be_empty=True):
            if waiting:
                yield from waiting
                waiting.clear()
    yield from waiting


@contextmanager
def opened(
    storage: Storage, version: DatasetVersion, steps: Sequence[Any] = ()
) -> Iterator[tuple[Path, DatasetSpec]]:
    """Give a folder in which a version lies as a file, and the `dataset:` of a plan there."""
    with TemporaryDirectory(dir=storage.scratch) as scratch:
        folder = Path(scratch)
        yield folder, _spec({**place_version(storage, version, folder), "steps": list(steps)})


def place_version(storage: Storage, version: DatasetVersion, folder: Path) -> dict[str, Any]:
    """Lay a version out in a folder; return the `dataset:` of a plan that lies there."""
    target = folder / _file_name(version.spec)
    with suppress(FileExistsError):  # it is the same file: a version never changes
        _link(storage.local(version.path), target)
    return {**version.spec, "path": target.name}


@contextmanager
def laid_out(file: Path, spec: Mapping[str, Any]) -> Iterator[tuple[Path, DatasetSpec]]:
    """Give a folder where a file lies under a name its reader knows, and its `dataset:`."""
    with TemporaryDirectory(dir=file.parent) as scratch:
        target = Path(scratch) / _file_name(spec)
        _link(file, target)
        yield Path(scratch), _spec({**spec, "path": target.name})


def reading_of(file_name: str, reading: Mapping[str, Any]) -> dict[str, Any]:
    """Return how a file is read: what was said, and the format its name shows.

    Raises:
        InputError: something was said that is not about reading.
        DataError: the format is not known.
    """
    check_kept(dict(reading))
    for name in reading:
        if name not in _READING:
            raise InputError(t("library.reading", found=name, allowed=", ".join(_READING)))
    spec = _spec({**reading, "path": "cases"})
    given = {name: value for name, value in reading.items() if value not in (None, {})}
    return {**given, "format": reader_for(Path(file_name), spec).name}


def shown_name(file_name: str) -> str:
    """Return the name of an uploaded file, fit to be shown; it is never used as a path."""
    last = file_name.replace("\\", "/").rsplit("/", 1)[-1]
    clean = "".join(c if c.isprintable() and c not in '<>:"|?*' else "_" for c in last).strip()
    return clean[-200:].lstrip(".") or "cases"


@contextmanager
def _named(folder: Path, spec: Mapping[str, Any], name: str) -> Iterator[None]:
    """Let errors name a file as people know it, not where and as what it lies here."""

    def told(text: str) -> str:
        return text.replace(f"{folder}/", "").replace(_file_name(spec), name)

    try:
        yield
    except SteelyardError as error:
        error.message = told(error.message)
        error.hint = None if error.hint is None else told(error.hint)
        raise


def _link(file: Path, target: Path) -> None:
    try:
        os.link(file, target)
    except FileExistsError:
        raise
    except OSError:  # another disk, or a file system without links
        target.symlink_to(file)


def _file_name(spec: Mapping[str, Any]) -> str:
    """Return the name a file has while it is read: readers of some formats look at its end."""
    return f"cases.{spec['format']}"


def _spec(content: Mapping[str, Any]) -> DatasetSpec:
    try:
        return DatasetSpec.model_validate(content)
    except ValidationError as error:
        said = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise InputError(t("library.bad_spec", problems=said)) from None
