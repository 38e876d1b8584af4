"""`CardDraft`: a scorecard as text, and the same as a tree; whoever changes one changes the other.

A node has a place: "" is the root, "0.2" the third child of its first, "0.o" what stands in for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from steelyard.errors import InputError, SteelyardError
from steelyard.i18n import say, t
from steelyard.indicators.lined import read_lined
from steelyard.scorecards.short_form import spelled_out
from steelyard.scorecards.write_weights import with_weights
from steelyard.ui.pages.scorecard.nodes import INSTEAD, NodeSeen, walk_nodes
from steelyard.ui.pages.scorecard.shares import id_of, rebalanced, rounded, shown_weights
from steelyard.ui.pages.scorecard.written import dump_card, plain

_SOURCE = "yaml"


class CardDraft:
    """A scorecard that is being written; `content` is None while the text is none."""

    def __init__(self, text: str) -> None:
        self.text = ""
        self.content: dict[str, Any] | None = None
        self.problem: str | None = None
        self.write(text)

    def write(self, text: str) -> None:
        """Take a text, right or wrong."""
        self.text = text
        try:
            raw = read_lined(_SOURCE, text)
            if not isinstance(raw, Mapping):
                raise InputError(t("scorecards.bad_file", source=_SOURCE))
            content = plain(spelled_out(_SOURCE, raw))
            if not isinstance(content.get("root"), Mapping):
                raise InputError(t("scorecards.lacks", place=_SOURCE, key="root"))
            self.content, self.problem = content, None
        except SteelyardError as error:
            self.content, self.problem = None, say(error)

    def nodes(self) -> list[NodeSeen]:
        """Return every node, each before those below it."""
        if self.content is None:
            return []
        return list(walk_nodes(self.content["root"], "", 0, (None, 1.0, False)))

    def at(self, place: str) -> dict[str, Any]:
        """Return the node at a place, as written.

        Raises:
            InputError: there is none (any more).
        """
        node: Any = (self.content or {}).get("root")
        for step in place.split(".") if place else ():
            node = _step(node, step)
        if not isinstance(node, dict):
            raise InputError(t("ui_scorecards.no_place"))
        return node

    def ids_to(self, place: str) -> list[str]:
        """Return the ids from below the root down to a place."""
        steps = place.split(".") if place else []
        return [id_of(self.at(".".join(steps[: n + 1]))) for n in range(len(steps))]

    def put(self, place: str, **fields: Any) -> None:
        """Set fields of a node; None takes one out."""
        node = self._changing(place)
        for key, value in fields.items():
            if value is None or value == "":
                node.pop(key, None)
            else:
                node[key] = value
        self._take()

    def put_card(self, **fields: Any) -> None:
        """Set fields of the scorecard itself; None takes one out."""
        self._changing("")
        assert self.content is not None
        for key, value in fields.items():
            if value is None:
                self.content.pop(key, None)
            else:
                self.content[key] = value
        self._take()

    def put_weight(self, place: str, value: float) -> None:
        """Set the weight of a node; its siblings keep their proportions and all add up to 1."""
        parent, at = _split(place)
        siblings = shown_weights(self.at(parent))
        if at is None or siblings is None or at not in siblings:
            return
        order = list(siblings)
        changed = rebalanced([siblings[n] for n in order], order.index(at), value)
        self.put_weights(parent, dict(zip(order, changed, strict=True)))

    def put_weights(self, place: str, weights: Mapping[int, float]) -> None:
        """Set the weights of children, by their number; nothing else of the text changes."""
        text, node = self.text, self.at(place)
        written = dict(zip(weights, rounded(list(weights.values())), strict=True))
        kept = self._weighed_in_place(text, node, written)
        node = self._changing(place)
        node.pop("weights", None)
        for number, weight in written.items():
            node["children"][number]["weight"] = weight
        self._take()
        if kept is not None:  # with its comments
            self.text = kept

    def add(self, place: str, child: Mapping[str, Any]) -> str:
        """Add a child with the mean weight of its siblings; return its place."""
        node = self._changing(place)
        _fix_weights(node)
        children = node["children"]
        children.append({**child, "weight": 1 / max(1, len(children))})
        _normalise(node)
        self._take()
        return f"{place}.{len(children) - 1}".lstrip(".")

    def remove(self, place: str) -> None:
        """Take a node out with everything below it; what it weighed goes to its siblings.

        Raises:
            InputError: it is the root, or the last of its siblings.
        """
        parent, at = _split(place)
        node = self._changing(parent)
        if at is None:
            if not place:
                raise InputError(t("ui_scorecards.root_stays"))
            node.pop("otherwise", None)
        else:
            if len(node["children"]) == 1:
                raise InputError(t("ui_scorecards.last_stays"))
            _fix_weights(node)
            gone = id_of(node["children"].pop(at))
            _forget(node, gone)
            _normalise(node)
        self._take()

    def move(self, place: str, target: str, where: str) -> str:
        """Put a node before, after or into another one; return its new place.

        Raises:
            InputError: it would be inside itself, or leave its parent empty.
        """
        if not place or f"{target}.".startswith(f"{place}."):
            return place
        parent, at = _split(place)
        if at is None:
            return place
        source = self._changing(parent)
        goal_place, goal_at = (target, None) if where == "into" else _split(target)
        goal = self.at(goal_place)
        if "children" not in goal or (goal_at is None and where != "into"):
            return place
        if goal is not source and len(source["children"]) == 1:
            raise InputError(t("ui_scorecards.last_stays"))
        for node in (source, goal):
            _fix_weights(node)
        moved = source["children"][at]
        number = len(goal["children"]) if goal_at is None else goal_at + (where == "after")
        goal["children"].insert(number, moved)
        out = at + 1 if goal is source and number <= at else at
        del source["children"][out]
        if goal is not source:
            _forget(source, id_of(moved))
            moved["weight"] = 1 / max(1, len(goal["children"]) - 1)
            _normalise(source)
            _normalise(goal)
        self._take()
        return next((one.place for one in self.nodes() if one.raw is moved), "")

    def _changing(self, place: str) -> dict[str, Any]:
        if self.content is None:
            raise InputError(self.problem or t("ui_scorecards.no_place"))
        self.content = deepcopy(self.content)
        return self.at(place)

    def _take(self) -> None:
        assert self.content is not None
        self.problem, self.text = None, dump_card(self.content)

    def _weighed_in_place(
        self, text: str, node: Mapping[str, Any], weights: Mapping[int, float]
    ) -> str | None:
        """Return the text with only these numbers changed; None where it cannot be done."""
        if "weights" in node or len(weights) != len(node["children"]):
            return None
        by_id = {id_of(node["children"][n]): weight for n, weight in weights.items()}
        try:
            return with_weights(_SOURCE, text, id_of(node, "overall"), by_id)
        except SteelyardError:
            return None


def _step(node: Any, step: str) -> Any:
    if not isinstance(node, dict):
        return None
    if step == INSTEAD:
        return node.get("otherwise")
    children = node.get("children")
    if not isinstance(children, list) or not step.isdecimal() or int(step) >= len(children):
        return None
    return children[int(step)]


def _split(place: str) -> tuple[str, int | None]:
    """Return the place of the parent, and the number among its children if it is one of them."""
    parent, _, last = place.rpartition(".")
    return parent, int(last) if last.isdecimal() else None


def _fix_weights(node: dict[str, Any]) -> None:
    """Write the weights out before the children change, which a method would not fit any more."""
    found = shown_weights(node)
    node.pop("weights", None)
    for n, weight in (found or {}).items():
        node["children"][n]["weight"] = weight


def _normalise(node: dict[str, Any]) -> None:
    found = shown_weights(node) or {}
    for n, weight in zip(found, rounded(list(found.values())), strict=True):
        node["children"][n]["weight"] = weight


def _forget(node: dict[str, Any], id_: str) -> None:
    """Leave no word of a child that is gone."""
    needs = [one for one in node.get("needs") or () if one != id_]
    if needs:
        node["needs"] = needs
    else:
        node.pop("needs", None)
