"""Weights by pairwise judgements (AHP): consistency as they are made, and the one to think over."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from nicegui import ui

from steelyard.i18n import t
from steelyard.report.numbers import value_text
from steelyard.scorecards.node_weights import judgement, rejection
from steelyard.scorecards.weighting import Ahp, ahp
from steelyard.scorecards.weighting.ahp import LIMIT
from steelyard.ui.components import action, badge, bars, label, problem, row
from steelyard.ui.components.judgements import Judgements, text_of
from steelyard.ui.pages.scorecard.nodes import name_of
from steelyard.ui.pages.scorecard.writing import Writing

Matrix = list[list[float]]


class Judging:
    """A matrix that is filled in; its weights are used when the visitor says so."""

    def __init__(self, writing: Writing, place: str, used: Callable[[], Awaitable[None]]) -> None:
        self._writing, self._at, self._used = writing, place, used
        node = writing.draft.at(place)
        self._names = [name_of(child) for child in node["children"]]
        self._matrix = written_matrix(node)
        judged = isinstance(node.get("weights"), Mapping)
        fold = ui.expansion(t("ui_scorecards.judgements"), value=judged).classes("sy-fold")
        with fold, ui.element("div").classes("sy-column"):
            label(t("ui_scorecards.judgements_hint"), "sy-quiet sy-small", tag="p")
            self._table = Judgements(self._names, self._matrix, self._judge, locked=writing.locked)
            self._result = ui.element("div").classes("sy-column")
        self._show()

    def _judge(self, i: int, j: int, value: float) -> None:
        self._matrix[i][j], self._matrix[j][i] = value, 1 / value
        self._show()

    def _show(self) -> None:
        found = ahp(self._matrix)
        worst = None
        if found.revise is not None:
            worst = (found.revise.row - 1, found.revise.column - 1)
        self._table.show(self._matrix, worst)
        self._result.clear()
        with self._result:
            self._show_result(found)

    def _show_result(self, found: Ahp) -> None:
        with row():
            tone, key = ("good", "consistent") if found.accepted else ("bad", "inconsistent")
            badge(t(f"ui_scorecards.{key}"), "good" if tone == "good" else "bad")
            label(t("ui_scorecards.cr", cr=f"{found.cr:.3f}", limit=f"{LIMIT:g}"), "sy-quiet")
        why = rejection(found, self._names)
        if why:
            problem(why)
        bars(
            t("ui_scorecards.weights_found"),
            [
                (name, weight, value_text(weight, "%"))
                for name, weight in zip(self._names, found.weights, strict=True)
            ],
        )
        if self._writing.locked:
            return
        with row():
            use = action(t("ui_scorecards.use_weights"), self._use, weight="primary")
            use.set_enabled(found.accepted)
            if found.revise is not None:
                fits = nearest(found.revise.fits)
                at = (found.revise.row - 1, found.revise.column - 1)
                words = t("ui_scorecards.take_fitting", value=text_of(fits))
                action(words, lambda: self._judge(*at, fits))

    async def _use(self) -> None:
        rows: list[list[Any]] = [[_written(value) for value in line] for line in self._matrix]
        draft = self._writing.draft
        for n in range(len(self._names)):
            draft.put(_below(self._at, n), weight=None)
        draft.put(self._at, weights={"method": "ahp", "matrix": rows})
        await self._used()


def written_matrix(node: Mapping[str, Any]) -> Matrix:
    """Return the judgements of a node; all equal when there are none yet."""
    n = len(node["children"])
    equal = [[1.0] * n for _ in range(n)]
    weights = node.get("weights")
    rows = weights.get("matrix") if isinstance(weights, Mapping) else None
    if not isinstance(rows, list) or len(rows) != n:
        return equal
    try:
        found = [[judgement(value) for value in line] for line in rows]
    except (ValueError, TypeError):
        return equal
    return found if all(len(line) == n for line in found) else equal


def nearest(value: float) -> float:
    """Return the step of the scale from 1/9 to 9 that is nearest, by proportion."""
    steps: Sequence[float] = [1 / n for n in range(9, 1, -1)] + [float(n) for n in range(1, 10)]
    return min(steps, key=lambda step: max(step / value, value / step))


def _written(value: float) -> int | float | str:
    text = text_of(value)
    if "/" in text:
        return text
    return int(text) if text.isdecimal() else float(text)


def _below(place: str, number: int) -> str:
    return f"{place}.{number}".lstrip(".")
