"""A text with everything dropped that hides a secret: width, case, blanks, marks, joiners."""

from __future__ import annotations

import re

_DROPPED = re.compile(r"[\W_]+")


def squash(normalised: str) -> str:
    """Return the letters and digits of a text in NFKC, case-folded."""
    return _DROPPED.sub("", normalised.casefold())


def squashed_places(normalised: str) -> list[int]:
    """Return, for each character of `squash`, its place in the normalised text."""
    return [
        at
        for at, character in enumerate(normalised)
        for folded in character.casefold()
        if not _DROPPED.match(folded)
    ]
