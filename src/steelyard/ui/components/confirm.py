"""`confirm`: ask before something that cannot be taken back."""

from __future__ import annotations

from nicegui import ui

from steelyard.i18n import t
from steelyard.ui.components.buttons import action
from steelyard.ui.components.layout import row
from steelyard.ui.components.text import label


async def confirm(question: str, consequence: str, verb: str, *, danger: bool = True) -> bool:
    """Return whether the visitor wants it; closing the dialog is a no."""
    with ui.dialog() as dialog, ui.element("div").classes("sy-dialog"):
        label(question, tag="h2")
        label(consequence, "sy-quiet", tag="p")
        with row():
            ui.element("div").classes("sy-grow")
            action(t("ui.keep"), lambda: dialog.submit(False))
            weight = "danger" if danger else "primary"
            action(verb, lambda: dialog.submit(True), weight=weight)  # type: ignore[arg-type]
    answer = await dialog
    if not dialog.is_deleted:  # as it is when the visitor went elsewhere
        dialog.delete()
    return bool(answer)
