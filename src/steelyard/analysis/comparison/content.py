"""What a comparison of runs says, before anyone decides how it looks: plain frozen records.

`Comparison.as_dict()` is the JSON document. `SCHEMA` goes up when a field changes its meaning or
goes away; a new field does not raise it. Every difference is the new run less the base.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Literal, NamedTuple

from steelyard.model import Provenance, Words, weakest

SCHEMA = 1

Verdict = Literal["better", "worse", "not_established", "same", "untested", "sources_differ"]
"""What a difference comes to. `better` and `worse` know which way is better and hold after the
correction for many tests; `same`: no case was decided differently; `untested`: there is no honest
interval, or nothing to subtract; `sources_differ`: one of the two numbers is the agent's claim and
the other is not, so that no test can establish anything."""


class Sources(NamedTuple):
    """Where a number of the base and the same number of the new run come from."""

    base: Provenance | None
    new: Provenance | None

    @property
    def differ(self) -> bool:
        """Whether both are known and not the same."""
        return None not in self and self.base != self.new

    @property
    def claimed_once(self) -> bool:
        """Whether one number is the agent's claim and the other is not."""
        return self.differ and "claimed" in self

    def of(self, field: str) -> Provenance:
        """Return the source of `base`, of `new`, or of what is made of both."""
        return weakest([getattr(self, field)] if field in self._fields else self)


Adjustment = Literal["holm", "bh"]
OVERALL = "overall"
"""The id of the difference of the overall scores."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the runs.

    Attributes:
        name: as the plan calls it.
        label: its name, made different from those of the other runs.
        path: where its bundle is.
        run_id: its identity.
        created_at: ISO time.
        state: of the run.
        agent: what it is called.
        dataset: path of the dataset.
        scorecard: id of the scorecard it was weighed by.
        cases: different questions it asked.
        rows: rows it has; more than cases with epochs.
        epochs: repeats of each case.
        overall: overall score as its own report says it.
        headline: the first number of its own report: id, value, ci_low, ci_high, provenance.
    """

    name: str
    label: str
    path: str
    run_id: str
    created_at: str
    state: str
    agent: str
    dataset: str
    scorecard: str
    cases: int
    rows: int
    epochs: int
    overall: float | None
    headline: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which cases the two runs share; without pairing, only how many each has.

    Attributes:
        paired: whether differences are of the same cases.
        matched: questions both runs were asked and that count.
        only_base: questions only the base was asked.
        only_new: questions only the new run was asked.
        changed: same id but another input; left out.
        regraded: matched, but the expected answer is another; kept.
        clusters: independent units among those matched.
        clustered: whether clusters are coarser than cases.
        only_base_ids: some of them.
        only_new_ids: some of them.
        changed_ids: some of them.
    """

    paired: bool
    matched: int
    only_base: int
    only_new: int
    changed: int = 0
    regraded: int = 0
    clusters: int = 0
    clustered: bool = False
    only_base_ids: tuple[str, ...] = ()
    only_new_ids: tuple[str, ...] = ()
    changed_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """One number of both runs, and how far apart they are.

    Attributes:
        id: of the indicator, of the scorecard's node, or `overall`.
        name: for people.
        kind: `overall`, `dimension` (a node of the scorecard), `indicator` or `passes` (pass@k).
        unit: as the indicator's; scores have none. Proportions are shown in points of a percent.
        direction: which way is better.
        base: value in the base, over the cases compared.
        new: value in the new run, over the same cases.
        value: new less base.
        ci_low: lower end of the interval of the difference.
        ci_high: upper end.
        ci_method: `paired_t`, `paired_score`, `paired_quantile`, `cluster_bootstrap`, or
            `welch_t`, `newcombe`, `independent_quantile`, `independent_bootstrap` without pairing.
        confidence: of the interval.
        p: two-sided, of no difference; agrees with the interval.
        p_adjusted: for the number of tests in its family; None when it is alone.
        effect: its size in units of its spread.
        effect_kind: `cohen_h` for shares, `cohen_dz` for paired means, `cohen_d` without pairing.
        n: cases it rests on.
        clusters: independent units it rests on.
        in_scorecard: whether the scorecard weighs it.
        depth: of a node below the root of the scorecard.
        verdict: what it comes to.
        notes: reasons and warnings.
        base_provenance: the weakest source of what `base` rests on: measured, declared or claimed;
            None when there is no value.
        new_provenance: the same of `new`.
    """

    id: str
    name: Words
    kind: Literal["overall", "dimension", "indicator", "passes"]
    unit: str
    direction: Literal["up", "down"]
    base: float | None
    new: float | None
    value: float | None = None
    ci_low: float | None = None
    ci_high: float | None = None
    ci_method: str | None = None
    confidence: float = 0.95
    p: float | None = None
    p_adjusted: float | None = None
    effect: float | None = None
    effect_kind: str | None = None
    n: int = 0
    clusters: int = 0
    in_scorecard: bool = False
    depth: int = 0
    verdict: Verdict = "untested"
    notes: tuple[str, ...] = ()
    base_provenance: Provenance | None = None
    new_provenance: Provenance | None = None

    @property
    def sources(self) -> Sources:
        """Where the two numbers come from."""
        return Sources(self.base_provenance, self.new_provenance)


@dataclass(frozen=True, slots=True)
class Slice:
    """The difference inside one group, such as one scene."""

    column: str
    group: str | None
    difference: Difference


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text beside another: in both, only in the base's, or only in the new one's."""

    where: Literal["both", "base", "new"]
    text: str


