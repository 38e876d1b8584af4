"""A run that is scored anew gets another table, and the old one goes, while somebody reads it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import duckdb

from steelyard.bundle import Bundle
from steelyard.errors import BundleError

P = ParamSpec("P")
T = TypeVar("T")
_MOST = 3  # in a row; each took the time to score a whole run anew


def again_if_replaced(read: Callable[Concatenate[Path, P], T]) -> Callable[Concatenate[Path, P], T]:
    """Have what reads the bundle at `path` begin again when its table was replaced meanwhile."""

    @wraps(read)
    def reading(path: Path, /, *args: P.args, **named: P.kwargs) -> T:
        for _ in range(_MOST):
            table = Bundle(path).results_path
            try:
                return read(path, *args, **named)
            except (duckdb.IOException, BundleError, OSError):
                if Bundle(path).results_path == table:
                    raise
        return read(path, *args, **named)

    return reading
