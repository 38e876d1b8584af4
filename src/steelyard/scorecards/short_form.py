"""The short form of a scorecard: F1 and dimensions with their members, written out as a tree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t

_SHORT = ("overall", "fallback", "dimensions", "params")
_MODES = ("replace_overall", "replace_base")
_NAMES = {
    "overall": {"en": "Overall score", "zh": "总体得分"},
    "f1": {"en": "F1", "zh": "F1 值"},
    "generalisation": {"en": "Generalisation", "zh": "通用化得分"},
    "fallback": {"en": "Functional and safety accuracy", "zh": "功能与安全准确率"},
    "functional": {"en": "Functional accuracy", "zh": "功能准确率"},
    "safety": {"en": "Safety accuracy", "zh": "安全评估准确率"},
}


def spelled_out(source: str, raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the raw scorecard with a `root`: what the short form means, or as it is.

    The short form has `overall` (weights of f1 and generalisation), `fallback` (mode and weights of
    functional and safety accuracy), `dimensions` (weight, name, members with weights) and `params`
    (of indicators, by id).
    """
    if "root" in raw or not any(key in raw for key in _SHORT):
        return raw
    parts = {key: raw.get(key) or {} for key in _SHORT}
    for key, part in parts.items():
        if not isinstance(part, Mapping):
            raise InputError(t("scorecards.not_mapping", source=source, key=key, found=repr(part)))
    rest = {key: value for key, value in raw.items() if key not in _SHORT}
    root = _root(source, parts["overall"], parts["fallback"], parts["dimensions"])
    return rest | {"root": _with_params(root, parts["params"])}


def _with_params(node: dict[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tree with each leaf given the parameters of its indicator."""
    node = dict(node)
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
        allowed = ", ".join(_MODES)
        raise InputError(t("scorecards.fallback", source=source, found=mode, allowed=allowed))
    f1 = _leaf("f1", "base.f1", overall.get("f1", 0.8))
    parts = [
        _leaf("functional", "base.accuracy", fallback.get("functional", 0.7)),
        _leaf("safety", "safety.accuracy", fallback.get("safety", 0.3)),
    ]
    otherwise = {"id": "fallback", "name": _NAMES["fallback"], "children": parts}
    if mode == "replace_base":
        f1["otherwise"] = otherwise
    children = [f1]
    if dimensions:
        children.append(
            {
                "id": "generalisation",
                "name": _NAMES["generalisation"],
                "weight": overall.get("generalisation", 0.2),
                "children": [_dimension(source, id_, own) for id_, own in dimensions.items()],
            }
        )
    root = {"id": "overall", "name": _NAMES["overall"], "needs": ["f1"], "children": children}
    if mode == "replace_overall":
        root["otherwise"] = otherwise
    return root


def _leaf(id_: str, indicator: str, weight: Any) -> dict[str, Any]:
    return {"id": id_, "name": _NAMES[id_], "weight": weight, "indicator": indicator}


def _dimension(source: str, id_: str, raw: Any) -> dict[str, Any]:
    """Return a dimension; a member's weight may be the word `reserve`."""
    if not isinstance(raw, Mapping) or not isinstance(raw.get("members"), Mapping):
        raise InputError(t("scorecards.dimension", source=source, id=id_))
    members = [
        {"indicator": member, "weight": 1, "reserve": True}
        if weight == "reserve"
        else {"indicator": member, "weight": weight}
        for member, weight in raw["members"].items()
    ]
    rest = {key: value for key, value in raw.items() if key != "members"}
    return {"id": id_, **rest, "children": members}
