"""The requirements behind `ops.sea`, one by one."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.analysis.generalisation import Rate
from steelyard.analysis.generalisation.rate import rate_of
from steelyard.indicators import compute_indicators, get_indicator
from steelyard.indicators.params import params_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SEA = "ops.sea"
# Met by every number there is, so that a case counts if it has the field.
_ANY_NUMBER = [">=", -sys.float_info.max]


@dataclass(frozen=True, slots=True)
class Requirement:
    """One limit and the share of cases that keep it, among those that have every field asked for.

    Attributes:
        field: column of the results table.
        sign: `>=`, `<=` and the like.
        limit: what it is compared with.
        met: share of cases.
    """

    field: str
    sign: str
    limit: float
    met: Rate


def requirements(
    con: DuckDBPyConnection, columns: Collection[str], params: Mapping[str, Any]
) -> tuple[Requirement, ...]:
    """Return every requirement of the plan; none when it names none or a column is not there."""
    asked = params_of(get_indicator(_SEA), params)["requirements"]
    if not _readable(asked) or not all(field in columns for field in asked):
        return ()  # the indicator itself says what is wrong
    return tuple(
        Requirement(field, str(sign), float(limit), _met(con, asked, field))
        for field, (sign, limit) in asked.items()
    )


def _readable(asked: Any) -> bool:
    """Return whether these are {field: [sign, number]}."""
    if not isinstance(asked, Mapping) or not asked:
        return False
    return all(
        isinstance(rule, (list, tuple))
        and len(rule) == 2
        and isinstance(rule[1], (int, float))
        and not isinstance(rule[1], bool)
        for rule in asked.values()
    )


def _met(con: DuckDBPyConnection, asked: Mapping[str, Any], field: str) -> Rate:
    alone = {name: rule if name == field else _ANY_NUMBER for name, rule in asked.items()}
    found = compute_indicators(con, [_SEA], params={_SEA: {"requirements": alone}})
    return rate_of(found[_SEA])
