"""The list of steps beside the preview of what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from nicegui import ui

from steelyard.errors import SteelyardError
from steelyard.i18n import t
from steelyard.server.db.tables import Dataset, DatasetVersion
from steelyard.server.library import datasets, pooled_reading
from steelyard.server.people.policy import Actor, Role
from steelyard.ui.address import replace_query
from steelyard.ui.components import (
    Drawer,
    Field,
    Form,
    Values,
    action,
    empty,
    grid,
    icon_action,
    label,
    panel,
    problem,
    row,
    skeleton,
)
from steelyard.ui.errors import problem_text
from steelyard.ui.pages.processing.preview import show_preview
from steelyard.ui.pages.processing.steps import (
    fields_of,
    options_of,
    step_choices,
    step_meaning,
    step_title,
)
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_LONGEST = 4000  # characters of steps that an address carries
_ROWS = 100
Step = dict[str, Any]  # one key: the name of the step to its options


class Workbench:
    """Steps that are being put together; every change shows at once what it does."""

    def __init__(self, visit: Visit, dataset: Dataset, version: DatasetVersion) -> None:
        self._visit, self._dataset, self._version = visit, dataset, version
        self.steps: list[Step] = read_steps(visit.query.get("steps", ""))
        seed = visit.query.get("seed", "0")
        self._seed = int(seed) if seed.isdecimal() and len(seed) < 10 else 0
        with grid() as self._all:
            self._list = ui.element("div").classes("sy-column sy-sections sy-span-5")
            self._shown = ui.element("div").classes("sy-column sy-sections sy-span-7")
        self._drawer = Drawer(t("ui_data.case"), lambda: None)
        self._show_steps()

    async def refresh(self) -> None:
        """Show what the steps make of the first cases."""
        self._remember()
        if not self._shown.default_slot.children:
            with self._shown:
                skeleton(8)
        settings, steps, seed = self._visit.settings, list(self.steps), self._seed
        try:
            found = await self._visit.work(
                self._visit.role,
                lambda: pooled_reading.preview(
                    settings, self._version, steps, seed=seed, limit=_ROWS
                ),
            )
        except SteelyardError as error:
            self._shown.clear()
            with self._shown:
                problem(problem_text(error))
            return
        self._shown.clear()
        with self._shown:
            show_preview(found, self._drawer)

    def _show_steps(self) -> None:
        self._list.clear()
        with self._list, panel(t("ui_data.steps")) as corner:
            with corner:
                self._show_adding()
            if not self.steps:
                empty(t("ui_data.no_steps"))
            for place, step in enumerate(self.steps):
                self._show_step(place, step)
            if self.steps:
                self._show_running()

    def _show_adding(self) -> None:
        with action(t("ui_data.add_step"), None, icon="add"), ui.menu():
            for name, words in step_choices():
                item = ui.menu_item(on_click=lambda name=name: self._add(name))
                with item, ui.element("div").classes("sy-column sy-tight"):
                    label(words)
                    label(step_meaning(name), "sy-quiet sy-small")

    def _show_step(self, place: int, step: Step) -> None:
        [(name, options)] = step.items()
        with ui.element("div").classes("sy-step"):
            with row():
                label(f"{place + 1}.", "sy-quiet")
                label(step_title(name), "sy-strong")
                if step_meaning(name) != step_title(name):
                    label(step_meaning(name), "sy-quiet sy-small sy-clip")
                ui.element("div").classes("sy-grow")
                up = icon_action(
                    t("ui_data.move_up"), "arrow_upward", lambda: self._move(place, -1)
                )
                up.set_enabled(place > 0)
                down = icon_action(
                    t("ui_data.move_down"), "arrow_downward", lambda: self._move(place, 1)
                )
                down.set_enabled(place < len(self.steps) - 1)
                icon_action(t("ui_data.remove_step"), "close", lambda: self._drop(place))

            async def change(values: Values) -> None:
                trouble.clear()
                try:
                    self.steps[place] = {name: options_of(name, values)}
                except SteelyardError as error:
                    with trouble:
                        problem(problem_text(error))
                    return
                await self.refresh()

            Form(step_title(name), fields_of(name, options or {}), on_change=change)
            trouble = ui.element("div").classes("sy-nothing")

    def _show_running(self) -> None:
        async def run(values: Values) -> None:
            await self._run(values["seed"])

        field = Field(
            "seed",
            t("ui_data.seed"),
            "number",
            str(self._seed),
            hint=t("ui_data.seed_explained"),
        )
        may = self._visit.may(Role.EVALUATOR)
        Form(
            t("ui_data.run_steps"),
            [field],
            verb=t("ui_data.run_steps") if may else "",
            on_send=run,
            on_change=self._reseed,
        )

    async def _reseed(self, values: Values) -> None:
        if values["seed"].isdecimal() and len(values["seed"]) < 10:
            self._seed = int(values["seed"])
            await self.refresh()

    async def _add(self, name: str) -> None:
        self.steps.append({name: starting_options(name)})
        await self._rebuild()

    async def _move(self, place: int, by: int) -> None:
        self.steps[place], self.steps[place + by] = self.steps[place + by], self.steps[place]
        await self._rebuild()

    async def _drop(self, place: int) -> None:
        self.steps.pop(place)
        await self._rebuild()

    async def _rebuild(self) -> None:
        # What was pressed is gone once the list is built anew: go on from what stays.
        with self._all:
            self._show_steps()
            await self.refresh()

    def _remember(self) -> None:
        text = orjson.dumps(self.steps).decode() if self.steps else ""
        replace_query(
            {
                "dataset": self._dataset.id,
                "v": str(self._version.number),
                "steps": text if len(text) <= _LONGEST else "",
                "seed": str(self._seed) if self._seed else "",
            }
        )

    async def _run(self, seed: str) -> None:
        visit = self._visit
        self._seed = int(seed) if seed.isdecimal() and len(seed) < 10 else 0
        waiting = ui.notification(t("ui_data.running_steps"), spinner=True, timeout=None)
        try:
            taken = await visit.work(
                Role.EVALUATOR,
                lambda: pooled_reading.process(
                    visit.settings, self._version, self.steps, self._seed
                ),
            )

            def add(session: Session, actor: Actor) -> DatasetVersion:
                found = datasets.find_dataset(session, visit.here.id, self._dataset.id)
                return datasets.add_version(session, actor, found, taken)[0]

            made = await visit.act(Role.EVALUATOR, add)
        finally:
            waiting.dismiss()
        ui.notify(t("ui_data.kept", name=self._dataset.name, n=made.number), type="positive")
        there = visit.url("data", self._dataset.id, v=str(made.number), tab="versions")
        ui.navigate.to(there)


def read_steps(text: str) -> list[Step]:
    """Return the steps that an address carries; none of them when it is not ours."""
    try:
        found = orjson.loads(text) if text else []
    except orjson.JSONDecodeError:
        return []
    known = {name for name, _ in step_choices()}
    if not isinstance(found, list):
        return []
    return [
        step
        for step in found
        if isinstance(step, dict)
        and len(step) == 1
        and next(iter(step)) in known
        and isinstance(next(iter(step.values())), dict | None)
    ]


def starting_options(name: str) -> dict[str, Any]:
    """Return options with which a new step works at once, where there are such."""
    known: dict[str, dict[str, Any]] = {
        "filter": {"where": "input is not null"},
        "sample": {"n": 100},
        "stratified_sample": {"by": ["scene"], "n": 5},
        "split": {"train": 0.8, "test": 0.2, "keep": "test"},
    }
    return dict(known.get(name, {}))
