"""Comparisons inside the baseline: scenarios, unseen scenarios, abnormal inputs, slow answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from steelyard.analysis.findings.case_outcomes import CaseOutcomes
from steelyard.analysis.findings.difference_test import (
    DifferenceKind,
    DifferenceTest,
    EffectFloor,
    independent,
)
from steelyard.analysis.findings.figures import both
from steelyard.analysis.statistics.one_sided import ClusterMean, cluster_mean, single_mean
from steelyard.model import Words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

# Comparing thousands of scenarios would find nothing; the largest are chosen, never the weakest.
_MOST_SCENARIOS = 100
_KIND = (
    "CASE WHEN scene_kind = 'train' THEN 'train'"
    " WHEN scene_kind IN ('non_train', 'unknown') THEN 'unseen' END"
)
_ABNORMAL = "CASE WHEN abnormal THEN 'abnormal' ELSE 'normal' END"


def baseline_tests(found: CaseOutcomes, floor: EffectFloor) -> Iterator[DifferenceTest]:
    """Yield the comparisons among the cases of the baseline."""
    yield from _scenarios(found)
    yield from _two(found, "unseen", _KIND, ("unseen", "train"), "success")
    yield from _two(found, "abnormal", _ABNORMAL, ("abnormal", "normal"), "passed")
    yield from _slow(found, floor)


def _scenarios(found: CaseOutcomes) -> Iterator[DifferenceTest]:
    table = _grouped(found, "scene", "success")
    if len(table.names) < 2:
        return
    largest = sorted(table.names, key=lambda name: (-table.size(name), name))[:_MOST_SCENARIOS]
    for name in sorted(largest):
        group, others = table.mean([name]), table.mean([n for n in table.names if n != name])
        yield independent("scenario", Words(name, name), group, others, exact=table.exact)


def _slow(found: CaseOutcomes, floor: EffectFloor) -> Iterator[DifferenceTest]:
    timed = "FROM cases WHERE latency_s IS NOT NULL AND passed IS NOT NULL"
    [(median,)] = found.rows(f"SELECT median(latency_s) {timed}")
    if median is None:
        return
    # A case at the median is fast.
    is_slow = f"latency_s > {median!r}"
    group = f"CASE WHEN {is_slow} THEN 'slow' WHEN latency_s IS NOT NULL THEN 'fast' END"
    [(slow, fast)] = found.rows(
        f"SELECT median(latency_s) FILTER (WHERE {is_slow}),"
        f" median(latency_s) FILTER (WHERE NOT {is_slow}) {timed}"
    )
    for test in _two(found, "slow", group, ("slow", "fast"), "passed"):
        # Of microseconds, one half is slower than the other, but none is slow.
        is_apart = slow - fast >= max(floor.seconds, floor.time * fast)
        yield test if is_apart else replace(test, effect=min(0.0, test.effect))


def _two(
    found: CaseOutcomes, kind: DifferenceKind, group: str, names: tuple[str, str], outcome: str
) -> Iterator[DifferenceTest]:
    table = _grouped(found, group, outcome)
    if set(names) <= set(table.names):
        sides = [table.mean([name]) for name in names]
        yield independent(kind, both(f"name_{kind}"), sides[0], sides[1], exact=table.exact)


class _Grouped(NamedTuple):
    """Cases by group and cluster.

    Attributes:
        names: of the groups.
        exact: whether every case is a cluster of its own and simply succeeds or fails.
        totals: by group: sum of the outcome, of its squares, and cases.
        group: of every line that follows, as a place in `names`; empty when `exact`.
        cluster: of the line.
        cases: that the cluster has in the group.
        sums: of their outcome.
    """

    names: list[str]
    exact: bool
    totals: dict[str, tuple[float, float, int]]
    group: npt.NDArray[np.int64]
    cluster: npt.NDArray[np.uint64]
    cases: npt.NDArray[np.float64]
    sums: npt.NDArray[np.float64]

    def size(self, name: str) -> int:
        return self.totals[name][2]

    def mean(self, names: Sequence[str]) -> ClusterMean:
        """Return the mean over several groups; a cluster that has cases in two of them is one."""
        import numpy as np

        if self.exact:
            parts = [self.totals[name] for name in names]
            total, squares, n = (sum(part[at] for part in parts) for at in range(3))
            return single_mean(total, squares, int(n))
        wanted = [at for at, name in enumerate(self.names) if name in set(names)]
        kept = np.isin(self.group, wanted)
        _, place = np.unique(self.cluster[kept], return_inverse=True)
        sizes, sums = (
            np.bincount(place, weights=column[kept]).astype(np.float64)
            for column in (self.cases, self.sums)
        )
        return cluster_mean(sizes, sums)


def _grouped(found: CaseOutcomes, group: str, outcome: str) -> _Grouped:
    import numpy as np

    cases = (
        f"SELECT {group} AS g, cluster, {outcome} AS y FROM cases"
        " WHERE g IS NOT NULL AND y IS NOT NULL"
    )
    totals = {
        str(name): (float(total), float(squares), int(n))
        for name, total, squares, n in found.rows(
            f"SELECT g, sum(y), sum(y * y), count(*) FROM ({cases}) GROUP BY g ORDER BY g"
        )
    }
    [(single,)] = found.rows(
        f"SELECT count(DISTINCT cluster) = count(*) AND bool_and(y IN (0, 1)) FROM ({cases})"
    )
    names, exact = list(totals), bool(single)
    empty = "WHERE false" if exact else ""
    lines = found.columns(
        f"SELECT g, cluster, CAST(count(*) AS DOUBLE) AS cases, sum(y) AS sums"
        f" FROM ({cases}) {empty} GROUP BY g, cluster ORDER BY g, cluster"
    )
    places = {name: at for at, name in enumerate(names)}
    group_of = np.array([places[str(name)] for name in lines["g"]], dtype=np.int64)
    return _Grouped(names, exact, totals, group_of, lines["cluster"], lines["cases"], lines["sums"])
