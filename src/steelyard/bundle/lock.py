"""One writer per bundle. The lock belongs to the process, so a killed one leaves none behind."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from steelyard.bundle.layout import LOCK
from steelyard.errors import BundleLockedError
from steelyard.i18n import t


@contextmanager
def writing(directory: Path) -> Iterator[None]:
    """Hold the bundle at `directory` for writing, or say that someone else does."""
    with (directory / LOCK).open("a+b") as file:
        if not _try_lock(file.fileno()):
            raise BundleLockedError(
                t("bundle.locked", path=directory), hint=t("bundle.locked_hint")
            )
        yield


if os.name == "nt":  # pragma: no cover - exercised on Windows only
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
