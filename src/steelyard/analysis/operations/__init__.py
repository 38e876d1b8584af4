"""Operations: what stands behind the numbers of a run of missions."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.analysis.operations.decomposition import STATES, Decomposition, StartState
    from steelyard.analysis.operations.requirements import Requirement
    from steelyard.analysis.operations.tables import Operations, operations_tables

__all__ = [
    "STATES",
    "Decomposition",
    "Operations",
    "Requirement",
    "StartState",
    "operations_tables",
]
lazy_exports(
    __name__,
    {
        "decomposition": ("STATES", "Decomposition", "StartState"),
        "requirements": ("Requirement",),
        "tables": ("Operations", "operations_tables"),
    },
)
