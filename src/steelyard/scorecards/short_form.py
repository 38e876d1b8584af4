"""The short form of a scorecard: F1 and dimensions with their members, written out as a tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators.lined import Lined, place_of
from steelyard.scorecards.node_fields import known_keys, shown

_KEYS = {
    "overall": ("f1", "generalisation"),
    "fallback": ("mode", "functional", "safety", "discrimination"),
}
_SHORT = ("overall", "fallback", "dimensions", "params")
_MODES = ("replace_overall", "replace_base")
_NAMES = {
    "overall": {"en": "Overall score", "zh": "总体得分"},
    "f1": {"en": "F1", "zh": "F1 值"},
    "generalisation": {"en": "Generalization", "zh": "通用化得分"},
    "fallback": {"en": "Functional accuracy and safety", "zh": "功能准确率与安全"},
    "functional": {"en": "Functional accuracy", "zh": "功能准确率"},
    "safety": {"en": "Safety accuracy", "zh": "安全评估准确率"},
    "discrimination": {"en": "Safety discrimination", "zh": "安全分辨力"},
}


def spelled_out(source: str, raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the raw scorecard with a `root`: what the short form means, or as it is.

    The short form has `overall` (weights of f1 and generalisation), `fallback` (mode and weights of
    functional accuracy and of safety discrimination or safety accuracy), `dimensions` (weight,
    name, members with weights) and `params` (of indicators, by id).
    """
    if "root" in raw or not any(key in raw for key in _SHORT):
        return raw
    parts = {key: raw.get(key) or {} for key in _SHORT}
    for key, part in parts.items():
        if not isinstance(part, Mapping):
            place, found = place_of(source, raw, key), shown(part)
            raise InputError(t("scorecards.not_mapping", source=place, key=key, found=found))
    for key, allowed in _KEYS.items():
        known_keys(f"{place_of(source, raw, key)}: {key}", parts[key], allowed)
    rest = _like(raw, {key: value for key, value in raw.items() if key not in _SHORT})
    root = _root(source, parts["overall"], parts["fallback"], parts["dimensions"])
    rest["root"] = _with_params(root, parts["params"])
    unused = set(parts["params"]) - set(_indicators(rest["root"]))
    for id_ in sorted(map(str, unused)):
        place = place_of(source, parts["params"], id_)
        raise InputError(t("scorecards.params_of_nothing", place=place, id=id_))
    return rest


def _indicators(node: Mapping[str, Any]) -> Iterator[str]:
    if "indicator" in node:
        yield node["indicator"]
    below = [*node.get("children", ()), *([node["otherwise"]] if "otherwise" in node else ())]
    for child in below:
        yield from _indicators(child)


def _like(raw: Any, content: Mapping[str, Any]) -> Lined:
    """Return the content with the lines of what it was made from."""
    made = Lined(content, getattr(raw, "line", None))
    made.lines = getattr(raw, "lines", {})
    return made


def _with_params(node: Mapping[str, Any], params: Mapping[str, Any]) -> Lined:
    """Return the tree with each leaf given the parameters of its indicator."""
    node = _like(node, node)
    if node.get("indicator") in params:
        node["params"] = params[node["indicator"]]
    if "children" in node:
        node["children"] = [_with_params(child, params) for child in node["children"]]
    if "otherwise" in node:
        node["otherwise"] = _with_params(node["otherwise"], params)
    return node


def _root(
    source: str,
    overall: Mapping[str, Any],
    fallback: Mapping[str, Any],
    dimensions: Mapping[str, Any],
) -> dict[str, Any]:
    mode = fallback.get("mode", _MODES[0])
    if mode not in _MODES:
        allowed, place = ", ".join(_MODES), place_of(source, fallback, "mode")
        raise InputError(t("scorecards.fallback", source=place, found=mode, allowed=allowed))
    f1 = _leaf(overall, "f1", "base.f1", 0.8)
    parts = [_leaf(fallback, "functional", "base.accuracy", 0.7)]
    if "safety" in fallback:
        parts.append(_leaf(fallback, "safety", "safety.accuracy", 0.3))
    if "discrimination" in fallback or "safety" not in fallback:
        parts.append(_leaf(fallback, "discrimination", "safety.discrimination", 0.3))
    otherwise = {"id": "fallback", "name": _NAMES["fallback"], "children": parts}
    if mode == "replace_base":
        f1["otherwise"] = otherwise
    children = [f1]
    if dimensions:
        generalisation = {
            "id": "generalisation",
            "name": _NAMES["generalisation"],
            "weight": overall.get("generalisation", 0.2),
            "children": [_dimension(source, id_, own) for id_, own in dimensions.items()],
        }
        line = getattr(overall, "lines", {}).get("generalisation")
        children.append(Lined(generalisation, line))
    root = {"id": "overall", "name": _NAMES["overall"], "needs": ["f1"], "children": children}
    if mode == "replace_overall":
        root["otherwise"] = otherwise
    return root


def _leaf(raw: Mapping[str, Any], id_: str, indicator: str, weight: float) -> Lined:
    facts = {"id": id_, "name": _NAMES[id_], "weight": raw.get(id_, weight)}
    return Lined(facts | {"indicator": indicator}, getattr(raw, "lines", {}).get(id_))


def _dimension(source: str, id_: str, raw: Any) -> Lined:
    """Return a dimension; a member's weight may be the word `reserve`."""
    if not isinstance(raw, Mapping) or not isinstance(raw.get("members"), Mapping):
        place = place_of(source, raw)
        raise InputError(t("scorecards.dimension", source=place, id=id_))
    lines = getattr(raw["members"], "lines", {})
    members = []
    for member, weight in raw["members"].items():
        leaf = Lined({"indicator": member, "weight": weight}, lines.get(member))
        if weight == "reserve":
            leaf.update(weight=1, reserve=True)
        members.append(leaf)
    rest = {key: value for key, value in raw.items() if key != "members"}
    return _like(raw, {"id": id_, **rest, "children": members})