@dataclass(frozen=True, slots=True)
class Flip:
    """A case that one run passed and the other failed.

    Attributes:
        case_id: of the case.
        change: `broken` (passed before, fails now) or `fixed`.
        scene: of the case.
        domain: of the case.
        input: the question, perhaps cut.
        expected: what counts as right, perhaps cut.
        base_output: answer of the base, perhaps cut.
        new_output: answer of the new run, perhaps cut.
        base_error: why the base gave none.
        new_error: why the new run gave none.
        base_passed: share of its repeats that passed.
        new_passed: share of its repeats that passed.
        diff: the two answers laid beside each other.
        cut: whether any text was cut.
    """

    case_id: str
    change: Literal["broken", "fixed"]
    scene: str | None
    domain: str | None
    input: str
    expected: str | None
    base_output: str | None
    new_output: str | None
    base_error: str | None
    new_error: str | None
    base_passed: float
    new_passed: float
    diff: tuple[Piece, ...]
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Flips:
    """How the verdicts on the same cases changed.

    Attributes:
        both_passed: cases passed by both.
        both_failed: cases failed by both.
        broken: passed by the base, failed by the new run.
        fixed: failed by the base, passed by the new run.
        undecided: cases whose repeats split evenly in one of the runs.
        p: two-sided, of as many fixed as broken.
        test: `mcnemar_exact`, or `mcnemar_clustered` when cases come in clusters.
        odds_ratio: fixed for each broken; None when none was broken.
        odds_low: lower end of its exact interval; None with clusters.
        odds_high: upper end; None when there is no bound.
        majority: whether a case has several repeats and its verdict is that of most of them.
        cases: some of those that flipped, broken ones first.
        base_provenance: the source of the base's verdicts.
        new_provenance: the source of the new run's verdicts.
    """

    both_passed: int
    both_failed: int
    broken: int
    fixed: int
    undecided: int = 0
    p: float | None = None
    test: str = "mcnemar_exact"
    odds_ratio: float | None = None
    odds_low: float | None = None
    odds_high: float | None = None
    majority: bool = False
    cases: tuple[Flip, ...] = ()
    base_provenance: Provenance | None = None
    new_provenance: Provenance | None = None

    @property
    def sources(self) -> Sources:
        """Where the verdicts of the two runs come from."""
        return Sources(self.base_provenance, self.new_provenance)


@dataclass(frozen=True, slots=True)
class Usage:
    """What both runs spent on the same cases.

    Attributes:
        id: `latency_s`, `first_token_s`, `cost`, `input_tokens`, `output_tokens`, `attempts`.
        unit: of base, new and totals.
        n: cases that have it in both runs.
        base: mean per case.
        new: mean per case.
        base_total: over the cases compared; None where a total means nothing (latency).
        new_total: the same of the new run.
        value: mean change per case, new less base.
        ci_low: lower end of the mean change.
        ci_high: upper end.
        p: of no mean change.
        ratio: typical new / base of one case (Hodges–Lehmann of the log ratios); None when some
            value is 0, or without pairing.
        ratio_low: lower end of the ratio.
        ratio_high: upper end.
        verdict: less is better.
        notes: reasons and warnings.
        base_provenance: the source of the base's values: measured, or declared by a recording.
        new_provenance: the same of the new run's.
    """

    id: str
    unit: str
    n: int
    base: float
    new: float
    base_total: float | None
    new_total: float | None
    value: float
    ci_low: float | None = None
    ci_high: float | None = None
    p: float | None = None
    ratio: float | None = None
    ratio_low: float | None = None
    ratio_high: float | None = None
    verdict: Verdict = "untested"
    notes: tuple[str, ...] = ()
    base_provenance: Provenance | None = None
    new_provenance: Provenance | None = None

    @property
    def sources(self) -> Sources:
        """Where the values of the two runs come from."""
        return Sources(self.base_provenance, self.new_provenance)


