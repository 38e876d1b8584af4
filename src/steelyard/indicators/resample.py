"""Scores of indicators in resamples of the clusters: what the interval of a composite is made of.

Per cluster only sums are kept; drawing clusters anew is then a product of counts and sums. Clusters
beyond `BUCKETS` are thrown together at random, which leaves the resampling valid and the memory
bounded: a bucket is a larger cluster. A share at 0 or 1 would be the same in every resample, so it
is drawn from its own posterior instead. Resamples of few clusters spread too little; they are
spread to what a t interval of so few would have.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, NamedTuple, TypeAlias

import duckdb
import numpy as np
import numpy.typing as npt

from steelyard.indicators.arrays import Array, evaluate_arrays
from steelyard.indicators.by_cluster import (
    Clusters,
    Floats,
    cases_by_cluster,
    members_by_cluster,
    sums_by_cluster,
)
from steelyard.indicators.influence import influence
from steelyard.indicators.intervals import DOMINATED, cluster_sizes, shrink_for_few
from steelyard.indicators.prepare import prepare
from steelyard.indicators.resolve import Nested, Resolved
from steelyard.indicators.scores import score_of
from steelyard.indicators.shapes import f1_of, share_of
from steelyard.indicators.tree import Atom, Extreme, Node, Quantile, Sum, atoms_of, walk
from steelyard.indicators.units import units
from steelyard.model import IndicatorValue, Spread, here

BUCKETS = 4096
DRAWS = 2000
_BLOCK = 200  # resamples whose counts are in memory at a time
_MAX_MEMBERS = 2000
_MUCH = 10_000_000_000  # products of a count and a sum that take seconds; fewer are made here

Picks: TypeAlias = npt.NDArray[np.uint16]


def resample_scores(
    con: duckdb.DuckDBPyConnection,
    values: Mapping[str, IndicatorValue],
    *,
    params: Mapping[str, Any],
    draws: int = DRAWS,
    seed: int = 0,
    own: int = 1,
    beside: bool = False,
    spread: Spread = here,
) -> dict[str, Floats]:
    """Return the score of every indicator that has one, in each resample.

    One cluster alone is the same in every resample: nothing is returned then, for what it says is
    not certain.

    Two runs over the same cases draw the same clusters with the same seed, so that the difference
    of their scores, draw by draw, is one of the same cases.

    Args:
        con: where the results table is.
        values: the indicators as computed.
        params: their parameters, as for `compute_indicators`.
        draws: how many resamples.
        seed: the same seed draws the same clusters.
        own: a number of the run's own, for what is drawn beside the clusters: shares at 0 or 1,
            percentiles.
        beside: the draws are set beside those of other runs. Then a share that is at 0 or 1 only in
            some resamples is drawn from its posterior there; else a run that failed once would beat
            one that never did whenever its failure is not drawn.
        spread: where resamples are added up, if there is much to add.
    """
    wanted = [id_ for id_, value in values.items() if value.score is not None]
    _, table, ready, _ = prepare(con, wanted, params)
    clusters = Clusters(con, table, units(table, None), BUCKETS)
    if clusters.size < 2:
        return {}
    widths = _widths(con, ready, clusters, params)
    if widths is None:
        return {}
    sources = _sources(ready, clusters)
    drawn = _draw([source.sums for source in sources], clusters.size, draws, seed, spread)
    chance = _Chance(np.random.default_rng([seed, own]), beside)
    found = {}
    for resolved, source, sums in zip(ready, sources, drawn, strict=True):
        value = values[resolved.record.id]
        assert value.score is not None
        scores = source.scores(resolved, sums, value, chance)
        width = widths.get(value.id) or _spread_for_few(source.sums)
        scores = value.score + (scores - value.score) * width
        found[value.id] = np.where(np.isnan(scores), value.score, np.clip(scores, 0.0, 1.0))
    return found


def _widths(
    con: duckdb.DuckDBPyConnection,
    ready: Sequence[Resolved],
    clusters: Clusters,
    params: Mapping[str, Any],
) -> dict[str, float] | None:
    """Return √(v/v₀)·t/z of the indicators that rest on clusters of unequal weight.

    v is the jackknife's variance and v₀ that of resampled clusters; for clusters of one size the
    factor follows from their number. None when one cluster holds so much of the cases that nothing
    can be said about others.
    """
    if clusters.units.single or clusters.hashed:
        return {}
    cases = cases_by_cluster(clusters)
    if cluster_sizes(cases).effective < DOMINATED:
        return None
    if min(cases) == max(cases):
        return {}
    ids = [resolved.record.id for resolved in ready]
    found = influence(con, ids, params=params, most=BUCKETS)
    pairs = zip(found.ids, found.spreads, found.inflation, strict=True)
    return {
        id_: math.sqrt(inflation / shrink_for_few(spread.df))
        for id_, spread, inflation in pairs
        if spread.clusters > 1
    }


def _spread_for_few(sums: Floats) -> float:
    """Return √(C/(C−1))·t/z for the C clusters that have any part in the sums."""
    clusters = int((sums != 0).any(axis=1).sum())
    if clusters < 2:
        return 1.0
    return math.sqrt(clusters / (clusters - 1) / shrink_for_few(clusters - 1))


class _Chance(NamedTuple):
    """What is drawn beside the clusters, and whether also where only a resample is at 0 or 1."""

    rng: np.random.Generator
    beside: bool


class _Plain(NamedTuple):
    """Sums of an ordinary indicator, by cluster."""

    atoms: tuple[Sum, ...]
    sums: Floats

    def scores(
        self, resolved: Resolved, drawn: Floats, value: IndicatorValue, chance: _Chance
    ) -> Floats:
        atoms: dict[Atom, Array] = dict(zip(self.atoms, drawn, strict=True))
        trees = [resolved.tree, *([] if resolved.score is None else [resolved.score])]
        for atom in dict.fromkeys(atom for tree in trees for atom in atoms_of(tree)):
            if isinstance(atom, Quantile):
                atoms[atom] = _around(value, drawn.shape[1], chance.rng)
            elif isinstance(atom, Extreme):
                atoms[atom] = np.full(drawn.shape[1], value.value)
        totals = dict(zip(self.atoms, self.sums.sum(axis=0), strict=True))
        used = dict(zip(self.atoms, (self.sums > 0).sum(axis=0), strict=True))
        _loosen(trees, atoms, totals, used, chance)
        return _scored(resolved, value, evaluate_arrays(trees[-1], atoms))


class _Grouped(NamedTuple):
    """Weight and sums of every group of a nested indicator, by cluster."""

    nested: Nested
    members: list[str]
    atoms: list[Sum]
    extremes: dict[str, dict[Atom, float]]
    sums: Floats

    def scores(
        self, resolved: Resolved, drawn: Floats, value: IndicatorValue, chance: _Chance
    ) -> Floats:
        groups = []
        width = 1 + len(self.atoms)
        for at, member in enumerate(self.members):
            weight, *sums = drawn[at * width : (at + 1) * width]
            atoms: dict[Atom, Array] = dict(zip(self.atoms, sums, strict=True))
            atoms.update(self.extremes[member])
            names: dict[str, Array] = {self.nested.name: member}
            for name, node in self.nested.each.items():
                names[name] = evaluate_arrays(node, atoms, names=names)
            groups.append((weight > 0, names))
        tree = resolved.tree if resolved.score is None else resolved.score
        return _scored(resolved, value, evaluate_arrays(tree, {}, groups=groups))


class _Fixed(NamedTuple):
    """An indicator that stays as it is: a plain count, or one with too many groups to redraw."""

    sums: Floats

    def scores(
        self, resolved: Resolved, drawn: Floats, value: IndicatorValue, chance: _Chance
    ) -> Floats:
        return np.full(drawn.shape[1], value.score)


def _sources(ready: Sequence[Resolved], clusters: Clusters) -> list[_Plain | _Grouped | _Fixed]:
    """Return what each indicator is drawn from; all ordinary ones come from one query."""
    plain = [_sums(resolved) for resolved in ready if resolved.nested is None]
    every = tuple(dict.fromkeys(atom for sums in plain for atom in sums))
    columns = dict(zip(every, sums_by_cluster(every, clusters).T, strict=True))
    sources: list[_Plain | _Grouped | _Fixed] = []
    for resolved in ready:
        sums, nested = _sums(resolved), resolved.nested
        if resolved.formula.interval == "none":
            sources.append(_Fixed(np.zeros((clusters.size, 0))))
        elif nested is None:
            own = [columns[atom] for atom in sums]
            sources.append(_Plain(sums, np.array(own).reshape(len(own), clusters.size).T))
        elif nested.of_cases:
            sources.append(_Plain(sums, sums_by_cluster(sums, clusters, nested)))
        else:
            sources.append(_grouped(nested, clusters))
    return sources


def _sums(resolved: Resolved) -> tuple[Sum, ...]:
    trees = [resolved.tree, *([] if resolved.score is None else [resolved.score])]
    every = dict.fromkeys(atom for tree in trees for atom in atoms_of(tree))
    return tuple(atom for atom in every if isinstance(atom, Sum))


def _grouped(nested: Nested, clusters: Clusters) -> _Grouped | _Fixed:
    members = members_by_cluster(nested, clusters, _MAX_MEMBERS)
    if members is None:
        return _Fixed(np.zeros((clusters.size, 0)))
    return _Grouped(nested, *members)


def _draw(
    matrices: Sequence[Floats], clusters: int, draws: int, seed: int, spread: Spread
) -> list[Floats]:
    """Return the sums of every matrix in each resample of its rows, as (sums, resamples)."""
    if not matrices:
        return []
    together = np.hstack(matrices)
    found = np.empty((together.shape[1], draws))
    where = spread if together.size * draws >= _MUCH else here
    start = 0
    for sums in where(_AddUp(together), _picks(clusters, draws, seed)):
        found[:, start : start + len(sums)] = sums.T
        start += len(sums)
    ends = np.cumsum([matrix.shape[1] for matrix in matrices])
    return np.split(found, ends[:-1])


def _picks(clusters: int, draws: int, seed: int) -> Iterator[Picks]:
    """Yield which clusters each resample has, block by block.

    They come from one stream, which cannot be entered in its middle (a pick may take more than one
    number of it); drawing is a small part of the work, so the picks travel and not the stream.
    """
    rng = np.random.default_rng(seed)
    for start in range(0, draws, _BLOCK):
        size = min(_BLOCK, draws - start)
        yield rng.integers(0, clusters, (size, clusters)).astype(np.uint16)  # BUCKETS fit


@dataclass(frozen=True)
class _AddUp:
    """Adds up the sums of the clusters that were picked, resample by resample."""

    sums: Floats

    def __call__(self, picks: Picks) -> Floats:
        size, clusters = picks.shape
        places = picks + clusters * np.arange(size)[:, None]  # of its resample's own counts
        counts = np.bincount(places.ravel(), minlength=size * clusters).reshape(size, clusters)
        return counts.astype(float) @ self.sums


def _loosen(
    trees: Iterable[Node],
    atoms: dict[Atom, Array],
    totals: Mapping[Sum, float],
    used: Mapping[Sum, int],
    chance: _Chance,
) -> None:
    """Let shares that are 0 or 1 vary: draw them from Beta(k + ½, n − k + ½)."""
    nodes = list(dict.fromkeys(node for tree in trees for node in walk(tree)))
    for above, below in filter(None, map(share_of, nodes)):
        n = min(float(used[below]), totals[below])
        if chance.beside or totals[above] in (0.0, totals[below]):
            atoms[above] = _drawn_at_bounds(atoms[above], atoms[below], n, chance)
    for correct, attempted, answerable in filter(None, map(f1_of, nodes)):
        # F1 is a share of the mean of what was attempted and what could be answered.
        known: dict[Atom, Array] = dict(totals.items())
        whole = float(totals[attempted] + evaluate_arrays(answerable, known)) / 2
        clusters = max(used[atom] for atom in (attempted, answerable) if isinstance(atom, Sum))
        n = min(float(clusters), whole)
        if chance.beside or totals[correct] in (0.0, whole):
            wholes = (atoms[attempted] + evaluate_arrays(answerable, atoms)) / 2
            atoms[correct] = _drawn_at_bounds(atoms[correct], wholes, n, chance)


def _drawn_at_bounds(part: Array, whole: Array, n: float, chance: _Chance) -> Array:
    """Return the part with what is none or all of the whole drawn from its posterior."""
    parts, wholes = np.array(part, float), np.asarray(whole, float)
    if n <= 0:
        return parts
    none, all_ = (parts == 0) & (wholes > 0), (parts == wholes) & (wholes > 0)
    for at, k in ((none, 0.0), (all_, n)):
        parts[at] = chance.rng.beta(k + 0.5, n - k + 0.5, int(at.sum())) * wholes[at]
    return parts


def _around(value: IndicatorValue, draws: int, rng: np.random.Generator) -> Floats:
    """Draw a quantile from its interval, as if it were normal; it is no sum to redraw."""
    middle = value.value or 0.0
    if value.interval is None:
        return np.full(draws, middle)
    z = NormalDist().inv_cdf(0.5 + value.interval.confidence / 2)
    error = (value.interval.high - value.interval.low) / (2 * z)
    return middle + error * rng.standard_normal(draws)


def _scored(resolved: Resolved, value: IndicatorValue, drawn: Array) -> Floats:
    found = np.broadcast_to(np.asarray(drawn, float), np.shape(drawn) or (1,))
    if resolved.score is not None:
        return found
    how = resolved.formula.score
    if how.rule in ("identity", "complement"):
        return found if how.rule == "identity" else 1.0 - found
    known = (None if one != one else one for one in found.tolist())
    scores = (score_of(one, how, resolved.params) for one in known)
    return np.array([np.nan if score is None else score for score in scores])
