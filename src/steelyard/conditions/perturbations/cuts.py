"""Where a text may be cut: not inside what a reader sees as one character.

An accent stays with its letter, a skin tone with its emoji, a joined family together, a flag whole.
More careful than Unicode's rule (UAX 29): it may refuse a place that the rule would allow, never
the other way round.
"""

from __future__ import annotations

import unicodedata

_JOINER = "\u200d"
# Put before a character as part of it: signs of Arabic and Indic scripts.
_PREPENDED = frozenset(
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e\U000110bd\U000110cd"
    "\U000111c2\U000111c3\U000113d1\U0001193f\U00011941\U00011a3a\U00011a84\U00011a85\U00011a86"
    "\U00011a87\U00011a88\U00011a89\U00011d46\U00011f02"
)


def may_cut(text: str, at: int) -> bool:
    """Whether the text may be cut before the character `at`."""
    if not 0 < at < len(text):
        return True
    before, after = text[at - 1], text[at]
    if before < "\u0300" and after < "\u0300":  # the most usual case, and the fastest
        return not (before == "\r" and after == "\n")
    return not (_leans_back(after) or _holds_on(before) or _pairs(before, after))


def _leans_back(character: str) -> bool:
    """Whether a character belongs to the one before it."""
    return (
        character == _JOINER
        or unicodedata.category(character) in ("Mn", "Me", "Mc")
        or "\U0001f3fb" <= character <= "\U0001f3ff"  # skin tones
        or "\U000e0020" <= character <= "\U000e007f"  # tags
        or character in "\u200c\u0e33\u0eb3\uff9e\uff9f"
    )


def _holds_on(character: str) -> bool:
    """Whether a character takes the next one with it."""
    virama = unicodedata.combining(character) == 9
    return character == _JOINER or virama or character in _PREPENDED


def _pairs(before: str, after: str) -> bool:
    flag = "\U0001f1e6" <= before <= "\U0001f1ff" and "\U0001f1e6" <= after <= "\U0001f1ff"
    return flag or (_is_jamo(before) and _is_jamo(after))


def _is_jamo(character: str) -> bool:
    """Whether a character is a Korean letter or syllable that others may join."""
    return (
        "\u1100" <= character <= "\u11ff"
        or "\ua960" <= character <= "\ua97f"
        or "\uac00" <= character <= "\ud7ff"
    )
