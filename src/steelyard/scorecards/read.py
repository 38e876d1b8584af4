"""From plain YAML or JSON to a checked tree; every mistake is named with its place."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from steelyard.errors import InputError, UnknownNameError, UserError
from steelyard.i18n import t
from steelyard.indicators import Indicator, get_indicator
from steelyard.indicators.lined import place_of, placed
from steelyard.indicators.params import params_of
from steelyard.model import Words
from steelyard.scorecards import node_fields as fields
from steelyard.scorecards.gates import parse_gate
from steelyard.scorecards.means import Kind, Missing
from steelyard.scorecards.node import Node, Scorecard
from steelyard.scorecards.node_weights import weights_by_method

_CARD_KEYS = ("id", "version", "name", "name_en", "name_zh", "root", "gates", "panel")
_BOTH = ("id", "name", "name_en", "name_zh", "weight", "reserve", "otherwise")
_LEAF_KEYS = (*_BOTH, "indicator", "params", "gate")
_INNER_KEYS = (*_BOTH, "children", "weights", "aggregation", "missing", "needs")
_GATE_KEYS = ("indicator", "use", "op", "limit")
_DEEPEST = 20
_MOST_NODES = 500
_BIGGEST_VERSION = 1_000_000


def read_tree(source: str, raw: Mapping[str, Any]) -> Scorecard:
    """Return the scorecard; `source` names it in errors.

    Raises:
        InputError: something in it is wrong; the message says where and what is allowed.
    """
    fields.known_keys(_first_wrong(source, raw, _CARD_KEYS), raw, _CARD_KEYS)
    for key in ("id", "version", "root"):
        if key not in raw:
            raise InputError(t("scorecards.lacks", place=place_of(source, raw), key=key))
    version = raw["version"]
    whole = isinstance(version, int) and not isinstance(version, bool)
    if not whole or not 1 <= version <= _BIGGEST_VERSION:
        place = place_of(source, raw, "version")
        raise InputError(t("scorecards.version", place=place, found=fields.shown(version)))
    id_ = fields.text(place_of(source, raw, "id"), "id", raw["id"])
    card = Scorecard(
        id=id_,
        version=version,
        name=fields.name(place_of(source, raw, "name"), raw, Words(id_, id_)),
        root=_Reader(source).node(raw["root"], ()),
        gates=tuple(_gates(place_of(source, raw, "gates"), raw.get("gates"))),
        panel=tuple(fields.texts(place_of(source, raw, "panel"), "panel", raw.get("panel"))),
    )
    for indicator in card.panel:
        _indicator(place_of(source, raw, "panel") + ": panel", indicator)
    return card


class _Reader:
    """Reads nodes, keeping in mind which raw ones are above and which indicators have been seen."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.above: list[int] = []
        self.params: dict[str, Mapping[str, Any]] = {}
        self.nodes = 0

    def node(self, raw: Any, path: tuple[str, ...]) -> Node:
        place = self._place(raw, path)
        if not isinstance(raw, Mapping):
            raise InputError(t("scorecards.not_node", place=place, found=fields.shown(raw)))
        self.nodes += 1
        # An anchor that contains itself makes a YAML tree without end.
        if id(raw) in self.above or len(self.above) > _DEEPEST or self.nodes > _MOST_NODES:
            raise InputError(t("scorecards.cycle", place=place))
        inner = "children" in raw
        allowed = _INNER_KEYS if inner else _LEAF_KEYS
        every = (*_LEAF_KEYS, *_INNER_KEYS)
        fields.known_keys(self._place(raw, path, _wrong(raw, every)), raw, every)
        if inner == ("indicator" in raw):
            raise InputError(t("scorecards.leaf_or_not", place=place))
        fields.known_keys(self._place(raw, path, _wrong(raw, allowed)), raw, allowed)
        self.above.append(id(raw))
        found = self._inner(raw, path) if inner else self._leaf(raw, path)
        self.above.pop()
        return found

    def _inner(self, raw: Mapping[str, Any], path: tuple[str, ...]) -> Node:
        given_id = raw.get("id", "overall" if not path else None)
        id_ = fields.text(self._place(raw, path, "id"), "id", given_id)
        path = (*path, id_)

        def at(key: str) -> str:
            return self._place(raw, path, key)

        given = raw["children"]
        if not isinstance(given, Sequence) or isinstance(given, str) or not given:
            raise InputError(t("scorecards.no_children", place=at("children")))
        children = self._weighed(raw, path, tuple(self.node(child, path) for child in given))
        return Node(
            id=id_,
            name=fields.name(at("name"), raw, Words(id_, id_)),
            weight=fields.weight(at("weight"), raw),
            children=children,
            aggregation=fields.one_of(at("aggregation"), raw, "aggregation", get_args(Kind)),
            missing=fields.one_of(at("missing"), raw, "missing", get_args(Missing)),
            reserve=fields.truth(at("reserve"), raw, "reserve"),
            weights=raw.get("weights"),
            needs=self._needs(raw, at("needs"), [child.id for child in children]),
            otherwise=self._otherwise(raw, path),
        )

    def _weighed(
        self, raw: Mapping[str, Any], path: tuple[str, ...], children: tuple[Node, ...]
    ) -> tuple[Node, ...]:
        """Return the children with their weights, which must be of use."""
        ids = [child.id for child in children]
        for twice in {child for child in ids if ids.count(child) > 1}:
            place = self._place(raw, path, "children")
            raise InputError(t("scorecards.twice", place=place, id=twice))
        if raw.get("weights") is not None:
            place = self._place(raw, path, "weights")
            found = weights_by_method(place, raw["weights"], ids)
            for child, own, weight in zip(children, raw["children"], found, strict=True):
                if "weight" in own and not math.isclose(child.weight, weight, abs_tol=1e-9):
                    raise InputError(t("scorecards.weights_twice", place=place, id=child.id))
            return tuple(
                replace(child, weight=weight) for child, weight in zip(children, found, strict=True)
            )
        if math.fsum(child.weight for child in children) <= 0:
            raise InputError(t("scorecards.weights_zero", id=self._place(raw, path, "children")))
        return children

    def _needs(self, raw: Mapping[str, Any], place: str, ids: list[str]) -> tuple[str, ...]:
        needs = tuple(fields.texts(place, "needs", raw.get("needs")))
        for name in needs:
            if name not in ids:
                allowed = ", ".join(ids)
                raise InputError(t("scorecards.needs", place=place, found=name, allowed=allowed))
        return needs

    def _leaf(self, raw: Mapping[str, Any], path: tuple[str, ...]) -> Node:
        place = self._place(raw, path, "indicator")
        indicator = fields.text(place, "indicator", raw["indicator"])
        record = _indicator(place, indicator)
        id_ = fields.text(self._place(raw, path, "id"), "id", raw.get("id", indicator))
        path = (*path, id_)

        def at(key: str) -> str:
            return self._place(raw, path, key)

        return Node(
            id=id_,
            name=fields.name(at("name"), raw, record.name),
            weight=fields.weight(at("weight"), raw),
            indicator=indicator,
            params=self._params(raw, at("params"), record),
            gate=_leaf_gate(at("gate"), indicator, raw.get("gate")),
            reserve=fields.truth(at("reserve"), raw, "reserve"),
            otherwise=self._otherwise(raw, path),
        )

    def _params(self, raw: Mapping[str, Any], place: str, record: Indicator) -> dict[str, Any]:
        params = raw.get("params") or {}
        if not isinstance(params, Mapping):
            found = fields.shown(params)
            raise InputError(t("scorecards.not_mapping", source=place, key="params", found=found))
        try:
            params_of(record, {record.id: params})
        except UserError as error:
            raise placed(place, error) from None
        if self.params.setdefault(record.id, params) != params:
            raise InputError(t("scorecards.two_params", place=place, id=record.id))
        return dict(params)

    def _otherwise(self, raw: Mapping[str, Any], path: tuple[str, ...]) -> Node | None:
        given = raw.get("otherwise")
        return None if given is None else self.node(given, path)

    def _place(self, raw: Any, path: tuple[str, ...], key: str | None = None) -> str:
        place = place_of(self.source, raw, key)
        return f"{place}: {' / '.join(path)}" if path else place


