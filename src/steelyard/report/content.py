"""What a report says, before anyone decides how it looks: plain frozen records.

`RunReport.as_dict()` is `report.json`. `SCHEMA` goes up when a field changes its meaning or goes
away; a new field does not raise it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any

from steelyard.model import Words

if TYPE_CHECKING:
    from steelyard.analysis.conditions import Conditions
    from steelyard.analysis.correlation import Correlation
    from steelyard.analysis.findings import DifferenceTest, Finding
    from steelyard.analysis.generalisation import Generalisation, Rate
    from steelyard.analysis.operations import Operations
    from steelyard.scorecards import Headline

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The beginning of a text, and how many characters were left out after it."""

    text: str
    cut: int = 0


@dataclass(frozen=True, slots=True)
class Indicator:
    """One indicator as it is shown: the value with its names and its doubts."""

    id: str
    name: Words
    meaning: Words
    unit: str
    direction: str
    value: float | None
    score: float | None
    n: int
    n_missing: int
    ci_low: float | None
    ci_high: float | None
    ci_method: str | None
    ci_confidence: float | None
    status: str
    provenance: str
    signature: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Overall:
    """The overall score: by which rule, from which weights, and how sure."""

    score: float | None
    rule: str | None
    weights: Mapping[str, float]
    coverage: float | None
    lo: float | None
    hi: float | None
    ci_low: float | None
    ci_high: float | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A node of the scorecard with what it came to.

    Attributes:
        weight: its part of the node above, as the scorecard says.
        share: of the overall score, after what is missing gave its weight away.
        contribution: what it adds to the overall score.
        coverage: share of the weight below that is backed by a score.
        lo: the score if everything missing below were 0.
        hi: the score if everything missing below were 1.
        declared: whether it rests, at least in part, on values that were not measured.
        indicator: of a leaf; `value` to `n` are the indicator's.
        parts: of any other node.
        instead: what stands in for the node.
        provenance: the weakest source of what it rests on: measured, declared or claimed.
    """

    id: str
    name: Words
    weight: float
    share: float
    score: float | None
    contribution: float | None
    coverage: float | None
    lo: float | None
    hi: float | None
    ci_low: float | None
    ci_high: float | None
    ci_method: str | None
    notes: tuple[str, ...]
    declared: bool
    indicator: str | None = None
    value: float | None = None
    unit: str = ""
    direction: str = "up"
    status: str = "ok"
    n: int = 0
    parts: tuple[Part, ...] = ()
    instead: Part | None = None
    provenance: str = "measured"


@dataclass(frozen=True, slots=True)
class Gate:
    """A condition the run had to meet; `reason` says why there was nothing to compare."""

    text: str
    passed: bool
    observed: float | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """One slice of a breakdown; `group` is None for cases that do not say."""

    group: str | None
    n: int
    indicators: Mapping[str, Indicator]


@dataclass(frozen=True, slots=True)
class Quantiles:
    """Where the seconds of n rows lie."""

    n: int
    mean: float
    p50: float
    p95: float
    p99: float
    max: float


@dataclass(frozen=True, slots=True)
class Bin:
    """A bar of the histogram: seconds from `low` up to `high`."""

    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class SlowCase:
    """One of the slowest rows."""

    row: int
    case_id: str | None
    scene: str | None
    status: str | None
    latency_s: float
    input: Excerpt | None


@dataclass(frozen=True, slots=True)
class Latency:
    """Seconds of the whole answer and to its first token."""

    total: Quantiles | None
    first_token: Quantiles | None
    bins: tuple[Bin, ...]
    slowest: tuple[SlowCase, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """One failed row, as evidence."""

    row: int
    case_id: str | None
    epoch: int | None
    scene: str | None
    domain: str | None
    input: Excerpt | None
    expected: Excerpt | None
    output: Excerpt | None
    error: Excerpt | None
    scores: Mapping[str, float | bool | None]


@dataclass(frozen=True, slots=True)
class FailureGroup:
    """Rows that failed for one reason; `blame` is `agent`, `infra` or `answer`."""

    reason: str
    blame: str
    count: int
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """One row of the results table, as a page shows it.

    Attributes:
        kind: of the condition: the perturbation, fault, environment or phase; None when plain.
        reason: why it failed; None when it did not.
        blame: of a failure: `agent`, `infra` or `answer`.
        scores: what scorers wrote that is a number or a verdict, by column.
        values: other numbers and verdicts of the row that indicators read, by column.
        evidence: what else scorers wrote, by column.
        steps: what the agent did on the way, a line per step.
        steps_cut: how many steps were left out after those.
    """

    row: int
    case_id: str | None
    epoch: int | None
    scene: str | None
    domain: str | None
    scene_type: str | None
    condition: str | None
    kind: str | None
    status: str
    passed: bool | None
    reason: str | None
    blame: str | None
    latency_s: float | None
    input: Excerpt | None
    expected: Excerpt | None
    output: Excerpt | None
    error: Excerpt | None
    scores: Mapping[str, float | bool | None]
    values: Mapping[str, float | bool | None]
    evidence: Mapping[str, Excerpt]
    steps: tuple[str, ...] = ()
    steps_cut: int = 0


@dataclass(frozen=True, slots=True)
class CaseSample:
    """Rows of the results table that travel with the page.

    Attributes:
        total: rows of the table.
        cases: those chosen: all, or some of every failure, scene and condition.
    """

    total: int
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """Rows of the results table by what became of them.

    Attributes:
        rows: requests; rows that bring recorded results are none.
        recorded: rows that bring results, for which no request was made.
    """

    rows: int
    cases: int
    ok: int
    error: int
    timeout: int
    passed: int
    failed: int
    undecided: int
    retried: int
    recorded: int = 0


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and cost over the rows that report them; None when no row does."""

    input_tokens: int | None
    output_tokens: int | None
    cost: float | None


