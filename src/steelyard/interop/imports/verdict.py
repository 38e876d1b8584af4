"""What another tool's score says in our terms: a score in [0, 1], and a verdict where it is one."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.interop.imports.record import ImportOptions, Setting
from steelyard.model import Words

LONGEST_NAME = 40
"""As long as the name of a score column may be."""
_MARK = 8
"""Digits of the checksum that tells a name from others that come to the same column."""
_NOT_NAME = re.compile(r"[^0-9a-z]+")


def number(value: Any) -> float | None:
    """Return a finite number; True is 1; None for everything else."""
    if isinstance(value, bool | int | float) and math.isfinite(value):
        return float(value)
    return None


def unit(value: Any) -> float | None:
    """Return a number if it can stand as `score`: from 0 to 1."""
    found = number(value)
    return found if found is not None and 0 <= found <= 1 else None


def all_verdicts(values: Iterable[Any]) -> bool:
    """Whether every number is 0 or 1, and there is one: then 1 says passed and 0 says failed.

    Looked at over the whole log: a fraction that happens to be 1 in one case is no verdict there,
    or the share of passed cases would only count the cases that were perfect.
    """
    found = False
    for value in map(number, values):
        if value not in (None, 0.0, 1.0):
            return False
        found = found or value is not None
    return found


@dataclass(frozen=True, slots=True)
class Rule:
    """Which scores say that a case passed: those of at least `least`; None when no score does."""

    least: float | None

    def passed(self, score: float | None) -> bool | None:
        """Return the verdict that a score is, if it is one."""
        return None if score is None or self.least is None else score >= self.least


THRESHOLD = Setting(
    "threshold",
    Words(
        "scores of at least this much pass, when the tool gives degrees and no verdicts",
        "当原工具只给分数而无判定时，不低于此值即为通过",
    ),
)


def rule_for(values: Iterable[Any], options: ImportOptions) -> Rule:
    """Return the rule for scores like these: by the user's `threshold`, else if all are 0 or 1."""
    given = options.settings.get(THRESHOLD.name)
    if given is None:
        return Rule(1.0 if all_verdicts(values) else None)
    least = _finite(given)
    if least is None:
        allowed = t("imports.wanted_finite")
        raise InputError(
            t("imports.bad_setting", name=THRESHOLD.name, found=given, allowed=allowed)
        )
    return Rule(least)


def _finite(text: str) -> float | None:
    try:
        return number(float(text))
    except ValueError:
        return None


class Columns:
    """The foreign scores of one log as columns: `inspect_f1` for scorer `F1` of `inspect`.

    Plans and expressions name columns in plain ASCII. A name that is not, that is too long, or
    whose column another name has already is marked with its checksum: no score stands for another.

    Attributes:
        marked: the columns with a mark, each with the name it stands for.
    """

    def __init__(self, prefix: str) -> None:
        self.marked: dict[str, str] = {}
        self._prefix = prefix
        self._owners: dict[str, str] = {}

    def of(self, name: str) -> str:
        """Return the column of a score, always the same one."""
        plain = _NOT_NAME.sub("_", name.lower()).strip("_")
        made = f"{self._prefix}_{plain or 'score'}"
        kept = name.isascii() and len(made) <= LONGEST_NAME and bool(plain or not name)
        if kept and self._owners.setdefault(made, name) == name:
            return made
        mark = hashlib.sha256(name.encode(errors="surrogatepass")).hexdigest()[:_MARK]
        made = f"{made[: LONGEST_NAME - _MARK - 1].rstrip('_')}_{mark}"
        self.marked[made] = name
        return made
