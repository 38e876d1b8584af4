"""Numbers as a sentence shows them, with the number they were made from.

A sentence is filled only with figures, so that it says nothing that is not among its numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from steelyard.analysis.findings.content import Finding, FindingGroup, FindingTone
from steelyard.i18n import LANGUAGES, t, using_language
from steelyard.i18n.numbers import (
    coefficient_text,
    count_text,
    p_text,
    significant,
    value_text,
)
from steelyard.i18n.words.findings import WORDS
from steelyard.model import Words

_LONGEST = 60
NOTHING = Words("–", "–")


class Figure(NamedTuple):
    """A number or name, and how it is written in both languages."""

    value: float | int | str | None
    text: Words


@dataclass(frozen=True, slots=True)
class About:
    """What a finding says beside its sentence; attributes as of `Finding`."""

    group: FindingGroup
    tone: FindingTone
    evidence: Literal["established", "observed"] = "observed"
    indicators: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    scene: str | None = None


def finding(
    kind: str,
    about: About,
    figures: Mapping[str, Figure],
    *,
    key: str = "",
    more: Words | None = None,
) -> Finding:
    """Return a finding whose sentence `findings.<key>` is filled with figures.

    Where there is also a sentence `findings.<key>_one`, it is taken when `n` is 1.

    Args:
        kind: of the finding.
        about: what stands beside the sentence.
        figures: by the names that the sentence has for them.
        key: of the sentence; the kind when it has only one.
        more: a second sentence.
    """
    key = key or kind
    if f"{key}_one" in WORDS and figures["n"].value == 1:
        key = f"{key}_one"
    sentence = filled(key, figures)
    if more is not None:
        sentence = Words(f"{sentence.en} {more.en}", sentence.zh + more.zh)
    return Finding(
        kind=kind,
        group=about.group,
        sentence=sentence,
        numbers={name: figure.value for name, figure in figures.items()},
        evidence=about.evidence,
        tone=about.tone,
        indicators=about.indicators,
        cases=about.cases,
        scene=about.scene,
    )


def filled(key: str, figures: Mapping[str, Figure]) -> Words:
    """Return the sentence `findings.<key>` in both languages."""
    made = []
    for at, language in enumerate(LANGUAGES):
        with using_language(language):
            texts: dict[str, Any] = {name: figure.text[at] for name, figure in figures.items()}
            made.append(t(f"findings.{key}", **texts))
    return Words(*made)


def both(key: str) -> Words:
    """Return a word or sentence without figures in both languages."""
    return filled(key, {})


def percent(value: float) -> Figure:
    """Return a share as percent: `85.3 %`. Nothing but all is 100 %, nothing but nothing 0 %."""
    return _alike(value, value_text(value, "%"))


def number(value: float) -> Figure:
    """Return any other number: three digits that matter, and no point after a whole one."""
    whole = value == round(value)
    return _alike(value, value_text(value, "count") if whole else significant(value))


def coefficient(value: float) -> Figure:
    """Return a correlation: `−0.42`."""
    return _alike(value, coefficient_text(value))


def count(value: float) -> Figure:
    """Return a whole number with thousands set apart."""
    return _alike(round(value), count_text(value))


def named(name: str | Words) -> Figure:
    """Return a name; a long one is cut."""
    both = name if isinstance(name, Words) else Words(name, name)
    short = [text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…" for text in both]
    return Figure(both.en, Words(*short))


def listed(names: list[Words]) -> Figure:
    """Return several names, as each language lists them; long ones are cut."""
    short = [named(name).text for name in names]
    english, chinese = ", ".join(name.en for name in short), "、".join(name.zh for name in short)
    return Figure(english, Words(english, chinese))


def interval(low: float | None, high: float | None) -> dict[str, Figure]:
    """Return the figures `low`, `high` and `interval`: ` [1.1 %, 9.9 %]`, or nothing."""
    if low is None or high is None:
        return {"low": Figure(None, NOTHING), "high": Figure(None, NOTHING), "interval": _BLANK}
    ends = {"low": percent(low), "high": percent(high)}
    text = f" [{ends['low'].text.en}, {ends['high'].text.en}]"
    return ends | {"interval": Figure(None, Words(text, text))}


def p_value(value: float) -> Figure:
    """Return an adjusted p value: `adjusted p < 0.001`."""
    text = p_text(value)
    text = f"p < {text[1:]}" if text.startswith("<") else f"p = {text}"
    return Figure(value, Words(f"adjusted {text}", f"校正后 {text}"))


_BLANK = Figure(None, Words("", ""))


def _alike(value: float, text: str) -> Figure:
    return Figure(value, Words(text, text))
