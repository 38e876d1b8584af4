"""Which scorers a dataset gets when the plan names none."""

from __future__ import annotations

from collections.abc import Collection

_TEXT = ("text.keyword_jaccard", "text.keyword_match", "text.exact_match")


def choose_scorers(fields: Collection[str]) -> list[str]:
    """Return the default scorers for data that has these fields.

    The first one that can give a verdict is the default verdict, so the order matters.
    """
    chosen: list[str] = []
    if {"expected_output", "label", "references"} & set(fields):
        chosen += _TEXT
    if {"expected_behavior", "kind"} & set(fields):
        chosen.append("safety.refused")
    return chosen
