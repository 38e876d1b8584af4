"""Which measures say nearly the same: clusters, and how far the others determine one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from steelyard.analysis.correlation.cluster import THRESHOLD, clusters
from steelyard.analysis.correlation.content import Cluster, Pair, Redundancy, Vif
from steelyard.analysis.correlation.spoken import both
from steelyard.analysis.correlation.vif import explained_by_others, inflation

if TYPE_CHECKING:
    from steelyard.analysis.correlation.observations import Observations
    from steelyard.model import Words

VIF_LIMIT = 10.0
_LEAST, _NEAR = 30, 0.9


def redundancy(found: Observations, pairs: Sequence[Pair]) -> Redundancy | None:
    """Return what could be merged or share one weight; None for fewer than two measures."""
    if len(found.measures) < 2:
        return None
    same = [(pair.a, pair.b) for pair in pairs if pair.structural is not None]
    vifs, n, reason = _vifs(found, {b for _, b in same})
    return Redundancy(
        threshold=THRESHOLD,
        clusters=_clusters(found, pairs),
        vif_limit=VIF_LIMIT,
        vifs=vifs,
        n=n,
        structural=tuple(same),
        reason=reason,
        pairs=_sure(pairs),
    )


def _sure(pairs: Sequence[Pair]) -> tuple[tuple[str, str, float], ...]:
    """Return the pairs that nearly repeat each other, for sure and not by construction."""
    found = []
    for pair in pairs:
        rho = pair.spearman
        if pair.structural is not None or rho.value is None or rho.n < _LEAST:
            continue
        # A perfect correlation has no interval and is the surest of all.
        limits = [end for end in (rho.ci_low, rho.ci_high) if end is not None]
        least = min((abs(end) for end in limits), default=abs(rho.value))
        if least >= _NEAR and all(end * rho.value > 0 for end in limits):
            found.append((pair.a, pair.b, rho.value))
    return tuple(sorted(found, key=lambda one: -abs(one[2])))


def _clusters(found: Observations, pairs: Sequence[Pair]) -> tuple[Cluster, ...]:
    ids = [measure.id for measure in found.measures]
    near = {(pair.a, pair.b): pair.spearman.value for pair in pairs}
    near |= {(b, a): value for (a, b), value in near.items()}
    labels = clusters([[1.0 if a == b else near[a, b] for b in ids] for a in ids])
    groups: dict[int, list[str]] = {}
    for id_, label in zip(ids, labels, strict=True):
        groups.setdefault(label, []).append(id_)
    made = []
    for members in groups.values():
        inside = [near[a, b] for at, a in enumerate(members) for b in members[at + 1 :]]
        known = [abs(value) for value in inside if value is not None]
        if len(members) > 1 and known:
            made.append(Cluster(tuple(members), min(known)))
    return tuple(made)


def _vifs(found: Observations, twins: set[str]) -> tuple[tuple[Vif, ...], int, Words | None]:
    """Return the factors over the units that have all measures, twins left out."""
    import numpy as np

    # What few units have would leave few units to look at.
    common = 0.8 * max(measure.n for measure in found.measures)
    places = [
        at
        for at, measure in enumerate(found.measures)
        if measure.id not in twins and measure.n >= common
    ]
    values = found.values[:, places]
    whole = values[~np.isnan(values).any(axis=1)]
    if len(places) < 2 or len(whole) <= len(places) + 1:
        return (), len(whole), both("few_whole", n=len(whole), k=len(places))
    shares = explained_by_others(whole)
    made = [
        Vif(found.measures[at].id, inflation(r2), r2)
        for at, r2 in zip(places, shares, strict=True)
        if r2 is not None
    ]
    # One that the others determine wholly has no factor, and stands first.
    ordered = sorted(made, key=lambda one: -(float("inf") if one.value is None else one.value))
    return tuple(ordered), len(whole), None
