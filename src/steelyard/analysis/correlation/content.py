"""What an analysis of how measures go together comes to: plain frozen records.

Nothing here says why two measures go together, only that they do, how closely and how surely. A
number that is undefined is None, and a `reason` beside it says why.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from steelyard.analysis.generalisation.rate import Rate
from steelyard.model import Provenance, Words

Unit = Literal["case", "scene", "run"]
Evidence = Literal["established", "not_established"]
"""Whether an interval leaves out 0 (for a ratio: 1), or does not."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A row and column of the matrix.

    Attributes:
        id: the column of the results table, or the id of an indicator.
        name: what people call it.
        kind: `number`, or `verdict` for true and false.
        role: `outcome` says how well it went, `circumstance` what went along with it.
        unit: of its values; empty for shares and counts.
        n: units that have it.
        mean: over them.
        provenance: its weakest source in any of the runs: measured, declared or claimed.
    """

    id: str
    name: Words
    kind: Literal["number", "verdict"]
    role: Literal["outcome", "circumstance"]
    unit: str
    n: int
    mean: float | None
    provenance: Provenance = "measured"


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A correlation in [−1, 1].

    Attributes:
        value: None when undefined.
        ci_low: lower limit at the confidence of the analysis; None when there is no honest one.
        ci_high: upper limit.
        p: of the test that it is 0.
        n: pairs it rests on.
        reason: why it is undefined or has no interval.
    """

    value: float | None
    ci_low: float | None = None
    ci_high: float | None = None
    p: float | None = None
    n: int = 0
    reason: Words | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """How two measures go together.

    Attributes:
        a: id of the first measure.
        b: id of the second.
        spearman: over ranks; for two verdicts this is φ.
        kendall: τ-b; on large runs from fewer cases, see its n.
        point_biserial: of a verdict with a number; None for other pairs.
        partial: with the control held fixed; None without a control.
        within: inside scenes, pooled over them; None when cases name no or one scene.
        reverses: whether pooled and inside scenes both are established and of opposite sign.
        q: p of `spearman` after the Benjamini–Hochberg correction over the whole matrix; None when
            it was not tested.
        evidence: `established` when q is below 1 − confidence.
        structural: why they are one thing by construction; such a pair is named, not tested.
    """

    a: str
    b: str
    spearman: Coefficient
    kendall: Coefficient
    point_biserial: Coefficient | None = None
    partial: Coefficient | None = None
    within: Coefficient | None = None
    reverses: bool = False
    q: float | None = None
    evidence: Evidence = "not_established"
    structural: Words | None = None


@dataclass(frozen=True, slots=True)
class AccuracyCompletion:
    """Accuracy and completion, case by case.

    Attributes:
        both: cases that are right and completed; a share of a case where epochs differ.
        only_right: right, not completed.
        only_completed: completed, not right.
        neither: neither.
        n: cases with both verdicts.
        accuracy: share of them that is right.
        completion: share of them that is completed.
        gap: how far the two rates are apart, at least 0.
        phi: whether the two go together.
    """

    both: float
    only_right: float
    only_completed: float
    neither: float
    n: int
    accuracy: float | None
    completion: float | None
    gap: float | None
    phi: Coefficient


@dataclass(frozen=True, slots=True)
class F1Balance:
    """Whether precision and recall carry F1 alike (1) or one alone does (0)."""

    precision: float | None
    recall: float | None
    f1: float | None
    balance: float | None
    reason: Words | None = None


@dataclass(frozen=True, slots=True)
class LatencyBand:
    """A quarter of the cases by latency: seconds from `low_s` to `high_s`."""

    low_s: float
    high_s: float
    accuracy: Rate


@dataclass(frozen=True, slots=True)
class LatencyAccuracy:
    """Response time and accuracy.

    Attributes:
        median_s: cases up to it are fast, the others slow.
        fast: accuracy of the fast ones.
        slow: accuracy of the slow ones.
        difference: fast − slow, Newcombe's interval.
        evidence: whether the interval of the difference leaves out 0.
        spearman: of latency with the score of a case (with its verdict where it has no score).
        scored: the column that `spearman` used.
        bands: quarters of the cases, the fastest first; fewer where latencies are equal.
        reason: why there is nothing to say.
    """

    median_s: float | None
    fast: Rate
    slow: Rate
    difference: Rate
    evidence: Evidence
    spearman: Coefficient
    scored: str
    bands: tuple[LatencyBand, ...]
    reason: Words | None = None


@dataclass(frozen=True, slots=True)
class GeneralisationBase:
    """What a change of scene or input leaves of the base.

    Attributes:
        overall: accuracy of all cases.
        train: accuracy in known scenes.
        non_train: accuracy in all other scenes.
        train_ratio: train / overall, MOVER-R.
        non_train_ratio: non_train / overall, MOVER-R.
        normal: accuracy on normal inputs.
        abnormal: accuracy on abnormal inputs.
        drop: abnormal − normal, Newcombe.
        reason: why the ratios are undefined.
        drop_reason: why the drop is.
    """

    overall: Rate
    train: Rate
    non_train: Rate
    train_ratio: Rate
    non_train_ratio: Rate
    normal: Rate
    abnormal: Rate
    drop: Rate
    reason: Words | None = None
    drop_reason: Words | None = None


