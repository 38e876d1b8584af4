"""Audit trail 审计日志: of one project, for its managers."""

from __future__ import annotations

from steelyard.server.people.policy import Role
from steelyard.ui.page import Page
from steelyard.ui.pages.audit_trail import show_trail
from steelyard.ui.visit import Visit


async def build(visit: Visit) -> None:
    """Show the trail."""
    await show_trail(visit)


PAGE = Page(
    "/p/{project}/audit",
    "ui_system.project_audit",
    build,
    role=Role.MANAGER,
    icon="history",
    group="system",
)
