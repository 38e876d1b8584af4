"""How much of a text is cut off, and where it may be cut."""

from __future__ import annotations

from steelyard.conditions.perturbations.cuts import may_cut
from steelyard.conditions.perturbations.perturbation import Edit, Material

_SHORTEST = 4  # of less than this nothing is left to misunderstand


def cut_off(material: Material, *, head: bool) -> list[Edit]:
    """Return the edit that takes the share off one end; none when too little would be left."""
    text = material.text
    length = len(text)
    if len(text.strip()) < _SHORTEST:
        return []
    wanted = max(1, int(length * material.strength + 0.5))
    # Cutting less rather than more: never into a character that a reader sees as one.
    ends = (size if head else length - size for size in range(wanted, 0, -1))
    at = next((end for end in ends if may_cut(text, end)), None)
    if at is None:
        return []
    start, end = (0, at) if head else (at, length)
    lost, left = text[start:end].strip(), (text[end:] + text[:start]).strip()
    return [Edit(start, end, "")] if lost and left else []
