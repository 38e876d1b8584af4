"""A case that one run passed and the other failed: what both said, side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui

from steelyard.analysis.comparison import Flip, Side
from steelyard.i18n import t
from steelyard.report.numbers import value_text
from steelyard.server.tasks.analyses import run_of_path
from steelyard.ui.components import (
    badge,
    compare_texts,
    diff_view,
    facts,
    icon_action,
    label,
    raw,
    row,
)
from steelyard.ui.pages.choosing import case_links
from steelyard.ui.visit import Visit

_NAME = 60


async def show_flip(
    visit: Visit, sides: tuple[Side, Side], flip: Flip, close: Callable[[], Any]
) -> None:
    """Fill the drawer with one case."""
    base, new = sides
    said = [flip.base_output or flip.base_error or "", flip.new_output or flip.new_error or ""]
    found = await visit.work(visit.role, lambda: compare_texts(*said))
    with row():
        label(flip.case_id, "sy-mono sy-clip", tag="h2")
        broken = flip.change == "broken"
        badge(t(f"tables.{flip.change}"), "bad" if broken else "good")
        ui.element("div").classes("sy-grow")
        icon_action(t("ui.close"), "close", close)
    case_links(
        visit,
        flip.case_id,
        [(base.label, run_of_path(base.path)), (new.label, run_of_path(new.path))],
    )
    named = [(t("ui.scene"), flip.scene), (t("ui.domain"), flip.domain)]
    facts((name, text) for name, text in named if text)
    label(t("report.input"), "sy-strong", tag="h3")
    raw(flip.input, "sy-text sy-text-short")
    if flip.expected:
        label(t("report.expected"), "sy-strong", tag="h3")
        raw(flip.expected, "sy-text sy-text-short")
    label(t("ui_analysis.answers"), "sy-strong", tag="h3")
    names = (
        f"{base.label[:_NAME]} · {value_text(flip.base_passed, '%')}",
        f"{new.label[:_NAME]} · {value_text(flip.new_passed, '%')}",
    )
    diff_view(names, found)
    if flip.cut:
        label(t("ui_analysis.cut"), "sy-quiet sy-small", tag="p")
