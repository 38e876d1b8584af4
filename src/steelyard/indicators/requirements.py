"""`meets($requirements)`: limits on several columns, spelled out as one condition on a row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.i18n import t
from steelyard.indicators.place import refusal
from steelyard.indicators.tree import Call, Column, Literal, Node

_SIGNS = {">=": ">=", "<=": "<=", ">": ">", "<": "<", "==": "=", "=": "=", "!=": "<>"}


def requirements_as_condition(call: Call) -> Node:
    """Return `a >= 1 and b <= 2` for {"a": [">=", 1], "b": ["<=", 2]}; NULL when none are given."""
    (given,) = call.args
    value: Any = given.value if isinstance(given, Literal) else given
    if value is None:
        return Literal(None, call.at)
    if not isinstance(value, Mapping) or not value:
        raise refusal(call.at, t("indicators.requirements", found=_shown(value)))
    tests: list[Node] = []
    for name, rule in value.items():
        sign, limit = rule if isinstance(rule, (list, tuple)) and len(rule) == 2 else (None, None)
        if sign not in _SIGNS or isinstance(limit, bool) or not isinstance(limit, (int, float)):
            found = f"{name}: {_shown(rule)}"
            raise refusal(call.at, t("indicators.requirements", found=found))
        left, right = Column(str(name), call.at), Literal(float(limit), call.at)
        tests.append(Call(_SIGNS[sign], (left, right), call.at))
    return tests[0] if len(tests) == 1 else Call("and", tuple(tests), call.at)


def _shown(value: object) -> str:
    return repr(value)[:60]
