"""Which of the two languages a text is in, to choose what suits it."""

from __future__ import annotations

import re
from typing import Literal

_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_LATIN = re.compile(r"[A-Za-z]")


def language_of(text: str) -> Literal["en", "zh"]:
    """Return `zh` when Chinese characters outweigh Latin letters, two letters to a character."""
    return "zh" if 2 * len(_HAN.findall(text)) > len(_LATIN.findall(text)) else "en"
