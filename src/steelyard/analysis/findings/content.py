"""`Finding`: one sentence that a reader can act on, with the numbers it is made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from steelyard.analysis.findings.difference_test import DifferenceTest
from steelyard.model import Words

FindingGroup = Literal["harm", "verdict", "level", "failures", "differences", "further"]
FindingTone = Literal["good", "bad", "neutral"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that stands out in a run.

    Attributes:
        kind: what it is about: `leak`, `level`, `timeout`, `perturbation`, ...; stable.
        group: its place in the order of a report: `harm`, `verdict`, `level`, `failures`,
            `differences`, `further`.
        sentence: for people, in both languages; never says what causes what.
        numbers: the numbers and names in the sentence, unrounded.
        evidence: `established` when a test backs it after the correction for all others of the
            report, `observed` for facts that were counted.
        tone: `bad` asks for action, `good` reassures, `neutral` informs.
        indicators: ids to look at.
        cases: a few cases to look at.
        scene: the scenario to look at.
    """

    kind: str
    group: FindingGroup
    sentence: Words
    numbers: Mapping[str, float | int | str | None]
    evidence: Literal["established", "observed"]
    tone: FindingTone
    indicators: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    scene: str | None = None


class Findings(NamedTuple):
    """What stands out, and every comparison that was made to find it."""

    sentences: tuple[Finding, ...]
    tests: tuple[DifferenceTest, ...]
