"""`Keeper`: the draft of a document, saved as it is written, never over somebody else's."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.errors import StaleError
from steelyard.server.library import documents
from steelyard.server.library.papers import DocumentRead
from steelyard.server.people.policy import Actor, Role
from steelyard.ui.components import badge, label
from steelyard.ui.pages.papers.shelf import version_badges
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


class Keeper:
    """Says beside the title which version is published, and when the draft was kept last."""

    def __init__(self, visit: Visit, found: DocumentRead) -> None:
        self._visit, self._id = visit, found.document.id
        self._known = found.draft.sha256
        self._newest = found.versions[-1] if found.versions else None
        self._badges = ui.element("div").classes("sy-row")
        self._show_version()
        if found.document.archived_at is not None:
            badge(t("ui_papers.archived"), "warn")
        self._said = label("", "sy-quiet sy-small")
        self._said.props["aria-live"] = "polite"

    @property
    def is_gone(self) -> bool:
        """Whether the visitor left the page."""
        return self._said.is_deleted

    async def keep(self, text: str) -> None:
        """Save the draft, unless somebody else did since it was read."""
        visit, known = self._visit, self._known
        if hashlib.sha256(text.encode()).hexdigest() == known:
            return

        def save(session: Session, actor: Actor) -> str:
            document = documents.find_document(session, visit.here.id, self._id)
            return documents.save_draft(session, actor, document, text, known=known).sha256

        try:
            self._known = await visit.act(Role.EVALUATOR, save)
        except StaleError:
            self._say(t("ui_papers.stale"))
            return
        self._show_version()
        self._say(t("ui_papers.kept", at=f"{datetime.now(UTC):%H:%M:%S} UTC"))

    def _show_version(self) -> None:
        if self._badges.is_deleted:
            return
        newest = self._newest
        pending = newest is None or newest.sha256 != self._known
        self._badges.clear()
        with self._badges:
            number = None if newest is None else newest.number
            for text, tone in version_badges(number, pending=pending):
                badge(text, "good" if tone == "good" else "warn")

    def _say(self, sentence: str) -> None:
        if self.is_gone:
            return
        self._said.clear()
        with self._said:
            ui.label(sentence)
