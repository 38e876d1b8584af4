"""Writing files so that a kill at any moment leaves the old one or the new one, never a half."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def write_atomic(path: Path, content: bytes) -> None:
    """Replace the file at `path` by `content`, durably."""
    with replacing(path) as file:
        file.write(content)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Yield a file that takes the place of `path` when the block ends well."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb", buffering=1 << 20) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_directory(path.parent)


def clear_temporary(directory: Path) -> None:
    """Remove half-written files that a killed process left behind."""
    for path in directory.glob(".*.tmp"):
        path.unlink()


def sync_directory(directory: Path) -> None:
    """Make renames in `directory` survive a power cut, where the system can."""
    if os.name == "nt":  # Windows cannot open a directory for fsync
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
