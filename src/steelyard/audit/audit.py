"""`audit_plan`: what do-nothing agents and an oracle get on a plan's cases and scorecard."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from steelyard.audit.contamination import Contamination, find_contamination
from steelyard.audit.dataset_facts import DatasetFacts
from steelyard.audit.null_agent import NullAgent
from steelyard.audit.oracle import oracle_reply
from steelyard.audit.prepared_plan import PreparedPlan, prepare_plan
from steelyard.audit.problems import Problem, fair_rules, find_problems
from steelyard.audit.score_agents import Passes, Scores, score_agents
from steelyard.audit.zoo import null_agents
from steelyard.model import Reply, Words
from steelyard.plan import Plan

MOST = 0.05
"""What a do-nothing agent may get."""
MOST_CASES = 1_000
"""Cases each do-nothing agent is tried on; more would change its score by less than a point."""

_ORACLE = "oracle"
_ORACLE_WORDS = Words("gives the expected answer", "给出期望答案")


@dataclass(frozen=True)
class AgentResult:
    """What one agent gets.

    Attributes:
        knows: whether it uses labels or the expected answers of other cases.
        cases: cases it was tried on.
        judged: cases with a verdict.
        passes: cases it passes.
        passed_by: ids of those cases, by the rule or scorer that says so.
        failed: ids of the cases it fails, with what the verdict read in its reply.
        headline: id of the first number a report would show.
        value: that number.
        overall: the overall score.
        rule: how the overall score is made.
        indicators: score of every indicator with weight.
        gates: every gate with whether it is met and what was observed.
    """

    id: str
    words: Words
    knows: bool
    cases: int
    judged: int
    passes: int
    passed_by: Mapping[str, Sequence[str]]
    failed: Sequence[tuple[str, str | None]]
    headline: str | None
    value: float | None
    overall: float | None
    rule: str
    indicators: Mapping[str, float | None]
    gates: tuple[tuple[str, bool, float | None], ...]

    def share(self, rules: Collection[str]) -> float:
        """Return the share of the judged cases that it passes by some rules."""
        count = sum(len(ids) for rule, ids in self.passed_by.items() if rule in rules)
        return count / self.judged if self.judged else 0.0

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        gates = [{"gate": text, "met": met, "observed": seen} for text, met, seen in self.gates]
        plain = {name: getattr(self, name) for name in self.__dataclass_fields__}
        passed = {rule: list(ids) for rule, ids in self.passed_by.items()}
        failed = [{"case_id": id_, "evidence": evidence} for id_, evidence in self.failed]
        plain |= {"words": self.words._asdict(), "passed_by": passed, "gates": gates}
        # Whoever does nothing fails nearly everything; the oracle's failures are news.
        return plain | {"failed": failed if self.id == _ORACLE else len(failed)}


@dataclass(frozen=True)
class Audit:
    """The outcome of an audit.

    Attributes:
        name: of the plan.
        cases: cases read.
        judged_by: what decides, with the number of cases it decides on.
        oracle: the agent that gives the expected answers.
        agents: the do-nothing agents.
        problems: why it fails; empty when it passes.
        contamination: warnings about the data.
        not_run: parts of the plan that an audit does not execute: `conditions`, `environments`,
            `single`, `judges`, `epochs`.
        most: the highest score a do-nothing agent may get, lucky guesses aside.
        strict: whether contamination fails it.
    """

    name: str
    cases: int
    judged_by: Mapping[str, int]
    oracle: AgentResult
    agents: tuple[AgentResult, ...]
    problems: tuple[Problem, ...]
    contamination: tuple[Contamination, ...]
    not_run: tuple[str, ...]
    most: float = MOST
    strict: bool = False

    @property
    def best(self) -> AgentResult:
        """The do-nothing agent with the highest first number: its score is the guess level."""
        return max(self.agents, key=lambda agent: (agent.value or 0.0, agent.passes))

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong; contamination is a warning, unless the audit is strict."""
        return not self.problems and not (self.strict and self.contamination)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {
            "name": self.name,
            "passed": self.passed,
            "max": self.most,
            "strict": self.strict,
            "cases": self.cases,
            "judged_by": dict(self.judged_by),
            "guess_level": {"agent": self.best.id, "value": self.best.value},
            "problems": [asdict(problem) for problem in self.problems],
            "contamination": [asdict(one) for one in self.contamination],
            "not_run": list(self.not_run),
            "oracle": self.oracle.as_dict(),
            "agents": [agent.as_dict() for agent in self.agents],
        }


def audit_plan(
    plan: Plan, base: Path, *, most: float = MOST, limit: int | None = None, strict: bool = False
) -> Audit:
    """Try do-nothing agents and an oracle on a plan's cases. The plan's agent is not called.

    Args:
        plan: the plan.
        base: what its paths are relative to.
        most: the highest score a do-nothing agent may get.
        limit: read only so many cases.
        strict: contamination fails the audit.

    Raises:
        UserError: the plan or its data is wrong.
    """
    prepared = prepare_plan(plan, base, limit)
    facts = DatasetFacts.of(prepared.cases, prepared.labels)
    zoo = list(null_agents(facts))
    some = _spread(prepared.cases, MOST_CASES)
    tried = {agent.id: (_replies(agent, facts), some) for agent in zoo}
    every = {_ORACLE: (oracle_reply, prepared.cases), **tried}
    found = score_agents(prepared, every, trusted=_ORACLE)
    oracle = _result(_ORACLE, _ORACLE_WORDS, len(prepared.cases), found[_ORACLE])
    agents = tuple(
        _result(agent.id, agent.words, len(some), found[agent.id], knows=agent.knows)
        for agent in zoo
    )
    problems = find_problems(
        oracle,
        agents,
        most=most,
        fair=fair_rules(prepared.cases, prepared.labels),
        gates=plan.gates,
        card_gates=prepared.weighing.card.all_gates(),
    )
    return Audit(
        name=plan.name,
        cases=len(prepared.cases),
        judged_by=prepared.judged_by,
        oracle=oracle,
        agents=agents,
        problems=tuple(problems),
        contamination=tuple(find_contamination(prepared.cases, prepared.labels)),
        not_run=_not_run(prepared),
        most=most,
        strict=strict,
    )


def _replies(agent: NullAgent, facts: DatasetFacts) -> Callable[[Mapping[str, Any]], Reply]:
    return lambda case: agent.reply(case, facts)


def _spread(cases: Sequence[dict[str, Any]], most: int) -> Sequence[dict[str, Any]]:
    """Return at most so many cases, taken evenly from all."""
    if len(cases) <= most:
        return cases
    return [cases[number * len(cases) // most] for number in range(most)]


def _result(
    id_: str, words: Words, cases: int, found: tuple[Passes, Scores], *, knows: bool = False
) -> AgentResult:
    passes, scores = found
    return AgentResult(
        id=id_,
        words=words,
        knows=knows,
        cases=cases,
        judged=passes.judged,
        passes=passes.count,
        passed_by=dict(passes.passed),
        failed=tuple(passes.failed),
        headline=scores.headline,
        value=scores.value,
        overall=scores.overall,
        rule=scores.rule,
        indicators=scores.indicators,
        gates=scores.gates,
    )


def _not_run(prepared: PreparedPlan) -> tuple[str, ...]:
    plan = prepared.plan
    parts = {
        "conditions": bool(plan.conditions),
        "environments": bool(plan.environments),
        "single": plan.single is not None,
        "judges": prepared.scoring().asks,
        "epochs": plan.run.epochs > 1,
    }
    return tuple(name for name, named in parts.items() if named)
