"""The part of the scorecard that is chosen: its name, rules, gate, and weights below it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from nicegui import ui

from steelyard.errors import SteelyardError
from steelyard.i18n import pick, t
from steelyard.indicators import get_indicator, load_catalog
from steelyard.model import Words
from steelyard.ui.components import (
    Field,
    Form,
    Values,
    action,
    ask_form,
    facts,
    icon_action,
    label,
    panel,
    problem,
)
from steelyard.ui.errors import problem_text
from steelyard.ui.pages.scorecard.judging import Judging
from steelyard.ui.pages.scorecard.nodes import NodeSeen, name_of
from steelyard.ui.pages.scorecard.shares import id_of, shown_weights
from steelyard.ui.pages.scorecard.writing import Writing

_AGGREGATIONS = ("arithmetic", "geometric", "topsis_fixed")
_MISSING = ("renormalise", "zero", "na")


class NodePanel:
    """Shown below the tree; every change goes to the draft at once."""

    def __init__(self, writing: Writing, changed: Callable[[], Awaitable[None]]) -> None:
        self._writing, self._changed = writing, changed
        self._place = ui.element("div").classes("sy-column sy-sections")

    def show(self) -> None:
        """Show the node that is chosen now."""
        draft, chosen = self._writing.draft, self._writing.chosen
        self._place.clear()
        node = next((one for one in draft.nodes() if one.place == chosen), None)
        if node is None:
            return
        with self._place:
            with panel(node.name or t("ui_scorecards.part")) as corner:
                if not self._writing.locked:
                    with corner:
                        self._show_acts(node)
                self._show_fields(node)
            if node.branch:
                self._show_weighing(node)

    def _show_acts(self, node: NodeSeen) -> None:
        if node.branch:
            action(t("ui_scorecards.add_indicator"), self._add_indicator, icon="add")
            action(t("ui_scorecards.add_group"), self._add_group, icon="create_new_folder")
        parent, _, last = node.place.rpartition(".")
        if last.isdecimal():
            siblings = len(self._writing.draft.at(parent)["children"])
            up = icon_action(t("ui_data.move_up"), "arrow_upward", lambda: self._shift(-1))
            up.set_enabled(int(last) > 0)
            down = icon_action(t("ui_data.move_down"), "arrow_downward", lambda: self._shift(1))
            down.set_enabled(int(last) < siblings - 1)
        if node.place:
            icon_action(t("ui_scorecards.remove_part"), "delete", self._remove)

    def _show_fields(self, node: NodeSeen) -> None:
        if not node.branch:
            _show_indicator(str(node.raw.get("indicator", "")))
        trouble = ui.element("div").classes("sy-nothing")

        async def change(values: Values) -> None:
            trouble.clear()
            try:
                self._put(node, values)
            except SteelyardError as error:
                with trouble:
                    problem(problem_text(error))
                return
            await self._changed()

        fields = [*_names(node.raw), *_rules(node), *self._card_fields(node)]
        Form(t("ui_scorecards.part"), fields, on_change=change, locked=self._writing.locked)

    def _card_fields(self, node: NodeSeen) -> list[Field]:
        content = self._writing.draft.content
        if node.place or content is None:
            return []
        gates = content.get("gates") or []
        lines = "\n".join(str(one) for one in gates) if isinstance(gates, list) else ""
        return [
            Field("gates", t("ui_scorecards.gates"), "area", lines, rows=3, mono=True,
                  placeholder="base.f1: ci_low >= 0.8", hint=t("ui_scorecards.gates_hint")),
        ]  # fmt: skip

    def _put(self, node: NodeSeen, values: Values) -> None:
        draft = self._writing.draft
        fields: dict[str, Any] = {"name": _name(values), "name_en": None, "name_zh": None}
        if node.branch:
            for key, usual in (("aggregation", "arithmetic"), ("missing", "renormalise")):
                fields[key] = None if values[key] == usual else values[key]
            fields["needs"] = values["needs"] or None
        else:
            fields |= {"indicator": values["indicator"], "gate": values["gate"] or None}
            fields["reserve"] = values["reserve"] or None
        draft.put(node.place, **fields)
        if "gates" in values:
            gates = [line.strip() for line in values["gates"].splitlines() if line.strip()]
            draft.put_card(gates=gates or None)

    def _show_weighing(self, node: NodeSeen) -> None:
        """Offer the ways to find the weights of what is below."""
        children = node.raw.get("children") or []
        by_method = node.raw.get("weights") is not None
        with panel(t("ui_scorecards.weights_below")) as corner:
            if not self._writing.locked:
                with corner:
                    action(t("ui_scorecards.equal"), lambda: self._equal(node.place))
                    if by_method:
                        action(t("ui_scorecards.by_slider"), lambda: self._unmethod(node.place))
            key = "by_method" if by_method else "by_hand"
            label(t(f"ui_scorecards.{key}"), "sy-quiet sy-small", tag="p")
            if 2 <= len(children) <= 10:
                Judging(self._writing, node.place, self._refreshed)
            elif len(children) > 10:
                label(t("ui_scorecards.too_many"), "sy-quiet sy-small", tag="p")

    async def _refreshed(self) -> None:
        self.show()
        await self._changed()

    async def _equal(self, place: str) -> None:
        weights = shown_weights(self._writing.draft.at(place)) or {}
        self._writing.draft.put_weights(place, dict.fromkeys(weights, 1.0))
        await self._refreshed()

    async def _unmethod(self, place: str) -> None:
        weights = shown_weights(self._writing.draft.at(place)) or {}
        self._writing.draft.put_weights(place, weights)
        await self._refreshed()

    async def _shift(self, by: int) -> None:
        place = self._writing.chosen
        parent, _, last = place.rpartition(".")
        target = f"{parent}.{int(last) + by}".lstrip(".")
        where = "before" if by < 0 else "after"
        self._writing.chosen = self._writing.draft.move(place, target, where)
        await self._refreshed()

    async def _remove(self) -> None:
        place = self._writing.chosen
        self._writing.draft.remove(place)
        self._writing.chosen = place.rpartition(".")[0]
        ui.notify(t("ui_scorecards.removed"))  # "Undo" stands above the tree
        await self._refreshed()

    def _known(self) -> list[str]:
        return [*self._writing.own, *sorted(load_catalog())]

    async def _add_indicator(self) -> None:
        async def send(values: Values) -> None:
            id_ = values["indicator"]
            place = self._writing.draft.add(self._writing.chosen, {"indicator": id_})
            self._writing.chosen = place

        field = Field(
            "indicator",
            t("ui_scorecards.indicator"),
            required=True,
            wide=True,
            suggest=self._known(),
            hint=t("ui_scorecards.indicator_hint"),
        )
        if await ask_form(
            t("ui_scorecards.add_indicator"), [field], t("ui_scorecards.add_indicator"), send
        ):
            await self._refreshed()

    async def _add_group(self) -> None:
        async def send(values: Values) -> None:
            group = {
                "id": values["id"],
                "name": {"en": values["en"] or values["id"], "zh": values["zh"] or values["id"]},
                "children": [{"indicator": values["indicator"], "weight": 1}],
            }
            self._writing.chosen = self._writing.draft.add(self._writing.chosen, group)

        fields = [
            Field("id", t("ui_scorecards.id"), required=True, hint=t("ui_scorecards.id_hint")),
            Field("indicator", t("ui_scorecards.first_indicator"), required=True,
                  suggest=self._known()),
            Field("en", t("ui_scorecards.name_en")),
            Field("zh", t("ui_scorecards.name_zh")),
        ]  # fmt: skip
        question = t("ui_scorecards.add_group")
        if await ask_form(question, fields, question, send):
            await self._refreshed()


def _show_indicator(id_: str) -> None:
    try:
        record = get_indicator(id_)
    except SteelyardError:
        return
    better = t("ui_scorecards.higher" if record.direction == "up" else "ui_scorecards.lower")
    facts(
        [
            (t("ui_scorecards.meaning"), pick(record.meaning)),
            (t("ui_scorecards.direction"), better),
            (t("ui_scorecards.undefined"), pick(record.undefined)),
        ]
    )


def _names(raw: Mapping[str, Any]) -> list[Field]:
    name = raw.get("name")
    if isinstance(name, Mapping):
        given = Words(str(name.get("en", "")), str(name.get("zh", "")))
    else:
        given = Words(str(name or raw.get("name_en") or ""), str(name or raw.get("name_zh") or ""))
    return [
        Field("en", t("ui_scorecards.name_en"), value=given.en),
        Field("zh", t("ui_scorecards.name_zh"), value=given.zh),
    ]


def _name(values: Values) -> dict[str, str] | None:
    en, zh = values["en"], values["zh"]
    return {"en": en or zh, "zh": zh or en} if en or zh else None


def _rules(node: NodeSeen) -> list[Field]:
    raw = node.raw
    if not node.branch:
        return [
            Field("indicator", t("ui_scorecards.indicator"), value=str(raw.get("indicator", "")),
                  suggest=sorted(load_catalog()), required=True, mono=True),
            Field("gate", t("ui_scorecards.gate"), value=str(raw.get("gate") or ""), mono=True,
                  placeholder="ci_low >= 0.8", hint=t("ui_scorecards.gate_hint")),
            Field("reserve", t("ui_scorecards.reserve"), "switch", bool(raw.get("reserve")),
                  hint=t("ui_scorecards.reserve_hint")),
        ]  # fmt: skip
    children = [child for child in raw.get("children") or () if isinstance(child, Mapping)]
    aggregations = [(one, t(f"ui_scorecards.{one}")) for one in _AGGREGATIONS]
    missing = [(one, t(f"ui_scorecards.missing_{one}")) for one in _MISSING]
    needs = [str(one) for one in raw.get("needs") or ()]
    return [
        Field("aggregation", t("ui_scorecards.aggregation"), "select",
              str(raw.get("aggregation", "arithmetic")), options=aggregations,
              hint=t("ui_scorecards.aggregation_hint")),
        Field("missing", t("ui_scorecards.missing"), "select",
              str(raw.get("missing", "renormalise")), options=missing,
              hint=t("ui_scorecards.missing_hint")),
        Field("needs", t("ui_scorecards.needs"), "many", needs, wide=True,
              options=[(id_of(child), name_of(child)) for child in children],
              hint=t("ui_scorecards.needs_hint")),
    ]  # fmt: skip
