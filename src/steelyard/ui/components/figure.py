"""A figure of the reports, live: the same drawing, in the visitor's language and theme."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import nicegui.elements.plotly  # noqa: F401 - offers `nicegui-plotly`, which figure.js asks for
from nicegui.element import Element

from steelyard.i18n import pick
from steelyard.model import Words
from steelyard.report.figures import Figure
from steelyard.report.figures.figure import CONFIG
from steelyard.ui.components.download import csv_action
from steelyard.ui.components.layout import panel
from steelyard.ui.components.text import label
from steelyard.ui.visitor import visitor

_ONLY_ZOOMED = "zoom2d pan2d select2d lasso2d zoomIn2d zoomOut2d autoScale2d resetScale2d"
# One button, for the picture: `modeBarButtons` would be written into by Plotly, and Vue would draw
# anew for that without end.
_CONFIG = {
    name: value for name, value in CONFIG.items() if name not in ("responsive", "modeBarButtons")
} | {"modeBarButtonsToRemove": _ONLY_ZOOMED.split()}


class _Drawing(Element, component="figure.js"):
    def __init__(self, options: Mapping[str, Any]) -> None:
        super().__init__()
        self._props["options"] = options
        self._classes.extend(("js-plotly-plot", "sy-figure"))


def figure(
    drawn: Figure, *, span: int = 12, on_pick: Callable[[Any, Any], Any] | None = None
) -> Element:
    """Show a figure in a panel of its own, with how to read it below.

    `on_pick` is called with where a mark stands (x, y) when that is clicked; what it leads to must
    be within reach of the keyboard elsewhere too.
    """
    with panel(pick(drawn.title), span=span) as corner:
        with corner:
            columns = [pick(one) for one in drawn.table.columns]
            rows = [[_plain(cell) for cell in row] for row in drawn.table.rows]
            csv_action(drawn.id, columns, rows)
        spec = drawn.spec(theme=visitor().theme, titled=False)
        shown = _Drawing({**spec, "config": _CONFIG})
        # Held free until it is drawn, so that nothing below it jumps.
        shown.style["min-height"] = f"{drawn.height}px"
        label(pick(drawn.caption), "sy-quiet sy-small", tag="p")
        if on_pick is not None:
            shown.classes("sy-picks")
            shown.on("pick", lambda event: on_pick(*event.args[:2]))
    return shown


def _plain(cell: Any) -> Any:
    return pick(cell) if isinstance(cell, Words) else cell