@dataclass(frozen=True, slots=True)
class Trouble:
    """How often asking went wrong, over all rows compared: errors, timeouts, asked again."""

    rows: int
    errors: int
    timeouts: int
    retries: int


@dataclass(frozen=True, slots=True)
class AgainstBase:
    """One run against the base.

    Attributes:
        run: the new run.
        pairing: which cases they share.
        overall: difference of the overall scores; without values when not comparable.
        dimensions: differences of the scorecard's nodes below the root, in the order of the tree.
        indicators: differences of the indicators, those of the scorecard first.
        passes: pass@k and pass^k for k from 1 to the number of epochs; empty without epochs.
        slices: groups, by column, worst changes first.
        slice_of: id of what the slices are about: `passed` or `score`.
        flips: None when no verdicts are there, or without pairing.
        usage: latency, cost, tokens, attempts.
        base_trouble: errors and timeouts of the base.
        new_trouble: the same of the new run.
        notes: what a reader must know before believing any of it.
        headline: difference of the number that the runs' own reports begin with; None when that
            is the overall score.
        not_comparable: why the runs as wholes are not compared: their answers were judged by
            different rules; None when they are.
    """

    run: Side
    pairing: Pairing
    overall: Difference
    dimensions: tuple[Difference, ...] = ()
    indicators: tuple[Difference, ...] = ()
    passes: tuple[Difference, ...] = ()
    slices: Mapping[str, tuple[Slice, ...]] = field(default_factory=dict)
    slice_of: str | None = None
    flips: Flips | None = None
    usage: tuple[Usage, ...] = ()
    base_trouble: Trouble | None = None
    new_trouble: Trouble | None = None
    notes: tuple[str, ...] = ()
    headline: Difference | None = None
    not_comparable: str | None = None

    @property
    def first(self) -> Difference:
        """The difference that the verdict on the run is about."""
        return self.overall if self.headline is None else self.headline

    def differences(self) -> Iterator[Difference]:
        """Yield every difference of whole runs: overall, dimensions, indicators, pass@k."""
        yield self.overall
        yield from self.dimensions
        yield from self.indicators
        yield from self.passes

    @property
    def groups(self) -> dict[str, tuple[Slice, ...]]:
        """The slices worth a table: one group alone says what the whole run says."""
        return {column: found for column, found in self.slices.items() if len(found) > 1}

    @property
    def spent(self) -> tuple[Usage, ...]:
        """The usage worth a line: attempts only when something was asked again."""
        return tuple(u for u in self.usage if u.id != "attempts" or max(u.base, u.new) > 1)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Runs compared with one base.

    Attributes:
        base: the run the others are compared with.
        runs: each other run against it.
        scorecard: id of the scorecard all were weighed by.
        adjust: `holm` (not one false alarm likely) or `bh` (few false among those found).
        family: how many tests the correction of the scorecard's indicators is over: all runs.
        family_others: the same for indicators beside the scorecard, a family of their own.
        alpha: what counts as established.
        confidence: of the intervals.
        notes: what concerns all runs.
        gates: results of `--fail-on`, one mapping each: text, passed, observed, reason, run.
    """

    base: Side
    runs: tuple[AgainstBase, ...]
    scorecard: str
    adjust: Adjustment = "holm"
    family: int = 0
    family_others: int = 0
    alpha: float = 0.05
    confidence: float = 0.95
    notes: tuple[str, ...] = ()
    gates: tuple[Mapping[str, Any], ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the comparison as plain JSON."""
        return {"schema": SCHEMA, "kind": "comparison", **plain(self)}


def plain(value: Any) -> Any:
    """Return a record and all inside it as plain JSON."""
    if isinstance(value, Words):
        return value._asdict()
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(one) for one in value]
    return value
