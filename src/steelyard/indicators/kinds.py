"""Checks that an expression makes sense: names are known, kinds fit, aggregates do not nest."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Literal as Choice

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators.functions import AGGREGATES, FUNCTIONS, Kind
from steelyard.indicators.tree import (
    Aggregate,
    Call,
    Column,
    Extreme,
    Literal,
    Node,
    Quantile,
    Sum,
)

Level = Choice["row", "total"]


def check_kind(node: Node, columns: Mapping[str, Kind], level: Level, *, expect: Kind) -> None:
    """Raise unless the expression has the kind that is expected at its place.

    Args:
        node: the expression.
        columns: names and their kinds.
        level: `row` inside aggregates (columns, no aggregates), `total` outside (the reverse).
        expect: what it must give.
    """
    found = kind_of(node, columns, level)
    if not _fit(found, expect):
        raise InputError(t("indicators.kind", found=found, allowed=expect))


def kind_of(node: Node, columns: Mapping[str, Kind], level: Level) -> Kind:
    """Return the kind an expression gives, or raise when its parts do not fit."""
    if isinstance(node, Literal):
        return _literal_kind(node.value)
    if isinstance(node, Column):
        return _column_kind(node, columns, level)
    if isinstance(node, Aggregate):
        return _aggregate_kind(node, columns, level)
    if isinstance(node, Call):
        return _call_kind(node, columns, level)
    if isinstance(node, (Sum, Quantile, Extreme)):  # through a reference, checked there
        return "number"
    raise InputError(t("indicators.node_refused", kind=type(node).__name__.lower()))


def _literal_kind(value: object) -> Kind:
    if value is None:
        return "any"
    return "bool" if isinstance(value, bool) else "text" if isinstance(value, str) else "number"


def _column_kind(node: Column, columns: Mapping[str, Kind], level: Level) -> Kind:
    if level == "total":
        raise InputError(t("indicators.column_outside", name=node.name))
    if node.name not in columns:
        close = get_close_matches(node.name, columns, n=3)
        hint = t("indicators.column_close", names=", ".join(close)) if close else None
        raise InputError(t("indicators.column_unknown", name=node.name), hint=hint)
    return columns[node.name]


def _aggregate_kind(node: Aggregate, columns: Mapping[str, Kind], level: Level) -> Kind:
    if level == "row":
        raise InputError(t("indicators.aggregate_inside", name=node.function))
    if node.args:
        check_kind(node.args[0], columns, "row", expect=AGGREGATES[node.function].takes)
    if node.where is not None:
        check_kind(node.where, columns, "row", expect="bool")
    return "number"


def _call_kind(node: Call, columns: Mapping[str, Kind], level: Level) -> Kind:
    function = FUNCTIONS[node.function]
    kinds = [kind_of(arg, columns, level) for arg in node.args]
    if node.function == "case":
        for when in kinds[:-1:2]:
            _need(node, when, "bool")
        kinds = [*kinds[1:-1:2], kinds[-1]]
    common: Kind = function.takes
    for kind in kinds:
        if common == "any":
            common = kind
        _need(node, kind, common)
    return common if function.gives == "any" else function.gives


def _need(node: Call, found: Kind, allowed: Kind) -> None:
    if not _fit(found, allowed):
        raise InputError(t("indicators.kind_in", name=node.function, found=found, allowed=allowed))


def _fit(found: Kind, allowed: Kind) -> bool:
    return found == allowed or "any" in (found, allowed)
