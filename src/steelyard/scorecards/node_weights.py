"""`weights:` of a node: the weights of its children by a method instead of one by one.

- `{method: ahp, matrix: [[1, 3], [1/3, 1]]}`
- `{method: ahp, matrices: [[[1, 3], [1/3, 1]], [[1, 5], [1/5, 1]]], lambdas: [2, 1]}`
- `{method: direct, values: [0.7, 0.3]}`
- `{method: combined, how: game, sets: [{method: ahp, ...}, {method: direct, ...}]}`
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from steelyard.errors import InputError, UserError
from steelyard.i18n import t
from steelyard.indicators.lined import placed
from steelyard.scorecards.node_fields import known_keys, number, one_of, shown
from steelyard.scorecards.weighting.ahp import LIMIT, Ahp, ahp, ahp_group
from steelyard.scorecards.weighting.combine import (
    combine_game,
    combine_linear,
    combine_multiplicative,
)
from steelyard.scorecards.weighting.direct import direct

T = TypeVar("T")

_METHODS = ("ahp", "direct", "combined")
_HOW = ("linear", "multiplicative", "game")
_DEEPEST = 3


def weights_by_method(place: str, raw: Any, names: Sequence[str]) -> list[float]:
    """Return the weights of the children `names`, in their order, adding up to 1.

    Raises:
        InputError: the method or what it is given is wrong, or the judgements contradict each
            other; the message says which of them to revise.
    """
    return _weights(f"{place}: weights", raw, names, 0)


def rejection(found: Ahp, names: Sequence[str]) -> str | None:
    """Return what to do about judgements that contradict each other; None when they do not."""
    if found.accepted or found.revise is None:
        return None
    row, column, value, fits = found.revise
    return t(
        "scorecards.ahp_rejected",
        cr=f"{found.cr:.3f}",
        limit=LIMIT,
        row=names[row - 1],
        column=names[column - 1],
        found=f"{value:.4g}",
        fits=f"{fits:.4g}",
        after=f"{found.cr_after:.3f}",
    )


def judgement(value: Any) -> float:
    """Return one judgement: a number, or a fraction written as a text such as 1/3.

    Raises:
        ValueError: it is neither.
    """
    if isinstance(value, str) and len(value) <= 20:
        try:
            value = float(Fraction(value.strip()))
        except (ValueError, ZeroDivisionError):
            raise ValueError(value) from None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 1e9:
        raise ValueError(value)
    return float(value)


def _weights(place: str, raw: Any, names: Sequence[str], depth: int) -> list[float]:
    if not isinstance(raw, Mapping) or depth > _DEEPEST:
        raise InputError(t("scorecards.weights_form", place=place, found=shown(raw)))
    method = one_of(place, {"method": None, **raw}, "method", _METHODS)
    found = _BY_METHOD[method](place, raw, names, depth)
    if len(found) != len(names):
        raise InputError(
            t("scorecards.weights_size", place=place, found=len(found), n=len(names),
              names=", ".join(names))
        )  # fmt: skip
    return found


def _ahp(place: str, raw: Mapping[str, Any], names: Sequence[str], _: int) -> list[float]:
    known_keys(place, raw, ("method", "matrix", "matrices", "lambdas"))
    if ("matrix" in raw) == ("matrices" in raw):
        raise InputError(t("scorecards.weights_matrix", place=place))
    if "matrix" in raw:
        found = _checked(place, lambda: ahp(_matrix(place, raw["matrix"])))
    else:
        many = raw["matrices"] if isinstance(raw["matrices"], list) else [raw["matrices"]]
        matrices = [_matrix(place, one) for one in many]
        found = _checked(place, lambda: ahp_group(matrices, raw.get("lambdas")).combined)
    if len(found.weights) == len(names) and (why := rejection(found, names)):
        raise placed(place, InputError(why))
    return found.weights


def _direct(place: str, raw: Mapping[str, Any], names: Sequence[str], _: int) -> list[float]:
    known_keys(place, raw, ("method", "values"))
    values = raw.get("values")
    if isinstance(values, Mapping):
        known_keys(place, values, names)
        values = [values.get(name) for name in names]
    if not isinstance(values, list) or not values:
        raise InputError(t("scorecards.weights_values", place=place, found=shown(values)))
    checked = [number(place, value) for value in values]
    if sum(checked) <= 0:
        raise InputError(t("scorecards.weights_zero", id=place))
    return direct(checked)


def _combined(place: str, raw: Mapping[str, Any], names: Sequence[str], depth: int) -> list[float]:
    known_keys(place, raw, ("method", "how", "sets", "lambdas"))
    how = one_of(place, raw, "how", _HOW)
    given = raw.get("sets")
    if not isinstance(given, list) or len(given) < 2:
        raise InputError(t("scorecards.weights_sets", place=place))
    sets = [_weights(f"{place}.sets[{at}]", one, names, depth + 1) for at, one in enumerate(given)]
    if how == "linear":
        return _checked(place, lambda: combine_linear(sets, raw.get("lambdas")))
    if "lambdas" in raw:
        raise InputError(t("scorecards.weights_lambdas", place=place))
    if how == "multiplicative":
        return _checked(place, lambda: combine_multiplicative(sets))
    return _checked(place, lambda: combine_game(sets).weights)


def _matrix(place: str, raw: Any) -> list[list[float]]:
    if not isinstance(raw, list) or not all(isinstance(row, list) for row in raw):
        raise InputError(t("scorecards.weights_form", place=place, found=shown(raw)))
    try:
        return [[judgement(value) for value in row] for row in raw]
    except ValueError as error:
        found = shown(error.args[0] if error.args else raw)
        raise InputError(t("scorecards.judgement", place=place, found=found)) from None


def _checked(place: str, compute: Callable[[], T]) -> T:
    try:
        return compute()
    except UserError as error:
        raise placed(place, error) from None


_BY_METHOD = {"ahp": _ahp, "direct": _direct, "combined": _combined}
