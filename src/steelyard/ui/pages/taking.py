"""Taking along what was made of several runs."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.people import audit
from steelyard.server.tasks.taken_along import FORMATS, write_content
from steelyard.ui.components import action
from steelyard.ui.visit import Visit


def take_along(visit: Visit, content: Any, name: str) -> None:
    """Show a button that offers the whole analysis as files."""
    subject = audit.Subject(None, name, visit.project_id)

    async def take(kind: str) -> None:
        ending, made = await visit.work(visit.role, lambda: write_content(content, kind))
        await visit.act(
            visit.role,
            lambda session, actor: audit.record(
                session, actor, "analysis.export", subject, after={"format": kind}
            ),
        )
        ui.download.content(made, f"{name}.{ending}")

    with action(t("ui.export"), None, icon="download"), ui.menu():
        for kind in FORMATS:
            ui.menu_item(t(f"ui_runs.format_{kind}"), lambda kind=kind: take(kind))
