"""Sensitivity: does the ranking of runs survive other weights, methods and indicators?"""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui

from steelyard.i18n import pick, t
from steelyard.model import ALGORITHMS
from steelyard.report.numbers import points_text, value_text
from steelyard.scorecards import Sensitivity
from steelyard.scorecards.sensitivity import Change
from steelyard.server.library import spreads
from steelyard.server.library.spreads import Scores
from steelyard.ui.components import (
    Column,
    DataTable,
    Form,
    Row,
    Values,
    badge,
    csv_action,
    empty,
    grid,
    label,
    panel,
    row,
)
from steelyard.ui.pages.scorecard.choosing import (
    WHOLE,
    node_field,
    place_of_option,
    runs_field,
    waiting,
)
from steelyard.ui.pages.scorecard.writing import Writing

_LONGEST = 40  # characters of the name of a run within a sentence


async def show_firmness(writing: Writing) -> None:
    """Ask for runs and a part, and show how firm their ranking is."""
    if len(writing.runs) < 2 or writing.draft.content is None:
        with panel():
            empty(writing.draft.problem or t("ui_scorecards.two_runs"))
        return

    async def find(values: Values) -> None:
        node = values["node"]
        ids = None if node == WHOLE else writing.draft.ids_to(place_of_option(node))
        with waiting(shown):
            card, runs = await writing.card(), await writing.folders(values["runs"])
            scores, found = await writing.visit.work(
                writing.visit.role, lambda: spreads.rank_runs(card, runs, ids)
            )
        with shown:
            _show_found(list(runs), scores, found)

    with panel(t("ui_scorecards.firmness")):
        label(t("ui_scorecards.firmness_hint"), "sy-quiet", tag="p")
        fields = [node_field(writing, whole=True), runs_field(writing)]
        verb = t("ui_scorecards.find_firmness")
        Form(t("ui_scorecards.firmness"), fields, verb=verb, on_send=find)
    shown = ui.element("div").classes("sy-column sy-sections")


def _show_found(runs: list[str], scores: Scores, found: Sensitivity) -> None:
    with panel(t("ui_scorecards.verdict")):
        with row():
            if found.stable is None:
                badge(t("ui_scorecards.stable_unknown"), "idle")
            else:
                badge(
                    t("ui_scorecards.stable" if found.stable else "ui_scorecards.not_stable"),
                    "good" if found.stable else "warn",
                )
        share = max(found.draws.p_first)
        first = runs[found.draws.p_first.index(share)]
        words = t("ui_scorecards.first_share", run=first[:_LONGEST], share=value_text(share, "%"))
        label(words, tag="p")
        if scores.left_out:
            names = ", ".join(scores.left_out)
            label(t("ui_scorecards.left_out", names=names), "sy-quiet sy-small", tag="p")
    _show_ranks(runs, found)
    with grid():
        _show_changes(t("ui_scorecards.one_at_a_time"), scores, found.one_at_a_time, runs)
        _show_changes(t("ui_scorecards.leave_one_out"), scores, found.leave_one_out, runs)


def method_name(method: str) -> str:
    """Return what a method of aggregation is called."""
    id_ = f"mcdm.{method}"
    return pick(ALGORITHMS.get(id_).title) if id_ in ALGORITHMS else method


def _show_ranks(runs: list[str], found: Sensitivity) -> None:
    methods = list(found.by_method)
    columns = [
        Column("run", t("ui.run")),
        Column("rank", t("ui_scorecards.rank"), "number"),
        Column("first", t("ui_scorecards.p_first"), "interval"),
        Column("range", t("ui_scorecards.rank_range"), "number"),
        *(Column(f"m{n}", method_name(one), "number") for n, one in enumerate(methods)),
    ]
    rows = []
    for n in sorted(range(len(runs)), key=lambda one: found.ranks[one]):
        first = found.draws.p_first[n]
        span = f"{found.draws.rank_low[n]} – {found.draws.rank_high[n]}"
        cells = [runs[n], str(found.ranks[n]), (value_text(first, "%"), first, None, None), span]
        rows.append(Row(str(n), [*cells, *(str(found.by_method[one][n]) for one in methods)]))
    with panel(t("ui_scorecards.ranking"), flush=True) as corner:
        with corner:
            csv_action("ranking", [one.label for one in columns], [line.cells for line in rows])
        DataTable(t("ui_scorecards.ranking"), columns).show(rows)


def _show_changes(name: str, scores: Scores, changes: Sequence[Change], runs: list[str]) -> None:
    columns = [
        Column("part", t("ui_scorecards.part")),
        Column("change", t("ui_scorecards.change"), "number"),
        Column("effect", t("ui_scorecards.effect"), "badges"),
        Column("order", t("ui_scorecards.order")),
    ]
    rows = [
        Row(
            str(n),
            [
                scores.names[one.indicator - 1],
                f"{points_text(one.change)} %",
                [_effect(one)],
                " > ".join(
                    runs[at][:_LONGEST]
                    for at in sorted(range(len(runs)), key=lambda r: one.ranks[r])
                ),
            ],
        )
        for n, one in enumerate(changes)
    ]
    with panel(name, span=6, flush=True) as corner:
        with corner:
            csv_action("sensitivity", [one.label for one in columns], [one.cells for one in rows])
        DataTable(name, columns).show(rows)


def _effect(one: Change) -> tuple[str, str]:
    if one.leader_changed:
        return t("ui_scorecards.leader_changes"), "bad"
    if one.changed:
        return t("ui_scorecards.order_changes"), "warn"
    return t("ui_scorecards.order_holds"), "good"
