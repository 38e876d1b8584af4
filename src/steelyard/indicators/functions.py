"""Every function and aggregate an expression may use: the allow-list, each with both its forms.

`sql` prints it for rows, inside an aggregate; `scalar` computes it on the finished sums. Both
follow the same rules: what is missing stays missing, and a division by zero is undefined.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Literal, NamedTuple

from steelyard.indicators.dual import UNDEFINED, Dual, choose, smooth, strict

Kind = Literal["number", "bool", "text", "any"]
_MANY = 50


class Function(NamedTuple):
    """A function on single values.

    Attributes:
        arity: fewest and most arguments.
        takes: kind of the arguments; `any` when they need only agree with each other.
        gives: kind of the result; `any` when it is that of the arguments.
        sql: prints it, given its printed arguments.
        scalar: computes it on duals.
        null_safe: a missing argument does not make the row missing.
    """

    arity: tuple[int, int]
    takes: Kind
    gives: Kind
    sql: Callable[..., str]
    scalar: Callable[..., Dual]
    null_safe: bool = False


class AggregateFunction(NamedTuple):
    """An aggregate over rows: fewest and most arguments, and the kind of the first."""

    arity: tuple[int, int]
    takes: Kind


AGGREGATES: dict[str, AggregateFunction] = {
    "avg": AggregateFunction((1, 1), "number"),
    "rate": AggregateFunction((1, 1), "bool"),
    "sum": AggregateFunction((1, 1), "number"),
    "count": AggregateFunction((0, 0), "any"),
    "count_if": AggregateFunction((1, 1), "bool"),
    "median": AggregateFunction((1, 1), "number"),
    "quantile_cont": AggregateFunction((2, 2), "number"),
}


def _infix(sign: str) -> Callable[..., str]:
    return lambda *args: "(" + f" {sign} ".join(args) + ")"


def _template(text: str) -> Callable[..., str]:
    return lambda *args: text.format(*args)


def _picking(name: str) -> Callable[..., str]:
    # DuckDB's least and greatest skip NULLs; a missing part must make the whole missing.
    def sql(*args: str) -> str:
        missing = " OR ".join(f"{arg} IS NULL" for arg in args)
        return f"(CASE WHEN {missing} THEN NULL ELSE {name}({', '.join(args)}) END)"

    return sql


def _case_sql(*args: str) -> str:
    pairs = zip(args[:-1:2], args[1:-1:2], strict=True)
    branches = " ".join(f"WHEN {when} THEN {then}" for when, then in pairs)
    return f"(CASE {branches} ELSE {args[-1]} END)"


def _case(*args: Dual) -> Dual:
    for when, then in zip(args[:-1:2], args[1:-1:2], strict=True):
        if when.value is True:
            return then
    return args[-1]


def _and(*args: Dual) -> Dual:
    values = [arg.value for arg in args]
    return Dual(False) if False in values else UNDEFINED if None in values else Dual(True)


def _or(*args: Dual) -> Dual:
    values = [arg.value for arg in args]
    return Dual(True) if True in values else UNDEFINED if None in values else Dual(False)


def _coalesce(*args: Dual) -> Dual:
    return next((arg for arg in args if arg.value is not None), UNDEFINED)


def _same(left: Dual, right: Dual) -> bool:
    return left.value == right.value and (left.value is None) == (right.value is None)


def _comparison(sign: str, compare: Callable[[object, object], object]) -> Function:
    return Function((2, 2), "any", "bool", _infix(sign), strict(compare))


def _divide(a: float, b: float) -> tuple[float, tuple[float, float]] | None:
    return None if b == 0 else (a / b, (1 / b, -a / b / b))


def _ln(a: float) -> tuple[float, tuple[float]] | None:
    return None if a <= 0 else (math.log(a), (1 / a,))


def _sqrt(a: float) -> tuple[float, tuple[float]] | None:
    # The slope at 0 is infinite; 0 leaves the interval to the rule for values at a bound.
    return None if a < 0 else (math.sqrt(a), (0.5 / math.sqrt(a) if a else 0.0,))


def _exp(a: float) -> tuple[float, tuple[float]]:
    return math.exp(a), (math.exp(a),)


def _number(arity: int, sql: Callable[..., str], formula: Callable[..., object]) -> Function:
    return Function((arity, arity), "number", "number", sql, smooth(formula))  # type: ignore[arg-type]


# Nothing to see: blanks, control and format characters (zero-width ones too).
_BLANK_SQL = r"(NOT regexp_matches(coalesce({0}, ''), '[^\s\p{{Z}}\p{{Cc}}\p{{Cf}}]'))"

FUNCTIONS: dict[str, Function] = {
    "+": _number(2, _infix("+"), lambda a, b: (a + b, (1, 1))),
    "-": _number(2, _infix("-"), lambda a, b: (a - b, (1, -1))),
    "*": _number(2, _infix("*"), lambda a, b: (a * b, (b, a))),
    "/": _number(2, _template("({0} / nullif({1}, 0))"), _divide),
    "neg": _number(1, _template("(-{0})"), lambda a: (-a, (-1,))),
    "abs": _number(1, _template("abs({0})"), lambda a: (abs(a), (math.copysign(1, a),))),
    "exp": _number(1, _template("exp({0})"), _exp),
    "ln": _number(1, _template("(CASE WHEN {0} > 0 THEN ln({0}) END)"), _ln),
    "sqrt": _number(1, _template("(CASE WHEN {0} >= 0 THEN sqrt({0}) END)"), _sqrt),
    "least": Function((2, _MANY), "number", "number", _picking("least"), choose(min)),
    "greatest": Function((2, _MANY), "number", "number", _picking("greatest"), choose(max)),
    "=": _comparison("=", operator.eq),
    "<>": _comparison("<>", operator.ne),
    "<": _comparison("<", operator.lt),  # type: ignore[arg-type]
    "<=": _comparison("<=", operator.le),  # type: ignore[arg-type]
    ">": _comparison(">", operator.gt),  # type: ignore[arg-type]
    ">=": _comparison(">=", operator.ge),  # type: ignore[arg-type]
    "in": Function(
        (2, _MANY),
        "any",
        "bool",
        lambda value, *allowed: f"({value} IN ({', '.join(allowed)}))",
        strict(lambda value, *allowed: value in allowed),
    ),
    "is_same": Function(
        (2, 2),
        "any",
        "bool",
        _infix("IS NOT DISTINCT FROM"),
        lambda a, b: Dual(_same(a, b)),
        null_safe=True,
    ),
    "is_distinct": Function(
        (2, 2),
        "any",
        "bool",
        _infix("IS DISTINCT FROM"),
        lambda a, b: Dual(not _same(a, b)),
        null_safe=True,
    ),
    "is_null": Function(
        (1, 1),
        "any",
        "bool",
        _template("({0} IS NULL)"),
        lambda a: Dual(a.value is None),
        null_safe=True,
    ),
    "is_not_null": Function(
        (1, 1),
        "any",
        "bool",
        _template("({0} IS NOT NULL)"),
        lambda a: Dual(a.value is not None),
        null_safe=True,
    ),
    "and": Function((2, _MANY), "bool", "bool", _infix("AND"), _and),
    "or": Function((2, _MANY), "bool", "bool", _infix("OR"), _or),
    "not": Function((1, 1), "bool", "bool", _template("(NOT {0})"), strict(operator.not_)),
    "coalesce": Function(
        (2, _MANY),
        "any",
        "any",
        lambda *args: f"coalesce({', '.join(args)})",
        _coalesce,
        null_safe=True,
    ),
    "case": Function((3, _MANY), "any", "any", _case_sql, _case),
    "blank": Function(
        (1, 1),
        "text",
        "bool",
        _template(_BLANK_SQL),
        strict(lambda text: not text.strip()),
        null_safe=True,
    ),
    # Whether the table has the column at all; answered before anything runs (see resolve.py).
    "has": Function((1, 1), "any", "bool", _template("({0})"), strict(bool), null_safe=True),
}
