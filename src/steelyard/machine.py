"""Troubles of the machine: a full disk, a quota, a read-only file system, no files, no memory.

They are neither mistakes of the user nor bugs. What was written down stays, and the same command
goes on once there is room again: `trouble_of` turns the exception into an error that says so.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator

from steelyard.errors import SteelyardError
from steelyard.i18n import t

_ERRNO = {
    errno.ENOSPC: "disk_full",
    errno.EDQUOT: "quota",
    errno.EFBIG: "file_limit",
    errno.EROFS: "read_only",
    errno.EMFILE: "files",
    errno.ENFILE: "files",
    errno.ENOMEM: "memory",
}
# As other libraries put it in words alone: DuckDB, Arrow and SQLite pass no number on.
_WORDS = {
    "no space left on device": "disk_full",
    "database or disk is full": "disk_full",
    "disk quota exceeded": "quota",
    "file too large": "file_limit",
    "read-only file system": "read_only",
    "attempt to write a readonly database": "read_only",
    "too many open files": "files",
    "cannot allocate memory": "memory",
    "out of memory": "memory",
}


class MachineTroubleError(SteelyardError):
    """The machine lacks something; nothing that was written is lost.

    Attributes:
        kind: `disk_full`, `quota`, `file_limit`, `read_only`, `files` or `memory`.
    """

    code = "machine"

    def __init__(self, kind: str, where: str | None = None) -> None:
        place = "" if where is None else t("machine.at", path=where)
        super().__init__(t(f"machine.{kind}", place=place), hint=t(f"machine.{kind}_hint"))
        self.kind = kind


def trouble_of(error: BaseException) -> MachineTroubleError | None:
    """Return the trouble of the machine behind an exception; None if it is something else."""
    if isinstance(error, MachineTroubleError):
        return error
    for one in _causes(error):
        if isinstance(one, OSError) and one.errno in _ERRNO:
            where = None if one.filename is None else str(one.filename)
            return MachineTroubleError(_ERRNO[one.errno], where)
        if isinstance(one, MemoryError):
            return MachineTroubleError("memory")
        if isinstance(one, Exception) and (kind := _said(one)) is not None:
            return MachineTroubleError(kind)
    return None


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an exception and what it was raised from."""
    seen: set[int] = set()
    at: BaseException | None = error
    while at is not None and id(at) not in seen:
        seen.add(id(at))
        yield at
        at = at.__cause__ or at.__context__


def _said(error: Exception) -> str | None:
    """Return the trouble that an exception of another library names."""
    library = type(error).__module__.partition(".")[0]
    if library not in ("duckdb", "_duckdb", "pyarrow", "sqlite3", "sqlalchemy"):
        return None
    text = str(error).casefold()
    return next((kind for words, kind in _WORDS.items() if words in text), None)
