"""What a comparison found, in one form for all: values, the ratio with its spread, the goal.

A ratio is taken round by round, because noise that falls on one round falls on both sides of it.
What counts against a goal is the median; the lowest and the highest round say how far to trust it.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

MET, SHORT, NO_GOAL, NOT_MEASURED = "met", "short", "no goal", "not measured"
# Which way round a ratio is: a cost of 20 times ours, or 1.1 times theirs.
TIMES_OURS, TIMES_THEIRS = "theirs / ours", "ours / theirs"


@dataclass(frozen=True)
class Spread:
    """The median of several rounds, the lowest and the highest."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Return the spread of the values of all rounds."""
        return cls(statistics.median(values), min(values), max(values))


@dataclass(frozen=True)
class Goal:
    """A limit for a ratio, or for our own value where there is no peer."""

    number: float
    at_least: bool

    def met_by(self, value: float) -> bool:
        """Return whether the value is on the right side."""
        return value >= self.number if self.at_least else value <= self.number


@dataclass(frozen=True)
class Measure:
    """One line of the table: what was measured, against whom, and how it came out.

    `id` names the line for ever (shortfalls are explained under it). Without
    a peer there is no ratio, and the goal is a limit of `ours`. `missing` says why a peer could not
    be measured.
    """

    id: str
    name: str
    unit: str
    rounds: int
    ours: Spread | None
    peer: str = ""
    peer_version: str = ""
    theirs: Spread | None = None
    ratio: Spread | None = None
    ratio_of: str = ""
    goal: Goal | None = None
    missing: str = ""

    @property
    def judged(self) -> Spread | None:
        """What the goal is about: the ratio, or our own value where there is no peer."""
        return self.ratio if self.peer else self.ours

    @property
    def met(self) -> bool | None:
        """Whether the goal is reached; None when there is none or nothing was measured."""
        if self.goal is None or self.judged is None:
            return None
        return self.goal.met_by(self.judged.median)

    @property
    def outcome(self) -> str:
        """The same in a word."""
        if self.missing:
            return NOT_MEASURED
        return {True: MET, False: SHORT, None: NO_GOAL}[self.met]

    def as_json(self) -> dict[str, Any]:
        """Return the record as it is kept."""
        return {**asdict(self), "met": self.met, "outcome": self.outcome}


def from_json(record: dict[str, Any]) -> Measure:
    """Return the measure of a kept record."""
    values = {key: value for key, value in record.items() if key not in ("met", "outcome")}
    for name, kind in (("ours", Spread), ("theirs", Spread), ("ratio", Spread), ("goal", Goal)):
        values[name] = kind(**values[name]) if values[name] else None
    return Measure(**values)


def at_least(number: float) -> Goal:
    """Return a goal that is reached from below."""
    return Goal(float(number), at_least=True)


def at_most(number: float) -> Goal:
    """Return a goal that is a limit from above."""
    return Goal(float(number), at_least=False)


def alone(
    id_: str, name: str, unit: str, values: Sequence[float], goal: Goal | None = None
) -> Measure:
    """Return a measure of our own: the goal is a limit of its value."""
    return Measure(id_, name, unit, len(values), Spread.of(values), goal=goal)


@dataclass(frozen=True)
class Peer:
    """Who we are compared with: its name, its version, and why it is missing if it is."""

    name: str
    version: str = ""
    missing: str = ""


def versus(
    id_: str,
    name: str,
    unit: str,
    ours: Sequence[float],
    peer: Peer,
    theirs: Sequence[float],
    goal: Goal | None = None,
    *,
    ratio_of: str = TIMES_OURS,
) -> Measure:
    """Return a comparison, round by round; one with a missing peer says so and has no ratio."""
    mine = Spread.of(ours) if ours else None
    known = Measure(
        id_, name, unit, len(ours), mine, peer.name, peer.version, ratio_of=ratio_of, goal=goal
    )
    if peer.missing:
        return replace(known, missing=peer.missing)
    above, below = (ours, theirs) if ratio_of == TIMES_THEIRS else (theirs, ours)
    ratios = [a / b for a, b in zip(above, below, strict=True)]
    return replace(known, theirs=Spread.of(theirs), ratio=Spread.of(ratios))
