"""The tree with its sliders, the node that is chosen, and the same scorecard as YAML."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nicegui import ui

from steelyard.i18n import pick, t
from steelyard.model import Words
from steelyard.report.numbers import NOTHING, interval_text, value_text
from steelyard.report.sources import source_words
from steelyard.ui.components import (
    editor,
    grid,
    icon_action,
    interval_bar,
    label,
    panel,
    problem,
    row,
    skeleton,
)
from steelyard.ui.components.badge import badge
from steelyard.ui.components.weight_tree import Weighted, WeightTree
from steelyard.ui.pages.scorecard.choosing import run_options
from steelyard.ui.pages.scorecard.draft import CardDraft
from steelyard.ui.pages.scorecard.node import NodePanel
from steelyard.ui.pages.scorecard.nodes import NodeSeen
from steelyard.ui.pages.scorecard.writing import Writing

_MOST_PROBLEMS = 20
_MOST_BACK = 50


async def show_editing(writing: Writing) -> None:
    """Show the editor."""
    await _Editing(writing).build()


class _Editing:
    def __init__(self, writing: Writing) -> None:
        self._writing = writing
        self._before: list[str] = []  # texts to go back to
        self._last = writing.draft.text

    async def build(self) -> None:
        writing = self._writing
        with grid() as self._all:
            with ui.element("div").classes("sy-span-most sy-column sy-sections"):
                with panel(t("ui_scorecards.tree"), flush=True) as corner:
                    with corner:
                        self._choose_run()
                        self._undo = icon_action(t("ui.undo"), "undo", self._go_back)
                        self._undo.set_enabled(False)
                    self._tree = WeightTree(
                        t("ui_scorecards.tree"),
                        on_choose=self._choose,
                        on_weight=self._weigh,
                        on_move=self._move,
                        locked=writing.locked,
                    )
                self._node = NodePanel(writing, self._from_tree)
            with ui.element("div").classes("sy-span-rest sy-column sy-sticky sy-sections"):
                with panel(t("ui_scorecards.result")):
                    self._result = skeleton(3)
                with panel(t("ui_scorecards.yaml")):
                    label(t("ui_scorecards.yaml_hint"), "sy-quiet sy-small", tag="p")
                    self._editor = editor(
                        writing.draft.text,
                        t("ui_scorecards.yaml"),
                        self._from_text,
                        language="YAML",
                    )
                    self._editor.classes("sy-plan")
                    if writing.locked:
                        self._editor.disable()
        self._show()
        self._node.show()
        writing.hear("editing", self._checked)
        ui.timer(0.05, writing.check, once=True)  # the tree need not wait for it

    def _choose_run(self) -> None:
        writing = self._writing
        if not writing.runs:
            label(t("ui_scorecards.no_runs"), "sy-quiet sy-small")
            return
        options = dict(run_options(writing.runs))
        chosen = ui.select(options, value=writing.run, label=t("ui_scorecards.try_on"))
        chosen.on_value_change(lambda event: self._try_on(str(event.value)))

    async def _try_on(self, run: str) -> None:
        self._writing.run = run
        self._outdate()
        await self._writing.check()

    def _choose(self, place: str) -> None:
        self._writing.chosen = place
        self._show()
        self._node.show()

    async def _weigh(self, place: str, value: float) -> None:
        self._writing.draft.put_weight(place, value)
        await self._from_tree()

    async def _move(self, place: str, target: str, where: str) -> None:
        self._writing.chosen = self._writing.draft.move(place, target, where)
        self._node.show()
        await self._from_tree()

    async def _from_tree(self) -> None:
        # What was pressed may be gone by now: go on from what stays.
        with self._all:
            if self._writing.draft.text != self._last:
                self._before = [*self._before, self._last][-_MOST_BACK:]
            self._settle()
            self._outdate()
            await self._writing.changed()

    async def _go_back(self) -> None:
        if not self._before:
            return
        with self._all:
            self._writing.draft.write(self._before.pop())
            self._settle()
            self._node.show()
            self._outdate()
            await self._writing.changed()

    def _settle(self) -> None:
        self._last = self._writing.draft.text
        self._editor.set_value(self._last)
        self._undo.set_enabled(bool(self._before))
        self._show()

    async def _from_text(self, text: str) -> None:
        if text == self._writing.draft.text:
            return
        with self._all:
            self._writing.draft.write(text)
            self._last = text
            self._show()
            self._node.show()
            self._outdate()
            await self._writing.changed()

    def _outdate(self) -> None:
        """Show that the result is of what stood here before, until it was checked anew."""
        self._result.props("aria-busy=true").classes("sy-busy")

    def _checked(self) -> None:
        if self._tree.is_deleted:
            return
        self._show()
        self._result.clear()
        self._result.props(remove="aria-busy").classes(remove="sy-busy")
        with self._result:
            show_result(self._writing)

    def _show(self) -> None:
        writing = self._writing
        nodes = writing.draft.nodes()
        if nodes and writing.chosen not in {one.place for one in nodes}:
            writing.chosen = ""
        tried = writing.tried if isinstance(writing.tried, Mapping) else None
        scores = scores_by_place(writing.draft, tried["tree"] if tried else None)
        self._tree.show([_weighted(one, scores.get(one.place)) for one in nodes], writing.chosen)


def show_result(writing: Writing) -> None:
    """Show whether the draft is in order, and what it comes to."""
    if writing.problems:
        badge(t("ui_papers.problems", n=len(writing.problems)), "bad")
        for sentence in writing.problems[:_MOST_PROBLEMS]:
            problem(sentence)
        return
    with row("sy-row-wrap"):
        badge(t("ui_papers.in_order"), "good")
        if isinstance(writing.tried, Mapping):
            _show_gate_badges(writing.tried["gates"])
    if isinstance(writing.tried, str):
        problem(writing.tried)
    elif writing.tried is not None:
        _show_overall(writing.tried)


def _show_gate_badges(gates: list[Mapping[str, Any]]) -> None:
    for gate in gates:
        tone = "good" if gate["passed"] else "bad"
        hint = gate["reason"] or f"{gate['text']}: {value_text(gate['observed'], '')}"
        word = t("ui_scorecards.gate_met" if gate["passed"] else "ui_scorecards.gate_missed")
        badge(f"{gate['text']} {word}", "good" if tone == "good" else "bad", hint)


def _show_overall(tried: Mapping[str, Any]) -> None:
    found = tried["overall"]
    with row("sy-row-wrap"):
        label(value_text(found["score"], "%"), "sy-kpi-value")
        label(interval_text(found["ci_low"], found["ci_high"], "%"), "sy-quiet")
        label(t("ui_scorecards.coverage", share=value_text(found["coverage"], "%")), "sy-quiet")
        if found["score"] is not None:
            source = source_words(tried["tree"]["provenance"], made_of_parts=True)
            label(pick(source), "sy-quiet")
    interval_bar(found["score"], found["ci_low"], found["ci_high"])
    for note in found["notes"]:
        label(note, "sy-quiet sy-small", tag="p")


def scores_by_place(draft: CardDraft, tree: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return what each node came to, by its place; parts that changed since have none."""
    if tree is None or draft.content is None:
        return {}
    found: dict[str, Any] = {}
    _match(draft.content["root"], tree, "", found)
    return found


