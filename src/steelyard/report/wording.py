"""What every renderer says in the same words: statuses, rules, verdicts, reasons, methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.i18n import LANGUAGES, pick, t, using_language
from steelyard.i18n.words.report import WORDS
from steelyard.model import Words
from steelyard.report import numbers
from steelyard.report.labels import label
from steelyard.report.numbers import NOTHING, count_text, significant
from steelyard.report.text import one_line
from steelyard.report.told import told, told_together

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from steelyard.analysis.generalisation import Lack
    from steelyard.report.content import (
        Counts,
        Excerpt,
        FailureGroup,
        Gate,
        Indicator,
        Overall,
        Part,
        RunReport,
    )


def words(key: str, **values: Any) -> Words:
    """Return the report sentence `key` in both languages; values may be bilingual themselves.

    A key with an area in front, such as `operations.panel`, is a sentence of that area.
    """
    made = []
    for language in LANGUAGES:
        with using_language(language):
            filled = {k: pick(v) if isinstance(v, Words) else v for k, v in values.items()}
            made.append(t(key if "." in key else f"report.{key}", **filled))
    return Words(*made)


def request_words(counts: Counts) -> list[Words]:
    """Return how many requests were answered, and how many rows bring results without any."""
    recorded = words("recorded_line", n=count_text(counts.recorded))
    if counts.recorded and not counts.rows:
        return [recorded]
    answered = words("answered_line", ok=count_text(counts.ok), rows=count_text(counts.rows))
    failed = words("answers_line", error=counts.error, timeout=counts.timeout)
    return [answered, failed, *([recorded] if counts.recorded else [])]


def known_words(prefix: str, name: str | None, *, limit: int = 80) -> Words:
    """Return the words for a short stable name such as a status; the name itself if unknown."""
    key = f"{prefix}_{name}"
    if key in WORDS:
        return words(key)
    shown = one_line(name or NOTHING, limit)
    return Words(shown, shown)


def part_source(part: Part) -> Words:
    """Return where a part's numbers come from: measured, declared or claimed, or partly so."""
    partly = f"partly_{part.provenance}"
    if part.parts and partly in WORDS:
        return words(partly)
    return known_words("provenance", part.provenance)


def verdict(report: RunReport) -> str:
    """Return `passed`, `blocked` or `none` (no gate was set)."""
    if not report.gates:
        return "none"
    return "passed" if all(gate.passed for gate in report.gates) else "blocked"


def run_name(report: RunReport) -> str:
    """Return the name of the run on one line."""
    given = report.run.get("name")
    return one_line(str(given)) if given else pick(words("unnamed"))


def confidence_text(report: RunReport) -> str:
    """Return the confidence the intervals were made with."""
    given = (i.ci_confidence for i in report.indicators if i.ci_confidence)
    return numbers.confidence_text(next(given, 0.95))


def observed_words(gate: Gate) -> Words:
    """Return what a gate saw, or why it saw nothing."""
    if gate.observed is not None:
        return words("observed", value=significant(gate.observed))
    return told(gate.reason or NOTHING, 300)


def rule_words(overall: Overall, names: Mapping[str, Words]) -> Words:
    """Return the rule of the overall score as a sentence, with the weights it used."""
    rule = known_words("rule", overall.rule)
    parts = [(weight, _part(part, names)) for part, weight in overall.weights.items()]
    if len(parts) < 2:
        return rule
    sums = [" + ".join(f"{weight:.3g} × {part[at]}" for weight, part in parts) for at in (0, 1)]
    return words("rule_with_weights", rule=rule, sum=Words(*sums))


def reason(indicator: Indicator) -> Words:
    """Return why an indicator is what it is: its notes, else what its status means."""
    if indicator.notes:
        return told_together(indicator.notes)
    key = f"why_{indicator.status}"
    return words(key) if key in WORDS else Words("", "")


def lack_words(lack: Lack) -> Words:
    """Return what indicators lack, as a short list: fields, parameters, scorers, or the reason."""
    said = []
    if lack.fields:
        names = _listed([_either(group) for group in lack.fields])
        said.append(words("needs_field" if len(lack.fields) == 1 else "needs_fields", names=names))
    if lack.params:
        said.append(words("needs_params", names=", ".join(lack.params)))
    if lack.scorers:
        said.append(words("needs_scorers", names=", ".join(lack.scorers)))
    if not said:
        said.append(words("no_base") if lack.why is None else label(lack.why, NOTHING))
    listed = Words("; ".join(one.en for one in said), "；".join(one.zh for one in said))
    return words("only_score", what=listed) if lack.what == "score" else listed


def need_words(lack: Lack) -> Words:
    """Return the same as a remark: "needs ..." what can be supplied, or else the reason."""
    said = lack_words(lack)
    supplied = lack.fields or lack.params or lack.scorers
    return words("needs", what=said) if supplied else said


def _either(group: Sequence[str]) -> Words:
    word = words("either")
    return Words(word.en.join(group), word.zh.join(group))


def _listed(names: Sequence[Words]) -> Words:
    return Words(", ".join(name.en for name in names), "、".join(name.zh for name in names))


def latency_words(report: RunReport) -> Words | None:
    """Return how far the latency shown and the latency indicators are about the same answers."""
    total = report.latency.total
    own = next((i.n for i in report.indicators if i.id == "base.latency_mean"), None)
    if total is None or own is None or own == total.n:
        return None
    return words("latency_differs", n=f"{total.n:,}", own=f"{own:,}")


def failure_words(group: FailureGroup) -> Words:
    """Return the name of a failure group."""
    return known_words("reason", group.reason)


def cut_words(excerpt: Excerpt) -> Words | None:
    """Return how much of a text was left out; None when nothing was."""
    return words("cut", n=f"{excerpt.cut:,}") if excerpt.cut else None


def score_text(value: float | None) -> str:
    """Return one score of one case."""
    if isinstance(value, bool):
        return "✓" if value else "✗"
    return NOTHING if value is None else significant(value)


def part_names(report: RunReport) -> dict[str, Words]:
    """Return what the parts of the overall score are called, by their ids."""
    parts = report.scorecard.parts if report.scorecard else ()
    own = {part.id: part.name for part in parts if f"part_{part.id}" not in WORDS}
    return own | {indicator.id: indicator.name for indicator in report.indicators}


def _part(part: str, names: Mapping[str, Words]) -> Words:
    if part in names:
        return names[part]
    return known_words("part", part)
