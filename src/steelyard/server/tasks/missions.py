"""The missions among the cases of a run: which there are, and what happened in one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from steelyard.server.tasks.rows import Filter, Look, Rows, read_rows
from steelyard.server.tasks.shape import read_columns

STAGES = ("ops_observe", "ops_orient", "ops_decide", "ops_act")
SCORES = ("ops_objectives", *STAGES, "ops_timeliness", "ops_compliance", "ops_resource")
_SAID = ("row", "case_id", "mission_id", "scene", "passed", "ops_effectiveness", "ops_veto")
_MARK = "ops_effectiveness"


def has_missions(path: Path) -> bool:
    """Whether the cases of the run at `path` were scored as missions."""
    if _MARK not in read_columns(path):
        return False
    look = Look(filters=(_known(),), limit=1, columns=("row",), count=False)
    return bool(read_rows(path, look).rows)


def read_missions(path: Path, *, sort: str, cursor: str | None, limit: int) -> Rows:
    """Return a page of missions with the score of each stage.

    Raises:
        InputError: the order or the cursor is wrong.
    """
    known = read_columns(path)
    wanted = [name for name in (*_SAID, *SCORES) if name in known]
    look = Look(
        filters=(_known(),),
        sort=sort if sort.removeprefix("-") in wanted else _MARK,
        cursor=cursor,
        limit=limit,
        columns=wanted,
    )
    return read_rows(path, look)


def _known() -> Filter:
    return Filter(_MARK, "null", "false")


def seconds_of(cells: Mapping[str, Any], name: str) -> float | None:
    """Return a moment of a mission; None when the case does not say."""
    found = cells.get(name)
    return float(found) if isinstance(found, int | float) and not isinstance(found, bool) else None
