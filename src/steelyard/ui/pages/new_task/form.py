"""The plan as a form, step by step: agent, data, conditions, scorecard, limits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.value_element import ValueElement

from steelyard.conditions.faults import FAULTS
from steelyard.conditions.perturbations import PERTURBATIONS
from steelyard.i18n import pick, t
from steelyard.report.conditions import fault_words, kind_words
from steelyard.report.numbers import count_text
from steelyard.runner import RunPolicy
from steelyard.server.tasks.written import Choices
from steelyard.ui.components import column, empty, label, row
from steelyard.ui.pages.new_task.draft import Draft
from steelyard.ui.visit import Visit

_FIRST_LOAD = {"baseline": 1, "peak": 16, "sample": 32}
_FIRST_PERTURB = {"kinds": ["auto"], "rate": 0.05, "sample": 40}
_FIRST_FAULTS = {"kinds": ["latency", "reset"], "sample": 12}


class PlanForm:
    """Fields that show the plan and change it; `on_change` hears that it was changed."""

    def __init__(
        self, visit: Visit, draft: Draft, choices: Choices, on_change: Callable[[], Awaitable[None]]
    ) -> None:
        self._visit, self._draft, self._choices = visit, draft, choices
        self._on_change = on_change
        self._fields: list[tuple[ValueElement[Any], Callable[[], Any]]] = []
        self._shown: list[tuple[ui.element, Callable[[], bool]]] = []
        self._quiet = False

    def build(self) -> None:
        """Build the steps."""
        with column("sy-steps") as self._place:
            with _step(1, t("ui_tasks.step_agent")):
                self._agent()
            with _step(2, t("ui_tasks.step_data")):
                self._data()
            with _step(3, t("ui_tasks.step_conditions")):
                self._conditions()
            with _step(4, t("ui_tasks.step_scorecard")):
                self._scorecard()
            with _step(5, t("ui_tasks.step_limits")):
                self._limits()
        self.refresh()

    def refresh(self) -> None:
        """Show what the plan says now; while its text is no plan, nothing can be changed here."""
        readable = self._draft.content is not None
        self._quiet = True
        try:
            for field, read in self._fields:
                if readable:
                    field.set_value(read())
                field.props["disable"] = not readable
                field.update()
            for element, wanted in self._shown:
                element.set_visibility(readable and wanted())
        finally:
            self._quiet = False

    def _agent(self) -> None:
        if not self._choices.agents:
            empty(t("ui_tasks.no_agents"), [(t("ui_tasks.add_agent"), self._visit.url("agents"))])
        with ui.element("div").classes("sy-fields sy-fields-2"):
            self._text(t("ui.name"), "name")
            options = {name: f"{name} · {kind}" for name, kind in self._choices.agents.items()}
            self._select(t("ui.agent"), options, "agent")

    def _data(self) -> None:
        if not self._choices.datasets:
            empty(t("ui_tasks.no_data"), [(t("ui_tasks.add_data"), self._visit.url("data"))])
        with ui.element("div").classes("sy-fields sy-fields-2"):
            options = {
                name: t("ui_tasks.data_choice", name=name, rows=count_text(rows))
                for name, rows in self._choices.datasets.items()
            }
            given = self._draft.get("dataset")
            path = ("dataset", "path") if isinstance(given, Mapping) else ("dataset",)
            self._select(t("ui.dataset"), options, *path)
            self._number(t("ui_tasks.epochs"), "run", "epochs", hint=t("ui_tasks.epochs_hint"))

    def _conditions(self) -> None:
        label(t("ui_tasks.conditions_hint"), "sy-quiet sy-small", tag="p")
        kinds = {"auto": t("ui_tasks.auto")}
        kinds |= {id_: pick(kind_words(id_)) for id_ in PERTURBATIONS.names()}
        with self._condition("perturb", _FIRST_PERTURB):
            self._many(t("ui_tasks.kinds"), kinds, "perturb")
            self._part(t("ui_tasks.rate"), "perturb", "rate")
            self._part(t("ui_tasks.sample"), "perturb", "sample")
        with self._condition("load", _FIRST_LOAD):
            self._part(t("ui_tasks.baseline"), "load", "baseline")
            self._part(t("ui_tasks.peak"), "load", "peak")
            self._part(t("ui_tasks.sample"), "load", "sample")
        with self._condition("faults", _FIRST_FAULTS):
            faults = {id_: pick(fault_words(id_)) for id_ in FAULTS.names()}
            self._many(t("ui_tasks.kinds"), faults, "faults")
            self._part(t("ui_tasks.sample"), "faults", "sample")
        said = label(t("ui_tasks.has_environments"), "sy-quiet sy-small", tag="p")
        self._shown.append((said, lambda: bool(self._draft.get("environments"))))

    def _scorecard(self) -> None:
        with ui.element("div").classes("sy-fields sy-fields-2"):
            self._select(t("ui_runs.scorecard"), self._choices.scorecards, "scorecard",
                         otherwise="default")  # fmt: skip
            self._lines(t("ui_tasks.gates"), t("ui_tasks.gates_hint"), "gates")

    def _limits(self) -> None:
        with ui.element("div").classes("sy-fields"):
            self._number(t("ui_tasks.concurrency"), "run", "concurrency")
            self._number(t("ui_tasks.timeout"), "run", "timeout")
            self._number(t("ui_tasks.retries"), "run", "retries")
            self._number(t("ui_tasks.most_cases"), "run", "limits", "cases")
            self._number(t("ui_tasks.most_tokens"), "run", "limits", "tokens")
            self._number(t("ui_tasks.most_cost"), "run", "limits", "cost")
            self._number(t("ui_tasks.most_time"), "run", "limits", "time")
            self._text(t("ui_tasks.rate_limit"), "run", "rate_limit")
            self._number(t("ui_tasks.seed"), "run", "seed")

    @contextmanager
    def _condition(self, kind: str, first: Mapping[str, Any]) -> Iterator[None]:
        with ui.element("div").classes("sy-step"):
            switch = ui.switch(t(f"ui_tasks.{kind}")).props("dense")
            with ui.element("div").classes("sy-fields") as inside:
                yield
        self._shown.append((inside, lambda: self._draft.condition(kind) is not None))

        def change(value: Any) -> None:
            self._draft.put_condition(kind, first if value else None)

        self._bind(switch, lambda: self._draft.condition(kind) is not None, change, again=True)

    def _part(self, name: str, kind: str, part: str) -> None:
        field = ui.number(name).props("debounce=500 stack-label")

        def change(value: Any) -> None:
            spec = {**(self._draft.condition(kind) or {}), part: _plain(value)}
            self._draft.put_condition(kind, {k: v for k, v in spec.items() if v is not None})

        self._bind(field, lambda: (self._draft.condition(kind) or {}).get(part), change)

    def _many(self, name: str, options: Mapping[str, str], kind: str) -> None:
        field = ui.select(dict(options), multiple=True, value=[], label=name)

        def read() -> list[str]:
            given = (self._draft.condition(kind) or {}).get("kinds") or []
            return [one for one in given if isinstance(one, str) and one in options]

        def change(value: Any) -> None:
            spec = self._draft.condition(kind) or {}
            others = [one for one in spec.get("kinds") or [] if not isinstance(one, str)]
            self._draft.put_condition(kind, {**spec, "kinds": [*others, *(value or [])]})

        self._bind(field, read, change)

    def _text(self, name: str, *path: str) -> None:
        field = ui.input(name).props("debounce=500 stack-label")

        def read() -> str:
            found = self._draft.get(*path)
            return "" if found is None else str(found)

        self._bind(field, read, lambda value: self._draft.put(value or None, *path))

    def _number(self, name: str, *path: str, hint: str = "") -> None:
        field = ui.number(name).props("debounce=500 stack-label")
        field.props["placeholder"] = _otherwise(*path)
        if hint:
            with field:
                ui.tooltip(hint)

        def read() -> Any:
            found = self._draft.get(*path)
            return found if isinstance(found, int | float) else None

        self._bind(field, read, lambda value: self._draft.put(_plain(value), *path))

    def _select(
        self, name: str, options: Mapping[str, str], *path: str, otherwise: str | None = None
    ) -> None:
        field = ui.select(dict(options), label=name, with_input=len(options) > 8)

        def read() -> Any:
            found = self._draft.get(*path)
            found = otherwise if found is None else found
            return found if isinstance(found, str) and found in options else None

        self._bind(field, read, lambda value: self._draft.put(value or None, *path))

    def _lines(self, name: str, hint: str, *path: str) -> None:
        field = ui.textarea(name, placeholder=hint).props(
            "debounce=700 autogrow rows=1 stack-label"
        )

        def read() -> str:
            return "\n".join(str(one) for one in self._draft.get(*path) or ())

        def change(value: Any) -> None:
            lines = [one.strip() for one in str(value or "").splitlines() if one.strip()]
            self._draft.put(lines or None, *path)

        self._bind(field, read, change)

    def _bind(
        self,
        field: ValueElement[Any],
        read: Callable[[], Any],
        change: Callable[[Any], None],
        *,
        again: bool = False,
    ) -> None:
        """Let a field show one part of the plan and change it; `again`: other fields follow."""
        self._fields.append((field, read))

        async def changed(value: Any) -> None:
            if self._quiet or value == read():
                return
            change(value)
            if again:
                self.refresh()
            await self._on_change()

        field.on_value_change(lambda event: changed(event.value))


@contextmanager
def _step(number: int, name: str) -> Iterator[None]:
    with ui.element("section").classes("sy-column") as frame:
        frame.props["aria-label"] = name
        with row():
            label(str(number), "sy-number-step")
            label(name, tag="h2")
        yield


def _otherwise(*path: str) -> str:
    """Return what holds when the plan says nothing."""
    policy: Any = RunPolicy().model_dump()
    for name in path[1:]:
        policy = policy.get(name) if isinstance(policy, Mapping) else None
    if policy is None:
        return t("ui_tasks.no_limit")
    return t("ui_tasks.otherwise", value=f"{policy:g}")


def _plain(value: Any) -> Any:
    """Return a number as a plan has it: whole ones without a point."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
