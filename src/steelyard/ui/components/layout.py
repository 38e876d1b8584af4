"""Where things stand on a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from nicegui import ui
from nicegui.element import Element

from steelyard.ui.components.text import label, link

_SPANS = {n: f"sy-span-{n}" for n in (3, 4, 5, 6, 7, 8, 9, 12)}


def grid() -> Element:
    """Begin a grid of twelve columns."""
    return ui.element("div").classes("sy-grid")


def row(classes: str = "") -> Element:
    """Begin things side by side."""
    return ui.element("div").classes("sy-row").classes(classes)


def column(classes: str = "") -> Element:
    """Begin things one below the other."""
    return ui.element("div").classes("sy-column").classes(classes)


@contextmanager
def panel(name: str | None = None, *, span: int = 12, flush: bool = False) -> Iterator[Element]:
    """Begin a panel; yields the place at the right of its heading, for actions."""
    with ui.element("section").classes("sy-panel").classes(_SPANS[span]) as frame:
        if flush:
            frame.classes("sy-panel-flush")
        if name is None:
            yield frame
            return
        frame.props["aria-label"] = name
        with ui.element("div").classes("sy-panel-head"):
            label(name, tag="h2")
            ui.element("div").classes("sy-grow")
            corner = row()
        yield corner


@contextmanager
def title(name: str, crumbs: Sequence[tuple[str, str]] = ()) -> Iterator[None]:
    """Begin the title row of a page: name, then status and actions inside the block."""
    if crumbs:
        with ui.element("nav").classes("sy-crumbs").props('aria-label="breadcrumbs"'):
            for text, to in crumbs:
                link(text, to)
                label("/")
    with ui.element("div").classes("sy-title"):
        label(name, tag="h1")
        yield
