"""What every renderer says in the same words: statuses, rules, verdicts, reasons, methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.i18n import LANGUAGES, pick, t, using_language
from steelyard.i18n.words.report import WORDS
from steelyard.model import Words
from steelyard.report.numbers import NOTHING, significant
from steelyard.report.text import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steelyard.report.content import Excerpt, FailureGroup, Gate, Indicator, Overall, RunReport


def words(key: str, **values: Any) -> Words:
    """Return the report sentence `key` in both languages; values may be bilingual themselves."""
    made = []
    for language in LANGUAGES:
        with using_language(language):
            filled = {k: pick(v) if isinstance(v, Words) else v for k, v in values.items()}
            made.append(t(f"report.{key}", **filled))
    return Words(*made)


def known_words(prefix: str, name: str | None, *, limit: int = 80) -> Words:
    """Return the words for a short stable name such as a status; the name itself if unknown."""
    key = f"{prefix}_{name}"
    if key in WORDS:
        return words(key)
    shown = one_line(name or NOTHING, limit)
    return Words(shown, shown)


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
    return f"{next(given, 0.95) * 100:g} %"


def observed_words(gate: Gate) -> Words:
    """Return what a gate saw, or why it saw nothing."""
    if gate.observed is not None:
        return words("observed", value=significant(gate.observed))
    why = one_line(gate.reason or NOTHING, 300)
    return Words(why, why)


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
        notes = " ".join(one_line(note, 400) for note in indicator.notes)
        return Words(notes, notes)
    key = f"why_{indicator.status}"
    return words(key) if key in WORDS else Words("", "")


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


def _part(part: str, names: Mapping[str, Words]) -> Words:
    if part in names:
        return names[part]
    return known_words("part", part)
