"""`IndicatorWriting`: the text, what is wrong with it, and what it gives on a run."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from nicegui import ui

from steelyard.errors import SteelyardError
from steelyard.i18n import t
from steelyard.indicators.functions import AGGREGATES, FUNCTIONS
from steelyard.model import FIELDS
from steelyard.server.library import trials
from steelyard.server.library.papers import DocumentRead, RunChoice
from steelyard.server.library.runs import run_folder
from steelyard.server.library.storage import open_storage
from steelyard.server.people.policy import Role
from steelyard.server.tasks.choosing import told_apart
from steelyard.ui.components import (
    badge,
    editor,
    empty,
    facts,
    grid,
    label,
    panel,
    problem,
    row,
    skeleton,
)
from steelyard.ui.errors import problem_text
from steelyard.ui.pages.indicator.found import names_in, show_found
from steelyard.ui.pages.papers.checking import find_problems
from steelyard.ui.pages.papers.keeping import Keeper
from steelyard.ui.visit import Visit

_PAUSE_S = 0.6  # without a key before the text is kept, checked and tried
_MOST_PROBLEMS = 20
_GROUPS = ("scene", "domain", "condition")


class IndicatorWriting:
    """The editor at the left, its answer at the right."""

    def __init__(self, visit: Visit, found: DocumentRead, runs: list[RunChoice]) -> None:
        self._visit, self._found, self._runs = visit, found, runs
        self._text = found.draft.text
        self._locked = not visit.may(Role.EVALUATOR) or found.document.archived_at is not None
        wanted, known = visit.query.get("run", ""), [one.id for one in runs]
        self._run = wanted if wanted in known else (known[0] if known else None)
        self._by = ""
        self._turn = 0

    def show_kept(self) -> None:
        """Show which version is published, and when the text was kept last."""
        self._keeper = Keeper(self._visit, self._found)

    async def build(self) -> None:
        """Show both sides."""
        with grid() as self._all:
            with ui.element("div").classes("sy-span-6 sy-column sy-sections"):
                with panel(t("ui_algorithms.yaml")):
                    label(t("ui_algorithms.yaml_hint"), "sy-quiet sy-small", tag="p")
                    name = t("ui_algorithms.yaml")
                    shown = editor(self._text, name, self._typed, language="YAML")
                    shown.classes("sy-plan")
                    if self._locked:
                        shown.disable()
                _show_help()
            with ui.element("div").classes("sy-span-6 sy-column sy-sticky sy-sections"):
                with panel(t("ui_papers.check")):
                    self._problems = ui.element("div").classes("sy-column")
                with panel(t("ui_algorithms.preview")) as corner:
                    with corner:
                        self._choose_run()
                    self._preview = ui.element("div").classes("sy-column")
        ui.timer(0.05, self._check, once=True)  # the editor need not wait for it

    def _choose_run(self) -> None:
        if not self._runs:
            label(t("ui_algorithms.no_runs"), "sy-quiet sy-small")
            return
        options = dict(zip((one.id for one in self._runs), told_apart(self._runs), strict=True))
        run = ui.select(options, value=self._run, label=t("ui_algorithms.try_on"))
        run.on_value_change(lambda event: self._look(run=str(event.value)))
        groups = {"": t("ui_algorithms.no_group")}
        groups |= {one: t(f"ui_algorithms.by_{one}") for one in _GROUPS}
        by = ui.select(groups, value="", label=t("ui_algorithms.by"))
        by.on_value_change(lambda event: self._look(by=str(event.value)))

    async def flush(self) -> None:
        """Keep what was typed last, without waiting."""
        if not self._locked:
            await self._keeper.keep(self._text)

    async def _look(self, run: str | None = None, by: str | None = None) -> None:
        self._run = self._run if run is None else run
        self._by = self._by if by is None else by
        await self._check()

    async def _typed(self, text: str) -> None:
        if text == self._text:
            return
        self._text = text
        self._turn = turn = self._turn + 1
        await asyncio.sleep(_PAUSE_S)
        if turn != self._turn or self._keeper.is_gone:
            return
        await self.flush()
        with self._all:
            await self._check()

    async def _check(self) -> None:
        turn, text = self._turn, self._text
        name = self._found.document.name
        problems = await find_problems(self._visit, "indicator", name, text)
        if self._is_old(turn):
            return
        self._problems.clear()
        with self._problems:
            _show_problems(problems)
        if problems or self._run is None:
            self._preview.clear()
            with self._preview:
                empty(t("ui_algorithms.preview_waits" if problems else "ui_algorithms.no_runs"))
            return
        if not self._preview.default_slot.children:
            with self._preview:
                skeleton(4)
        found = await self._try(text, self._run, self._by)
        if self._is_old(turn):
            return
        self._preview.clear()
        with self._preview:
            if isinstance(found, str):
                problem(found)
            else:
                show_found(found, names_in(text))

    def _is_old(self, turn: int) -> bool:
        return turn != self._turn or self._problems.is_deleted

    async def _try(self, text: str, run: str, by: str) -> Mapping[str, Any] | str:
        visit = self._visit
        storage = open_storage(visit.settings)
        try:
            folder = await visit.ask(lambda s, _: run_folder(s, storage, visit.here.id, run))
            return await visit.work(
                visit.role,
                lambda: trials.try_indicators(text, folder, by=[by] if by else []),
            )
        except SteelyardError as error:
            return problem_text(error)


def _show_problems(problems: list[str]) -> None:
    with row():
        if problems:
            badge(t("ui_papers.problems", n=len(problems)), "bad")
        else:
            badge(t("ui_papers.in_order"), "good")
    for sentence in problems[:_MOST_PROBLEMS]:
        problem(sentence)


def _show_help() -> None:
    with panel(t("ui_algorithms.help")):
        facts(
            [
                (t("ui_algorithms.help_aggregates"), ", ".join(sorted(AGGREGATES))),
                (t("ui_algorithms.help_functions"), ", ".join(_named(FUNCTIONS))),
                (t("ui_algorithms.help_columns"), ", ".join(FIELDS)),
                (t("ui_algorithms.help_others"), t("ui_algorithms.help_others_text")),
            ]
        )


def _named(functions: Mapping[str, object]) -> list[str]:
    return sorted(name for name in functions if name.isidentifier())
