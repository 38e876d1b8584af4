"""An audit on the terminal: who gets what, the guess level, what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from steelyard.i18n import pick, t

if TYPE_CHECKING:
    from rich.console import Console

    from steelyard.audit import AgentResult, Audit, Problem

_SHOWN_CASES = 3
_SHOWN_FAILURES = 5
_REASONS = frozenset(
    (
        *("refusal", "clarify", "choice", "label", "polarity", "number", "contains", "keywords"),
        *("asserts", "json", "safety", "mission", "declared", "unanswerable"),
    )
)


def print_audit(audit: Audit, *, show_all: bool = False) -> None:
    """Print what every agent gets; without `show_all` only those that get something."""
    from rich.text import Text

    from steelyard.cli.console import ResultConsole

    console = ResultConsole()
    n = t("audit.case") if audit.cases == 1 else t("audit.cases", n=audit.cases)
    title = t("audit.title", name=audit.name, n=n, rules=_rules(audit.judged_by))
    console.print(Text(title, style="bold"))
    console.print(Text(_remarks(audit), style="dim"))
    _print_table(audit, console, show_all=show_all)
    for found in audit.contamination:
        line = t(
            f"audit.found_{found.kind}",
            n=found.count,
            total=found.total,
            cases=", ".join(found.examples),
            detail=found.detail,
        )
        console.print(Text(f"! {line}", style="yellow"))
    for line in _problems(audit):
        console.print(Text(line, style="red"))
    console.print(Text(_last_line(audit), style="green" if audit.passed else "red"))


def _rules(table: Mapping[str, int]) -> str:
    from steelyard.report.judging import rule_words

    total = sum(table.values())
    return ", ".join(f"{pick(rule_words(rule))} {_share(n / total)}" for rule, n in table.items())


def _remarks(audit: Audit) -> str:
    lines = [t("audit.without_agent")]
    if audit.not_run:
        parts = ", ".join(t(f"audit.part_{part}") for part in audit.not_run)
        lines.append(t("audit.not_run", parts=parts))
    tried = audit.agents[0].cases
    if tried < audit.cases:
        lines.append(t("audit.sampled", n=tried))
    return " ".join(lines)


def _print_table(audit: Audit, console: Console, *, show_all: bool) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1))
    table.add_column(t("audit.column_agent"), no_wrap=True)
    table.add_column(t("audit.column_passes"), justify="right", no_wrap=True)
    table.add_column(_headline_name(audit), justify="right", no_wrap=True)
    if _has_rate(audit):
        table.add_column(t("audit.column_overall"), justify="right", no_wrap=True)
    table.add_column(t("audit.column_rule"), no_wrap=True)
    table.add_column(t("audit.column_what"), overflow="fold")
    shown, rest = _chosen(audit, show_all=show_all)
    for agent in (audit.oracle, *shown):
        first = agent is audit.oracle
        rule = first or agent.rule != audit.oracle.rule
        cells = _cells(agent, rate=_has_rate(audit), rule=rule)
        what = "" if first else _what(agent, show_all=show_all)
        table.add_row(*map(Text, (*cells, what)))
    if rest:
        cells = _cells(rest[0], rate=_has_rate(audit), rule=False)[1:]
        label = t("audit.others", n=len(rest))
        table.add_row(*map(Text, (label, *cells, t("audit.nothing"))))
    console.print(table)


def _chosen(audit: Audit, *, show_all: bool) -> tuple[list[AgentResult], list[AgentResult]]:
    """Return the agents to list, those of equal passes once, and those that get nothing."""
    if show_all:
        return list(audit.agents), []
    ranked = sorted(audit.agents, key=lambda agent: (-(agent.value or 0.0), -agent.passes))
    idle = [agent for agent in ranked if not agent.passes and not (agent.overall or agent.value)]
    busy = [agent for agent in ranked if agent not in idle]
    distinct = [next(group) for _, group in groupby(busy, key=_same)]
    return distinct, idle


def _same(agent: AgentResult) -> tuple[object, ...]:
    passed = tuple(sorted(id_ for ids in agent.passed_by.values() for id_ in ids))
    return agent.value, agent.overall, passed


def _has_rate(audit: Audit) -> bool:
    """Return whether the first number is another than the overall score."""
    return audit.oracle.headline not in (None, "overall")


def _cells(agent: AgentResult, *, rate: bool, rule: bool) -> list[str]:
    return [
        t("audit.oracle") if agent.id == "oracle" else agent.id,
        f"{agent.passes}/{agent.judged}",
        *([_share(agent.value)] if rate else []),
        _share(agent.overall),
        t(f"audit.rule_{agent.rule}") if rule else "",
    ]


def _what(agent: AgentResult, *, show_all: bool) -> str:
    reasons = [_reason(rule, ids) for rule, ids in agent.passed_by.items()]
    scored = {id_: score for id_, score in agent.indicators.items() if score}
    if scored and (show_all or not reasons):
        ids = ", ".join(f"{id_} {_share(score)}" for id_, score in scored.items())
        reasons.append(t("audit.reason_indicators", ids=ids))
    # One that is not checked for lack of cases is met by nobody.
    met = [text for text, passed, observed in agent.gates if passed and observed is not None]
    if met and show_all:
        reasons.append(t("audit.reason_gates", gates=", ".join(met)))
    return "; ".join(reasons)


def _reason(rule: str, ids: Sequence[str]) -> str:
    cases = ", ".join(ids[:_SHOWN_CASES])
    if len(ids) > _SHOWN_CASES:
        cases = t("audit.more_cases", cases=cases, n=len(ids))
    if rule in _REASONS:
        return t(f"audit.reason_{rule}", cases=cases)
    return t("audit.reason_scorer", rule=rule, cases=cases)


def _headline_name(audit: Audit) -> str:
    from steelyard.indicators import get_indicator

    if not _has_rate(audit):
        return t("audit.column_overall")
    return pick(get_indicator(str(audit.oracle.headline)).name)


def _problems(audit: Audit) -> Iterator[str]:
    """Yield what is wrong, problems of one kind together."""
    words = {agent.id: agent.words for agent in audit.agents}
    for kind, group in groupby(sorted(audit.problems, key=_kind), key=_kind):
        found = sorted(group, key=lambda problem: -(problem.value or 0.0))
        first = found[0]
        agent = "" if first.agent not in words else pick(words[first.agent])
        shown = {"value": _share(first.value), "limit": _share(first.limit), "gate": first.detail}
        yield f"✗ {t(f'audit.problem_{kind[0]}', agent=agent, **shown)}"
        if kind[0] == "oracle":
            yield from _oracle_failures(audit.oracle)
        if len(found) > 1:
            yield f"  {t('audit.problem_more', n=len(found) - 1)}"


def _kind(problem: Problem) -> tuple[str, str]:
    return problem.kind, problem.detail


def _oracle_failures(oracle: AgentResult) -> Iterator[str]:
    for case, evidence in oracle.failed[:_SHOWN_FAILURES]:
        yield t("audit.oracle_case", case=case, evidence=evidence or "–")
    if (more := len(oracle.failed) - _SHOWN_FAILURES) > 0:
        yield t("audit.oracle_more", n=more)


def _last_line(audit: Audit) -> str:
    best = audit.best
    guess = t("audit.guess_nothing")
    if best.value:
        guess = t("audit.guess_level", value=_share(best.value), agent=pick(best.words))
    if audit.passed:
        good = t("audit.verdict_ok", limit=_share(audit.most)) if best.value else ""
        return f"{guess} {good}  {t('audit.ok')}"
    return f"{guess}  {t('audit.failed')}"


def _share(value: float | None) -> str:
    from steelyard.report.numbers import value_text

    return value_text(value, "%")
