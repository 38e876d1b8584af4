"""`DifferenceTest`: one test of whether the agent does worse somewhere, and what it rests on."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from steelyard.analysis.statistics.corrections import holm
from steelyard.analysis.statistics.one_sided import (
    FEWEST,
    ClusterMean,
    fisher_mid_p,
    independent_clusters_p,
    mcnemar_mid_p,
    paired_clusters_p,
    paired_variance,
)
from steelyard.model import Words

LEVEL = 0.05
DifferenceKind = Literal[
    "scenario",
    "unseen",
    "abnormal",
    "slow",
    "perturbation",
    "reaction",
    "fault",
    "load",
    "load_time",
    "environment",
    "environment_time",
    "partner",
]


class EffectFloor(NamedTuple):
    """The smallest effects that are worth a sentence.

    Attributes:
        share: difference of two shares; 0.05 is 5 points.
        time: relative slowdown; 0.2 is 20 %.
        seconds: slowdown in seconds; both floors of time must be reached.
    """

    share: float = 0.05
    time: float = 0.2
    seconds: float = 0.05

    @classmethod
    def of_plan(cls, plan: Mapping[str, Any]) -> EffectFloor:
        """Return the floor that a plan sets under `findings`, the usual one for what it leaves."""
        return cls(**((plan.get("findings") or {}).get("floor") or {}))


@dataclass(frozen=True, slots=True)
class DifferenceTest:
    """One test of whether the agent does worse.

    Attributes:
        kind: what is compared.
        name: of the scenario, perturbation, environment, ...
        value: success there; of a time, the median of its ratio to the reference.
        reference: success of the other cases, or of the same cases in the baseline; of a time, 1.
        effect: how much worse, in the unit of the floor; below 0 when it is better.
        n: cases compared.
        effective: independent groups that they are worth.
        low: lower limit of value − reference at 95 %; None for times and where nothing is tested.
        p: one-sided; None when it was not tested, since fewer than 4 groups are independent.
        adjusted: p after Holm's correction over all comparisons of the report.
        established: whether it is worse: adjusted p at most 5 %, and the effect reaches the floor.
    """

    kind: DifferenceKind
    name: Words
    value: float
    reference: float
    effect: float
    n: int
    effective: float
    low: float | None = None
    p: float | None = None
    adjusted: float | None = None
    established: bool = False


def corrected(found: Sequence[DifferenceTest], floor: EffectFloor) -> tuple[DifferenceTest, ...]:
    """Return the comparisons of a report as one family, corrected together."""
    tested = [at for at, one in enumerate(found) if one.p is not None]
    made = list(found)
    for at, adjusted in zip(tested, holm([found[at].p or 0.0 for at in tested]), strict=True):
        one = found[at]
        least = floor.time if one.kind.endswith("_time") else floor.share
        # A rounding error must not lose a difference that is exactly as large as the floor.
        sure = adjusted <= LEVEL and one.effect >= least - 1e-9
        made[at] = replace(one, adjusted=adjusted, established=sure)
    return tuple(made)


def independent(
    kind: DifferenceKind, name: Words, group: ClusterMean, others: ClusterMean, *, exact: bool
) -> DifferenceTest:
    """Compare the success of one group of cases with that of other cases.

    Args:
        kind: what is compared.
        name: of the group.
        group: its success.
        others: success of the reference.
        exact: whether every case is a cluster of its own and simply succeeds or fails.
    """
    gap = others.value - group.value
    found = DifferenceTest(
        kind, name, group.value, others.value, gap, round(group.n), group.effective
    )
    if min(group.effective, others.effective) < FEWEST - 1e-9:
        return found
    if exact:
        counts = [(round(side.value * side.n), round(side.n)) for side in (group, others)]
        p = fisher_mid_p(counts[0], counts[1])
    else:
        p = independent_clusters_p(group, others)
    variance = _smoothed(group) + _smoothed(others)
    return replace(found, p=p, low=_low(-gap, variance, min(group.df, others.df)))


class PairedOutcomes(NamedTuple):
    """The same cases twice.

    Attributes:
        value: mean success in the group.
        reference: mean success of the same cases in the baseline.
        difference: mean of the first less the second, case by case.
        lost: cases that got worse.
        gained: cases that got better.
    """

    value: float
    reference: float
    difference: ClusterMean
    lost: int
    gained: int


def paired(
    kind: DifferenceKind, name: Words, pairs: PairedOutcomes, *, exact: bool
) -> DifferenceTest:
    """Compare the success of cases with that of the same cases in the baseline.

    Args:
        kind: what is compared.
        name: of the group.
        pairs: its cases.
        exact: whether every case is a cluster of its own and simply succeeds or fails.
    """
    mean, changed = pairs.difference, pairs.lost + pairs.gained
    found = DifferenceTest(
        kind, name, pairs.value, pairs.reference, -mean.value, round(mean.n), mean.effective
    )
    if mean.effective < FEWEST - 1e-9:
        return found
    p = mcnemar_mid_p(pairs.lost, pairs.gained) if exact else paired_clusters_p(mean, changed)
    return replace(found, p=p, low=_low(mean.value, paired_variance(mean, changed), mean.df))


def _smoothed(side: ClusterMean) -> float:
    """Return a variance that is not 0 where all cases came out the same."""
    share = (side.value * side.n + 1) / (side.n + 2)
    return max(side.variance, share * (1 - share) / min(side.n, side.effective))


def _low(difference: float, variance: float, df: float) -> float:
    from scipy.special import stdtrit

    return difference - float(stdtrit(df, 0.975)) * math.sqrt(variance)
