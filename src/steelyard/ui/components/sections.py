"""`sections`: parts of a page of which one is shown; which one stands in the address."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from nicegui import ui

from steelyard.ui.address import replace_query
from steelyard.ui.components.empty import problem, skeleton
from steelyard.ui.errors import problem_text


class Section(NamedTuple):
    """A part of a page, built when it is looked at."""

    name: str
    build: Callable[[], Awaitable[None]]


async def sections(parts: Mapping[str, Section], query: Mapping[str, str]) -> None:
    """Show tabs, and the part that the address names (`?tab=`) or the first one."""
    first = next(iter(parts))
    given = query.get("tab", first)
    shown = given if given in parts else first
    with ui.tabs().props("align=left dense no-caps") as tabs:
        for key, part in parts.items():
            ui.tab(key, label=part.name)
    tabs.set_value(shown)
    place = ui.element("div").classes("sy-column sy-sections")

    async def show(key: str) -> None:
        place.clear()
        with place:
            skeleton(5)
        with ui.element("div").classes("sy-column sy-sections") as made:
            made.move(place)
            made.set_visibility(False)
            try:
                await parts[key].build()
            except Exception as error:  # noqa: BLE001 - shown in its place, whatever it is
                problem(problem_text(error))
        for child in list(place.default_slot.children):
            if child is not made:
                child.delete()
        made.set_visibility(True)

    async def change(key: str) -> None:
        kept = {name: value for name, value in query.items() if name != "tab"}
        replace_query({**kept, "tab": "" if key == first else key})
        await show(key)

    tabs.on_value_change(lambda event: change(str(event.value)))
    await show(shown)
