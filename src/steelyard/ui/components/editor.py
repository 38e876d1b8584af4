"""`editor`: a text with the colours of its language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from nicegui import ui

from steelyard.ui.visitor import visitor

# The library names no field; who cannot see it hears what it is by this.
# It is there only some time after its place, on a slow machine much later: look until it is.
_NAME_IT = (
    "(function look(left) {"
    "const all = [...document.querySelectorAll('[data-editor]')];"
    "const fields = all.map((one) => one.querySelector('.cm-content'));"
    "fields.forEach((one, n) => {"
    "  if (!one) return;"
    "  one.setAttribute('aria-label', all[n].dataset.editor);"
    "  one.closest('.cm-scroller').tabIndex = 0;"  # it scrolls: also by the keyboard
    "});"
    "if (left && (!all.length || fields.includes(null))) setTimeout(look, 250, left - 1);"
    "})(240)"
)


def editor(
    text: str, name: str, on_change: Callable[[str], Any], *, language: Literal["YAML", "SQL"]
) -> ui.codemirror:
    """Show an editor; `on_change` hears the whole text."""
    shown = ui.codemirror(
        text,
        language=language,
        theme="vscodeDark" if visitor().theme == "dark" else "vscodeLight",
        indent="  ",
        line_wrapping=True,
        on_change=lambda event: on_change(event.value),
    ).classes("sy-editor")
    shown.props["data-editor"] = name
    # The library would indent with Tab, and who has no mouse could not leave: it never sees it.
    shown.on("keydown.tab.capture", js_handler="(event) => event.stopPropagation()")
    ui.timer(0.1, lambda: ui.run_javascript(_NAME_IT), once=True)
    return shown
