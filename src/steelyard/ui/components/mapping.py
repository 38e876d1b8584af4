"""Columns of a file, and for each the field that it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from nicegui.element import Element

from steelyard.i18n import t

MappingRow = tuple[str, str, str, str]  # column, examples, how full, field ("" for none)


class ColumnMapping(Element, component="mapping.js"):
    """A table with a choice in each row; `on_change` is called with a column and its field."""

    def __init__(
        self,
        rows: Sequence[MappingRow],
        fields: Sequence[tuple[str, str]],
        on_change: Callable[[str, str], Any],
    ) -> None:
        super().__init__()
        self._known = {value for value, _ in fields}
        self._rows = list(rows)
        self._change = on_change
        self._props["rows"] = [list(row) for row in rows]
        self._props["fields"] = [list(pair) for pair in fields]
        self._props["locked"] = False
        self._props["words"] = {
            "name": t("ui_data.mapping"),
            "column": t("ui_data.column"),
            "examples": t("ui_data.examples"),
            "filled": t("ui_data.filled"),
            "taken": t("ui_data.taken_as"),
        }
        self.on("change", lambda event: self._chosen(event.args))

    def _chosen(self, args: Any) -> Any:
        at, field = int(args[0]), str(args[1])
        if 0 <= at < len(self._rows) and field in self._known:
            return self._change(self._rows[at][0], field)
        return None
