"""`Listing`: a table over a query of the service: searched, filtered and paged there.

What is searched for stands in the address, so a link shows the same list.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nicegui import ui

from steelyard.i18n import t
from steelyard.ui.address import replace_query
from steelyard.ui.components.buttons import action, icon_action
from steelyard.ui.components.download import save_csv
from steelyard.ui.components.empty import empty
from steelyard.ui.components.layout import row
from steelyard.ui.components.table import Column, DataTable, Row
from steelyard.ui.components.text import label

_MOST_SAVED = 1_000  # rows that are asked for at once
Find = Callable[[Mapping[str, str], str | None], Awaitable["Slice"]]


@dataclass(frozen=True, slots=True)
class Slice:
    """A page of rows; `cursor` is None at the end, `total` when nobody counted."""

    rows: Sequence[Row]
    cursor: str | None = None
    total: int | None = None

    @classmethod
    def counted(cls, rows: Sequence[Row], skip: int, total: int) -> Slice:
        """Return the rows after the first `skip` of so many; the cursor is how many were shown."""
        beyond = skip + len(rows)
        return cls(rows, str(beyond) if beyond < total else None, total)


@dataclass(frozen=True, slots=True)
class Nothing:
    """What an empty list says, and where to go from there."""

    sentence: str
    then: Sequence[tuple[str, str]] = ()


class Listing:
    """Filters above, the table, the pager below."""

    def __init__(
        self,
        name: str,
        columns: Sequence[Column],
        find: Find,
        *,
        query: Mapping[str, str],
        nothing: Nothing,
        on_open: Callable[[str], Any] | None = None,
        on_choose: Callable[[list[str]], Any] | None = None,
        filters: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        """Build it; `filters` are a name to its choices (value to words)."""
        self._find = find
        self._name, self._columns = name, columns
        self._query = dict(query)
        self._before: list[str | None] = []
        self._at: str | None = None
        self._nothing = nothing
        with ui.element("div").classes("sy-toolbar sy-filters") as self.toolbar:
            self._search()
            for field, choices in (filters or {}).items():
                self._filter(field, choices)
        self.table = DataTable(
            name, columns, on_open=on_open, on_sort=self._sort, on_choose=on_choose
        )
        self._empty = ui.element("div").classes("sy-nothing")
        with ui.element("div").classes("sy-pager") as self._pager:
            self._count = label("")
            ui.element("div").classes("sy-grow")
            icon_action(t("ui.save_csv"), "download", self._save)
            with row() as self._turning:
                self._newer = action(t("ui.back"), self._back, weight="plain")
                self._older = action(t("ui.further"), self._further, weight="plain")
        self._next: str | None = None

    @property
    def query(self) -> Mapping[str, str]:
        """What is looked for now, as the address says it."""
        return dict(self._query)

    async def refresh(self) -> None:
        """Ask for the page again and show it."""
        found = await self._find(self._query, self._at)
        self._next = found.cursor
        self.table.show(found.rows, sort=self._query.get("sort", ""))
        self.table.set_visibility(bool(found.rows))
        several = bool(self._before) or found.cursor is not None
        self._pager.set_visibility(several or bool(found.rows))
        self._turning.set_visibility(several)
        self._newer.set_enabled(bool(self._before))
        self._older.set_enabled(found.cursor is not None)
        self._show_count(len(found.rows) if found.total is None and not several else found.total)
        self._empty.clear()
        if not found.rows:
            with self._empty:
                narrowed = any(v for k, v in self._query.items() if k != "sort")
                shown = Nothing(t("ui.nothing_found")) if narrowed else self._nothing
                empty(shown.sentence, shown.then)

    def _show_count(self, total: int | None) -> None:
        self._count.clear()
        if total is not None:
            with self._count:
                one = total == 1
                ui.label(t("ui.row_found") if one else t("ui.rows_found", n=f"{total:,}"))

    def _search(self) -> None:
        box = ui.input(placeholder=t("ui.search"), value=self._query.get("text", ""))
        box.props("clearable debounce=300 type=search")
        box.props["aria-label"] = t("ui.search")
        box.on_value_change(lambda event: self.set(text=event.value or ""))

    def _filter(self, field: str, choices: Mapping[str, str]) -> None:
        options = {"": t("ui.all"), **choices}
        given = self._query.get(field, "")
        chosen = ui.select(options, value=given if given in options else "", label=t(f"ui.{field}"))
        chosen.on_value_change(lambda event: self.set(**{field: event.value or ""}))

    async def set(self, **fields: str) -> None:
        """Change what is looked for and show it from the beginning."""
        self._query |= fields
        self._before, self._at = [], None
        replace_query(self._query)
        await self.refresh()

    async def _sort(self, name: str) -> None:
        now = self._query.get("sort", "")
        await self.set(sort=f"-{name}" if now == name else name)

    async def _save(self) -> None:
        """Save what is found, page by page; of very much, the beginning."""
        rows: list[Row] = []
        cursor: str | None = None
        while len(rows) < _MOST_SAVED:
            found = await self._find(self._query, cursor)
            rows += found.rows
            cursor = found.cursor
            if cursor is None:
                break
        save_csv(self._name, [one.label for one in self._columns], [row.cells for row in rows])
        if cursor is not None:
            ui.notify(t("ui.saved_some", n=f"{len(rows):,}"))
        await self.refresh()  # the page may know its rows by what was asked for last

    async def _further(self) -> None:
        self._before.append(self._at)
        self._at = self._next
        await self.refresh()

    async def _back(self) -> None:
        self._at = self._before.pop()
        await self.refresh()
