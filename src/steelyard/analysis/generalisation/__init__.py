"""Generalisation: its formulas on given inputs, and the tables of a run.

Importing this registers the formulas.
"""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.analysis.generalisation import (
        checklist_coverage,
        contribution,
        efficiency,
        load,
        perturb,
        random_effects,
        retention,
        trace,
    )
    from steelyard.analysis.generalisation.new_scene import NewScene
    from steelyard.analysis.generalisation.not_computed import Lack, not_computed
    from steelyard.analysis.generalisation.places import Place
    from steelyard.analysis.generalisation.rate import Rate
    from steelyard.analysis.generalisation.scene_kinds import SceneKind
    from steelyard.analysis.generalisation.tables import Generalisation, generalisation_tables
    from steelyard.analysis.generalisation.worst_scene import WorstScene

__all__ = [
    "Generalisation",
    "Lack",
    "NewScene",
    "Place",
    "Rate",
    "SceneKind",
    "WorstScene",
    "checklist_coverage",
    "contribution",
    "efficiency",
    "generalisation_tables",
    "load",
    "not_computed",
    "perturb",
    "random_effects",
    "retention",
    "trace",
]
lazy_exports(
    __name__,
    {
        ".": (
            "checklist_coverage",
            "contribution",
            "efficiency",
            "load",
            "perturb",
            "random_effects",
            "retention",
            "trace",
        ),
        "new_scene": ("NewScene",),
        "not_computed": ("Lack", "not_computed"),
        "places": ("Place",),
        "rate": ("Rate",),
        "scene_kinds": ("SceneKind",),
        "tables": ("Generalisation", "generalisation_tables"),
        "worst_scene": ("WorstScene",),
    },
)
