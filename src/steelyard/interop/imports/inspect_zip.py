"""The `.eval` file of Inspect AI: a ZIP whose entries are packed with Zstandard or deflate."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from steelyard.errors import DataError, MissingPackageError
from steelyard.i18n import t
from steelyard.interop.imports.files import LONGEST_LINE, opened, parse, parse_object

_ZSTANDARD = 93
_PACKAGE = "backports.zstd"
_START, _HEADER, _SUMMARIES = "_journal/start.json", "header.json", "summaries.json"


class InspectZip:
    """A `.eval` file; entries are read when they are asked for.

    A run that did not end has no `header.json` yet; what was known at its start stands in.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        opened(path).close()
        try:
            with zipfile.ZipFile(path) as listing:
                entries = listing.infolist()
        except (zipfile.BadZipFile, OSError, ValueError) as error:
            raise DataError(t("imports.damaged_zip", file=path, problem=error)) from None
        self._names = [entry.filename for entry in entries]
        packed = any(entry.compress_type == _ZSTANDARD for entry in entries)
        self._zip = _with_zstandard(path) if packed else zipfile
        if _HEADER in self._names:
            self.header = self._object(_HEADER)
        elif _START in self._names:
            self.header = {"status": "started", **self._object(_START)}
        else:
            problem = t("imports.no_entry", name=_HEADER)
            raise DataError(t("imports.damaged_zip", file=path, problem=problem))

    def samples(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield (place, sample), in the order of the file."""
        names = [name for name in self._names if name.startswith("samples/")]
        with self._open() as archive:
            for name in names:
                yield self._place(name), parse_object(self._bytes(archive, name), self._place(name))

    def scores(self) -> Iterator[dict[str, Any]]:
        """Yield the scores of every sample, from the summaries where there are some."""
        if _SUMMARIES in self._names:
            names = [_SUMMARIES]
        else:
            names = [name for name in self._names if name.startswith("_journal/summaries/")]
        if not names:
            yield from (sample.get("scores") or {} for _, sample in self.samples())
            return
        with self._open() as archive:
            for name in names:
                listed = parse(self._bytes(archive, name), self._place(name))
                for summary in listed if isinstance(listed, list) else ():
                    yield summary.get("scores") or {} if isinstance(summary, dict) else {}

    def _object(self, name: str) -> dict[str, Any]:
        with self._open() as archive:
            return parse_object(self._bytes(archive, name), self._place(name))

    def _open(self) -> zipfile.ZipFile:
        archive: zipfile.ZipFile = self._zip.ZipFile(self._path)
        return archive

    def _bytes(self, archive: zipfile.ZipFile, name: str) -> bytes:
        """Return an entry unpacked; what its directory says of its size is not believed."""
        place = self._place(name)
        try:
            with archive.open(name) as entry:
                data = entry.read(LONGEST_LINE + 1)
        except NotImplementedError as error:  # a method that neither we nor the package know
            raise DataError(t("imports.damaged_zip", file=place, problem=error)) from None
        except (zipfile.BadZipFile, self._zip.BadZipFile, EOFError, OSError, zlib.error) as error:
            raise DataError(t("imports.damaged_zip", file=place, problem=error)) from None
        except Exception as error:
            if type(error).__name__ != "ZstdError":
                raise
            raise DataError(t("imports.damaged_zip", file=place, problem=error)) from None
        if len(data) > LONGEST_LINE:
            raise DataError(t("imports.too_long", place=place, limit=LONGEST_LINE >> 20))
        return data

    def _place(self, name: str) -> str:
        return t("imports.entry", file=self._path, name=name)


def _with_zstandard(path: Path) -> Any:
    """Return a `zipfile` that reads Zstandard, as Python's own does from 3.14 on."""
    try:
        from backports.zstd import zipfile as backport
    except ImportError:
        raise MissingPackageError(
            t("imports.needs_package", file=path, package=_PACKAGE),
            hint=t("imports.needs_package_hint", file=path),
        ) from None
    return backport
