"""Things to take away: files of the API, and tables as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from nicegui import ui
from nicegui.element import Element

from steelyard.i18n import t
from steelyard.ui.components.buttons import icon_action
from steelyard.ui.components.table import DataTable
from steelyard.ui.components.text import link

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def download_link(text: str, path: str) -> Element:
    """Show a link that saves a file of this service."""
    shown = link(text, path, "sy-press")
    shown.props["download"] = ""  # left to the browser, not to the pages
    return shown


def csv_action(file_name: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> Element:
    """Show a button that saves these rows as CSV."""
    return icon_action(t("ui.save_csv"), "download", lambda: save_csv(file_name, columns, rows))


def table_action(table: DataTable) -> Element:
    """Show a button that saves what a table shows at that moment as CSV."""
    return icon_action(t("ui.save_csv"), "download", lambda: save_csv(*table.shown))


def save_csv(file_name: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Let the browser save these rows as CSV."""
    ui.download.content(csv_bytes(columns, rows), f"{file_name}.csv", "text/csv")


def csv_bytes(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    """Return a table as CSV that spreadsheets read as text, in UTF-8 with its mark."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(value) for value in row])
    return b"\xef\xbb\xbf" + text.getvalue().encode()


def _cell(value: Any) -> str:
    if isinstance(value, tuple):
        value = value[0]
    if isinstance(value, list):
        value = ", ".join(str(one[0] if isinstance(one, tuple) else one) for one in value)
    text = "" if value is None else str(value)
    # A spreadsheet would run a cell that begins like a formula.
    return f"'{text}" if text.startswith(_FORMULA) else text
