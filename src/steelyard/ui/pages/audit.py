"""Audit trail 审计日志: of the whole service."""

from __future__ import annotations

from steelyard.server.people.policy import Role
from steelyard.ui.page import Page
from steelyard.ui.pages.audit_trail import show_trail
from steelyard.ui.visit import Visit


async def build(visit: Visit) -> None:
    """Show the trail."""
    await show_trail(visit)


PAGE = Page(
    "/system/audit", "ui_system.audit", build, role=Role.ADMIN, icon="history", group="system"
)
