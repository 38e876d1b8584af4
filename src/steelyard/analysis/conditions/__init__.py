"""What was done to the agent beside asking it plainly, and what came of it."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.analysis.conditions.environment_matrix import Requirement
    from steelyard.analysis.conditions.environments import EnvironmentLine, Issue
    from steelyard.analysis.conditions.fault_matrix import FaultOutcomes
    from steelyard.analysis.conditions.knee import Knee, Step, knee
    from steelyard.analysis.conditions.lines import Applied, FaultLine, KindLine, PhaseLine
    from steelyard.analysis.conditions.tables import Conditions, condition_tables
    from steelyard.analysis.conditions.team import TeamTable

__all__ = [
    "Applied",
    "Conditions",
    "EnvironmentLine",
    "FaultLine",
    "FaultOutcomes",
    "Issue",
    "KindLine",
    "Knee",
    "PhaseLine",
    "Requirement",
    "Step",
    "TeamTable",
    "condition_tables",
    "knee",
]
lazy_exports(
    __name__,
    {
        "environment_matrix": ("Requirement",),
        "environments": ("EnvironmentLine", "Issue"),
        "fault_matrix": ("FaultOutcomes",),
        "knee": ("Knee", "Step", "knee"),
        "lines": ("Applied", "FaultLine", "KindLine", "PhaseLine"),
        "tables": ("Conditions", "condition_tables"),
        "team": ("TeamTable",),
    },
)
