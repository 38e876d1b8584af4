"""Weights from the spread among runs: entropy and CRITIC."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from steelyard.i18n import t
from steelyard.report.numbers import value_text
from steelyard.server.library import spreads
from steelyard.server.library.spreads import Method, Spread
from steelyard.ui.components import (
    Column,
    DataTable,
    Field,
    Form,
    Row,
    Values,
    action,
    csv_action,
    empty,
    label,
    panel,
)
from steelyard.ui.pages.scorecard.choosing import node_field, place_of_option, runs_field, waiting
from steelyard.ui.pages.scorecard.shares import id_of
from steelyard.ui.pages.scorecard.writing import Writing

_METHODS: tuple[Method, ...] = ("entropy", "critic")


async def show_spread(writing: Writing) -> None:
    """Ask for runs and a part, and show the weights that their spread gives."""
    if len(writing.runs) < spreads.FEWEST_TO_WEIGH or writing.draft.content is None:
        with panel():
            empty(writing.draft.problem or t("ui_scorecards.three_runs"))
        return

    turn = 0

    def outdate(_: Values) -> None:
        """Take away what was found for another choice: it would be used for that one."""
        nonlocal turn
        turn += 1
        shown.clear()

    async def find(values: Values) -> None:
        asked = turn
        place = place_of_option(values["node"])
        method: Method = "critic" if values["method"] == "critic" else "entropy"
        ids, heading = writing.draft.ids_to(place), _heading(writing, place, method)
        with waiting(shown):
            card, runs = await writing.card(), await writing.folders(values["runs"])
            found = await writing.visit.work(
                writing.visit.role, lambda: spreads.spread_weights(card, runs, ids, method)
            )
        if asked == turn:
            with shown:
                _show_found(writing, heading, place, list(runs), found)

    with panel(t("ui_scorecards.spread")):
        label(t("ui_scorecards.spread_hint"), "sy-quiet", tag="p")
        methods = [(one, t(f"ui_scorecards.method_{one}")) for one in _METHODS]
        fields = [
            node_field(writing, whole=False),
            Field("method", t("ui_scorecards.method"), "select", "entropy", options=methods),
            runs_field(writing),
        ]
        Form(
            t("ui_scorecards.spread"),
            fields,
            verb=t("ui_scorecards.find_weights"),
            on_send=find,
            on_change=outdate,
        )
    shown = ui.element("div").classes("sy-column sy-sections")


def _heading(writing: Writing, place: str, method: Method) -> str:
    part = next((one.name for one in writing.draft.nodes() if one.place == place), "")
    by = t(f"ui_scorecards.method_{method}")
    return t("ui_scorecards.weights_found_of", part=part, method=by)


def _show_found(writing: Writing, heading: str, place: str, runs: list[str], found: Spread) -> None:
    scores = found.scores
    columns = [
        Column("part", t("ui_scorecards.part")),
        Column("now", t("ui_scorecards.weight_now"), "number"),
        Column("found", t("ui_scorecards.weight_found"), "number"),
        *(Column(f"run{n}", name, "number") for n, name in enumerate(runs)),
    ]
    rows = [
        Row(
            str(n),
            [
                name,
                value_text(scores.weights[n], "%"),
                value_text(found.weights[n], "%"),
                *(value_text(line[n], "%") for line in scores.matrix),
            ],
        )
        for n, name in enumerate(scores.names)
    ]

    async def use() -> None:
        node: dict[str, Any] = writing.draft.at(place)
        by_id = dict(zip(scores.ids, found.weights, strict=True))
        weights = {n: by_id.get(id_of(child), 0.0) for n, child in enumerate(node["children"])}
        writing.draft.put_weights(place, weights)
        ui.notify(t("ui_scorecards.weights_used"), type="positive")
        await writing.changed()

    with panel(heading, flush=True) as corner:
        with corner:
            csv_action("weights", [one.label for one in columns], [row.cells for row in rows])
            if not writing.locked:
                action(t("ui_scorecards.use_weights"), use, weight="primary")
        DataTable(heading, columns).show(rows)
        for note in found.notes:
            label(note, "sy-quiet sy-small sy-panel-text", tag="p")
