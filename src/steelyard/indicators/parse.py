"""Expression text to tree, through DuckDB's own parser; the text itself never reaches the engine.

DuckDB turns `SELECT <text>` into a JSON tree without binding or running anything. Each of its node
kinds is either translated here or refused with its position: the list is closed.
"""

from __future__ import annotations

import atexit
import json
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import isfinite, nan
from typing import Any

import duckdb

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators.functions import AGGREGATES, FUNCTIONS
from steelyard.indicators.place import Place, refusal
from steelyard.indicators.spelling import check_characters, unknown_function
from steelyard.indicators.tree import Aggregate, Call, Column, Literal, Node, Parameter, Reference

# The parser recurses: 200,000 parentheses cost it 1.7 GB, so size is checked before it sees them.
_MAX_CHARACTERS = 4000
_MAX_DEPTH = 40
_MAX_NODES = 400
_PREFIX = "SELECT "

_COMPARISONS = {
    "COMPARE_EQUAL": "=",
    "COMPARE_NOTEQUAL": "<>",
    "COMPARE_LESSTHAN": "<",
    "COMPARE_LESSTHANOREQUALTO": "<=",
    "COMPARE_GREATERTHAN": ">",
    "COMPARE_GREATERTHANOREQUALTO": ">=",
    "COMPARE_DISTINCT_FROM": "is_distinct",
    "COMPARE_NOT_DISTINCT_FROM": "is_same",
}
_OPERATORS = {
    "OPERATOR_NOT": "not",
    "OPERATOR_IS_NULL": "is_null",
    "OPERATOR_IS_NOT_NULL": "is_not_null",
    "OPERATOR_COALESCE": "coalesce",
    "COMPARE_IN": "in",
}
_AGGREGATE_NAMES = {"count_star": "count", "quantile": "quantile_cont", "countif": "count_if"}


@cache
def parse(text: str) -> Node:
    """Return the tree of one expression.

    Raises:
        InputError: the text is too long, is not one expression, or uses something not allowed.
    """
    if not text.strip():
        raise InputError(t("indicators.empty"))
    _check_size(text)
    check_characters(text)
    serialised = _ahead.pop(text, None) or _serialise([text])[0]
    try:
        answer = json.loads(serialised)
    except RecursionError:
        raise InputError(t("indicators.too_many_nodes", allowed=_MAX_NODES)) from None
    except (
        json.JSONDecodeError
    ):  # DuckDB writes some wrong literals, such as x'1中', as broken JSON
        raise InputError(t("indicators.syntax", problem=text)) from None
    if answer.get("error"):
        at = int(answer.get("position") or len(_PREFIX)) - len(_PREFIX)
        problem = t("indicators.syntax", problem=answer["error_message"])
        raise refusal(Place(text, at), problem)
    expression = _only_expression(text, answer["statements"])
    try:
        return _Reader(text).expression(expression)
    except RecursionError:
        raise InputError(t("indicators.too_many_nodes", allowed=_MAX_NODES)) from None


def parse_ahead(texts: Iterable[str]) -> None:
    """Have DuckDB read texts of our own in one query; `parse` asks it for each by itself."""
    wanted = [text for text in dict.fromkeys(texts) if text.strip()]
    _ahead.update(zip(wanted, _serialise(wanted), strict=True))


def _serialise(texts: Sequence[str]) -> list[str]:
    """Return DuckDB's tree of every text."""
    query = "SELECT json_serialize_sql(text) FROM (SELECT unnest(?) AS text)"
    given = [[_PREFIX + text for text in texts]]
    return [tree for (tree,) in _parser().cursor().execute(query, given).fetchall()]


_ahead: dict[str, str] = {}


def _check_size(text: str) -> None:
    if len(text) > _MAX_CHARACTERS:
        message = t("indicators.too_long", found=len(text), allowed=_MAX_CHARACTERS)
        raise InputError(message)
    depth = deepest = 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        deepest = max(deepest, depth)
    if deepest > _MAX_DEPTH or "\0" in text:
        raise InputError(t("indicators.too_deep", allowed=_MAX_DEPTH))


def _only_expression(text: str, statements: list[dict[str, Any]]) -> dict[str, Any]:
    node = statements[0]["node"] if len(statements) == 1 else {}
    plain = (
        node.get("type") == "SELECT_NODE"
        and len(node["select_list"]) == 1
        and node["from_table"]["type"] == "EMPTY"
        and node["aggregate_handling"] == "STANDARD_HANDLING"
        and not node["select_list"][0]["alias"]
        and not node["cte_map"]["map"]
        and not any(
            node[key]
            for key in (
                "modifiers",
                "where_clause",
                "group_expressions",
                "group_sets",
                "having",
                "sample",
                "qualify",
            )
        )
    )
    if not plain:
        raise refusal(Place(text), t("indicators.not_one_expression"))
    only: dict[str, Any] = node["select_list"][0]
    return only


