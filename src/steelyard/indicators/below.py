"""`below`: how each cluster lies about the percentiles: what pairs the percentiles of two runs.

A percentile is no sum and has no pulls, but the share of rows at or below it is a mean. Over the
same cases the errors of two percentiles go together as those of these two shares do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import duckdb
import numpy as np

from steelyard.indicators.by_cluster import Clusters, Floats, sums_by_cluster
from steelyard.indicators.influence import Influence
from steelyard.indicators.intervals import equal_clusters
from steelyard.indicators.prepare import prepare
from steelyard.indicators.tree import Call, Literal, Quantile, Sum
from steelyard.indicators.units import units


def below(
    con: duckdb.DuckDBPyConnection,
    values: Mapping[str, float],
    *,
    params: Mapping[str, Any] | None = None,
    most: int | None = None,
) -> Influence:
    """Return the pulls on the share of rows at or below each percentile.

    Args:
        con: where the table `results` is.
        values: indicators that are plain percentiles, and what they came to; others are left out.
        params: as for `compute_indicators`.
        most: as for `influence`.
    """
    _, table, ready, _ = prepare(con, values, params or {})
    clusters = Clusters(con, table, units(table, None), most)
    found: dict[str, tuple[float, int, Floats]] = {}
    for resolved in ready:
        atom = resolved.tree
        if not isinstance(atom, Quantile) or resolved.nested is not None:
            continue
        limit = float(values[resolved.record.id])
        under = Call("<=", (atom.value, Literal(limit)))
        inside = under if atom.where is None else Call("and", (atom.where, under))
        counted = [
            Sum(atom.population, None, inside),
            Sum(atom.population, None, atom.where),
        ]
        hits, rows = sums_by_cluster(counted, clusters).T
        total = rows.sum()
        if total > 0:
            pulls = (hits - hits.sum() / total * rows) / total
            found[resolved.record.id] = (limit, int((rows > 0).sum()), pulls)
    columns = [pulls for _, _, pulls in found.values()]
    return Influence(
        clusters.names,
        list(found),
        [value for value, _, _ in found.values()],
        [size for _, size, _ in found.values()],
        np.column_stack(columns) if columns else np.zeros((clusters.size, 0)),
        [equal_clusters(size) for _, size, _ in found.values()],
        [size / max(1, size - 1) for _, size, _ in found.values()],
    )
