"""What makes an audit fail: an oracle that fails, or an agent that gets a score for nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.audit.score_agents import UNANSWERABLE
from steelyard.scorecards import parse_gate
from steelyard.scorers.matchers.guess_level import right_answer
from steelyard.scorers.matchers.rules import choose_rule

if TYPE_CHECKING:
    from steelyard.audit.audit import AgentResult

ORACLE_LEAST = 0.99
"""Share of the cases with a right answer that the oracle must pass."""
CLOSED = ("choice", "label", "polarity", "refusal", "clarify")
"""Rules with few possible answers: a constant is right now and then, without any fault."""
LABEL = "label:"
"""Beginning of the id of an agent that always answers one label."""
_GUESSED = frozenset(("choice", "label", "polarity"))
_MOST_COMMON = 0.9  # beyond it the cases of a rule cannot tell a constant from an agent
_ASKS_FOR_MORE = (">=", ">")


@dataclass(frozen=True)
class Problem:
    """One reason why the audit fails.

    Attributes:
        kind: `oracle`, `score`, `gate` or `gates`.
        agent: id of the agent.
        value: what it gets.
        limit: what it may get, or must at least.
        detail: the gate, if it is one.
    """

    kind: str
    agent: str
    value: float | None
    limit: float | None
    detail: str = ""


def find_problems(
    oracle: AgentResult,
    agents: Sequence[AgentResult],
    *,
    most: float,
    fair: frozenset[str],
    gates: Sequence[str],
    card_gates: Sequence[str] = (),
) -> list[Problem]:
    """Return what is wrong; empty when the audit passes.

    A do-nothing agent may get `most` as first number or overall score, and beside it the share of
    the cases it passes by a `fair` rule: in multiple choice with four options, 25 % is luck and no
    fault. What an agent gets that passes closed questions only, and others not at all, is luck too:
    a constant is as good under load as without it.
    Agents that know labels or answers of other cases only measure the guess level, unless one label
    is right nearly everywhere.

    Args:
        oracle: what the oracle gets.
        agents: what each do-nothing agent gets.
        most: the highest score for nothing.
        fair: closed rules whose cases have different right answers, from `fair_rules`.
        gates: the gates that the plan names.
        card_gates: the gates of its scorecard.
    """
    found: list[Problem] = []
    if oracle.judged and oracle.passes < ORACLE_LEAST * oracle.judged:
        found.append(Problem("oracle", oracle.id, oracle.passes / oracle.judged, ORACLE_LEAST))
    for agent in agents:
        constant = agent.id.startswith(LABEL) and "label" not in fair
        if (not agent.knows or constant) and not _only_guesses(agent, fair):
            limit = most + agent.share({*fair, UNANSWERABLE})
            score = max(agent.value or 0.0, agent.overall or 0.0)
            if score > limit + 1e-12:
                found.append(Problem("score", agent.id, score, limit))
        found += _met_gates(agent, gates, card_gates)
    return found


def _only_guesses(agent: AgentResult, fair: frozenset[str]) -> bool:
    """Return whether all it passes are choices, labels or yes/no questions."""
    return bool(agent.passed_by) and agent.passed_by.keys() <= (fair & _GUESSED)


def fair_rules(cases: Sequence[Mapping[str, Any]], labels: Sequence[str]) -> frozenset[str]:
    """Return the closed rules of which no single answer is right in more than 90 % of the cases."""
    answers: dict[str, Counter[str]] = {rule: Counter() for rule in CLOSED}
    for case in cases:
        rule = choose_rule(case, labels)
        if rule in CLOSED:
            answers[rule][right_answer(case, rule)] += 1
    # Refusing is wrong wherever something else is asked; asking back likewise.
    for rule in ("refusal", "clarify"):
        if answers[rule]:
            answers[rule]["otherwise"] += len(cases) - answers[rule].total()
    return frozenset(
        rule
        for rule, counts in answers.items()
        if counts and max(counts.values()) <= _MOST_COMMON * counts.total()
    )


def _met_gates(
    agent: AgentResult, gates: Sequence[str], card_gates: Sequence[str]
) -> Iterator[Problem]:
    """Yield the gates that ask for something and that the agent meets.

    A gate that forbids (no leak, at most 2 s) is met by whoever does nothing. If a plan has only
    such gates, they let everything through.
    """
    met = {text: observed for text, passed, observed in agent.gates if passed}
    named = [parse_gate(gate) for gate in gates]
    for gate in (*named, *map(parse_gate, card_gates)):
        if gate.op in _ASKS_FOR_MORE and gate.text in met:
            yield Problem("gate", agent.id, met[gate.text], gate.limit, gate.text)
    if named and all(gate.text in met and gate.op not in _ASKS_FOR_MORE for gate in named):
        yield Problem("gates", agent.id, None, None, "; ".join(gate.text for gate in named))
