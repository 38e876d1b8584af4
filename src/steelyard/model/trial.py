"""`compute(id, inputs, params)`: one formula on given inputs, checked before it runs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model.algorithm import ALGORITHMS, Algorithm, Param, ValueType


def compute(
    id: str,  # noqa: A002  the name users know it by
    inputs: Mapping[str, Any],
    params: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Compute one algorithm on given inputs.

    Args:
        id: the algorithm, such as `text.keyword_jaccard` or `stat.wilson`.
        inputs: a value for every required input.
        params: parameters that differ from their defaults.

    Returns:
        The outputs by name; a value that is undefined is None, never 0.

    Raises:
        UnknownNameError: there is no such algorithm.
        InputError: an input or parameter is unknown, missing, or of the wrong kind.
    """
    algorithm = ALGORITHMS.get(id)
    checked = check_inputs(algorithm, inputs)
    try:
        return algorithm.compute(checked, check_params(algorithm, params or {}))
    except ArithmeticError as error:  # of numbers near the largest there are, say
        raise InputError(t("trial.beyond_numbers", id=id)) from error


def check_inputs(algorithm: Algorithm, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Return the inputs with absent optional ones as None, or say what is wrong with them."""
    ports = {port.name: port for port in algorithm.inputs}
    _refuse_unknown("input", algorithm.id, inputs, ports)
    checked: dict[str, Any] = {}
    for name, port in ports.items():
        if name not in inputs and port.required:
            raise InputError(t("trial.input_missing", id=algorithm.id, name=name, type=port.type))
        value = inputs.get(name)
        # A text may be missing (no expected answer); a number that is required may not.
        if value is None and (not port.required or port.type == "text"):
            checked[name] = None
            continue
        if not _fits(port.type, value):
            raise InputError(_wrong_type("input", algorithm.id, name, port.type, value))
        checked[name] = value
    return checked


def check_params(algorithm: Algorithm, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters with defaults filled in, or say what is wrong with them."""
    known = {param.name: param for param in algorithm.params}
    _refuse_unknown("param", algorithm.id, params, known)
    checked = {}
    for name, param in known.items():
        value = params.get(name, param.default)
        if value is not None or param.default is not None:
            check_param(algorithm.id, param, value)
        checked[name] = value
    return checked


def check_param(owner: str, param: Param, value: Any) -> None:
    """Raise unless `value` is one that `param` of the algorithm `owner` may have."""
    if param.choices:
        if value not in param.choices:
            choices = ", ".join(str(choice) for choice in param.choices)
            message = t(
                "trial.choice", id=owner, name=param.name, found=_short(value), choices=choices
            )
            close = get_close_matches(str(value), [str(choice) for choice in param.choices], n=1)
            raise InputError(message, hint=t("trial.close", names=close[0]) if close else None)
        return
    if not _fits(param.type, value):
        raise InputError(_wrong_type("param", owner, param.name, param.type, value))
    below = param.minimum is not None and value < param.minimum
    above = param.maximum is not None and value > param.maximum
    if below or above:
        raise InputError(
            t(
                "trial.range",
                id=owner,
                name=param.name,
                found=_short(value),
                low="-∞" if param.minimum is None else param.minimum,
                high="∞" if param.maximum is None else param.maximum,
            )
        )
    if param.check is not None and (problem := param.check(value)) is not None:
        raise InputError(t("trial.param_problem", id=owner, name=param.name, problem=problem))


def _refuse_unknown(what: str, owner: str, given: Mapping[str, Any], known: Iterable[str]) -> None:
    names = list(known)
    for name in given:
        if name not in names:
            allowed = ", ".join(names) or t("trial.nothing")
            close = get_close_matches(str(name), names, n=1)
            raise InputError(
                t(f"trial.unknown_{what}", id=owner, name=name, allowed=allowed),
                hint=t("trial.close", names=close[0]) if close else None,
            )


def _fits(type_: ValueType, value: Any) -> bool:
    match type_:
        case "text":
            return isinstance(value, str)
        case "bool":
            return isinstance(value, bool)
        case "int":
            return isinstance(value, int) and not isinstance(value, bool)
        case "float":
            is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
            return is_number and math.isfinite(value)
        case "list":
            return isinstance(value, (list, tuple))
        case "rows":
            rows = isinstance(value, (list, tuple))
            return rows and all(isinstance(row, Mapping) for row in value)
        case _:
            return isinstance(value, (Mapping, list, tuple))


def _wrong_type(what: str, owner: str, name: str, type_: str, value: Any) -> str:
    found = f"{type(value).__name__} {_short(value)}"
    allowed = t(f"trial.type_{type_}")
    return t(f"trial.type_of_{what}", id=owner, name=name, found=found, allowed=allowed)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
