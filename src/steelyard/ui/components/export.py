"""`export_menu`: what can be taken along, behind one button."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui

from steelyard.i18n import t
from steelyard.ui.components.buttons import action


def export_menu(choices: Sequence[tuple[str, str]]) -> ui.button:
    """Show a button that offers downloads: what it is, and its path on this service."""
    with action(t("ui.export"), None, icon="download") as shown, ui.menu():
        for text, path in choices:
            ui.menu_item(text, lambda path=path: ui.download.from_url(path))
    return shown
