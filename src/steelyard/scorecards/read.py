"""From plain YAML or JSON to a checked tree; every mistake is named with its place."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, get_args

from steelyard.errors import InputError, UnknownNameError
from steelyard.i18n import t
from steelyard.indicators import Indicator, get_indicator
from steelyard.indicators.params import params_of
from steelyard.model import Words
from steelyard.scorecards.gates import parse_gate
from steelyard.scorecards.means import Kind, Missing
from steelyard.scorecards.node import Node, Scorecard

_CARD_KEYS = ("id", "version", "name", "name_en", "name_zh", "root", "gates", "panel")
_NODE_KEYS = (
    "id",
    "name",
    "name_en",
    "name_zh",
    "weight",
    "children",
    "indicator",
    "params",
    "aggregation",
    "missing",
    "gate",
    "reserve",
    "needs",
    "otherwise",
)
_DEEPEST = 20


def read_tree(source: str, raw: Mapping[str, Any]) -> Scorecard:
    """Return the scorecard; `source` names it in errors.

    Raises:
        InputError: something in it is wrong; the message says where and what is allowed.
    """
    _known_keys(source, raw, _CARD_KEYS)
    for key in ("id", "version", "root"):
        if key not in raw:
            raise InputError(t("scorecards.lacks", place=source, key=key))
    version = raw["version"]
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise InputError(t("scorecards.version", place=source, found=repr(version)))
    id_ = _text(source, "id", raw["id"])
    root = _Reader(source).node(raw["root"], ())
    card = Scorecard(
        id=id_,
        version=version,
        name=_name(source, raw, Words(id_, id_)),
        root=root,
        gates=tuple(_texts(source, "gates", raw.get("gates"))),
        panel=tuple(_texts(source, "panel", raw.get("panel"))),
    )
    for gate in card.all_gates():
        parse_gate(gate)
    for indicator in card.panel:
        _indicator(f"{source}: panel", indicator)
    return card


class _Reader:
    """Reads nodes, keeping in mind which raw ones are above and which indicators have been seen."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.above: list[int] = []
        self.params: dict[str, Mapping[str, Any]] = {}

    def node(self, raw: Any, path: tuple[str, ...]) -> Node:
        place = self._place(path)
        if not isinstance(raw, Mapping):
            raise InputError(t("scorecards.not_node", place=place, found=repr(raw)[:60]))
        # An anchor that contains itself makes a YAML tree without end.
        if id(raw) in self.above or len(self.above) > _DEEPEST:
            raise InputError(t("scorecards.cycle", place=place))
        _known_keys(place, raw, _NODE_KEYS)
        inner = "children" in raw
        if inner == ("indicator" in raw):
            raise InputError(t("scorecards.leaf_or_not", place=place))
        self.above.append(id(raw))
        found = self._inner(raw, path) if inner else self._leaf(raw, path)
        self.above.pop()
        return found

    def _inner(self, raw: Mapping[str, Any], path: tuple[str, ...]) -> Node:
        id_ = _text(self._place(path), "id", raw.get("id", "overall" if not path else None))
        path = (*path, id_)
        place = self._place(path)
        given = raw["children"]
        if not isinstance(given, Sequence) or isinstance(given, str) or not given:
            raise InputError(t("scorecards.no_children", place=place))
        children = tuple(self.node(child, path) for child in given)
        ids = [child.id for child in children]
        for twice in {child for child in ids if ids.count(child) > 1}:
            raise InputError(t("scorecards.twice", place=place, id=twice))
        if math.fsum(child.weight for child in children) <= 0:
            raise InputError(t("scorecards.weights_zero", id=place))
        needs = tuple(_texts(place, "needs", raw.get("needs")))
        for name in needs:
            if name not in ids:
                allowed = ", ".join(ids)
                raise InputError(t("scorecards.needs", place=place, found=name, allowed=allowed))
        return Node(
            id=id_,
            name=_name(place, raw, Words(id_, id_)),
            weight=_weight(place, raw),
            children=children,
            aggregation=_one_of(place, raw, "aggregation", get_args(Kind)),
            missing=_one_of(place, raw, "missing", get_args(Missing)),
            reserve=_truth(place, raw, "reserve"),
            needs=needs,
            otherwise=self._otherwise(raw, path),
        )

    def _leaf(self, raw: Mapping[str, Any], path: tuple[str, ...]) -> Node:
        place = self._place(path)
        indicator = _text(place, "indicator", raw["indicator"])
        record = _indicator(place, indicator)
        id_ = _text(place, "id", raw.get("id", indicator))
        path = (*path, id_)
        place = self._place(path)
        params = raw.get("params") or {}
        if not isinstance(params, Mapping):
            raise InputError(t("scorecards.not_mapping", source=place, key="params", found=params))
        params_of(record, {indicator: params})
        if self.params.setdefault(indicator, params) != params:
            raise InputError(t("scorecards.two_params", place=place, id=indicator))
        gate = raw.get("gate")
        return Node(
            id=id_,
            name=_name(place, raw, record.name),
            weight=_weight(place, raw),
            indicator=indicator,
            params=dict(params),
            gate=None if gate is None else _text(place, "gate", gate),
            reserve=_truth(place, raw, "reserve"),
            otherwise=self._otherwise(raw, path),
        )

    def _otherwise(self, raw: Mapping[str, Any], path: tuple[str, ...]) -> Node | None:
        given = raw.get("otherwise")
        return None if given is None else self.node(given, path)

    def _place(self, path: tuple[str, ...]) -> str:
        return f"{self.source}: {' / '.join(path)}" if path else self.source


