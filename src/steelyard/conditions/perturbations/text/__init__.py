"""Perturbations of text in either language; importing this registers them."""

from steelyard.conditions.perturbations.text import (
    contradiction,
    distractor,
    full_width,
    history,
    injection,
    malformed_json,
    truncate_head,
    truncate_tail,
    zero_width,
)

__all__ = [
    "contradiction",
    "distractor",
    "full_width",
    "history",
    "injection",
    "malformed_json",
    "truncate_head",
    "truncate_tail",
    "zero_width",
]
