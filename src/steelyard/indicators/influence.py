"""`influence`: how much each cluster pulls on each indicator.

The pulls of an indicator add up to 0 (about 0 for clusters of unequal weight), and C/(C−1) times
the sum of their squares is its sampling variance. Two runs over the same cases differ by the
difference of their pulls; the products of the pulls of two indicators say how their errors go
together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import duckdb
import numpy as np
from numpy.typing import NDArray

from steelyard.indicators.by_cluster import (
    Clusters,
    Floats,
    members_by_cluster,
    sums_by_cluster,
)
from steelyard.indicators.dual import UNDEFINED, Dual, variable
from steelyard.indicators.intervals import ClusterSizes, cluster_sizes, equal_clusters
from steelyard.indicators.nested import names_of
from steelyard.indicators.prepare import prepare
from steelyard.indicators.resolve import Nested, Resolved, is_step
from steelyard.indicators.scalar import evaluate
from steelyard.indicators.shapes import own_counts
from steelyard.indicators.tree import Atom, Sum, atoms_of
from steelyard.indicators.units import units

_MAX_MEMBERS = 2000


class Influence(NamedTuple):
    """The pulls of clusters on indicators.

    Attributes:
        clusters: their keys: the case, or what groups it. The same cases have the same keys in
            every run.
        ids: the indicators that have pulls; one that is undefined, picks an extreme or a
            percentile, or counts groups has none.
        values: of these indicators.
        sizes: how many clusters have a part in each.
        matrix: a row per cluster, a column per indicator; scaled for clusters of unequal weight, so
            that their squares give the jackknife's variance.
        spreads: how the cases of each spread over clusters.
        inflation: by how much the variance of each is above that of resampled clusters.
    """

    clusters: list[str]
    ids: list[str]
    values: list[float]
    sizes: list[int]
    matrix: Floats
    spreads: list[ClusterSizes]
    inflation: list[float]

    def covariance(self) -> Floats:
        """Return the sampling covariance of the indicators; NaN for one of a single cluster."""
        sizes = np.array(self.sizes, float)
        with np.errstate(divide="ignore", invalid="ignore"):
            pulls = self.matrix * np.sqrt(sizes / (sizes - 1))
        found: Floats = pulls.T @ pulls
        return found


def influence(
    con: duckdb.DuckDBPyConnection,
    ids: Iterable[str] | None = None,
    *,
    params: Mapping[str, Any] | None = None,
    most: int | None = None,
) -> Influence:
    """Return the pull of every cluster of the table `results` on every indicator.

    Args:
        con: where the table is.
        ids: which indicators; all of the catalog by default.
        params: as for `compute_indicators`.
        most: beyond so many clusters they are thrown together at random into so many larger ones,
            which bounds the memory and leaves the variance right.
    """
    _, table, ready, _ = prepare(con, ids, params or {})
    clusters = Clusters(con, table, units(table, None), most)
    known = _ordinary(ready, clusters)
    found = {r.record.id: own for r in ready if (own := _pulls_of(r, clusters, known)) is not None}
    columns = [own.pulls for own in found.values()]
    return Influence(
        clusters.names,
        list(found),
        [own.value for own in found.values()],
        [own.size for own in found.values()],
        np.column_stack(columns) if columns else np.zeros((clusters.size, 0)),
        [own.spread for own in found.values()],
        [own.inflation for own in found.values()],
    )


class _Pulls(NamedTuple):
    """The pulls on one indicator."""

    value: float
    size: int
    pulls: Floats
    spread: ClusterSizes
    inflation: float


def _ordinary(ready: Sequence[Resolved], clusters: Clusters) -> dict[Sum, Floats]:
    """Return the sums of all ordinary indicators by cluster, from one query."""
    ordinary = (_sums_of(resolved) for resolved in ready if resolved.nested is None)
    every = list(dict.fromkeys(one for sums in ordinary for one in (*sums, *map(_count, sums))))
    return dict(zip(every, sums_by_cluster(every, clusters).T, strict=True))


def _sums_of(resolved: Resolved) -> list[Sum]:
    """Return the sums an indicator is made of; none when it is made of something else as well."""
    atoms = atoms_of(resolved.tree)
    sums = [atom for atom in atoms if isinstance(atom, Sum)]
    return sums if len(sums) == len(atoms) else []


def _count(atom: Sum) -> Sum:
    return Sum(atom.population, None, atom.where)


def _pulls_of(resolved: Resolved, clusters: Clusters, known: Mapping[Sum, Floats]) -> _Pulls | None:
    nested = resolved.nested
    if nested is not None and not nested.of_cases:
        return None if is_step(resolved.tree) else _of_groups(resolved, nested, clusters)
    sums = _sums_of(resolved)
    if not sums:
        return None
    wanted = [*sums, *map(_count, sums)]
    if nested is None:
        matrix = np.column_stack([known[atom] for atom in wanted])
    else:
        matrix = sums_by_cluster(wanted, clusters, nested)
    own, counts = matrix[:, : len(sums)], matrix[:, len(sums) :]
    inside = np.any(counts > 0, axis=1)
    totals: dict[Atom, Dual] = {
        atom: variable(float(total), atom)
        for atom, total in zip(sums, own.sum(axis=0), strict=True)
    }
    value = evaluate(resolved.tree, totals) if inside.any() else UNDEFINED
    slopes = np.array([value.slope.get(atom, 0.0) for atom in sums])
    # Each mean has the weights of its own rows; anything else those of the cases it rests on.
    cases = counts.max(axis=1, keepdims=True)
    weights = counts if own_counts(resolved.tree) else np.repeat(cases, len(sums), axis=1)
    return _centred(value, own * slopes, inside, weights)


def _of_groups(resolved: Resolved, nested: Nested, clusters: Clusters) -> _Pulls | None:
    members = members_by_cluster(nested, clusters, _MAX_MEMBERS)
    if members is None or not members.names:
        return None
    width = 1 + len(members.atoms)
    totals = members.sums.sum(axis=0).reshape(-1, width)
    groups: dict[str, dict[Atom, Dual]] = {}
    for name, (_, *sums) in zip(members.names, totals.tolist(), strict=True):
        own: dict[Atom, Dual] = {
            atom: variable(total, (name, atom))
            for atom, total in zip(members.atoms, sums, strict=True)
        }
        groups[name] = own | {atom: Dual(one) for atom, one in members.extremes[name].items()}
    value = evaluate(resolved.tree, {}, groups=names_of(nested, groups))
    slopes = np.zeros((len(members.names), width))
    for at, name in enumerate(members.names):
        slopes[at, 1:] = [value.slope.get((name, atom), 0.0) for atom in members.atoms]
    inside = np.any(members.sums[:, ::width] > 0, axis=1)
    cases = sums_by_cluster([Sum(nested.population, None, None)], clusters)
    pulls = members.sums @ slopes.ravel()
    return _centred(value, pulls[:, None], inside, cases)


def _centred(
    value: Dual, parts: Floats, inside: NDArray[np.bool_], weights: Floats
) -> _Pulls | None:
    """Return the pulls about their mean; a cluster that has no part in it does not pull.

    Args:
        value: of the indicator.
        parts: what each cluster adds to each sum, times its slope.
        inside: which clusters have a part in it.
        weights: of the clusters in each sum.
    """
    if not isinstance(value.value, (int, float)) or not np.isfinite(value.value):
        return None
    size = int(inside.sum())
    scale = size / (size - 1) if size > 1 else 1.0
    least = np.where(weights > 0, weights, np.inf).min(axis=0)
    if size < 2 or (least >= weights.max(axis=0)).all():
        pulls = parts.sum(axis=1)
        centred = np.where(inside, pulls - pulls[inside].mean(), 0.0)
        return _Pulls(float(value.value), size, centred, equal_clusters(size), scale)
    shares = weights / weights.sum(axis=0)
    apart = parts - shares * parts.sum(axis=0)
    many = (weights > 0).sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        left_out = np.where(shares < 1, apart / (1 - shares), 0.0) * np.sqrt(1 - 1 / many)
    pulls, plain = left_out.sum(axis=1), apart.sum(axis=1)
    squares = float(plain @ plain)
    inflation = float(pulls @ pulls) / squares if squares > 0 else scale
    own = weights.max(axis=1)
    spread = cluster_sizes(own[own > 0].tolist())
    return _Pulls(float(value.value), size, pulls / np.sqrt(scale), spread, inflation)
