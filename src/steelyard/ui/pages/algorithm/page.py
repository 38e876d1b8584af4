"""An algorithm: documentation, formula, references, worked examples, and a bench to try it on."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from steelyard.i18n import t
from steelyard.model import ALGORITHMS
from steelyard.server.library import algorithms
from steelyard.server.people.policy import Role
from steelyard.ui.components import (
    Column,
    DataTable,
    Row,
    action,
    badge,
    facts,
    grid,
    label,
    panel,
    raw,
    title,
)
from steelyard.ui.page import Page
from steelyard.ui.pages.algorithm.bench import Bench, json_text
from steelyard.ui.pages.algorithms import ask_set_use, disabled_of
from steelyard.ui.visit import Visit


async def build(visit: Visit, algorithm: str) -> None:
    """Show an algorithm."""
    record = ALGORITHMS.get(algorithm)  # says which names are close
    known = algorithms.describe(record)
    disabled = await disabled_of(visit)
    _show_title(visit, known, used=record.id not in disabled)
    with grid():
        with ui.element("div").classes("sy-span-6 sy-column sy-sections"):
            _show_meaning(known)
            _show_ports(t("ui_algorithms.inputs"), known["inputs"])
            _show_params(known["params"])
            _show_ports(t("ui_algorithms.outputs"), known["outputs"])
        with ui.element("div").classes("sy-span-6 sy-column sy-sections"):
            Bench(visit, record)
            _show_examples(known["examples"])


def _show_title(visit: Visit, known: dict[str, Any], *, used: bool) -> None:
    crumbs = [(t("ui_algorithms.algorithms"), visit.url("algorithms"))]
    with title(known["title"], crumbs):
        badge(t(f"ui_algorithms.kind_{known['kind']}"), "accent")
        if not used:
            badge(t("ui_algorithms.disabled"), "warn")
        ui.element("div").classes("sy-grow")
        if visit.may(Role.MANAGER):

            async def change() -> None:
                if await ask_set_use(visit, [known["id"]], used=not used):
                    ui.navigate.reload()

            action(t("ui_algorithms.disable" if used else "ui_algorithms.enable"), change)


def _show_meaning(known: dict[str, Any]) -> None:
    with panel(t("ui_algorithms.about")):
        label(known["meaning"], "sy-wrap", tag="p")
        if known["formula"]:
            raw(known["formula"], "sy-formula")
        origin = f"{known['package']} {known['package_version']}"
        pairs = [
            (t("ui_algorithms.id"), known["id"]),
            (t("ui_algorithms.version"), str(known["version"])),
            (t("ui_algorithms.package"), origin),
        ]
        facts([*pairs, *_indicator_facts(known["indicator"], known["formula"])])
        if known["references"]:
            label(t("ui_algorithms.references"), "sy-strong", tag="h3")
            for reference in known["references"]:
                label(reference, "sy-quiet sy-small sy-wrap", tag="p")


def _indicator_facts(found: dict[str, Any] | None, formula: str) -> list[tuple[str, str]]:
    if found is None:
        return []
    better = t("ui_scorecards.higher" if found["direction"] == "up" else "ui_scorecards.lower")
    pairs = [
        (t("ui_scorecards.direction"), better),
        (t("ui_scorecards.undefined"), found["undefined"]),
    ]
    if found["formula"] != formula:
        pairs.append((t("ui_algorithms.expression"), found["formula"]))
    for name in ("required", "any_of", "optional"):
        columns = found["needs"].get(name)
        if columns:
            pairs.append((t(f"ui_algorithms.needs_{name}"), ", ".join(map(str, columns))))
    return pairs


def _show_ports(name: str, ports: list[dict[str, Any]]) -> None:
    if not ports:
        return
    columns = [
        Column("name", t("ui.name"), "mono"),
        Column("type", t("ui_algorithms.type")),
        Column("about", t("ui_algorithms.meaning")),
    ]
    rows = []
    for port in ports:
        needed = "" if port["required"] else f" ({t('ui_algorithms.optional')})"
        rows.append(Row(port["name"], [port["name"], port["type"] + needed, port["about"]]))
    with panel(name, flush=True):
        DataTable(name, columns).show(rows)


def _show_params(params: list[dict[str, Any]]) -> None:
    if not params:
        return
    name = t("ui_algorithms.params")
    columns = [
        Column("name", t("ui.name"), "mono"),
        Column("type", t("ui_algorithms.type")),
        Column("default", t("ui_algorithms.default"), "mono"),
        Column("about", t("ui_algorithms.meaning")),
        Column("allowed", t("ui_algorithms.allowed")),
    ]
    rows = []
    for one in params:
        default = None if one["default"] is None else json_text(one["default"])
        cells = [one["name"], one["type"], default, one["about"], allowed_text(one)]
        rows.append(Row(one["name"], cells))
    with panel(name, flush=True):
        DataTable(name, columns).show(rows)


def allowed_text(param: dict[str, Any]) -> str | None:
    """Return what a parameter may be."""
    if param["choices"]:
        return ", ".join(str(one) for one in param["choices"])
    low, high = param["minimum"], param["maximum"]
    if low is None and high is None:
        return None
    if high is None:
        return f"≥ {low:g}"
    return f"≤ {high:g}" if low is None else f"{low:g} – {high:g}"


def _show_examples(examples: list[dict[str, Any]]) -> None:
    if not examples:
        return
    with panel(t("ui_algorithms.examples")):
        for number, one in enumerate(examples, 1):
            with ui.element("div").classes("sy-example"):
                label(one["note"] or t("ui_algorithms.example_n", n=number), "sy-strong")
                given = {**one["inputs"], **one["params"]}
                for heading, content in (("given", given), ("gives", one["expected"])):
                    label(t(f"ui_algorithms.{heading}"), "sy-quiet sy-small")
                    raw(json_text(content), "sy-text sy-text-short")


PAGE = Page(
    "/p/{project}/algorithms/{algorithm}",
    "ui_algorithms.algorithm",
    build,
    parent="/p/{project}/algorithms",
)
