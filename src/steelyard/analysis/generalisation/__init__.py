"""Generalisation: its formulas on given inputs, and the tables of a run.

Importing this registers the formulas.
"""

from steelyard.analysis.generalisation import (
    checklist_coverage,
    contribution,
    efficiency,
    load,
    perturb,
    retention,
    trace,
)
from steelyard.analysis.generalisation.not_computed import Lack, not_computed
from steelyard.analysis.generalisation.places import Place
from steelyard.analysis.generalisation.rate import Rate
from steelyard.analysis.generalisation.scene_kinds import SceneKind
from steelyard.analysis.generalisation.tables import Generalisation, generalisation_tables

__all__ = [
    "Generalisation",
    "Lack",
    "Place",
    "Rate",
    "SceneKind",
    "checklist_coverage",
    "contribution",
    "efficiency",
    "generalisation_tables",
    "load",
    "not_computed",
    "perturb",
    "retention",
    "trace",
]
