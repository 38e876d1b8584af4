"""`Finding`: one sentence that a reader can act on, with the numbers it is made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from steelyard.model import Words


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that stands out in a run.

    Attributes:
        kind: what it is about: `worst_scene`, `latency`, `load_knee`, ...; stable.
        sentence: for people, in both languages; says what goes together, never what causes what.
        numbers: the numbers and names in the sentence, unrounded.
        evidence: `established` when an interval or a test backs it, `not_established` when the
            data leave it open, `observed` for plain facts such as a failed gate.
        tone: `bad` asks for action, `good` reassures, `neutral` informs.
        importance: in [0, 1]; findings are sorted by it.
        indicators: ids to look at.
        cases: a few cases to look at.
        scene: the scene to look at.
    """

    kind: str
    sentence: Words
    numbers: Mapping[str, float | int | str | None]
    evidence: Literal["established", "not_established", "observed"]
    tone: Literal["good", "bad", "neutral"]
    importance: float
    indicators: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    scene: str | None = None
