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

Kind = Literal["number", "bool", "text", "list", "json", "any"]
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
    "count_distinct": AggregateFunction((1, 1), "any"),
    "min": AggregateFunction((1, 1), "number"),
    "max": AggregateFunction((1, 1), "number"),
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


def _comb(n: float, k: float) -> float | None:
    if k < 0 or n < 0:
        return None
    if k > n:
        return 0.0
    size = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    return float(round(math.exp(size))) if size < 700 else None


# Through logarithms: DuckDB has no binomial coefficients. Good to 1e-12, which `round` makes exact
# as long as the number fits a double.
_COMB_SQL = (
    "(CASE WHEN {1} < 0 OR {0} < 0 THEN NULL WHEN {1} > {0} THEN 0.0 ELSE"
    " round(exp(lgamma({0} + 1) - lgamma({1} + 1) - lgamma({0} - {1} + 1))) END)"
)
_OVERLAP_SQL = "CAST(len(list_intersect(list_distinct({0}), list_distinct({1}))) AS DOUBLE)"
# A part without a share says nothing; one without a weight weighs one.
_PARTS = (
    "list_filter(from_json(TRY_CAST({0} AS JSON),"
    ' \'[{{"share":"DOUBLE","weight":"DOUBLE"}}]\'), lambda s: s.share IS NOT NULL)'
)
_WEIGHTED_SHARE_SQL = (
    f"(list_sum(list_transform({_PARTS}, lambda s: s.share * coalesce(s.weight, 1)))"
    f" / nullif(list_sum(list_transform({_PARTS}, lambda s: coalesce(s.weight, 1))), 0))"
)


def _rows_only(*_: Dual) -> Dual:
    return UNDEFINED  # lists stand only inside aggregates, where SQL computes


# Nothing to see: blanks, control and format characters (zero-width ones too).
# Most answers begin with something to see, which one look at the first character tells.
_BLANK_SQL = (
    r"(CASE WHEN ascii({0}) BETWEEN 33 AND 126 THEN false"
    r" ELSE NOT regexp_matches(coalesce({0}, ''), '[^\s\p{{Z}}\p{{Cc}}\p{{Cf}}]') END)"
)

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
    "comb": Function((2, 2), "number", "number", _template(_COMB_SQL), strict(_comb)),
    "text": Function(
        (1, 1), "any", "text", _template("CAST({0} AS VARCHAR)"), strict(lambda value: str(value))
    ),
    # Different members of a list; those it shares with another; Σ share·weight / Σ weight of parts.
    "size": Function(
        (1, 1),
        "list",
        "number",
        _template("CAST(len(list_distinct({0})) AS DOUBLE)"),
        _rows_only,
    ),
    "overlap": Function((2, 2), "list", "number", _template(_OVERLAP_SQL), _rows_only),
    "weighted_share": Function(
        (1, 1), "json", "number", _template(_WEIGHTED_SHARE_SQL), _rows_only
    ),
    # Whether a row meets every {column: [sign, limit]}; spelled out before anything runs.
    "meets": Function((1, 1), "any", "bool", _template("({0})"), _rows_only),
    # Whether the table has the column at all; answered before anything runs (see resolve.py).
    "has": Function((1, 1), "any", "bool", _template("({0})"), strict(bool), null_safe=True),
}
