"""From the runs that were chosen to what an analysis makes of them, to be read and taken along."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from nicegui import ui

from steelyard.ui.components import label, title
from steelyard.ui.pages.choosing import wait_for
from steelyard.ui.pages.taking import take_along
from steelyard.ui.visit import Visit

T = TypeVar("T")


def begin_page(heading: str, intro: str) -> ui.element:
    """Show the title of an analysis; return its corner, for what is done with the result."""
    with title(heading):
        ui.element("div").classes("sy-grow")
        corner = ui.element("div").classes("sy-row")
    label(intro, "sy-quiet", tag="p")
    return corner


async def show_made(
    visit: Visit,
    corner: ui.element,
    name: str,
    make: Callable[[], T],
    show: Callable[[T], Awaitable[None]],
    *,
    hint: str = "",
) -> None:
    """Make the result while its place is held, and show it there.

    Args:
        visit: of the page.
        corner: where it is offered to be taken along.
        name: of the files that are taken.
        make: does the work, in a thread.
        show: builds what is seen of it.
        hint: what to choose when it cannot be made.
    """
    made = await wait_for(lambda: visit.work(visit.role, make), hint=hint)
    if made is None:
        return
    found, place = made
    with corner:
        take_along(visit, found, name)
    with place:
        await show(found)
