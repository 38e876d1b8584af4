"""From a number to the cases behind it: addresses inside the page.

`#cases?scene=fire&verdict=failed` shows these cases, `#case-17` opens one, `#indicator-base-f1`
is a line of the table of indicators. The script of the page understands them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from steelyard.errors import SteelyardError
from steelyard.indicators import indicator_needs
from steelyard.report.text import one_line

if TYPE_CHECKING:
    from steelyard.report.content import Indicator, RunReport

_PLAIN = re.compile(r"[^A-Za-z0-9_.-]+")
_PLACES = ("scene", "domain", "scene_type")
_ALWAYS = ("passed", "latency_s")


def to_cases(**wanted: str | None) -> str:
    """Return the address of the cases that match; None as a value means those that do not say."""
    return "#cases?" + urlencode({key: case_key(value or "") for key, value in wanted.items()})


def case_key(text: str) -> str:
    """Return a name as addresses and the cases of the page have it: safe, and not too long."""
    return one_line(text, 200)


def to_places(report: RunReport, column: str, group: str | None) -> str | None:
    """Return the address of the cases of a slice; None for a column that cases do not carry."""
    return to_plain(report, **{column: group}) if column in _PLACES else None


def to_plain(report: RunReport, **wanted: str | None) -> str:
    """Return the address of the matching baseline cases."""
    return to_cases(**wanted, **({"condition": "plain"} if report.conditions else {}))


def to_case(row: int) -> str:
    """Return the address of one row."""
    return f"#case-{row}"


def anchor(id_: str) -> str:
    """Return the name of an indicator's line."""
    return "indicator-" + _PLAIN.sub("-", id_)[:80]


def columns_of(report: RunReport) -> frozenset[str]:
    """Return the columns that the script can sort the cases of a page by."""
    if report.cases is None:
        return frozenset()
    own = (name for case in report.cases.cases for name in (*case.scores, *case.values))
    return frozenset({*_ALWAYS, *own})


def to_cases_of(columns: frozenset[str], indicator: Indicator) -> str | None:
    """Return the address of the cases with what an indicator reads, the worst first.

    None when it rests on nothing that is a number of one row in `columns`.
    """
    column = next((name for name in _columns(indicator.id) if name in columns), None)
    if column is None:
        return None
    return to_cases(by=column, worst="high" if indicator.direction == "down" else "low")


@cache
def _columns(id_: str) -> tuple[str, ...]:
    try:
        needs = indicator_needs(id_)
    except SteelyardError:  # the user's own, of a run that is only read
        return ()
    either = [name for group in needs["any_of"] for name in group]
    return (*needs["required"], *either)
