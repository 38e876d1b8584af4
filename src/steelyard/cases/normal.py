"""Text made comparable: width, case and blanks."""

from __future__ import annotations

import re

from steelyard.model import nfkc

_BLANKS = re.compile(r"\s+")


def tidy(text: str) -> str:
    """Return `text` without blanks around it and with each run of blanks as one.

    A run that holds a line break becomes a line break, so that paragraphs and lists survive.
    """
    return _BLANKS.sub(_one_blank, text.strip())


def fold(text: str) -> str:
    """Return what two texts that differ only in width, case and blanks have in common."""
    return " ".join(nfkc(text).casefold().split())


def _one_blank(match: re.Match[str]) -> str:
    return "\n" if "\n" in match.group() else " "
