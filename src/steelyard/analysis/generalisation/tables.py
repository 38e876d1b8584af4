"""`generalisation_tables`: scenes, domains and kinds of scene of a run, as people read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.analysis.generalisation.new_scene import NewScene, new_scene
from steelyard.analysis.generalisation.not_computed import Lack, not_computed
from steelyard.analysis.generalisation.outcomes import Outcomes, Source, outcomes_by
from steelyard.analysis.generalisation.places import Place, places
from steelyard.analysis.generalisation.rate import Rate
from steelyard.analysis.generalisation.scene_kinds import SceneKind, scene_kinds
from steelyard.analysis.generalisation.worst_scene import WorstScene, worst_scene

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from steelyard.model import Provenance

_COLUMNS = ("scene", "domain")


@dataclass(frozen=True, slots=True)
class Generalisation:
    """How the outcomes of a run differ from place to place.

    Attributes:
        accuracy: of the whole run.
        completion: of the whole run.
        kinds: known scenes, other and unknown ones side by side.
        places: by `scene` and by `domain`, those that the cases name.
        not_computed: what is undefined, and what would define it.
        new_scene: what to expect in a scene never seen; None when no case names a scene.
        worst_scene: the weakest scene beside the others; None for fewer than two with enough cases.
    """

    accuracy: Rate
    completion: Rate
    kinds: tuple[SceneKind, ...]
    places: Mapping[str, tuple[Place, ...]]
    not_computed: tuple[Lack, ...]
    new_scene: NewScene | None = None
    worst_scene: WorstScene | None = None


def generalisation_tables(
    con: DuckDBPyConnection,
    summary: Mapping[str, Any],
    *,
    params: Mapping[str, Any] | None = None,
    provenance: Mapping[str, Provenance] | None = None,
) -> Generalisation:
    """Return the tables of a run.

    Args:
        con: a connection with the view `results`.
        summary: of the run.
        params: of its plan.
        provenance: outcome columns to `measured` or `declared`.
    """
    source = Source(con, params or {}, provenance or {})
    columns = source.columns()
    nothing = Outcomes(Rate(None), Rate(None))
    whole = outcomes_by(source, "'all'", columns).get("all", nothing)
    found = {column: places(source, column, columns) for column in _COLUMNS}
    return Generalisation(
        accuracy=whole.accuracy,
        completion=whole.completion,
        kinds=scene_kinds(source, columns),
        places={column: lines for column, lines in found.items() if lines},
        not_computed=not_computed(summary, columns, source.params),
        new_scene=new_scene(found["scene"]),
        worst_scene=worst_scene(source, columns, found["scene"]),
    )
