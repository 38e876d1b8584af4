"""Text and tables of a Markdown report.

Untrusted text goes either into a fence longer than any run of backticks in it, or through
`escaped`, which leaves nothing a Markdown reader could take for markup, HTML, a link, a mention
or the end of a table cell.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from steelyard.i18n import pick
from steelyard.report import wording
from steelyard.report.text import one_line, visible

if TYPE_CHECKING:
    from steelyard.model import Words
    from steelyard.report.content import Excerpt

_MARKUP = re.compile(r"[\\`*_\[\]!~$]|^[#+=-]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;", "://": "&#58;//"}
_NUMBERED = re.compile(r"^(\d{1,9})([.)])(?=\s|$)")


def escaped(text: str, limit: int = 240) -> str:
    """Return untrusted text as one line of Markdown that reads as plain text everywhere."""
    line = _MARKUP.sub(r"\\\g<0>", one_line(text, limit))
    line = _NUMBERED.sub(r"\1\\\2", line)
    for mark, entity in _ENTITIES.items():
        line = line.replace(mark, entity)
    # Readers link `www.` and `@name` on their own; an entity and a code span break both.
    return re.sub("www", "ww&#119;", line, flags=re.IGNORECASE).replace("@", "`@`")


def fenced(part: Excerpt) -> list[str]:
    """Return a passage as a fenced block, with a line saying how much was left out."""
    body = visible(part.text)
    longest = max((len(run) for run in re.findall("`+", body)), default=0)
    fence = "`" * max(3, longest + 1)
    cut = wording.cut_words(part)
    return [f"{fence}text", body, fence, *([f"*{pick(cut)}*"] if cut else [])]


def table(head: list[str], body: list[list[str]], sides: str) -> list[str]:
    """Return a table; `sides` has a letter per column: `l` or `r`."""
    rule = ["---:" if side == "r" else "---" for side in sides]
    return [f"| {' | '.join(cells)} |" for cells in (head, rule, *body)]


def named(name: str, text: str) -> str:
    """Return a name and what is said under it."""
    return word("named", name=name, text=text)


def word(key: str, **values: object) -> str:
    """Return a sentence of the report in the current language."""
    return pick(wording.words(key, **values))


def source_lines(line: Words | None) -> list[str]:
    """Return where the numbers of a table come from, set below it."""
    return [] if line is None else ["", escaped(pick(line), 600)]