@dataclass(frozen=True, slots=True)
class Relations:
    """The four relations of one run; None where the run has nothing to compute one from.

    `provenance` is the weakest source of passing and completing, on which they rest.
    """

    run: str
    accuracy_completion: AccuracyCompletion | None
    f1_balance: F1Balance | None
    latency_accuracy: LatencyAccuracy | None
    generalisation_base: GeneralisationBase | None
    provenance: Provenance = "measured"


@dataclass(frozen=True, slots=True)
class Cluster:
    """Measures that say nearly the same: average |ρ| between them is at least the threshold."""

    members: tuple[str, ...]
    weakest: float
    """The smallest |ρ| inside."""


@dataclass(frozen=True, slots=True)
class Vif:
    """How far the other measures determine one: 1 / (1 − R²); None when wholly."""

    id: str
    value: float | None
    r2: float | None


@dataclass(frozen=True, slots=True)
class Redundancy:
    """Which measures could be merged, or should share one weight.

    Attributes:
        threshold: of |ρ| for a cluster.
        clusters: of at least two.
        vif_limit: above which a measure is called redundant.
        vifs: of every measure, the largest first.
        n: units with all measures, on which the VIFs rest.
        structural: pairs that are one thing by construction.
        reason: why there are no VIFs.
        pairs: two measures and their ρ, where |ρ| is at least 0.9 for sure and neither is computed
            from the other; the closest first.
    """

    threshold: float
    clusters: tuple[Cluster, ...]
    vif_limit: float
    vifs: tuple[Vif, ...]
    n: int
    structural: tuple[tuple[str, str], ...]
    reason: Words | None = None
    pairs: tuple[tuple[str, str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class LargestCorrelation:
    """The measure that correlates most closely with the target.

    Attributes:
        id: of the measure.
        name: what people call it.
        rho: Spearman's correlation with the target.
        n: units that have both.
        p: of the largest |ρ| of all measures, by permutation of the target.
        of: measures it is the largest of.
    """

    id: str
    name: Words
    rho: float
    n: int
    p: float
    of: int


@dataclass(frozen=True, slots=True)
class Driver:
    """Something associated with the target.

    Attributes:
        id: a measure, or `scene` or `domain`.
        name: what people call it.
        coefficient: change of the target (of its log-odds for a verdict) that goes with one
            standard deviation more, the others held fixed; None for groups such as scenes.
        share: of the explained variance, with a bootstrap interval.
        levels: of a group; None for a number.
    """

    id: str
    name: Words
    coefficient: Rate | None
    share: Rate
    levels: int | None = None


@dataclass(frozen=True, slots=True)
class Drivers:
    """What goes together with the target, taken apart.

    Attributes:
        target: id of the measure that is explained.
        model: `logit` for a verdict, else `linear`.
        method: `lmg`: mean R² increment over all orders; `permutation`: R² lost when shuffled.
        n: units it rests on.
        r2: explained variance of the linear model, which the shares add up to (`lmg`).
        drivers: the largest share first.
        left_out: measures that were left out: they do not vary, or repeat another.
        bootstrap: resamples behind the intervals of the shares.
        seed: of the resamples.
        reason: why there are no drivers, or no coefficients of them.
        largest: the number that correlates most closely with the target.
    """

    target: str
    model: Literal["logit", "linear"]
    method: Literal["lmg", "permutation"]
    n: int
    r2: float | None
    drivers: tuple[Driver, ...]
    left_out: tuple[str, ...] = ()
    bootstrap: int = 0
    seed: int = 0
    reason: Words | None = None
    largest: LargestCorrelation | None = None


@dataclass(frozen=True, slots=True)
class ParetoPoint:
    """One run on the plane of quality, latency and cost.

    Attributes:
        run: its name.
        quality: accuracy; higher is better.
        latency_s: median seconds; lower is better.
        cost: mean cost of an ask; lower is better; None when no run or not this one reports it.
        front: whether no other run is at least as good in everything and better in something;
            None when a number is missing.
        dominated_by: runs that are.
    """

    run: str
    quality: Rate
    latency_s: float | None
    cost: float | None
    front: bool | None
    dominated_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sample:
    """Which cases the matrix and the drivers rest on when there are very many."""

    used: int
    of: int
    seed: int


@dataclass(frozen=True, slots=True)
class Correlation:
    """How the measures of one or more runs go together.

    Attributes:
        unit: what one observation is: a case (its epochs averaged first), a scene or a run.
        n: observations.
        independent: observations that count as independent in intervals and tests: clusters, or
            cases where several runs share them.
        runs: their names.
        epochs: whether epochs were averaged inside cases.
        confidence: of every interval.
        control: what partial correlations hold fixed; None: nothing.
        measures: rows and columns of the matrix.
        pairs: every two of them, in the order of the matrix's upper triangle.
        relations: of every run.
        redundancy: what says nearly the same.
        drivers: what goes together with passing; None when nothing can be said.
        pareto: of several runs; none for one.
        sample: None when every case was used.
        notes: what a reader should know.
    """

    unit: Unit
    n: int
    independent: int
    runs: tuple[str, ...]
    epochs: bool
    confidence: float
    control: str | None
    measures: tuple[Measure, ...]
    pairs: tuple[Pair, ...]
    relations: tuple[Relations, ...]
    redundancy: Redundancy | None
    drivers: Drivers | None
    pareto: tuple[ParetoPoint, ...]
    sample: Sample | None
    notes: tuple[Words, ...]
