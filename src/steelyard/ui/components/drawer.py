"""`Drawer`: one thing of a list, beside the list; Escape closes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui
from nicegui.element import Element

# In a field or a table, arrows are for that.
_ARROWS = (
    "(event) => { if (event.target.closest('input, textarea, select, table')) return;"
    " event.preventDefault(); emit(event.key === 'ArrowDown' ? 1 : -1); }"
)


class Drawer:
    """Hidden until something is shown in it; with `on_step`, arrows go to what is beside it."""

    def __init__(
        self,
        name: str,
        on_close: Callable[[], Any],
        on_step: Callable[[int], Any] | None = None,
    ) -> None:
        self._on_close = on_close
        self._frame = ui.element("aside").classes("sy-drawer").props('tabindex="-1" role="dialog"')
        self._frame.props["aria-label"] = name
        self._frame.on("keydown.escape", self.close)
        if on_step is not None:
            for key in ("down", "up"):
                self._frame.on(f"keydown.{key}", lambda e: on_step(e.args), js_handler=_ARROWS)
        self._frame.set_visibility(False)

    def open(self) -> Element:
        """Show it from its beginning, and return the place to fill."""
        self._frame.set_visibility(True)
        self._frame.run_method("focus")
        self._frame.run_method("scrollTo", 0, 0)
        return self._frame

    def close(self) -> None:
        """Hide it."""
        self._frame.set_visibility(False)
        self._frame.clear()
        self._on_close()
