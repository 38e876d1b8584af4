"""Texts as Plotly shows them.

Plotly reads a few tags and entities in every text it draws, so text that nobody vouches for is made
visible, cut and escaped before it goes into a drawing.
"""

from __future__ import annotations

import unicodedata

from steelyard.model import Words
from steelyard.report import wording
from steelyard.report.text import one_line

NOTHING_MORE = Words("", "")
_LONGEST = 240
_LINE = 24  # columns; a Chinese character takes two


def said(key: str, /, **values: object) -> Words:
    """Return the sentence `figures.<key>` in both languages."""
    return wording.words(f"figures.{key}", **values)


def escaped(text: str) -> str:
    """Return `text` as itself: no tag, no entity, no control character."""
    safe = one_line(text, _LONGEST)
    marked = safe.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return marked.replace("$", "&#36;")  # two of them would be read as a formula


def full(name: Words | str) -> Words:
    """Return a name in full, for hovering."""
    return (
        Words(escaped(name.en), escaped(name.zh))
        if isinstance(name, Words)
        else _same(escaped(name))
    )


def short(name: Words | str, columns: int = _LINE, lines: int = 2) -> Words:
    """Return a name for an axis: at most `lines` lines of `columns` columns each."""
    if isinstance(name, str):
        return _same(_folded(name, columns, lines))
    return Words(_folded(name.en, columns, lines), _folded(name.zh, columns, lines))


def joined(*parts: Words | str, by: str = "<br>") -> Words:
    """Return parts that are safe already, one below the other."""
    kept = [part if isinstance(part, Words) else _same(part) for part in parts]
    kept = [part for part in kept if part.en]
    return Words(by.join(part.en for part in kept), by.join(part.zh for part in kept))


def sentences(*parts: Words) -> Words:
    """Return sentences one after the other; Chinese ones need no space between them."""
    return Words(joined(*parts, by=" ").en, joined(*parts, by="").zh)


def bold(text: Words | str) -> Words:
    """Return a safe text in bold."""
    both = text if isinstance(text, Words) else _same(text)
    return Words(f"<b>{both.en}</b>", f"<b>{both.zh}</b>")


def _same(text: str) -> Words:
    return Words(text, text)


def _folded(text: str, columns: int, lines: int) -> str:
    made: list[str] = []
    rest = one_line(text, _LONGEST)
    while rest and len(made) < lines:
        head = _fitting(rest, columns)
        last = len(made) == lines - 1
        if len(head) < len(rest) and not last:
            head = _at_a_space(head)
        elif len(head) < len(rest):
            head = _fitting(rest, columns - 1) + "…"
            rest = head
        made.append(head.strip())
        rest = rest[len(head) :].lstrip()
    return "<br>".join(escaped(line) for line in made)


def _at_a_space(head: str) -> str:
    at = head.rfind(" ")
    return head[: at + 1] if at > len(head) // 3 else head


def _fitting(text: str, columns: int) -> str:
    taken = 0
    for at, character in enumerate(text):
        taken += 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if taken > columns:
            return text[:at]
    return text
