"""Checks that an expression makes sense: names are known, kinds fit, aggregates do not nest."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Literal as Choice

from steelyard.i18n import t
from steelyard.indicators.functions import AGGREGATES, FUNCTIONS, Kind
from steelyard.indicators.place import NOWHERE, Place, refusal
from steelyard.indicators.spelling import is_quoted
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
_FEW_NAMES = 20  # as over groups; the results table has more
# The aggregate that takes what the other does not.
_SWAP = {"avg": "rate", "sum": "count_if", "rate": "avg", "count_if": "sum"}


def check_kind(
    node: Node,
    columns: Mapping[str, Kind],
    level: Level,
    *,
    expect: Kind,
    inside: str | None = None,
) -> None:
    """Raise unless the expression has the kind that is expected at its place.

    Args:
        node: the expression.
        columns: names and their kinds.
        level: `row` inside aggregates (columns, no aggregates), `total` outside (the reverse).
        expect: what it must give.
        inside: the aggregate it stands in.
    """
    found = kind_of(node, columns, level)
    if _fit(found, expect):
        return
    if inside is None:
        reason = t("indicators.kind", found=word_of(found), allowed=word_of(expect))
        raise refusal(node_at(node), reason)
    swap = _SWAP.get(inside)
    fits = swap is not None and AGGREGATES[swap].takes == found
    hint = t("indicators.column_close", names=swap) if fits else None
    raise refusal(node_at(node), _wrong(inside, found, expect), hint=hint)


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
    raise refusal(node_at(node), t("indicators.node_refused", kind=type(node).__name__.lower()))


def _literal_kind(value: object) -> Kind:
    if value is None:
        return "any"
    return "bool" if isinstance(value, bool) else "text" if isinstance(value, str) else "number"


def _column_kind(node: Column, columns: Mapping[str, Kind], level: Level) -> Kind:
    if level == "total":
        raise refusal(node.at, t("indicators.column_outside", name=node.name))
    if node.name not in columns:
        raise refusal(node.at, _unknown(node, columns), hint=_meant(node, columns))
    return columns[node.name]


def _unknown(node: Column, columns: Mapping[str, Kind]) -> str:
    """Say that there is no such column; over groups, what there is instead."""
    if len(columns) > _FEW_NAMES:
        return t("indicators.column_unknown", name=node.name)
    return t("indicators.name_unknown", name=node.name, allowed=", ".join(columns))


def _meant(node: Column, columns: Mapping[str, Kind]) -> str | None:
    """Return what may have been meant: a text in the wrong quotes, or a column of this table."""
    if is_quoted(node.at):
        return t("indicators.single_quotes", text=node.name)
    close = get_close_matches(node.name, columns, n=3, cutoff=0.7)
    return t("indicators.column_close", names=", ".join(close)) if close else None


def _aggregate_kind(node: Aggregate, columns: Mapping[str, Kind], level: Level) -> Kind:
    if level == "row":
        raise refusal(node.at, t("indicators.aggregate_inside", name=node.function))
    if node.args:
        takes = AGGREGATES[node.function].takes
        check_kind(node.args[0], columns, "row", expect=takes, inside=node.function)
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
        raise refusal(node.at, _wrong(node.function, found, allowed))


def _wrong(name: str, found: Kind, allowed: Kind) -> str:
    return t("indicators.kind_in", name=name, found=word_of(found), allowed=word_of(allowed))


def word_of(kind: Kind) -> str:
    """Return the name of a kind in the user's language."""
    return t(f"indicators.kind_{kind}")


def node_at(node: Node) -> Place:
    """Return where a node was written; sums and the like come from elsewhere."""
    return NOWHERE if isinstance(node, (Sum, Quantile, Extreme)) else node.at


def _fit(found: Kind, allowed: Kind) -> bool:
    return found == allowed or "any" in (found, allowed)
