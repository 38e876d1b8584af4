"""Choosing the places of a text that are changed, as many as the rate asks for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from steelyard.conditions.perturbations.cuts import may_cut
from steelyard.conditions.perturbations.guard import keeps_negations, negations
from steelyard.conditions.perturbations.perturbation import Edit, Material

Span = tuple[int, int]
Change = Callable[[str], str | None]

_WORD = re.compile(r"[A-Za-z]{3,}")


def edits_wanted(length: int, rate: float) -> int:
    """Return how many edits a text of that length gets: the rate rounded, and at least one."""
    return max(1, int(length * rate + 0.5))


def edit_some(material: Material, places: Sequence[Span], change: Change) -> list[Edit]:
    """Change some of the places.

    Args:
        material: the text with its rate, chance and guard.
        places: where it could be changed; an empty span is a place to put something in.
        change: returns what a piece of text becomes; None or the same when it cannot change.
    """
    text, chance = material.text, material.chance
    wanted = edits_wanted(len(text), material.strength)
    taken: set[int] = set()
    edits: list[Edit] = []
    pool = list(places)
    while pool and len(edits) < wanted:
        at = chance.below(len(pool))
        pool[at], pool[-1] = pool[-1], pool[at]
        start, end = pool.pop()
        touched = range(start, max(end, start + 1))
        if not taken.isdisjoint(touched):
            continue
        put = change(text[start:end])
        if put is None or put == text[start:end] or not keeps_negations(text, start, end, put):
            continue
        taken.update(touched)
        edits.append(Edit(start, end, put))
    if negations(apply_edits(text, sorted(edits))) != negations(text):
        return edits[:1]  # each was harmless alone, together they are not
    return sorted(edits)


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """Return the text with the edits made; they come in order and do not overlap."""
    parts: list[str] = []
    at = 0
    for edit in edits:
        parts += (text[at : edit.start], edit.put)
        at = edit.end
    return "".join((*parts, text[at:]))


def words(material: Material) -> list[Span]:
    """Return the English words of three letters or more that may be touched."""
    spans = (found.span() for found in _WORD.finditer(material.text))
    return [span for span in spans if free(material, *span)]


def characters_of_words(material: Material) -> list[Span]:
    """Return the single letters of those words."""
    return [(at, at + 1) for start, end in words(material) for at in range(start, end)]


def characters(material: Material, suits: Callable[[str], object]) -> list[Span]:
    """Return the places of single characters that may be touched and that suit."""
    found = ((at, at + 1) for at, character in enumerate(material.text) if suits(character))
    return [span for span in found if free(material, *span)]


def free(material: Material, start: int, end: int) -> bool:
    """Whether a piece may be touched and starts and ends where a text may be cut."""
    text = material.text
    return material.guard.free(start, end) and may_cut(text, start) and may_cut(text, end)
