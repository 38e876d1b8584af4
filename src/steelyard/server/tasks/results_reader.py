"""Reads the results of a run: of one made elsewhere only in the bounded processes of `heavy_work`.

The service's own tables were written by its own workers. The Parquet files of a pushed run were
written by anybody: such a file can crash its reader or take all memory. Checking it at the push
does not help, because a check reads other parts of it than a later query does.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import duckdb
from sqlalchemy.orm import Session

from steelyard.errors import BundleError
from steelyard.i18n import t
from steelyard.server.db.tables import Run
from steelyard.server.heavy_work import run_heavy
from steelyard.server.tasks.resolve import made_here

T = TypeVar("T")
SECONDS = 300
"""After so long a query on a pushed run is ended."""


class ResultsReader(NamedTuple):
    """The results of one run.

    Attributes:
        path: the bundle.
        trusted: whether this service wrote them.
    """

    path: Path
    trusted: bool

    def read(self, read: Callable[..., T], *args: Any) -> T:
        """Return what `read` makes of the bundle and `args`.

        Args:
            read: a function of a module; its first argument is the path of the bundle.
            *args: the others.

        Raises:
            BundleError: the results of a pushed run cannot be read.
            TooManyError: too many requests wait for a process.
            UnavailableError: reading crashed, ran out of memory or took too long.
            SteelyardError: whatever `read` raises.
        """
        if self.trusted:
            return read(self.path, *args)
        found: T = run_heavy(_read_pushed, read, self.path, args, seconds=SECONDS)
        return found


def results_of(session: Session, run: Run, path: Path) -> ResultsReader:
    """Return the reader for the run at `path`; one scored from a pushed run counts as pushed."""
    return ResultsReader(path, made_here(session, run))


def _read_pushed(read: Callable[..., T], path: Path, args: tuple[Any, ...]) -> T:
    try:
        return read(path, *args)
    except duckdb.Error:
        raise BundleError(t("tasks.results_unreadable")) from None
