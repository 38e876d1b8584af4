"""Operations: what stands behind the numbers of a run of missions."""

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
