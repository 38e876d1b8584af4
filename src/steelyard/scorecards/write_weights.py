"""Put weights into a scorecard's file and leave the rest of it, comments included, as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import yaml

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.scorecards.node import Node
from steelyard.scorecards.scorecard import read_scorecard


class _Edit(NamedTuple):
    """Text to put in place of what lies between two characters of the file."""

    start: int
    end: int
    text: str


def with_weights(source: str, text: str, node: str, weights: Mapping[str, float]) -> str:
    """Return the text of a scorecard with the weights of a node's children set.

    Args:
        source: names the file in errors.
        text: its content.
        node: id of the node.
        weights: by the ids of its children.

    Raises:
        InputError: there is no such node, its children are others, or its weights are found by a
            method.
    """
    card = read_scorecard(source, text)
    chosen = [one for one in card.root.walk() if one.id == node and one.children]
    if len(chosen) != 1:
        names = ", ".join(dict.fromkeys(one.id for one in card.root.walk() if one.children))
        raise InputError(t("scorecards.no_node", source=source, id=node, names=names))
    ids = [child.id for child in chosen[0].children]
    if set(ids) != set(weights):
        found, wanted = ", ".join(weights), ", ".join(ids)
        raise InputError(t("scorecards.other_children", id=node, found=found, children=wanted))
    if chosen[0].weights is not None:
        raise InputError(t("scorecards.by_method", source=source, id=node))
    written = {id_: f"{weight:.6g}" for id_, weight in weights.items()}
    tree = yaml.compose(text, yaml.SafeLoader)
    assert tree is not None  # a scorecard was read from it
    changed = _applied(text, list(_edits(tree, node, written)))
    _check(source, changed, node, written)
    return changed


def _edits(tree: yaml.Node, node: str, weights: Mapping[str, str]) -> Iterator[_Edit]:
    """Yield what to change, in a tree that is written out or in the short form."""
    fields = _fields(tree)
    if "root" not in fields:
        yield from _short_edits(fields, node, weights)
        return
    for mapping in _mappings(fields["root"]):
        own = _fields(mapping)
        if "children" in own and _scalar(own.get("id"), "overall") == node:
            for child in own["children"].value:
                yield _set(child, weights[_id(child)])


def _short_edits(
    fields: Mapping[str, yaml.Node], node: str, weights: Mapping[str, str]
) -> Iterator[_Edit]:
    dimensions = _fields(fields["dimensions"]) if "dimensions" in fields else {}
    if node in dimensions:
        for member, value in _fields(_fields(dimensions[node])["members"]).items():
            yield _Edit(value.start_mark.index, value.end_mark.index, weights[member])
    elif node == "generalisation":
        for id_, dimension in dimensions.items():
            yield _set(dimension, weights[id_])
    else:
        part = fields.get("overall" if node == "overall" else "fallback")
        for id_, value in _fields(part).items() if part is not None else ():
            if id_ in weights:
                yield _Edit(value.start_mark.index, value.end_mark.index, weights[id_])


def _set(mapping: yaml.Node, weight: str) -> _Edit:
    """Return the edit that gives a mapping its `weight`, in the style it is written in."""
    fields = _fields(mapping)
    if "weight" in fields:
        value = fields["weight"]
        return _Edit(value.start_mark.index, value.end_mark.index, weight)
    _, last = mapping.value[-1]
    if getattr(mapping, "flow_style", False):
        key = '"weight"' if mapping.value[0][0].style == '"' else "weight"
        end = last.end_mark.index
        return _Edit(end, end, f", {key}: {weight}")
    first, _ = mapping.value[0]
    start = first.start_mark.index
    return _Edit(start, start, f"weight: {weight}\n{' ' * first.start_mark.column}")


def _applied(text: str, edits: list[_Edit]) -> str:
    for start, end, put in sorted(edits, reverse=True):
        text = text[:start] + put + text[end:]
    return text


def _check(source: str, text: str, node: str, weights: Mapping[str, str]) -> None:
    """Raise unless the changed text says what was meant; an anchor may stand in two places."""
    [changed] = [n for n in _inner(read_scorecard(source, text).root) if n.id == node]
    if any(child.weight != float(weights[child.id]) for child in changed.children):
        raise InputError(t("scorecards.not_written", source=source, id=node))


def _inner(root: Node) -> Iterator[Node]:
    return (node for node in root.walk() if node.children)


def _mappings(node: yaml.Node) -> Iterator[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        yield node
        for _, value in node.value:
            yield from _mappings(value)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from _mappings(value)


def _fields(node: yaml.Node | None) -> dict[str, yaml.Node]:
    if not isinstance(node, yaml.MappingNode):
        return {}
    return {key.value: value for key, value in node.value}


def _id(child: yaml.Node) -> str:
    fields = _fields(child)
    return _scalar(fields.get("id"), _scalar(fields.get("indicator"), ""))


def _scalar(node: yaml.Node | None, otherwise: str) -> str:
    return node.value if isinstance(node, yaml.ScalarNode) else otherwise
