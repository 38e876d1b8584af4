"""Files that people uploaded, read in the bounded processes of `heavy_work`, whatever their size.

A file of a kilobyte can name a terabyte, unpack to one, or crash its reader. Here that is an error
of one request. Everything that the service reads from an upload or a version goes through here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from steelyard.cases import Reject
from steelyard.server.db.tables import DatasetVersion
from steelyard.server.heavy_work import read_heavy
from steelyard.server.library import archive, columns, corrections, datasets, intake, seen
from steelyard.server.library.storage import open_storage
from steelyard.server.settings import Settings


def check_upload(
    settings: Settings, file: Path, file_name: str, reading: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read a file through as `intake.check_upload` does."""
    return read_heavy(_size(file), intake.check_upload, settings, file, file_name, dict(reading))


def take_in(
    settings: Settings, file: Path, file_name: str, reading: Mapping[str, Any]
) -> intake.Taken:
    """Check and keep a file as `intake.take_in` does."""
    return read_heavy(_size(file), _take_in, settings, file, file_name, dict(reading))


def unpack(settings: Settings, file: Path) -> archive.Unpacked:
    """Read an archive of a library through as `archive.unpack` does."""
    return read_heavy(_size(file), _unpack, settings, file)


def write_library(settings: Settings, listed: archive.Listed, target: Path) -> None:
    """Write an archive of a library as `archive.write_library` does."""
    read_heavy(listed.size, _write_library, settings, listed, target)


def look_at_columns(
    file: Path, file_name: str, reading: Mapping[str, Any]
) -> tuple[list[columns.ColumnSeen], int]:
    """Return the columns of a file as `columns.look_at_columns` does."""
    return read_heavy(0, columns.look_at_columns, file, file_name, dict(reading))


def rejects_in(file: Path, file_name: str, reading: Mapping[str, Any]) -> list[Reject]:
    """Return rejected rows as `corrections.rejects_in` does."""
    return read_heavy(_size(file), corrections.rejects_in, file, file_name, dict(reading))


def correct_upload(
    file: Path, file_name: str, reading: Mapping[str, Any], fixes: corrections.Fixes, out: Path
) -> tuple[str, dict[str, Any]]:
    """Write corrected rows as `corrections.correct_upload` does."""
    given = (file, file_name, dict(reading), dict(fixes), out)
    return read_heavy(_size(file), corrections.correct_upload, *given)


def process(
    settings: Settings, version: DatasetVersion, steps: Sequence[Any], seed: int
) -> intake.Taken:
    """Carry out steps as `intake.process` does."""
    return read_heavy(version.size, _process, settings, version, list(steps), seed)


def correct_version(
    settings: Settings, version: DatasetVersion, fixes: corrections.Fixes
) -> intake.Taken:
    """Take in a corrected version as `corrections.correct_version` does."""
    return read_heavy(version.size, _correct_version, settings, version, dict(fixes))


def preview(
    settings: Settings,
    version: DatasetVersion,
    steps: Sequence[Any] = (),
    *,
    seed: int = 0,
    limit: int = 20,
) -> intake.Preview:
    """Show the first rows as `intake.preview` does."""
    return read_heavy(0, _preview, settings, version, list(steps), seed, limit)


def read_page(
    settings: Settings, version: DatasetVersion, start: int, limit: int
) -> Sequence[dict[str, Any]]:
    """Return some cases of a version as `seen.read_page` does."""
    size = version.size if start else 0  # the first page reads no further than itself
    return read_heavy(size, _read_page, settings, version, start, limit)


def rejects_of(settings: Settings, version: DatasetVersion) -> list[Reject]:
    """Return rejected rows as `corrections.rejects_of` does."""
    return read_heavy(version.size, _rejects_of, settings, version)


def write_rejects(settings: Settings, version: DatasetVersion, target: Path) -> None:
    """Write all rejected rows of a version, with their reasons, as JSON lines."""
    read_heavy(version.size, _write_rejects, settings, version, target)


def diff_versions(
    settings: Settings, old: DatasetVersion, new: DatasetVersion
) -> datasets.VersionDiff:
    """Compare two versions as `datasets.diff_versions` does."""
    return read_heavy(max(old.size, new.size), _diff_versions, settings, old, new)


def _size(file: Path) -> int:
    return file.stat().st_size


def _take_in(settings: Settings, file: Path, *given: Any) -> intake.Taken:
    return intake.take_in(open_storage(settings), settings, file, *given)


def _unpack(settings: Settings, file: Path) -> archive.Unpacked:
    return archive.unpack(open_storage(settings), settings, file)


def _write_library(settings: Settings, *given: Any) -> None:
    archive.write_library(open_storage(settings), *given)


def _process(settings: Settings, *given: Any) -> intake.Taken:
    return intake.process(open_storage(settings), settings, *given)


def _correct_version(settings: Settings, *given: Any) -> intake.Taken:
    return corrections.correct_version(open_storage(settings), settings, *given)


def _preview(
    settings: Settings, version: DatasetVersion, steps: list[Any], seed: int, limit: int
) -> intake.Preview:
    return intake.preview(open_storage(settings), version, steps, seed=seed, limit=limit)


def _read_page(settings: Settings, *given: Any) -> Sequence[dict[str, Any]]:
    return seen.read_page(open_storage(settings), *given)


def _rejects_of(settings: Settings, version: DatasetVersion) -> list[Reject]:
    return corrections.rejects_of(open_storage(settings), version)


def _write_rejects(settings: Settings, version: DatasetVersion, target: Path) -> None:
    with target.open("wb") as out:
        for reject in intake.rejects(open_storage(settings), version):
            content = reject.as_dict()
            out.write(orjson.dumps(content, option=orjson.OPT_APPEND_NEWLINE, default=str))


def _diff_versions(settings: Settings, *given: Any) -> datasets.VersionDiff:
    return datasets.diff_versions(open_storage(settings), *given)
