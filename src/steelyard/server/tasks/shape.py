"""What the results of a run have: columns, conditions, environments."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from steelyard.bundle import Bundle
from steelyard.server.tasks.glance import glance


def read_columns(path: Path) -> frozenset[str]:
    """Return the names of the columns of the bundle at `path`.

    Raises:
        BundleError: there are no results yet.
    """
    # A table never changes; one that is scored anew has another name.
    return _columns(path, Bundle(path).results_path.name)


def has_conditions(path: Path) -> bool:
    """Whether the run at `path` was asked under perturbations, load or faults as well."""
    return bool(_plan(path).get("conditions"))


def has_environments(path: Path) -> bool:
    """Whether the run at `path` was brought to other environments."""
    return bool(_plan(path).get("environments"))


def _plan(path: Path) -> Mapping[str, Any]:
    return Bundle(path).manifest.values.get("plan") or {}


@lru_cache(maxsize=256)
def _columns(path: Path, _table: str) -> frozenset[str]:
    with glance(path) as connection:
        return frozenset(str(row[0]) for row in connection.execute("DESCRIBE results").fetchall())