@dataclass(frozen=True, slots=True)
class Repeat:
    """Of k answers to a case: how often some is right (pass@k), and how often all are (pass^k)."""

    k: int
    some: Rate
    all: Rate


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """An expected answer and the answer that was given.

    Attributes:
        verdict_by: the rule or scorer that judged it.
        evidence: what that read in the answer.
    """

    case_id: str | None
    expected: str | None
    answer: str | None
    verdict_by: str | None
    evidence: str | None


@dataclass(frozen=True, slots=True)
class JudgingWarning:
    """Why the verdicts may not fit the answers; it is said before any score.

    Attributes:
        reason: `no_reply`, `no_answer`, `few_verdicts`, `few_pass`, `unread` or `all_pass`.
        pass_rate: share of the verdicts that passed.
        pairs: a few of the answers in question.
        other: what the same answers could be judged by: `auto` or `documented`.
        other_pass_rate: the share of them that would pass then.
    """

    reason: str
    pass_rate: float | None
    pairs: tuple[JudgedPair, ...] = ()
    other: str | None = None
    other_pass_rate: float | None = None


@dataclass(frozen=True, slots=True)
class GuessLevel:
    """How far an agent gets that always gives the same answer.

    Attributes:
        answer: the option or label that is right most often.
        share: of the cases that it is right on.
    """

    answer: str
    share: float


@dataclass(frozen=True, slots=True)
class Judging:
    """How the answers were judged.

    Attributes:
        by: `auto`, `documented` or `scorers`.
        version: of the rules of `auto`.
        labels: the classes of the data.
        rules: the rules or scorers that gave verdicts, with their rows.
        rows: all rows of the baseline.
        answered: rows with an answer.
        verdicts: rows with a verdict.
        passed: rows that passed.
        unjudged: rows that nothing could judge.
        unread: answers in which nothing of the expected kind was found.
        weak: share of the judged answers that were judged by keyword overlap.
        amber: whether that is so much that a judge or review is advised.
        only_keywords: whether every verdict rests on keyword overlap.
        warning: None when nothing looks wrong.
        guess: the constant answer that is right most often; None where answers are no closed set.
    """

    by: str
    version: str | None
    labels: tuple[str, ...]
    rules: Mapping[str, int]
    rows: int
    answered: int
    verdicts: int
    passed: int
    unjudged: int
    unread: int
    weak: float
    amber: bool
    only_keywords: bool
    warning: JudgingWarning | None
    guess: GuessLevel | None = None


@dataclass(frozen=True, slots=True)
class RunReport:
    """Everything a report shows about one run.

    Attributes:
        run: the parts of the manifest a reader needs: what ran, on what, when, with which versions.
        headline: the first number of every report of the run.
        overall: None when the run was not weighed.
        scorecard: the weighed tree; None when there is none.
        gates: the conditions of the plan and whether they were met.
        indicators: in the order of the scorecard.
        conditions: what was done to the agent beside asking plainly; None when nothing was. All
            that follows it speaks of the baseline rows.
        generalisation: outcomes by scene, domain and kind of scene; what could not be computed.
        breakdowns: by column name (`scene`, `domain`, ...), its groups.
        counts: rows by what became of them.
        usage: tokens and cost.
        latency: seconds.
        failures: by reason, the largest group first.
        panel: ids of the indicators that the scorecard shows beside the score.
        gates_unchecked: gates of the scorecard for which the data has no case.
        operations: what stands behind the numbers of missions; None for other runs.
        correlation: how the measures of its cases go together; None for a run without cases.
        findings: what stands out, in sentences, the most important first.
        difference_tests: every comparison that could accuse the agent, told or not, corrected as
            one family.
        repeats: pass@k and pass^k for every k, when cases were asked several times.
        judging: how the answers were judged; None for runs of versions that did not keep it.
        cases: a sample of the rows for pages; `report.json` leaves it out, since its readers have
            the whole table.
    """

    run: Mapping[str, Any]
    headline: Headline
    overall: Overall | None
    scorecard: Part | None
    gates: tuple[Gate, ...]
    indicators: tuple[Indicator, ...]
    conditions: Conditions | None
    generalisation: Generalisation
    breakdowns: Mapping[str, tuple[Group, ...]]
    counts: Counts
    usage: Usage
    latency: Latency
    failures: tuple[FailureGroup, ...]
    panel: tuple[str, ...] = ()
    gates_unchecked: tuple[str, ...] = ()
    operations: Operations | None = None
    correlation: Correlation | None = None
    findings: tuple[Finding, ...] = ()
    difference_tests: tuple[DifferenceTest, ...] = ()
    repeats: tuple[Repeat, ...] = ()
    judging: Judging | None = None
    cases: CaseSample | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the report as plain JSON values, with the version of its shape."""
        names = (field.name for field in fields(self) if field.name != "cases")
        return {"schema": SCHEMA, **{name: plain(getattr(self, name)) for name in names}}


def plain(value: Any) -> Any:
    """Return records, and whatever they hold, as plain JSON values."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str):
        # Half a surrogate pair cannot be written as UTF-8.
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, Words):
        return {"en": plain(value.en), "zh": plain(value.zh)}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {plain(str(key)): plain(item) for key, item in value.items()}
    return str(value)
