"""`Figure`: a picture of numbers that knows both languages and both themes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from steelyard.i18n import Language, language, pick
from steelyard.model import Words
from steelyard.report.figures.lettering import escaped
from steelyard.report.figures.resolve import resolve
from steelyard.report.figures.theme import TEMPLATE, Theme

Cell = float | int | str | bool | Words | None

# No link to a shop, no button that sends the data away, none that a reader has no use for.
CONFIG: dict[str, Any] = {
    "displaylogo": False,
    "responsive": True,
    "scrollZoom": False,
    "doubleClick": False,
    "showTips": False,
    "topojsonURL": "",
    "plotlyServerURL": "",
    "showSendToCloud": False,
    "modeBarButtons": [["toImage"]],
}
_TITLE_ROOM = 36
_MIMETYPE = "application/vnd.plotly.v1+json"


@dataclass(frozen=True)
class Table:
    """The numbers that a figure draws, in its order: for screen readers and for export.

    Attributes:
        columns: what each column is, with its unit.
        rows: as many cells as there are columns; None where there is nothing.
    """

    columns: tuple[Words, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Figure:
    """A picture of numbers.

    Attributes:
        id: its name in files, addresses and `Run.figure`.
        title: what it shows, as plain text.
        caption: how to read it, and what was left out, as plain text.
        drawing: Plotly's `data` and `layout` as plain values, in which texts may stand in both
            languages and colours by their name; `spec` puts them in.
        table: the numbers drawn.
    """

    id: str
    title: Words
    caption: Words
    drawing: Mapping[str, Any]
    table: Table

    @property
    def height(self) -> int:
        """Pixels, without the title."""
        height: int = self.drawing["layout"]["height"]
        return height

    def spec(
        self, language: Language | None = None, theme: Theme = "light", *, titled: bool = True
    ) -> dict[str, Any]:
        """Return `{"data": [...], "layout": {...}}` as Plotly draws it, in plain JSON values.

        Args:
            language: `en` or `zh`; the current one when not given.
            theme: `light` or `dark`.
            titled: whether the title is part of the picture; a page has headings of its own.
        """
        drawing: dict[str, Any] = {
            "data": self.drawing["data"],
            "layout": {**self.drawing["layout"], "template": TEMPLATE},
        }
        if titled:
            drawing["layout"] |= _with_title(self, drawing["layout"])
        made: dict[str, Any] = resolve(drawing, language or _current(), theme)
        return made

    def to_plotly(self, language: Language | None = None, theme: Theme = "light") -> Any:
        """Return a `plotly.graph_objects.Figure`, to change, show or save as you like."""
        from importlib import import_module  # heavy: only who asks for it waits for it

        return import_module("plotly.graph_objects").Figure(self.spec(language, theme))

    def records(self, language: Language | None = None) -> list[dict[str, Any]]:
        """Return the numbers drawn as dictionaries, ready for a data frame."""
        chosen = language or _current()
        columns = [resolve(column, chosen, "light") for column in self.table.columns]
        return [
            dict(zip(columns, (resolve(cell, chosen, "light") for cell in row), strict=True))
            for row in self.table.rows
        ]

    @cached_property
    def _shown(self) -> Any:
        return self.to_plotly()

    def _repr_mimebundle_(self, *args: Any, **options: Any) -> Any:
        # Plotly knows every kind of notebook and what each can show.
        bundle = self._shown._repr_mimebundle_(*args, **options)
        if _MIMETYPE in bundle:
            bundle[_MIMETYPE]["config"] = CONFIG
        return bundle

    def _repr_html_(self) -> str:
        html: str = self._shown.to_html(full_html=False, config=CONFIG)
        return html

    def __repr__(self) -> str:
        return f"<Figure {self.id!r}: {pick(self.title)}, {len(self.table.rows)} rows>"


def _with_title(figure: Figure, layout: Mapping[str, Any]) -> dict[str, Any]:
    margin = {**TEMPLATE["layout"]["margin"], **layout.get("margin", {})}
    return {
        "title": {
            "text": Words(*(escaped(text) for text in figure.title)),
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "pad": {"t": 12, "l": 12},
        },
        "margin": {**margin, "t": margin["t"] + _TITLE_ROOM},
        "height": layout["height"] + _TITLE_ROOM,
    }


def _current() -> Language:
    return language()


def table(columns: Sequence[Words], rows: Sequence[Sequence[Cell]]) -> Table:
    """Return the numbers of a figure."""
    return Table(tuple(columns), tuple(tuple(row) for row in rows))
