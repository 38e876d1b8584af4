"""What a soak counts, and what ends it: the first violation."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

VIOLATIONS = ("lost", "doubled", "unequal")


class ViolationError(Exception):
    """Something was lost, doubled or unequal; the soak ends and keeps its folder."""


@dataclass
class Tally:
    """Faults by kind and what became of them.

    Attributes:
        place: where the faults strike.
        answers: by kind, how the program answered; every fault is counted once.
        rounds: runs or services that were carried to their end and compared.
        cases: cases that were compared.
        requests: requests that the agent received.
        lost: rows that are missing, or replies that were journalled and are not in the table.
        doubled: rows that are there twice, or requests for cases whose replies were journalled.
        unequal: rounds whose tables differ from those of an undisturbed one in more than times.
        details: what the violation was.
    """

    place: str
    answers: dict[str, Counter[str]] = field(default_factory=dict)
    rounds: int = 0
    cases: int = 0
    requests: int = 0
    lost: int = 0
    doubled: int = 0
    unequal: int = 0
    details: list[str] = field(default_factory=list)

    @property
    def faults(self) -> int:
        """How many faults there were."""
        return sum(counter.total() for counter in self.answers.values())

    def note(self, kind: str, answer: str) -> None:
        """Count a fault and how it was answered."""
        self.answers.setdefault(kind, Counter())[answer] += 1

    def violate(self, what: str, number: int, detail: str) -> None:
        """Count a violation."""
        if number:
            setattr(self, what, getattr(self, what) + number)
            self.details.append(f"{what}: {detail}")

    def check(self) -> None:
        """End the soak if there was a violation.

        Raises:
            ViolationError: says what it was.
        """
        if self.details:
            raise ViolationError("; ".join(self.details))

    def as_json(self) -> dict[str, Any]:
        """Return what is kept."""
        return {
            "place": self.place,
            "rounds": self.rounds,
            "cases": self.cases,
            "requests": self.requests,
            **{name: getattr(self, name) for name in VIOLATIONS},
            "faults": {
                kind: dict(sorted(self.answers[kind].items())) for kind in sorted(self.answers)
            },
        }
