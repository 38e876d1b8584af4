"""`operations_tables`: requirements one by one, and effectiveness taken apart by state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.analysis.operations.decomposition import Decomposition, decomposition
from steelyard.analysis.operations.requirements import Requirement, requirements

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True, slots=True)
class Operations:
    """What stands behind two numbers of a run of missions.

    Attributes:
        requirements: behind `ops.sea`: how many cases meet each; none when the plan names none.
        adc: behind `ops.adc`; None when no case tells its states and effectiveness.
    """

    requirements: tuple[Requirement, ...]
    adc: Decomposition | None


def operations_tables(
    con: DuckDBPyConnection, *, params: Mapping[str, Any] | None = None
) -> Operations | None:
    """Return the tables of a run; None when it was not one of missions.

    Args:
        con: a connection with the view `results`.
        params: of its plan.
    """
    columns = {str(row[0]) for row in con.execute("DESCRIBE results").fetchall()}
    given = params or {}
    found = Operations(requirements(con, columns, given), decomposition(con, columns, given))
    return found if found.requirements or found.adc else None
