"""What every cluster adds to the sums of an indicator, as matrices with a row per cluster."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import duckdb
import numpy as np
from numpy.typing import NDArray

from steelyard.indicators.moments import cluster_sums
from steelyard.indicators.nested import member_sums
from steelyard.indicators.of_cases import stage_source, stage_table, stage_units
from steelyard.indicators.resolve import Nested
from steelyard.indicators.table import RESULTS, Table
from steelyard.indicators.tree import Atom, Sum
from steelyard.indicators.units import Units

Floats = NDArray[np.float64]


class Clusters:
    """The clusters of a table by number; beyond `most`, buckets into which they are thrown."""

    def __init__(
        self, con: duckdb.DuckDBPyConnection, table: Table, keys: Units, most: int | None = None
    ) -> None:
        self.con, self.table, self.units = con, table, keys
        [(count,)] = con.execute(
            f"SELECT count({'*' if keys.single else 'DISTINCT ' + keys.cluster}) FROM {RESULTS}"
        ).fetchall()
        self.hashed = most is not None and count > most
        self.bucket = f"hash({{0}}) % {most}" if self.hashed else "{0}"
        self.size = most if self.hashed and most else int(count)
        names = f"SELECT DISTINCT {keys.cluster} AS u FROM {RESULTS} ORDER BY u NULLS LAST"
        listed = [] if self.hashed else con.execute(names).fetchall()
        self._numbers = {key: at for at, (key,) in enumerate(listed)}

    @property
    def names(self) -> list[str]:
        """The clusters (or buckets) in the order of their numbers."""
        return [str(at) for at in range(self.size)] if self.hashed else list(self._numbers)

    def number(self, key: Any) -> int:
        """Return the row of a cluster (or bucket) in every matrix: the same in every run."""
        return int(key) if self.hashed else self._numbers[key]


class Members(NamedTuple):
    """The groups of a nested indicator: per cluster, weight and sums of each group in turn."""

    names: list[str]
    atoms: list[Sum]
    extremes: dict[str, dict[Atom, float]]
    sums: Floats


def sums_by_cluster(
    sums: Sequence[Sum], clusters: Clusters, nested: Nested | None = None
) -> Floats:
    """Return every sum by cluster; over cases when the indicator is one over cases."""
    matrix = np.zeros((clusters.size, len(sums)))
    if not sums:
        return matrix
    table, keys, source = clusters.table, clusters.units, RESULTS
    if nested is not None:
        source = stage_source(nested, table, keys, "true")
        table, keys = stage_table(nested), stage_units(keys)
    for key, *own in cluster_sums(clusters.con, sums, table, keys, clusters.bucket, source):
        matrix[clusters.number(key)] = own
    return matrix


def cases_by_cluster(clusters: Clusters) -> list[float]:
    """Return how many cases each cluster has."""
    keys = clusters.units
    rows = clusters.con.execute(
        f"SELECT count(DISTINCT {keys.case}) FROM {RESULTS} GROUP BY {keys.cluster}"
    ).fetchall()
    return [float(cases) for (cases,) in rows]


def members_by_cluster(nested: Nested, clusters: Clusters, most: int) -> Members | None:
    """Return the sums of every group by cluster; None when there are more than `most` groups."""
    atoms, extremes, rows = member_sums(
        clusters.con, nested, clusters.table, clusters.units, clusters.bucket
    )
    names = sorted({row[1] for row in rows})
    if len(names) > most:
        return None
    width = 1 + len(atoms)
    place = {name: at * width for at, name in enumerate(names)}
    matrix = np.zeros((clusters.size, width * len(names)))
    picked: dict[str, dict[Atom, float]] = {}
    for key, name, *numbers in rows:
        at = place[name]
        matrix[clusters.number(key), at : at + width] = numbers[:width]
        picked[name] = dict(zip(extremes, numbers[width:], strict=True))
    return Members(names, atoms, picked, matrix)
