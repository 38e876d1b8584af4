"""Two runs side by side: paired differences over the queries both have."""

from __future__ import annotations

from typing import Any

import numpy as np

from steelyard.retrieval.evaluate import RunScores
from steelyard.retrieval.judgements import Judgements
from steelyard.retrieval.summary import Unretrieved, counted, mean_names, mean_of

_SHOWN = 10


def compare_runs(
    base: RunScores,
    other: RunScores,
    judgements: Judgements,
    unretrieved: Unretrieved,
    *,
    by: str,
) -> dict[str, Any]:
    """Return `other` less `base` for every metric, and the queries that changed most.

    Args:
        base: the run to compare with.
        other: the run that is compared.
        judgements: their judgements.
        unretrieved: what a query that a run does not have counts.
        by: the metric that says which queries changed most.
    """
    before, after = counted(base, unretrieved), counted(other, unretrieved)
    metrics = {}
    for name in mean_names(before):
        difference = after[name] - before[name]
        mean = mean_of(difference, -1.0)
        metrics[name] = {
            "difference": mean.value,
            "low": mean.low,
            "high": mean.high,
            "n": mean.n,
            "better": int((difference > 0).sum()),
            "worse": int((difference < 0).sum()),
            "equal": int((difference == 0).sum()),
        }
    change = after[by] - before[by]
    order = np.argsort(-np.abs(np.nan_to_num(change)), kind="stable")[:_SHOWN].tolist()
    changed = [
        {
            "query": judgements.queries[number].decode("utf-8", "replace"),
            "base": float(before[by][number]),
            "other": float(after[by][number]),
            "difference": float(change[number]),
        }
        for number in order
        if np.isfinite(change[number]) and change[number] != 0
    ]
    return {
        "base": base.name,
        "other": other.name,
        "metrics": metrics,
        "changed_by": by,
        "changed": changed,
    }
