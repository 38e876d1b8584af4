"""`DataTable`: dense rows from the server, opened by click or key, sorted by their headings.

Cells go to the browser by position, never as dictionaries with names from data, and are shown as
text nodes; see `data_table.js` for what each kind looks like.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from nicegui.element import Element
from nicegui.events import GenericEventArguments

Kind = Literal[
    "text", "number", "status", "interval", "badges", "progress", "link", "mono", "time", "spark"
]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: `name` is what sorting by it means to the page."""

    name: str
    label: str
    kind: Kind = "text"
    sortable: bool = False
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: what opening it means, and a cell for each column.

    A cell is a text, None, or for kind
    status: (text, tone, live); interval: (text, value, low, high); badges: [(text, tone), …];
    progress: (text, share); link: (text, path); time: ISO text, shown in the visitor's own zone;
    spark: scores in [0, 1], the oldest first.
    """

    key: str
    cells: Sequence[Any]
    depth: int = 0  # how far it is indented, in a tree


class DataTable(Element, component="data_table.js"):
    """Rows as given; the page decides what they are."""

    def __init__(
        self,
        name: str,
        columns: Sequence[Column],
        *,
        on_open: Callable[[str], Any] | None = None,
        on_sort: Callable[[str], Awaitable[None]] | None = None,
        on_choose: Callable[[list[str]], Any] | None = None,
    ) -> None:
        super().__init__()
        self._props["name"] = name
        self._props["columns"] = [asdict(column) for column in columns]
        self._props["rows"] = []
        self._props["sort"] = ""
        self._props["opens"] = on_open is not None
        self._props["chooses"] = on_choose is not None
        self._props["chosen"] = []
        for event, handler in (("open", on_open), ("sort", on_sort), ("choose", on_choose)):
            if handler is not None:
                self.on(event, _of_first(handler))

    def show(self, rows: Sequence[Row], *, sort: str = "") -> None:
        """Show these rows."""
        self._props["rows"] = [[row.key, list(row.cells), row.depth] for row in rows]
        self._props["sort"] = sort
        self.update()

    @property
    def shown(self) -> tuple[str, list[str], list[list[Any]]]:
        """What it is called, its headings and the cells that it shows now."""
        columns = [str(column["label"]) for column in self._props["columns"]]
        return self._props["name"], columns, [row[1] for row in self._props["rows"]]

    def focus_row(self, key: str) -> None:
        """Give a row the keyboard."""
        self.run_method("focusRow", key)

    def choose(self, keys: Sequence[str]) -> None:
        """Mark rows as chosen."""
        self._props["chosen"] = list(keys)
        self.update()


def _of_first(handler: Callable[..., Any]) -> Callable[[GenericEventArguments], Any]:
    return lambda event: handler(event.args)
