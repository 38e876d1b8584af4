"""Reports and tables of runs as files: rendered once as heavy work, then read from a cache."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from steelyard import __version__
from steelyard.i18n import language
from steelyard.server.heavy_work import run_once
from steelyard.server.library.storage import Storage, scratch_file
from steelyard.server.tasks.reports import stamp
from steelyard.server.tasks.transfer import write_run

FOLDER = "rendered"
MOST_BYTES = 2_000_000_000
"""Of all cached files together; the longest unused go first."""


def open_report(storage: Storage, path: Path, to: str) -> BinaryIO:
    """Return the report of the run at `path` in a format, open for reading.

    Args:
        storage: holds the cache.
        path: the bundle.
        to: a format of `transfer.report_formats`.

    Raises:
        BundleError: there are no results yet.
        TooManyError: too much else is waiting.
    """
    folder = storage.scratch / FOLDER / path.name
    folder.mkdir(parents=True, exist_ok=True)
    key = ("rendered", *stamp(path), to, language(), __version__)
    target = folder / hashlib.sha256(repr(key).encode()).hexdigest()
    for _ in range(3):
        with suppress(FileNotFoundError):  # not rendered yet, or dropped from the cache just now
            stream = target.open("rb")
            os.utime(target)
            return stream
        work = (path, to, storage.scratch, target)
        # A browser prints it: two of them take more memory than the rest of the service.
        run_once(key, _render, *work, keep=False, in_turn=to == "pdf")
        _drop_oldest(folder.parent, kept=target)
    return target.open("rb")


def remove_cached(storage: Storage, path: str) -> None:
    """Remove what was rendered of a run that is removed.

    Args:
        storage: holds the cache.
        path: of the run in the storage.
    """
    shutil.rmtree(storage.scratch / FOLDER / PurePosixPath(path).name, ignore_errors=True)


def _render(path: Path, to: str, scratch: Path, target: Path) -> None:
    with scratch_file(scratch) as file:
        write_run(path, to, file)
        if path.exists():  # not removed meanwhile
            file.rename(target)  # whole or not at all


def _drop_oldest(folder: Path, kept: Path) -> None:
    left = MOST_BYTES
    for file, size in _newest_first(folder):
        left -= size
        if left < 0 and file != kept:
            file.unlink(missing_ok=True)


def _newest_first(folder: Path) -> Iterator[tuple[Path, int]]:
    found = []
    for file in folder.glob("*/*"):
        with suppress(FileNotFoundError):  # another process dropped it
            known = file.stat()
            found.append((known.st_mtime_ns, file, known.st_size))
    for _, file, size in sorted(found, reverse=True):
        yield file, size