class _Reader:
    """Translates DuckDB's tree of one text into ours."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.nodes = 0
        self.kinds: dict[str, Callable[[dict[str, Any], Place], Node]] = {
            "CONSTANT": self._constant,
            "COLUMN_REF": self._column,
            "PARAMETER": self._parameter,
            "COMPARISON": self._comparison,
            "CONJUNCTION": self._conjunction,
            "OPERATOR": self._operator,
            "BETWEEN": self._between,
            "CASE": self._case,
            "CAST": self._cast,
            "FUNCTION": self._function,
        }

    def expression(self, raw: dict[str, Any]) -> Node:
        byte = int(raw["query_location"]) - len(_PREFIX)
        # The parser marks "no place" by a huge one.
        at = Place(self.text, byte if byte < len(self.text.encode()) else -1)
        self.nodes += 1
        if self.nodes > _MAX_NODES:
            raise refusal(at, t("indicators.too_many_nodes", allowed=_MAX_NODES))
        read = self.kinds.get(raw["class"])
        if read is None:
            kind = raw["class"].lower()
            raise refusal(at, t("indicators.node_refused", kind=kind))
        return read(raw, at)

    def _constant(self, raw: dict[str, Any], at: Place) -> Node:
        kind, text = raw["literal"]["kind"], raw["literal"]["text"]
        values: dict[str, Callable[[str], float | str | bool | None]] = {
            "INTEGER": _number,
            "NUMERIC": _number,
            "STRING": str,
            "BOOLEAN": lambda word: word.lower() == "true",
            "NULL_LITERAL": lambda _: None,
        }
        if kind not in values:
            raise refusal(at, t("indicators.node_refused", kind=kind.lower()))
        value = values[kind](text)
        if isinstance(value, float) and not isfinite(value):
            raise refusal(at, t("indicators.number_refused", found=text))
        return Literal(value, at)

    def _column(self, raw: dict[str, Any], at: Place) -> Node:
        names = raw["column_names"]
        if len(names) > 1 and names[0] == "ind":
            return Reference(".".join(names[1:]), at)
        if len(names) > 1:
            raise refusal(at, t("indicators.dotted_name", name=".".join(names)))
        return Column(names[0], at)

    def _parameter(self, raw: dict[str, Any], at: Place) -> Node:
        return Parameter(raw["identifier"], at)

    def _comparison(self, raw: dict[str, Any], at: Place) -> Node:
        args = (self.expression(raw["left"]), self.expression(raw["right"]))
        return Call(_COMPARISONS[raw["type"]], args, at)

    def _conjunction(self, raw: dict[str, Any], at: Place) -> Node:
        name = "and" if raw["type"] == "CONJUNCTION_AND" else "or"
        return Call(name, tuple(self.expression(child) for child in raw["children"]), at)

    def _operator(self, raw: dict[str, Any], at: Place) -> Node:
        name = _OPERATORS.get(raw["type"])
        if name is None:
            raise refusal(at, t("indicators.node_refused", kind=raw["type"].lower()))
        return Call(name, tuple(self.expression(child) for child in raw["children"]), at)

    def _between(self, raw: dict[str, Any], at: Place) -> Node:
        value = self.expression(raw["input"])
        low = Call(">=", (value, self.expression(raw["lower"])), at)
        high = Call("<=", (value, self.expression(raw["upper"])), at)
        return Call("and", (low, high), at)

    def _case(self, raw: dict[str, Any], at: Place) -> Node:
        branches: list[Node] = []
        for check in raw["case_checks"]:
            branches += (self.expression(check["when_expr"]), self.expression(check["then_expr"]))
        return Call("case", (*branches, self.expression(raw["else_expr"])), at)

    def _cast(self, raw: dict[str, Any], at: Place) -> Node:
        # `x IS TRUE` arrives as a comparison of x cast to BOOLEAN at no position of its own.
        written = int(raw["query_location"]) < len(self.text.encode()) + len(_PREFIX)
        if written or raw["type_expr"]["type_name"] != "BOOLEAN":
            raise refusal(at, t("indicators.node_refused", kind="cast"))
        return self.expression(raw["child"])

    def _function(self, raw: dict[str, Any], at: Place) -> Node:
        name = raw["function_name"].lower()
        name = _AGGREGATE_NAMES.get(name, name)
        args = tuple(self.expression(argument["expression"]) for argument in raw["arguments"])
        distinct = raw["distinct"] and name == "count" and len(args) == 1
        name = "count_distinct" if distinct else name
        extras = (
            (raw["distinct"] and not distinct)
            or raw["order_bys"]["orders"]
            or raw["schema"]
            or raw["catalog"]
            or raw["export_state"]
            or any(argument["name"] for argument in raw["arguments"])
        )
        if extras or (raw["filter"] and name not in AGGREGATES):
            raise refusal(at, t("indicators.function_extras", name=name))
        if name in AGGREGATES:
            self._check_arity(name, len(args), AGGREGATES[name].arity, at)
            where = self.expression(raw["filter"]) if raw["filter"] else None
            return Aggregate(name, args, where, at)
        name = "neg" if name == "-" and len(args) == 1 else name
        if name not in FUNCTIONS:
            raise unknown_function(name, at)
        self._check_arity(name, len(args), FUNCTIONS[name].arity, at)
        return Call(name, args, at)

    def _check_arity(self, name: str, found: int, arity: tuple[int, int], at: Place) -> None:
        if not arity[0] <= found <= arity[1]:
            allowed = "–".join(str(bound) for bound in dict.fromkeys(arity))
            reason = t("indicators.arity", name=name, found=found, allowed=allowed)
            raise refusal(at, reason)


@cache
def _parser() -> duckdb.DuckDBPyConnection:
    # A connection alive at interpreter exit makes duckdb complain about leaks on stderr.
    atexit.register(_parser.cache_clear)
    return duckdb.connect(":memory:", config={"enable_external_access": "false"})


def _number(text: str) -> float:
    """Return the number, or NaN for what DuckDB takes for one and we do not, such as `1e`."""
    try:
        return float(text)
    except ValueError:
        return nan