def _indicator(place: str, id_: str) -> Indicator:
    try:
        return get_indicator(id_)
    except UnknownNameError as error:
        key = "unknown_close" if error.close else "unknown_indicator"
        message = t(f"scorecards.{key}", place=place, id=id_, names=", ".join(error.close))
        raise InputError(message) from None


def _wrong(raw: Mapping[str, Any], allowed: Sequence[str]) -> str | None:
    return next((str(key) for key in raw if key not in allowed), None)


def _first_wrong(source: str, raw: Mapping[str, Any], allowed: Sequence[str]) -> str:
    return place_of(source, raw, _wrong(raw, allowed))


def _gates(place: str, raw: Any) -> list[str]:
    """Return the gates as texts; one may also be {indicator, use, op, limit}."""
    if isinstance(raw, Sequence) and not isinstance(raw, str):
        raw = [_gate_text(place, one) if isinstance(one, Mapping) else one for one in raw]
    gates = fields.texts(place, "gates", raw)
    for gate in gates:
        _check_gate(place, gate)
    return gates


def _gate_text(place: str, raw: Mapping[str, Any]) -> str:
    fields.known_keys(place, raw, _GATE_KEYS)
    facts = {"use": "value", **raw}
    if set(facts) != set(_GATE_KEYS):
        raise InputError(t("scorecards.gate_mapping", place=place, found=fields.shown(dict(raw))))
    return f"{facts['indicator']}: {facts['use']} {facts['op']} {facts['limit']}"


def _leaf_gate(place: str, indicator: str, raw: Any) -> str | None:
    if raw is None:
        return None
    gate = fields.text(place, "gate", raw)
    _check_gate(place, f"{indicator}: {gate}")
    return gate


def _check_gate(place: str, gate: str) -> None:
    try:
        parse_gate(gate)
    except UserError as error:
        raise placed(place, error) from None
