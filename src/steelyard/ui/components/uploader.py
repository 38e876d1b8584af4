"""A place to drop a file on; it is sent by the browser itself, past the page's socket."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui.element import Element

from steelyard.i18n import t
from steelyard.report.numbers import size_text


class Uploader(Element, component="uploader.js"):
    """Takes one file to the address `to`; `on_sent` is called with its name and size."""

    def __init__(
        self, to: str, on_sent: Callable[[str, int], Any], *, accept: str, most: int, hint: str
    ) -> None:
        super().__init__()
        self._props["to"] = to
        self._props["accept"] = accept
        self._props["most"] = most
        self._props["words"] = {
            "name": t("ui_data.upload"),
            "drop": t("ui_data.drop"),
            "choose": t("ui_data.choose_file"),
            "hint": hint,
            "large": t("ui_data.too_large", most=size_text(most)),
            "lost": t("ui_data.connection_lost"),
            "stop": t("ui_data.stop_upload"),
            "reading": t("ui_data.reading_file"),
        }
        self.on("sent", lambda event: on_sent(str(event.args[0]), int(event.args[1])))

    def reset(self, problem: str = "") -> None:
        """Wait for a file again, saying what was wrong with the last one."""
        self.run_method("reset", problem)
