"""`Bench`: try an algorithm on inputs given by hand; a worked example is filled in."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import orjson
from nicegui import ui

from steelyard.errors import InputError
from steelyard.i18n import pick, t
from steelyard.indicators import indicator_needs, load_catalog
from steelyard.model import FIELDS, Algorithm, Example, Param, Port
from steelyard.server.library import algorithms
from steelyard.ui.components import (
    Column,
    DataTable,
    Field,
    Form,
    Row,
    Values,
    badge,
    csv_action,
    label,
    panel,
    row,
)
from steelyard.ui.visit import Visit

_STRUCTURED = ("list", "json", "rows")
_SAMPLES: dict[str, tuple[Any, Any]] = {
    "bool": (True, False),
    "int": (1, 2),
    "float": (0.5, 1.5),
    "text": ("a", "b"),
    "list": (["a"], ["b"]),
}
_TOLERANCE = 1e-3  # worked examples are written to four digits


class Bench:
    """A form made from what the algorithm declares, and what it gives."""

    def __init__(self, visit: Visit, record: Algorithm) -> None:
        self._visit, self._record = visit, record
        self._example = record.examples[0] if record.examples else None
        with panel(t("ui_algorithms.bench")):
            hint = "bench_hint" if record.examples else "bench_hint_rows"
            label(t(f"ui_algorithms.{hint}"), "sy-quiet sy-small", tag="p")
            if len(record.examples) > 1:
                self._choose_example()
            self._form = ui.element("div")
            self._result = ui.element("div").classes("sy-column")
        self._show_form()

    def _choose_example(self) -> None:
        options = {
            n: one.note or t("ui_algorithms.example_n", n=n + 1)
            for n, one in enumerate(self._record.examples)
        }
        chosen = ui.select(options, value=0, label=t("ui_algorithms.example"))
        chosen.on_value_change(lambda event: self._take(int(event.value)))

    def _take(self, number: int) -> None:
        self._example = self._record.examples[number]
        self._result.clear()
        self._show_form()

    def _show_form(self) -> None:
        self._form.clear()
        fields = bench_fields(self._record, self._example)
        with self._form:
            Form(
                t("ui_algorithms.bench"), fields, verb=t("ui_algorithms.compute"), on_send=self._try
            )

    async def _try(self, values: Values) -> None:
        inputs, params = bench_values(self._record, values)
        id_ = self._record.id
        found = await self._visit.work(
            self._visit.role, lambda: algorithms.try_algorithm(id_, inputs, params)
        )
        self._result.clear()
        with self._result:
            self._show_result(inputs, params, found)

    def _show_result(
        self, inputs: Mapping[str, Any], params: Mapping[str, Any], found: Mapping[str, Any]
    ) -> None:
        about = {port.name: pick(port.words) for port in self._record.outputs}
        columns = [
            Column("name", t("ui.name"), "mono"),
            Column("value", t("ui_algorithms.result"), "mono"),
            Column("about", t("ui_algorithms.meaning")),
        ]
        notes = found.get("notes") or []
        rows = [
            Row(name, [name, json_text(value), about.get(name)])
            for name, value in found.items()
            if name != "notes" or name in about
        ]
        with row():
            label(t("ui_algorithms.result"), "sy-strong", tag="h3")
            if self._is_example(inputs, params):
                self._show_agreement(found)
            ui.element("div").classes("sy-grow")
            csv_action("result", [one.label for one in columns], [one.cells for one in rows])
        DataTable(t("ui_algorithms.result"), columns).show(rows)
        for note in notes if isinstance(notes, list) else ():
            label(str(note), "sy-quiet sy-small sy-wrap", tag="p")

    def _is_example(self, inputs: Mapping[str, Any], params: Mapping[str, Any]) -> bool:
        one = self._example
        if one is None:
            return False
        defaults = {param.name: param.default for param in self._record.params}
        return agrees(dict(one.inputs), dict(inputs)) and agrees(
            {**defaults, **one.params}, {**defaults, **params}
        )

    def _show_agreement(self, found: Mapping[str, Any]) -> None:
        assert self._example is not None
        same = agrees(dict(self._example.expected), dict(found))
        word = t("ui_algorithms.as_expected" if same else "ui_algorithms.not_expected")
        badge(word, "good" if same else "bad")


def bench_fields(record: Algorithm, example: Example | None) -> list[Field]:
    """Return a field for each input and parameter, with the values of an example."""
    inputs = first_rows(record) if example is None else example.inputs
    params = {} if example is None else example.params
    return [
        *(_input_field(port, inputs.get(port.name)) for port in record.inputs),
        *(_param_field(param, params.get(param.name, param.default)) for param in record.params),
    ]


def first_rows(record: Algorithm) -> dict[str, Any]:
    """Return two rows with the columns that an indicator needs; the first one went better."""
    if record.id not in load_catalog():
        return {}
    needed = indicator_needs(record.id).get("required") or ("passed",)
    known = [FIELDS[str(name)] for name in needed if str(name) in FIELDS]
    rows = [{one.name: _SAMPLES.get(one.type, ("", ""))[n] for one in known} for n in (0, 1)]
    return {port.name: rows for port in record.inputs if port.type == "rows"}


def bench_values(record: Algorithm, values: Values) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return inputs and parameters as what was typed means.

    Raises:
        InputError: something is not what its type asks for.
    """
    inputs = {}
    for port in record.inputs:
        typed = values[f"in.{port.name}"]
        if typed == "" and not (port.required and port.type == "text"):
            continue
        inputs[port.name] = read_value(port.name, port.type, typed)
    params = {}
    for param in record.params:
        typed = values[f"param.{param.name}"]
        if typed != "":
            params[param.name] = read_value(param.name, param.type, typed)
    return inputs, params


