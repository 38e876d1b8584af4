"""Known, other and unknown scenes side by side: what is lost, and what is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from steelyard.analysis.generalisation.outcomes import Outcomes, Source, outcomes_by
from steelyard.analysis.generalisation.rate import Rate
from steelyard.indicators.intervals import Part, ratio_limits, square_and_add
from steelyard.model import weakest

if TYPE_CHECKING:
    from steelyard.model import Provenance

_KINDS = ("train", "non_train", "unknown")
_OTHER = "other"


@dataclass(frozen=True, slots=True)
class SceneKind:
    """One kind of scene beside the known ones.

    Attributes:
        kind: `train`, `non_train`, `unknown`, or `other` for the last two together.
        scenes: different scenes named; None when no case names one.
        accuracy: of its functional cases.
        completion: of all its cases.
        gap: its completion less that in known scenes; None for those themselves.
        retention: its completion over that in known scenes; None likewise.
    """

    kind: str
    scenes: int | None
    accuracy: Rate
    completion: Rate
    gap: Rate | None = None
    retention: Rate | None = None


def scene_kinds(source: Source, columns: Mapping[str, int]) -> tuple[SceneKind, ...]:
    """Return the kinds of scene that cases name, known ones first; none when no case does.

    A case that says `is_unknown_scene` is unknown whatever its `scene_type`.
    """
    kind = _kind(columns)
    if kind is None:
        return ()
    found = outcomes_by(source, kind, columns)
    present = [name for name in _KINDS if name in found]
    if "non_train" in found and "unknown" in found:
        # Both together are what the gap of the scorecard is about.
        both = f"CASE WHEN {kind} IN ('non_train', 'unknown') THEN '{_OTHER}' END"
        found[_OTHER] = outcomes_by(source, both, columns)[_OTHER]
        present.append(_OTHER)
    scenes = _scenes(source, kind, columns)
    base = found["train"].completion if "train" in found else Rate(None)
    return tuple(_beside(name, scenes.get(name), found[name], base) for name in present)


def gap(shifted: Rate, base: Rate) -> Rate:
    """Return shifted − base with Newcombe's interval, made from the limits of both."""
    if shifted.value is None or base.value is None:
        return Rate(None, n=shifted.n)
    low = high = None
    if (parts := _parts(shifted, base)) is not None:
        above, below = parts
        low, high = square_and_add((above, below._replace(weight=-1.0)))
    return Rate(shifted.value - base.value, low, high, shifted.n, _provenance(shifted, base))


def kept(shifted: Rate, base: Rate) -> Rate:
    """Return shifted / base with the MOVER-R interval; undefined when the base is 0."""
    if shifted.value is None or not base.value:
        return Rate(None, n=shifted.n)
    low = high = None
    if (parts := _parts(shifted, base)) is not None:
        low, high = ratio_limits(*parts)
    if high is None:
        low = None  # half an interval would be read as a whole one
    return Rate(shifted.value / base.value, low, high, shifted.n, _provenance(shifted, base))


def _beside(kind: str, scenes: int | None, found: Outcomes, base: Rate) -> SceneKind:
    if kind == "train":
        return SceneKind(kind, scenes, *found)
    shifted = found.completion
    return SceneKind(kind, scenes, *found, gap(shifted, base), kept(shifted, base))


def _parts(shifted: Rate, base: Rate) -> tuple[Part, Part] | None:
    """Return both as independent parts: cases of one kind of scene are not those of another."""
    parts = []
    for rate in (shifted, base):
        if rate.value is None or rate.ci_low is None or rate.ci_high is None:
            return None
        parts.append(Part(1.0, rate.value, rate.ci_low, rate.ci_high))
    return parts[0], parts[1]


def _provenance(first: Rate, second: Rate) -> Provenance:
    return weakest((first.provenance, second.provenance))


def _kind(columns: Mapping[str, int]) -> str | None:
    """Return SQL for the kind of scene of a row; None when no row says anything about it."""
    typed, flagged = columns.get("scene_type"), columns.get("is_unknown_scene")
    if not typed and not flagged:
        return None
    said = "scene_type" if typed else "NULL"
    if not flagged:
        return f"CAST({said} AS VARCHAR)"
    return f"CASE WHEN is_unknown_scene THEN 'unknown' ELSE CAST({said} AS VARCHAR) END"


def _scenes(source: Source, kind: str, columns: Mapping[str, int]) -> dict[str, int]:
    if not columns.get("scene"):
        return {}
    rows = source.con.execute(
        f"SELECT {kind}, count(DISTINCT scene) FROM results GROUP BY ALL"
    ).fetchall()
    counted = {name: number for name, number in rows if number}
    ((both,),) = source.con.execute(
        f"SELECT count(DISTINCT scene) FROM results WHERE {kind} IN ('non_train', 'unknown')"
    ).fetchall()
    return counted | {_OTHER: both}
