"""Which parameters an indicator gets from those a plan gives."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators.load import custom_indicators, load_catalog, run_params
from steelyard.indicators.records import Indicator
from steelyard.model import Param, check_param


def params_of(record: Indicator, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all parameters of one indicator: given for it, given for all, or default.

    Args:
        record: the indicator.
        given: values by parameter name, and mappings by indicator id.

    Raises:
        InputError: a name nobody knows, or a value the parameter may not have.
    """
    _refuse_unknown(given)
    own = given.get(record.id) or {}
    names = {param.name for param in record.params}
    for name in own:
        if name not in names:
            allowed = ", ".join(sorted(names)) or t("indicators.none")
            message = t("indicators.unknown_param", id=record.id, name=name, allowed=allowed)
            raise InputError(message)
    values = {}
    for param in record.params:
        value = own.get(param.name, _for_all(param, given))
        if value is not None:
            check_param(record.id, param, value)
        values[param.name] = value
    return values


def _for_all(param: Param, given: Mapping[str, Any]) -> Any:
    """Return the value given for all indicators, if it is one that this parameter can have.

    `mode: classification` speaks to the indicators that have such a mode, not to the others.
    """
    value = given.get(param.name, param.default)
    others = {
        choice
        for record in load_catalog().values()
        for other in record.params
        if other.name == param.name
        for choice in other.choices
    }
    known = value in others if isinstance(value, (str, int, float)) else False
    return param.default if known and value not in param.choices else value


def _refuse_unknown(given: Mapping[str, Any]) -> None:
    own = [param.name for record in custom_indicators().values() for param in record.params]
    names = list(dict.fromkeys([*run_params(), *own]))
    known = [*names, *load_catalog()]
    for name in given:
        if name not in known:
            close = get_close_matches(name, known, n=1)
            hint = t("indicators.param_close", name=close[0]) if close else None
            allowed = ", ".join(names)
            raise InputError(t("indicators.param_nobody", name=name, allowed=allowed), hint=hint)
