"""Numbers as a sentence shows them, with the number they were made from.

A sentence is filled only with figures, so that it says nothing that is not among its numbers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from steelyard.analysis.findings.content import Finding
from steelyard.analysis.generalisation.rate import Rate
from steelyard.i18n import LANGUAGES, t, using_language
from steelyard.model import Words

_LONGEST = 60


class Figure(NamedTuple):
    """A number or name, and how it is written in both languages."""

    value: float | int | str | None
    text: Words


@dataclass(frozen=True, slots=True)
class About:
    """What is to be said beside the sentence."""

    evidence: Literal["established", "not_established", "observed"]
    tone: Literal["good", "bad", "neutral"]
    importance: float
    indicators: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    scene: str | None = None


def finding(kind: str, key: str, about: About, figures: Mapping[str, Figure]) -> Finding:
    """Return a finding whose sentence `findings.<key>` is filled with figures."""
    made = []
    for at, language in enumerate(LANGUAGES):
        with using_language(language):
            filled: dict[str, Any] = {name: figure.text[at] for name, figure in figures.items()}
            made.append(t(f"findings.{key}", **filled))
    return Finding(
        kind=kind,
        sentence=Words(*made),
        numbers={name: figure.value for name, figure in figures.items()},
        evidence=about.evidence,
        tone=about.tone,
        importance=min(1.0, max(0.0, about.importance)),
        indicators=about.indicators,
        cases=about.cases,
        scene=about.scene,
    )


def percent(value: float) -> Figure:
    """Return a share as percent: `85.3 %`; what is next to nothing is 0."""
    return _alike(value, f"{_short(value * 100) if abs(value) >= 5e-5 else '0'} %")


def points(value: float) -> Figure:
    """Return a difference of shares in percentage points, with its sign: `+3.1`."""
    return _alike(value, f"{value * 100:+.1f}".replace("-", "−"))


def distance(value: float) -> Figure:
    """Return how far two shares are apart, without a sign."""
    return _alike(value, f"{abs(value) * 100:.1f}")


def number(value: float) -> Figure:
    """Return any other number: three digits that matter, and no point after a whole one."""
    shown = f"{value:,.0f}" if value == round(value) else _short(value)
    return _alike(value, shown.replace("-", "−"))


def coefficient(value: float) -> Figure:
    """Return a correlation: `−0.42`."""
    return _alike(value, f"{value:+.2f}".replace("-", "−"))


def count(value: float) -> Figure:
    """Return a whole number with thousands set apart."""
    return _alike(round(value), f"{value:,.0f}")


def named(name: str | Words) -> Figure:
    """Return a name; a long one is cut."""
    both = name if isinstance(name, Words) else Words(name, name)
    short = [text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…" for text in both]
    return Figure(both.en, Words(*short))


def listed(names: list[Words]) -> Figure:
    """Return several names, as each language lists them."""
    english, chinese = ", ".join(name.en for name in names), "、".join(name.zh for name in names)
    return Figure(english, Words(english, chinese))


def limits(rate: Rate, figure: Any) -> dict[str, Figure] | None:
    """Return the figures `low` and `high` of an interval; None when it has none."""
    if rate.ci_low is None or rate.ci_high is None:
        return None
    return {"low": figure(rate.ci_low), "high": figure(rate.ci_high)}


def _alike(value: float, text: str) -> Figure:
    return Figure(value, Words(text, text))


def _short(value: float) -> str:
    if value == 0:
        return "0"
    # Rounding first: 9.996 has one digit fewer after the point than its logarithm says.
    rounded = float(f"{value:.2e}")
    decimals = 2 - math.floor(math.log10(abs(rounded)))
    return f"{value:,.{min(9, max(0, decimals))}f}"
