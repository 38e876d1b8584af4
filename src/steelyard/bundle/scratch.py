"""A place for the files a piece of work needs on its way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


@contextmanager
def scratch(beside: Path) -> Iterator[Path]:
    """Yield a directory that is gone afterwards.

    It is inside `beside` where that can be reached, so that what a killed process leaves is cleared
    with it; on another machine it is where temporary files are.
    """
    where = beside if beside.is_dir() else None
    with TemporaryDirectory(dir=where, prefix=".scratch-", ignore_cleanup_errors=True) as name:
        yield Path(name)
