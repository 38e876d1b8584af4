"""Score agents on the cases of a plan: verdicts case by case, then indicators and overall score.

All agents lie in one table and the indicators are computed by agent in one pass, which is what
makes eighty agents affordable.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from steelyard import bundle as disk
from steelyard.audit.prepared_plan import PreparedPlan
from steelyard.bundle.results import enriched
from steelyard.indicators import compute_indicators, using_indicators
from steelyard.indicators.sandbox import compute_apart
from steelyard.model import Case, IndicatorValue, Reply
from steelyard.scorecards import check_gates, choose_headline, parse_gate, weigh_tree
from steelyard.scorecards.summarise import with_card_params
from steelyard.scorecards.weigh import overall_of
from steelyard.scorers import Scoring

UNANSWERABLE = "unanswerable"
"""In place of the rule where there is no right answer, and saying so is right."""
_COLUMN = "audited_agent"
# Long, and read by no indicator.
_LEFT_OUT = ("input", "metadata", "references", "asserts", "trajectory", "expected_output")
_HEADLINES = ("base.accuracy", "base.f1", "ir.ndcg_at_10", "safety.accuracy", "ops.effectiveness")

ReplyTo = Callable[[Mapping[str, Any]], Reply | None]


@dataclass
class Passes:
    """The verdicts on one agent.

    Attributes:
        judged: cases with a verdict.
        passed: ids of the cases it passes, by the rule or scorer that says so;
            `unanswerable` where there is no right answer.
        failed: ids of the cases it fails, with what the verdict read.
    """

    judged: int = 0
    passed: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    failed: list[tuple[str, str | None]] = field(default_factory=list)

    @property
    def count(self) -> int:
        """Cases it passes."""
        return sum(map(len, self.passed.values()))


@dataclass(frozen=True)
class Scores:
    """What an agent gets.

    Attributes:
        headline: id of the first number of a report.
        value: that number.
        overall: the overall score, whatever the headline is.
        rule: how the overall score is made.
        indicators: score of every indicator with weight.
        gates: every gate, whether it is met, and what was observed.
    """

    headline: str | None = None
    value: float | None = None
    overall: float | None = None
    rule: str = "none"
    indicators: Mapping[str, float | None] = field(default_factory=dict)
    gates: tuple[tuple[str, bool, float | None], ...] = ()


def score_agents(
    prepared: PreparedPlan,
    agents: Mapping[str, tuple[ReplyTo, Sequence[Mapping[str, Any]]]],
    trusted: str,
) -> dict[str, tuple[Passes, Scores]]:
    """Return verdicts and scores of agents; a reply of None leaves the case out.

    Args:
        prepared: plan and cases.
        agents: by id, the function that replies and the cases it is given.
        trusted: id of the agent whose reported fields count as measured.
    """
    passes = {id_: Passes() for id_ in agents}
    scoring = prepared.scoring()
    makers = {id_: prepared.row_maker(trusted=id_ == trusted) for id_ in agents}
    with TemporaryDirectory(prefix="steelyard-audit-") as folder:
        parts = Path(folder) / "results"
        rows = (
            row
            for id_, (reply_to, cases) in agents.items()
            for row in _count(passes[id_], _rows(makers[id_], scoring, reply_to, cases), id_)
        )
        disk.write_parts(parts, rows, scoring.writes | {_COLUMN: "VARCHAR"})
        sources: dict[str, Any] = {}
        for maker in makers.values():
            sources |= maker.provenance()
        scores = _scores(prepared, parts, sources | scoring.provenance())
    # An oracle that no case tells what is right has no row.
    return {id_: (passes[id_], scores.get(id_, Scores())) for id_ in agents}


def _rows(
    maker: disk.RowMaker, scoring: Scoring, reply_to: ReplyTo, cases: Iterable[Mapping[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Return the rows of one agent, scored."""
    return enriched(_replied(maker, reply_to, cases), scoring.enrich)


def _count(passes: Passes, rows: Iterable[dict[str, Any]], agent: str) -> Iterator[dict[str, Any]]:
    """Yield what the indicators need of the rows, counting their verdicts."""
    for row in rows:
        if row["passed"] is not None:
            passes.judged += 1
            if row["passed"]:
                rule = UNANSWERABLE if row.get("answerable") is False else row["verdict_by"]
                passes.passed[rule].append(row["case_id"])
            else:
                passes.failed.append((row["case_id"], row["verdict_evidence"]))
        kept = {name: value for name, value in row.items() if name not in _LEFT_OUT}
        yield kept | {_COLUMN: agent}


def _replied(
    maker: disk.RowMaker, reply_to: ReplyTo, cases: Iterable[Mapping[str, Any]]
) -> Iterator[dict[str, Any]]:
    for number, case in enumerate(cases):
        reply = reply_to(case)
        if reply is not None:
            asked = Case(number, str(case["case_id"]), case.get("input"))
            record = disk.journal_record(asked, reply, attempts=1, started_at=0.0)
            yield maker.row(dict(case), 0, record)


def _scores(
    prepared: PreparedPlan, parts: Path, provenance: Mapping[str, Any]
) -> dict[str, Scores]:
    plan, card = prepared.plan, prepared.weighing.card
    params = with_card_params(plan.params, card)
    files = prepared.weighing.files
    gates = [*plan.gates, *card.all_gates()]
    with using_indicators(prepared.weighing.records):
        gated = {parse_gate(gate).indicator for gate in gates} - {"overall"}
        wanted = dict.fromkeys((*card.indicators(), *_HEADLINES, *sorted(gated)))
        apart = None
        if files:
            apart = compute_apart(files, parts, params=params, by=[_COLUMN], provenance=provenance)
        inside = [id_ for id_ in wanted if apart is None or id_ not in apart.values]
        with disk.connect_for_analysis(parts) as connection:
            values = compute_indicators(
                connection, inside, params=params, by=_COLUMN, provenance=provenance
            )
        own = {} if apart is None else apart.groups.get(_COLUMN, {})
        return {
            str(agent): _agent_scores(prepared, {**found, **own.get(agent, {})}, gates)
            for agent, found in values.items()
        }


def _agent_scores(
    prepared: PreparedPlan, values: Mapping[str, IndicatorValue], gates: Sequence[str]
) -> Scores:
    plan, card = prepared.plan, prepared.weighing.card
    weighted = {id_: values[id_] for id_ in card.indicators() if id_ in values}
    root = weigh_tree(weighted, card)
    overall = overall_of(root)
    summary = {
        "overall": overall.as_dict(),
        "tree": root.as_dict(),
        "indicators": [value.as_dict() for value in values.values()],
    }
    headline = choose_headline(summary, named=plan.scorecard is not None)
    results = check_gates(gates, values, overall, source=root.provenance)
    return Scores(
        headline=headline.id,
        value=headline.value,
        overall=overall.score,
        rule=overall.rule,
        indicators={id_: value.score for id_, value in weighted.items()},
        gates=tuple((one.text, one.passed, one.observed) for one in results),
    )
