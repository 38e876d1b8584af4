"""From a value in its natural unit to a score in [0, 1] where higher is better."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from steelyard.indicators.records import ScoreAs, ScoreRule


def score_of(value: float | None, how: ScoreAs, params: Mapping[str, Any]) -> float | None:
    """Return the score; None when the value is, or when a reference is not configured."""
    references = [params.get(n) if isinstance(n, str) else n for n in how.references]
    if value is None or None in references:
        return None
    score = _RULES[how.rule](value, *references)
    return None if score is None else min(1.0, max(0.0, score))


def goalpost(value: float, target: float, limit: float) -> float | None:
    """Return 1 at the target, 0 at the limit, linear between; None when they are the same.

    Example: 4 between target 2 and limit 10 scores 0.75.
    """
    return None if limit == target else (limit - value) / (limit - target)


def ratio_cap(value: float, reference: float) -> float:
    """Return reference/value, at most 1. Example: 60 s against 45 s scores 0.75."""
    return 1.0 if value <= 0 else min(1.0, reference / value)


def half(value: float, reference: float) -> float | None:
    """Return reference/(reference+value): ½ at the reference. Example: 0.4 against 1 is 0.7143."""
    return None if reference + value == 0 else reference / (reference + value)


_RULES: dict[ScoreRule, Callable[..., float | None]] = {
    "identity": lambda value: value,
    "complement": lambda value: 1 - value,
    "goalpost": goalpost,
    "ratio_cap": ratio_cap,
    "half": half,
    "sql": lambda value: None,  # computed with the value, from the same sums
    "none": lambda value: None,
}
