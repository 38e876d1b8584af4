"""The documents of one kind as a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.library import papers
from steelyard.ui.components import Column, Listing, Nothing, Row, Slice
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_PAGE_SIZE = 50


async def show_shelf(
    visit: Visit,
    kind: str,
    name: str,
    there: Sequence[str],
    nothing: Nothing,
) -> None:
    """List documents; `there` are the parts of the address below which each one is."""
    listing = Listing(
        name,
        [
            Column("name", t("ui.name")),
            Column("version", t("ui_papers.version"), "badges"),
            Column("changed", t("ui_papers.changed"), "time"),
            Column("description", t("ui.description")),
        ],
        lambda query, cursor: visit.ask(lambda s, _: _find(s, visit, kind, query, cursor)),
        query=visit.query,
        nothing=nothing,
        on_open=lambda id_: ui.navigate.to(visit.url(*there, id_)),
        filters={"shelf": {"": t("ui.in_use"), "archived": t("ui_data.show_archived")}},
    )
    await listing.refresh()


def version_badges(newest: int | None, *, pending: bool) -> list[tuple[str, str]]:
    """Return which version is published, and whether the draft says something else."""
    if newest is None:
        return [(t("ui_papers.draft"), "warn")]
    published = (t("ui_papers.version_n", n=newest), "good")
    return [published, (t("ui_papers.pending"), "warn")] if pending else [published]


def _find(
    session: Session, visit: Visit, kind: str, query: Mapping[str, str], cursor: str | None
) -> Slice:
    found, following = papers.list_documents(
        session,
        visit.here.id,
        kind,
        text=query.get("text", ""),
        archived=query.get("shelf") == "archived",
        after=cursor,
        limit=_PAGE_SIZE,
    )
    return Slice([_row(one) for one in found], following)


def _row(one: papers.DocumentSeen) -> Row:
    return Row(
        one.document.id,
        [
            one.document.name,
            version_badges(one.newest, pending=one.pending),
            one.changed.isoformat(),
            one.document.description or None,
        ],
    )
