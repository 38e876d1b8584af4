"""What was done to the agent beside asking it plainly, and what came of it."""

from steelyard.analysis.conditions.environments import EnvironmentLine, Issue
from steelyard.analysis.conditions.knee import Knee, Step, knee
from steelyard.analysis.conditions.lines import Applied, FaultLine, KindLine, PhaseLine
from steelyard.analysis.conditions.tables import Conditions, condition_tables
from steelyard.analysis.conditions.team import TeamTable

__all__ = [
    "Applied",
    "Conditions",
    "EnvironmentLine",
    "FaultLine",
    "Issue",
    "KindLine",
    "Knee",
    "PhaseLine",
    "Step",
    "TeamTable",
    "condition_tables",
    "knee",
]
