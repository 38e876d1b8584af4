"""What the section about conditions says, whoever renders it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.model import Words
from steelyard.report.labels import label
from steelyard.report.numbers import NOTHING, seconds_text, significant, value_text
from steelyard.report.text import one_line
from steelyard.report.told import told
from steelyard.report.wording import known_words, words

if TYPE_CHECKING:
    from steelyard.analysis.conditions import (
        Applied,
        Conditions,
        EnvironmentLine,
        KindLine,
        Knee,
        TeamTable,
    )
    from steelyard.report.content import Indicator, RunReport


_MOST_NAMES = 6
_SHORTEST_S = 0.001  # how late a request left is not told more finely than this


class TeamFact(NamedTuple):
    """One measure of the team."""

    label: Words
    text: str


def did_words(applied: Applied, found: Conditions) -> Words:
    """What a condition did, in a sentence."""
    settings = applied.settings
    match applied.condition:
        case "perturb":
            kinds = len({line.kind for line in found.kinds})
            rate, variants = settings.get("rate"), settings.get("variants")
            return words("did_perturb", kinds=kinds, rate=_bare(rate), variants=_bare(variants))
        case "load":
            return words(f"did_{found.arrivals}", phases=_phases(found))
        case "fault":
            hits = settings.get("hits", 1)
            said: Any = words("every_one") if hits is None else hits
            return words("did_fault", kinds=len(found.faults), hits=said)
        case "environment":
            names = [one_line(line.name, 40) for line in found.environments]
            shown = ", ".join(names[:_MOST_NAMES]) + (" …" if len(names) > _MOST_NAMES else "")
            return words("did_environment", names=shown or NOTHING)
        case _:
            return words("did_single", adapter=one_line(str(settings.get("adapter") or NOTHING)))


def condition_words(condition: str) -> Words:
    """The name of a condition."""
    return known_words("condition", condition)


def indicators_of(report: RunReport, applied: Applied) -> list[Indicator]:
    """The indicators that measure a condition and have a value."""
    by_id = {indicator.id: indicator for indicator in report.indicators}
    known = [by_id[id_] for id_ in applied.indicators if id_ in by_id]
    return [indicator for indicator in known if indicator.value is not None]


def answering(found: Conditions) -> list[KindLine]:
    """Perturbations where an answer is wanted, the one that costs most first."""
    lines = [line for line in found.kinds if line.wants == "answer"]
    return sorted(lines, key=lambda line: (_lost(line), line.kind, line.strength or 0.0))


def reacting(found: Conditions) -> list[KindLine]:
    """Perturbations where a refusal or a question is wanted."""
    return [line for line in found.kinds if line.wants != "answer"]


def kind_words(kind: str) -> Words:
    """The name of a perturbation."""
    from steelyard.conditions.perturbations import PERTURBATIONS

    shown = one_line(kind, 60)
    if kind not in PERTURBATIONS:
        return Words(shown, shown)
    return label(PERTURBATIONS.get(kind).title, shown)


def fault_words(fault: str) -> Words:
    """The name of a fault."""
    from steelyard.conditions.faults import FAULTS

    shown = one_line(fault, 60)
    return label(FAULTS.get(fault).title, shown) if fault in FAULTS else Words(shown, shown)


def knee_words(knee: Knee) -> Words:
    """Up to where the ramp was carried."""
    level, beyond = _bare(knee.level), _bare(knee.next_level)
    if knee.limit is None:
        return words("knee_open", level=level)
    limit = known_words("limit", knee.limit)
    if knee.level is None:
        return words("knee_none", next=beyond, limit=limit)
    return words("knee_found", level=level, next=beyond, limit=limit)


def knee_rule(knee: Knee) -> Words:
    """What counted as carried."""
    completion = value_text(knee.completion, "%")
    if knee.p95 is None:
        return words("knee_rule", completion=completion)
    return words("knee_rule_p95", completion=completion, p95=seconds_text(knee.p95))


def deployed_words(line: EnvironmentLine) -> Words:
    """Whether, and when, the agent came to run."""
    if line.deployed is None:
        return words("deployed_there")
    if not line.deployed:
        return words("deployed_never")
    return (
        words("deployed_first") if line.first_worked else words("deployed_later", n=line.attempts)
    )


def checklist_words(line: EnvironmentLine) -> Words:
    """What the checklist came to; `–` when there was none."""
    if line.checklist_failed:
        return words("checklist_failed", n=line.checklist_failed)
    return Words(NOTHING, NOTHING) if line.covered is None else words("checklist_held")


def broke_words(line: EnvironmentLine) -> Words:
    """What did not fit there: named issues, else what the last attempt ended with."""
    said = [
        words(f"issue_{issue.kind}", subject=one_line(issue.subject, 80))
        for issue in line.issues
        if issue.kind in ("import", "abi", "encoding", "program", "checklist")
    ]
    if line.error:
        said.append(told(line.error, 160))
    return Words("; ".join(one.en for one in said), "；".join(one.zh for one in said))


def team_facts(team: TeamTable) -> list[TeamFact]:
    """The measures of a team that are known."""
    return [
        TeamFact(words(f"team_{name}"), text(getattr(team, name)))
        for name, text in _TEAM.items()
        if getattr(team, name) is not None
    ]


def delay_text(seconds: float | None) -> str:
    """How late requests left; what is no delay to speak of is not told in microseconds."""
    if seconds is not None and seconds < _SHORTEST_S:
        return f"< {_SHORTEST_S:g} s"
    return seconds_text(seconds)


def level_text(level: float | None) -> str:
    """A load or a strength, as short as it is."""
    return _bare(level)


def _phases(found: Conditions) -> Words:
    calm = [line for line in found.phases if line.phase != "ramp"]
    ramp = [line for line in found.phases if line.phase == "ramp"]
    said = [(known_words("phase", line.phase), _bare(line.level)) for line in calm]
    if ramp:
        said.append((known_words("phase", "ramp"), _listed([_bare(line.level) for line in ramp])))
    return Words(
        ", ".join(f"{name.en} {level}" for name, level in said),
        "，".join(f"{name.zh} {level}" for name, level in said),
    )


def _listed(levels: Sequence[str]) -> str:
    return "/".join(levels)


def _lost(line: KindLine) -> float:
    if line.success.value is None or line.plain is None:
        return 1.0
    return line.success.value - line.plain


def _bare(value: float | None) -> str:
    return NOTHING if value is None else f"{value:g}" if abs(value) < 1e6 else significant(value)


def _plain_number(value: float | None) -> str:
    return NOTHING if value is None else significant(value)


def _percent(value: float | None) -> str:
    return value_text(value, "%")


_TEAM: dict[str, Callable[[float | None], str]] = {
    "messages": _plain_number,
    "rounds": _plain_number,
    "response_rate": _percent,
    "accuracy": _percent,
    "redundancy": _percent,
    "balance": _percent,
    "parallelism": _plain_number,
    "together_s": seconds_text,
    "alone_s": seconds_text,
    "success": _percent,
    "alone_success": _percent,
}
