r"""redact: replace personal data.

- redact: {patterns: [cn_id, cn_mobile, email], with: "[已脱敏]"}
- redact: {fields: [input], patterns: ["工号\d{6}"]}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from steelyard.cases.rows import Row
from steelyard.cases.steps.base import STEPS, Refuse, Step
from steelyard.cases.steps.fields import change_fields, text_fields
from steelyard.cases.steps.options import Options
from steelyard.i18n import t
from steelyard.model import Words

Change = Callable[[str], str]

FIELDS = ["input", "expected_output", "references", "output", "metadata"]
OPTION = "patterns"
DEFAULT = "[已脱敏]"

_CN_ID = (
    r"(?<![0-9A-Za-z])[1-9]\d{5}(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])"
    r"(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?![0-9A-Za-z])"
)
_BYTE = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
PATTERNS: dict[str, str] = {
    "cn_id": _CN_ID,
    "bank_card": r"(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.])",
    "cn_mobile": r"(?<!\d)(?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?!\d)",
    "email": r"(?<![A-Za-z0-9_.+-])[A-Za-z0-9_.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+",
    "ipv4": rf"(?<![\d.]){_BYTE}(?:\.{_BYTE}){{3}}(?![\d.])",
}
"""Longest first where digits overlap: an identity number is not half replaced as a card."""


class Redact(Step):
    """Replaces what the patterns find in every text of the named fields."""

    name = "redact"
    words = Words("replace personal data", "将个人信息替换为占位标记")
    short = "patterns"

    def __init__(self, options: Options, salt: str) -> None:
        super().__init__(options, salt)
        options.only("fields", OPTION, "with")
        self._fields = text_fields(options, FIELDS)
        mark = options.text("with", DEFAULT)
        given = options.texts(OPTION, list(PATTERNS))
        named = [name for name in PATTERNS if name in given]
        own = [pattern for pattern in given if pattern not in PATTERNS]
        self._changes = [_change(options, name, mark) for name in (*named, *own)]

    def run(self, rows: Iterable[Row], refuse: Refuse) -> Iterator[Row]:
        """Yield every row, redacted."""
        for row in rows:
            self.changed += change_fields(row[2], self._fields, self._redact)
            yield row

    def _redact(self, text: str) -> str:
        for change in self._changes:
            text = change(text)
        return text


def _change(options: Options, name: str, replacement: str) -> Change:
    pattern = _compile(options, name)
    is_one = _is_card if name == "bank_card" else _always

    def replace(match: re.Match[str]) -> str:
        return replacement if is_one(match) else match[0]

    return lambda text: pattern.sub(replace, text)


def _compile(options: Options, name: str) -> re.Pattern[str]:
    if name in PATTERNS:
        return re.compile(PATTERNS[name])
    if name.isidentifier() and name.isascii():
        # A bare word is a misspelt name far more often than a pattern.
        allowed = t("cases.redact_names", names=", ".join(PATTERNS))
        raise options.wrong(name=OPTION, value=name, allowed=allowed)
    try:
        return re.compile(name)
    except re.error as error:
        problem = t("cases.redact_pattern", pattern=name, reason=str(error))
        raise options.error(problem) from error


def _always(match: re.Match[str]) -> bool:
    return True


def _is_card(match: re.Match[str]) -> bool:
    """Whether the digits pass the Luhn check that card numbers carry (ISO/IEC 7812-1)."""
    digits = [int(c) for c in reversed(match[0]) if c.isdigit()]
    doubled = [d * 2 - 9 * (d > 4) if place % 2 else d for place, d in enumerate(digits)]
    return sum(doubled) % 10 == 0


STEPS.add("redact", Redact)
