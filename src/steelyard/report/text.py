"""Text that nobody vouches for, made safe to look at.

Whatever an agent, a dataset or a server wrote may hold escape sequences, text-direction overrides
or characters that cannot be seen. `visible` keeps every character but gives the dangerous ones a
harmless face; escaping for HTML or Markdown comes after it.
"""

from __future__ import annotations

import re

from steelyard.report.content import Excerpt

_BREAKS = re.compile(r"\r\n?")
# Joiners inside emoji and inside Arabic or Indic words do their honest work; they stay.
_HONEST_JOINER = (
    r"(?<![\u0600-\u109f\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])[\u200c\u200d]"
    r"|(?<![\u0600-\u109f])\u200c"
)
_UNSEEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f"
    r"\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U000e0000-\U000e0fff]"
    r"|[\ud800-\udfff]|" + _HONEST_JOINER
)


def visible(text: str) -> str:
    """Return `text` with every control, invisible and direction character shown as a symbol.

    Line breaks and tabs stay; half surrogates become the replacement character; everything else
    that cannot be seen becomes its number, such as `⟨U+202E⟩`.
    """
    return _UNSEEN.sub(_face, _BREAKS.sub("\n", text))


def one_line(text: str, limit: int = 240) -> str:
    """Return `text` visible, on one line and no longer than `limit` characters."""
    short = text if len(text) <= limit else text[: limit - 1] + "…"
    return " ".join(visible(short).split())


def excerpt(text: str | None, length: int | None = None) -> Excerpt | None:
    """Return the excerpt `text` of something `length` characters long; None for no text."""
    if text is None:
        return None
    return Excerpt(text, max(0, (length or len(text)) - len(text)))


def shorter(part: Excerpt | None, limit: int) -> Excerpt | None:
    """Return an excerpt of at most `limit` characters, which knows how much is left out."""
    if part is None or len(part.text) <= limit:
        return part
    return Excerpt(part.text[:limit], part.cut + len(part.text) - limit)


def _face(match: re.Match[str]) -> str:
    code = ord(match.group())
    if 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return f"⟨U+{code:04X}⟩"
