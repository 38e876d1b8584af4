"""What another tool's score says in our terms: a score in [0, 1], and a verdict where it is one."""

from __future__ import annotations

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
    try:
        return Rule(float(given))
    except ValueError:
        allowed = t("imports.wanted_number")
        raise InputError(
            t("imports.bad_setting", name=THRESHOLD.name, found=given, allowed=allowed)
        ) from None


def column(prefix: str, name: str) -> str:
    """Return the name of a foreign score as a column: `inspect_f1` for scorer `F1` of `inspect`."""
    plain = _NOT_NAME.sub("_", name.lower()).strip("_") or "score"
    return f"{prefix}_{plain}"[:LONGEST_NAME].rstrip("_")