def read_value(name: str, kind: str, typed: Any) -> Any:
    """Return a value of a declared type from what was typed.

    Raises:
        InputError: it is none.
    """
    if kind == "bool" or isinstance(typed, bool):
        return typed if isinstance(typed, bool) else typed == "true"
    if kind == "text":
        return typed
    try:
        if kind == "int":
            return int(typed)
        if kind == "float":
            return float(typed)
        return orjson.loads(typed)
    except ValueError:
        raise InputError(
            t(f"ui_algorithms.not_{_sort(kind)}", name=name, found=typed[:60])
        ) from None


def agrees(expected: Any, found: Any) -> bool:
    """Whether everything expected was found, numbers to the digits that examples are written to."""
    if isinstance(expected, Mapping):
        return isinstance(found, Mapping) and all(
            agrees(value, found.get(key)) for key, value in expected.items()
        )
    if isinstance(expected, list | tuple):
        return (
            isinstance(found, list | tuple)
            and len(expected) == len(found)
            and all(agrees(one, other) for one, other in zip(expected, found, strict=True))
        )
    numbers = (int, float)
    if isinstance(expected, numbers) and isinstance(found, numbers):
        return math.isclose(expected, found, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE)
    return bool(expected == found)


def json_text(value: Any) -> str:
    """Return a value as JSON on one line, or a text as it is."""
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return f"{value:.6g}"
    return orjson.dumps(_shortened(value), default=str).decode()


def _shortened(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.6g}") if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): _shortened(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_shortened(one) for one in value]
    return value


def _sort(kind: str) -> str:
    return "json" if kind in _STRUCTURED else "number"


def _input_field(port: Port, value: Any) -> Field:
    name, about = f"in.{port.name}", pick(port.words)
    if port.type == "bool":
        return Field(name, port.name, "switch", bool(value), hint=about)
    required = port.required and port.type != "text"
    if port.type in ("int", "float"):
        text = "" if value is None else json_text(value)
        return Field(name, port.name, "number", text, required=required, hint=about)
    text = "" if value is None else value if isinstance(value, str) else _laid_out(value)
    rows = min(10, max(2, text.count("\n") + 1))
    mono = port.type != "text"
    return Field(name, port.name, "area", text, required=required, hint=about, rows=rows, mono=mono)


def _param_field(param: Param, value: Any) -> Field:
    name, about = f"param.{param.name}", pick(param.words)
    if param.choices:
        options = [(str(one), str(one)) for one in param.choices]
        return Field(name, param.name, "select", str(value), options=options, hint=about)
    if param.type == "bool":
        return Field(name, param.name, "switch", bool(value), hint=about)
    text = "" if value is None else value if isinstance(value, str) else json_text(value)
    if param.type in _STRUCTURED:
        return Field(name, param.name, "area", text, hint=about, rows=2, mono=True)
    number = param.type in ("int", "float")
    return Field(name, param.name, "number" if number else "text", text, hint=about)


def _laid_out(value: Any) -> str:
    """Return a list with each of its items on a line, as one would type it."""
    plain = orjson.loads(orjson.dumps(value, default=list))
    if not isinstance(plain, list) or not plain or not isinstance(plain[0], list | dict):
        return orjson.dumps(plain).decode()
    lines = ",\n".join(f"  {orjson.dumps(one).decode()}" for one in plain)
    return f"[\n{lines}\n]"
