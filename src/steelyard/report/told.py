"""What a run wrote down beside its numbers, told in both languages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from steelyard.i18n import pick
from steelyard.i18n.retell import Phrases
from steelyard.indicators.load import built_in
from steelyard.model import Words
from steelyard.report.text import one_line

# Where the sentences come from that a run keeps.
_AREAS = (
    *("a2a", "agents", "aggregation", "asking", "asserts", "cases", "classification", "cluster"),
    *(
        "conditions",
        "environments",
        "faults",
        "gates",
        "generalisation",
        "indicators",
        "judge",
        "judged",
    ),
    *("mission", "pipeline", "plan", "runner", "safety", "scorecards", "scorers"),
    *("scoring", "text", "trajectory", "weighting"),
)
_LONGEST = 2000  # none of ours is longer


def told(said: str, limit: int = 400) -> Words:
    """Return a sentence of a run in both languages; as it is, if it is none of ours."""
    return Words(*(one_line(text, limit) for text in _both(said)))


def retold(said: str) -> str:
    """Return a sentence of a run in the current language; as it is, if it is none of ours."""
    return pick(_both(said))


def told_together(notes: Iterable[str], limit: int = 400) -> Words:
    """Return notes as one text."""
    both = [told(note, limit) for note in notes]
    return Words(" ".join(one.en for one in both), "".join(one.zh for one in both))


def _both(said: str) -> Words:
    return Words(*_phrases().tell(said)) if len(said) <= _LONGEST else Words(said, said)


@cache
def _phrases() -> Phrases:
    return Phrases(_AREAS, _of_catalog())


def _of_catalog() -> Iterator[tuple[str, str]]:
    for record in built_in().values():
        yield record.undefined
        for formula in (record.formula, *record.variants.values()):
            yield from (flag.note for flag in formula.flags)
