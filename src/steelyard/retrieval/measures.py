"""The one engine behind every retrieval number: judged hits to measures, all cutoffs in one walk.

Only a judged document can change a measure, so a ranking is given by its *hits*: which query, at
which rank, of which grade. Sums are taken with `bincount` in rank order, so a query's value does
not depend on the other queries beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

HIGHEST = 10  # grades go from 0 to this

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Hits(NamedTuple):
    """Judged documents that were retrieved, ordered by query, then by rank (from 1)."""

    query: Ints
    rank: Ints
    grade: Floats


class Pool(NamedTuple):
    """Every judged document, ordered by query, then from the highest grade down."""

    query: Ints
    grade: Floats


@dataclass(frozen=True, slots=True)
class Rules:
    """What may be chosen about the measures (see the parameters of `ir.metrics`)."""

    cutoffs: tuple[int, ...] = (5, 10, 20)
    min_relevance: float = 5.0
    gain: Literal["exp", "linear"] = "exp"
    threshold_gain: bool = False
    denominator: Literal["k", "retrieved"] = "k"
    empty_query: Literal["skip", "zero"] = "skip"
    persistence: float = 0.8


def measure(hits: Hits, pool: Pool, retrieved: Ints, rules: Rules) -> dict[str, Floats]:
    """Return every measure of every query; NaN where it is undefined.

    Args:
        hits: judged documents that were retrieved.
        pool: judged documents, retrieved or not. A grade below 0 means: not judged after all.
        retrieved: how many documents each query got; its length is the number of queries.
        rules: cutoffs, threshold, gain and what to do where nothing is relevant.
    """
    size = len(retrieved)
    relevant = _relevant(hits.grade, rules)
    total = _count(pool.query[_relevant(pool.grade, rules)], size)
    found: dict[str, Floats] = {}
    for k in rules.cutoffs:
        top = hits.rank <= k
        shown = _shown(k, retrieved, rules)
        good = _count(hits.query[top & relevant], size)
        judged = _count(hits.query[top & (hits.grade >= 0)], size)
        found[f"hits@{k}"] = good
        found[f"precision@{k}"] = _ratio(good, shown)
        found[f"recall@{k}"] = _ratio(good, total)
        found[f"success@{k}"] = (good > 0).astype(np.float64)
        found[f"judged@{k}"] = _ratio(judged, shown)
    found |= _of_relevant(_only(hits, relevant), total, rules.persistence)
    found["bpref"] = _bpref(hits, relevant, pool, total, rules)
    found = {name: _where_any(values, total, name, rules) for name, values in found.items()}
    found |= _ndcg(hits, pool, size, rules)
    found["rbp_residual"] = _residual(hits, size, rules.persistence)
    return found


def _of_relevant(hits: Hits, total: Floats, persistence: float) -> dict[str, Floats]:
    """Return the measures that look at relevant documents only, over the whole list."""
    size = len(total)
    so_far = _running(hits.query, np.ones(len(hits.query), np.int64))
    first = so_far == 1
    first_rank = np.full(size, np.nan)
    first_rank[hits.query[first]] = hits.rank[first]
    within = hits.rank <= total[hits.query]
    return {
        "ap": _ratio(_sum(hits.query, so_far / hits.rank, size), total),
        "rr": np.nan_to_num(1 / first_rank, nan=0.0),
        "first_rank": first_rank,
        "r_precision": _ratio(_count(hits.query[within], size), total),
        "rbp": _sum(hits.query, _weights(hits.rank, persistence), size),
    }


def _bpref(
    hits: Hits, relevant: NDArray[np.bool_], pool: Pool, total: Floats, rules: Rules
) -> Floats:
    """Return the share of right preferences: how few judged bad documents stand above each good."""
    size = len(total)
    bad = (hits.grade >= 0) & ~relevant
    above = _running(hits.query, bad.astype(np.int64))[relevant]
    query = hits.query[relevant]
    pool_bad = (pool.grade >= 0) & ~_relevant(pool.grade, rules)
    bound = np.minimum(_count(pool.query[pool_bad], size), total)[query]
    share = np.minimum(above, total[query]) / np.maximum(bound, 1)
    return _ratio(_sum(query, 1 - np.where(above > 0, share, 0.0), size), total)


def _ndcg(hits: Hits, pool: Pool, size: int, rules: Rules) -> dict[str, Floats]:
    """Return nDCG, DCG and IDCG at every cutoff and of the whole list.

    nDCG is undefined where nothing has a gain.
    """
    place = _running(pool.query, np.ones(len(pool.query), np.int64))
    ideal = _gain(pool.grade, rules) / np.log2(place + 1.0)
    won = _gain(hits.grade, rules) / np.log2(hits.rank + 1.0)
    found: dict[str, Floats] = {}
    for k in (*rules.cutoffs, None):
        top = slice(None) if k is None else hits.rank <= k
        best = slice(None) if k is None else place <= k
        bound = _sum(pool.query[best], ideal[best], size)
        gained = _sum(hits.query[top], won[top], size)
        values = _ratio(gained, bound)
        if rules.empty_query == "zero":
            values = np.nan_to_num(values, nan=0.0)
        at = "" if k is None else f"@{k}"
        found |= {f"ndcg{at}": values, f"dcg{at}": gained, f"idcg{at}": bound}
    return found


def _residual(hits: Hits, size: int, persistence: float) -> Floats:
    """Return how much RBP could still gain: the weight of everything that is not judged."""
    judged = _only(hits, hits.grade >= 0)
    return 1 - _sum(judged.query, _weights(judged.rank, persistence), size)


def _weights(rank: Ints, persistence: float) -> Floats:
    """Return the chance that a reader gets as far as each rank, scaled to sum to 1."""
    steps: Floats = np.power(persistence, rank - 1.0)
    return (1 - persistence) * steps


def _where_any(values: Floats, total: Floats, name: str, rules: Rules) -> Floats:
    """Apply the rule for queries of which no relevant document exists."""
    if name.startswith("judged@"):
        return values
    if rules.empty_query == "skip":
        return np.where(total > 0, values, np.nan)
    return values if name == "first_rank" else np.where(total > 0, values, 0.0)


def _relevant(grade: Floats, rules: Rules) -> NDArray[np.bool_]:
    return (grade >= rules.min_relevance) & (grade >= 0)


def _gain(grade: Floats, rules: Rules) -> Floats:
    grade = np.maximum(grade, 0.0)
    if rules.threshold_gain:
        grade = np.where(_relevant(grade, rules), grade, 0.0)
    return np.exp2(grade) - 1 if rules.gain == "exp" else grade


def _shown(k: int, retrieved: Ints, rules: Rules) -> Floats:
    if rules.denominator == "retrieved":
        return np.minimum(retrieved, k).astype(np.float64)
    return np.full(len(retrieved), float(k))


def _running(query: Ints, steps: Ints) -> Ints:
    """Return the running total of `steps` inside each query; whole numbers, so exact."""
    totals = np.cumsum(steps)
    starts = np.flatnonzero(np.diff(query, prepend=-1))
    before = totals[starts] - steps[starts]
    return totals - np.repeat(before, np.diff(starts, append=len(query)))


def _only(hits: Hits, kept: NDArray[np.bool_]) -> Hits:
    return Hits(hits.query[kept], hits.rank[kept], hits.grade[kept])


def _count(query: Ints, size: int) -> Floats:
    return np.bincount(query, minlength=size).astype(np.float64)


def _sum(query: Ints, weights: Floats, size: int) -> Floats:
    return np.bincount(query, weights=weights, minlength=size).astype(np.float64, copy=False)


def _ratio(part: Floats, whole: Floats) -> Floats:
    result = np.full(len(part), np.nan)
    np.divide(part, whole, out=result, where=whole > 0)
    return result
