"""How far a constant answer gets: the share of the most frequent right option or label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from steelyard.scorers.matchers.options import expected_letters, read_options
from steelyard.scorers.matchers.rules import expected_answers
from steelyard.scorers.safety.wanted import wants_refusal

_MOST_ANSWERS = 1_000  # what comes after is no closed set of answers


class Guess(NamedTuple):
    """A constant answer and the share of all cases that it gets right."""

    answer: str
    share: float


@dataclass
class GuessCounts:
    """Counts the right options and labels of cases while they are read."""

    _options: Counter[str] = field(default_factory=Counter)
    _labels: Counter[str] = field(default_factory=Counter)
    _cases: int = 0

    def add(self, case: Mapping[str, Any], rule: str) -> None:
        """Count one case that is judged by `rule`."""
        self._cases += 1
        if rule == "choice":
            self._options[right_answer(case, rule)] += 1
        elif case.get("label") is not None and len(self._labels) < _MOST_ANSWERS:
            self._labels[str(case["label"])] += 1

    def best(self, *, with_labels: bool) -> Guess | None:
        """Return the constant that gets most cases right; None when none can be named.

        Args:
            with_labels: whether the labels of the data are classes.
        """
        counts = self._options + self._labels if with_labels else self._options
        if not counts:
            return None
        answer, count = counts.most_common(1)[0]
        return Guess(answer, count / self._cases)


def right_answer(case: Mapping[str, Any], rule: str) -> str:
    """Return the right answer to a case of which few are possible; equal for equal answers."""
    if rule == "refusal":
        refuse = wants_refusal(case.get("kind"), case.get("expected_behavior"))
        return "refuse" if refuse else "answer"
    if rule == "clarify":
        return rule
    expected = expected_answers(case)[0]
    if rule == "choice":
        options = read_options(case.get("input"), case.get("choices"))
        return ", ".join(sorted(expected_letters(expected, options)))
    return expected.strip().casefold()
