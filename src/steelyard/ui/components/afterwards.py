"""What is said after the page was opened anew: a notice of before would be gone with it."""

from __future__ import annotations

import orjson
from nicegui import ui
from nicegui.element import Element

_KEPT = "sy-said"


class Afterwards(Element, component="afterwards.js"):
    """Stands in the shell and says what was left to be said, once."""

    def __init__(self) -> None:
        super().__init__()
        self._props["kept"] = _KEPT


def reload_saying(sentence: str) -> None:
    """Open the page anew and tell the visitor there that something was done."""
    kept, said = (orjson.dumps(one).decode() for one in (_KEPT, sentence))
    ui.run_javascript(f"sessionStorage.setItem({kept}, {said}); location.reload()")
