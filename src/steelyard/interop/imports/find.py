"""From the paths a user names to logs and the importers that read them."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from steelyard.errors import DataError, InputError
from steelyard.i18n import pick, t
from steelyard.interop.imports.files import head, looks_gb18030
from steelyard.interop.imports.record import IMPORTERS, Importer


class Log(NamedTuple):
    """A file and who reads it."""

    path: Path
    importer: Importer


def find_logs(paths: Sequence[Path], format: str | None = None) -> list[Log]:  # noqa: A002
    """Return the logs among files and folders, in order; folders are searched at any depth.

    Args:
        paths: files, or folders that hold some.
        format: id of an importer; None looks at the files.

    Raises:
        DataError: a file is of no known format, or a folder holds no log.
        InputError: the logs are of several formats.
    """
    known = [IMPORTERS.get(format)] if format else list(IMPORTERS)
    logs = [log for path in paths for log in _at(path, known)]
    found = {log.importer.id: log.path for log in logs}
    if len(found) > 1:
        shown = ", ".join(f"{id_} ({path})" for id_, path in found.items())
        raise InputError(t("imports.mixed", found=shown))
    return logs


def supported() -> str:
    """Return the formats with what they read, one per line."""
    return "\n".join(f"  {one.id}: {pick(one.reads)}" for one in IMPORTERS)


def _at(path: Path, known: list[Importer]) -> list[Log]:
    if not path.exists():
        raise DataError(t("imports.no_file", file=path))
    if not path.is_dir():
        return [Log(path, _importer_of(path, known))]
    names = sorted({file for one in known for glob in one.patterns for file in path.rglob(glob)})
    logs = [Log(file, one) for file in names if (one := _sniffed(file, known)) is not None]
    if not logs:
        patterns = ", ".join(sorted({glob for one in known for glob in one.patterns}))
        raise DataError(t("imports.no_logs", folder=path, patterns=patterns), hint=supported())
    return logs


def _importer_of(path: Path, known: list[Importer]) -> Importer:
    if (found := _sniffed(path, known)) is not None:
        return found
    if path.stat().st_size == 0:
        raise DataError(t("imports.empty", place=path))
    if head(path, 2) in (BOM_UTF16_LE, BOM_UTF16_BE):
        raise DataError(t("imports.utf16", file=path))
    if looks_gb18030(head(path)):
        raise DataError(t("imports.gb18030", place=path))
    other = _sniffed(path, IMPORTERS)
    if other is not None:
        raise DataError(t("imports.other_format", file=path, format=known[0].id, found=other.id))
    key = "imports.not_this" if len(known) == 1 else "imports.unknown"
    raise DataError(t(key, file=path, format=known[0].id), hint=supported())


def _sniffed(path: Path, known: Iterable[Importer]) -> Importer | None:
    return next((one for one in known if path.is_file() and one.sniff(path)), None)