def _match(
    raw: Mapping[str, Any], weighed: Mapping[str, Any], place: str, found: dict[str, Any]
) -> None:
    found[place] = weighed
    below = {child["id"]: child for child in weighed.get("children") or ()}
    for n, child in enumerate(raw.get("children") or ()):
        id_ = child.get("id") or child.get("indicator") if isinstance(child, Mapping) else None
        if id_ in below:
            _match(child, below[id_], f"{place}.{n}".lstrip("."), found)
    if isinstance(raw.get("otherwise"), Mapping) and weighed.get("instead"):
        _match(raw["otherwise"], weighed["instead"], f"{place}.o".lstrip("."), found)


def _weighted(node: NodeSeen, weighed: Mapping[str, Any] | None) -> Weighted:
    parent, _, _ = node.place.rpartition(".")
    low = high = score = None
    if weighed is not None:
        score, low, high = weighed["score"], weighed["ci_low"], weighed["ci_high"]
    text = value_text(score, "%") if weighed is not None else ""
    return Weighted(
        key=node.place,
        parent=parent if node.place else None,
        depth=node.depth,
        branch=node.branch,
        name=_name(node, weighed),
        badges=_badges(node),
        weight=node.weight,
        fixed=node.by_method,
        share="" if node.share is None or not node.place else value_text(node.share, "%"),
        score=text,
        value=score,
        low=low,
        high=high,
        hint=_hint(node, weighed),
    )


def _name(node: NodeSeen, weighed: Mapping[str, Any] | None) -> str:
    """Return what a node is called; an indicator of our own is known by name once it was tried."""
    if weighed is None or node.name != node.raw.get("indicator"):
        return node.name
    return pick(Words(weighed["name"]["en"], weighed["name"]["zh"])) or node.name


def _hint(node: NodeSeen, weighed: Mapping[str, Any] | None) -> str:
    """Return what a look closer tells: the whole name, the interval, and remarks."""
    if weighed is None:
        return node.name
    between = interval_text(weighed["ci_low"], weighed["ci_high"], "%")
    score = f"{value_text(weighed['score'], '%')} {between}".strip()
    return "\n".join([node.name, score, *weighed["notes"]])


def _badges(node: NodeSeen) -> list[tuple[str, str]]:
    found = []
    if node.stands_in:
        found.append((t("ui_scorecards.stand_in"), "idle"))
    if node.raw.get("reserve"):
        found.append((t("ui_scorecards.reserve"), "idle"))
    if isinstance(node.raw.get("weights"), Mapping):
        method = str(node.raw["weights"].get("method", NOTHING))
        found.append((method.upper() if method == "ahp" else method[:20], "accent"))
    if node.raw.get("gate"):
        found.append((str(node.raw["gate"])[:40], "warn"))
    return found