def _indicator(place: str, id_: str) -> Indicator:
    try:
        return get_indicator(id_)
    except UnknownNameError as error:
        names = ", ".join(error.close or error.known)
        message = t("scorecards.unknown_indicator", place=place, id=id_, names=names)
        raise InputError(message) from None


def _known_keys(place: str, raw: Mapping[str, Any], allowed: Sequence[str]) -> None:
    for key in raw:
        if key not in allowed:
            close = get_close_matches(str(key), allowed, n=1)
            hint = t("indicators.param_close", name=close[0]) if close else None
            names = ", ".join(allowed)
            raise InputError(t("scorecards.key", place=place, key=key, allowed=names), hint=hint)


def _name(place: str, raw: Mapping[str, Any], otherwise: Words) -> Words:
    given = raw.get("name")
    if given is None:
        return Words(
            _text(place, "name_en", raw.get("name_en", otherwise.en)),
            _text(place, "name_zh", raw.get("name_zh", otherwise.zh)),
        )
    if isinstance(given, str):
        return Words(given, given)
    if not isinstance(given, Mapping) or set(given) != {"en", "zh"}:
        raise InputError(t("scorecards.name", place=place, found=repr(given)))
    return Words(str(given["en"]), str(given["zh"]))


def _weight(place: str, raw: Mapping[str, Any]) -> float:
    weight = raw.get("weight", 1)
    number = isinstance(weight, (int, float)) and not isinstance(weight, bool)
    if not number or not math.isfinite(weight) or weight < 0:
        raise InputError(t("scorecards.node_weight", place=place, found=repr(weight)))
    return float(weight)


def _text(place: str, key: str, value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError(t("scorecards.text", place=place, key=key, found=repr(value)))
    return value


def _texts(place: str, key: str, value: Any) -> list[str]:
    if value is None:
        return []
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise InputError(t("scorecards.texts", place=place, key=key, found=repr(value)))
    return [_text(place, key, one) for one in value]


def _truth(place: str, raw: Mapping[str, Any], key: str) -> bool:
    value = raw.get(key, False)
    if not isinstance(value, bool):
        raise InputError(t("scorecards.truth", place=place, key=key, found=repr(value)))
    return value


def _one_of(place: str, raw: Mapping[str, Any], key: str, allowed: Sequence[Any]) -> Any:
    value = raw.get(key, allowed[0])
    if value not in allowed:
        names = ", ".join(allowed)
        found = repr(value)
        raise InputError(t("scorecards.choice", place=place, key=key, found=found, allowed=names))
    return value
