"""Means over queries with their intervals, and what was left out: a run as a record."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.retrieval.evaluate import RunScores
from steelyard.retrieval.judgements import Judgements
from steelyard.retrieval.measures import Floats
from steelyard.retrieval.student import NORMAL_REACH, t_reach

Unretrieved = Literal["skip", "zero"]

# What the measures are called once they are means over queries.
_MEANS = {"ap": "map", "rr": "mrr", "r_precision": "rprec"}
_AT_K = ("precision", "recall", "ndcg", "coverage", "judged")
_WHOLE = ("map", "mrr", "ndcg", "rprec", "bpref", "rbp")


class Mean(NamedTuple):
    """A mean, its interval (None when it has none) and how many queries it rests on."""

    value: float | None
    low: float | None
    high: float | None
    n: int


def summarise_run(
    run: RunScores, judgements: Judgements, unretrieved: Unretrieved
) -> dict[str, Any]:
    """Return the record of a run: name, queries, metrics, intervals, and what was skipped."""
    columns = counted(run, unretrieved)
    means = {
        name: share_of(columns[name]) if name.startswith("coverage@") else mean_of(columns[name], 0)
        for name in mean_names(columns)
    }
    missing = int((run.retrieved == 0).sum())
    considered = len(judgements.queries) - (missing if unretrieved == "skip" else 0)
    queries = int(np.isfinite(columns["mrr"]).sum())
    ranks = columns["first_rank"][np.isfinite(columns["first_rank"])]
    metrics = {name: mean.value for name, mean in means.items()}
    metrics["mean_first_rank"] = float(ranks.mean()) if len(ranks) else None
    metrics["median_first_rank"] = _median(ranks)
    return {
        "name": run.name,
        "queries": queries,
        "metrics": metrics,
        "intervals": {
            name: {"low": mean.low, "high": mean.high, "n": mean.n} for name, mean in means.items()
        },
        "rbp_residual": mean_of(columns["rbp_residual"], 0.0).value,
        "skipped": {
            "no_relevant_documents": considered - queries,
            "not_in_run": missing if unretrieved == "skip" else 0,
            "not_in_qrels": run.unjudged_queries,
        },
        "missing_queries": missing,
        "repeated_documents": run.repeated_documents,
        "ties": run.ties,
    }


def counted(run: RunScores, unretrieved: Unretrieved) -> dict[str, Floats]:
    """Return the measures under their names as means; NaN for queries that do not count."""
    got, empty = run.retrieved > 0, np.isnan(run.values["rr"])
    columns = {}
    for name, values in run.values.items():
        if unretrieved == "skip":
            values = np.where(got, values, np.nan)
        elif name.startswith("precision@"):
            # Dividing by what was retrieved is undefined where nothing was; here it is 0.
            values = np.where(got | empty, values, 0.0)
        columns[mean_name(name)] = values
    return columns


def mean_name(name: str) -> str:
    """Return what the mean of a measure is called."""
    return _MEANS.get(name, name.replace("success@", "coverage@"))


def mean_of(values: Floats, least: float) -> Mean:
    """Return the mean of what is defined, with a 95 % t interval over queries inside [least, 1].

    Values that are all equal give none.
    """
    known: NDArray[np.float64] = values[np.isfinite(values)]
    n = len(known)
    if n == 0:
        return Mean(None, None, None, 0)
    value = float(known.mean())
    error = float(known.std(ddof=1)) / math.sqrt(n) if n > 1 else 0.0
    if error == 0:
        return Mean(value, None, None, n)
    reach = t_reach(n - 1) * error
    return Mean(value, max(least, value - reach), min(1.0, value + reach), n)


def share_of(values: Floats) -> Mean:
    """Return the share of queries that have something, with Wilson's 95 % interval.

    Example: 30 of 30 queries give 0.8865 to 1.
    """
    known: NDArray[np.float64] = values[np.isfinite(values)]
    n = len(known)
    if n == 0:
        return Mean(None, None, None, 0)
    share = float(known.mean())
    z = NORMAL_REACH
    middle, scale = share + z * z / (2 * n), 1 + z * z / n
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low = 0.0 if share <= 0 else max(0.0, (middle - spread) / scale)
    high = 1.0 if share >= 1 else min(1.0, (middle + spread) / scale)
    return Mean(share, low, high, n)


def per_query(run: RunScores, judgements: Judgements, unretrieved: Unretrieved) -> dict[str, Any]:
    """Return every measure of every query that counts, by query id."""
    columns = {mean_name(name): name for name in run.values}
    values = {name: column.tolist() for name, column in counted(run, unretrieved).items()}
    found = {}
    for number, query in enumerate(judgements.queries):
        if unretrieved == "skip" and run.retrieved[number] == 0:
            continue
        found[query.decode("utf-8", "replace")] = {
            columns[name]: None if math.isnan(column[number]) else column[number]
            for name, column in values.items()
        }
    return found


def _median(values: Floats) -> float | None:
    """Return the median; numpy's own would load its masked arrays first."""
    if not len(values):
        return None
    ordered, size = np.sort(values), len(values)
    return float(ordered[(size - 1) // 2] + ordered[size // 2]) / 2


def mean_names(names: Iterable[str]) -> list[str]:
    """Return the names of the means: by cutoff, then those of the whole list."""
    cutoffs = dict.fromkeys(int(name.partition("@")[2]) for name in names if "@" in name)
    return [f"{name}@{k}" for k in cutoffs for name in _AT_K] + list(_WHOLE)
