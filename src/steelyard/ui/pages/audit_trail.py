"""The audit trail as a list with filters, an entry beside it, and the check of its chain."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import orjson
from nicegui import ui

from steelyard.i18n import t
from steelyard.server.db.tables import AuditEntry
from steelyard.server.people import audit, trail
from steelyard.server.people.policy import Role
from steelyard.ui.components import (
    Column,
    Drawer,
    Listing,
    Nothing,
    Row,
    Slice,
    action,
    export_menu,
    facts,
    icon_action,
    label,
    moment,
    panel,
    raw,
    title,
)
from steelyard.ui.components.badge import Tone
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_PAGE_SIZE = 50
_KINDS = (
    "session", "user", "project", "member", "token", "dataset", "agent", "secret", "document",
    "task", "run", "settings",
)  # fmt: skip
_OUTCOMES: dict[str, Tone] = {"done": "good", "refused": "warn", "failed": "bad"}


async def show_trail(visit: Visit) -> None:
    """Show the trail of the visit's project, or all of it."""
    whole = visit.project is None
    entries: dict[str, AuditEntry] = {}
    with title(t("ui_system.audit" if whole else "ui_system.project_audit")):
        ui.element("div").classes("sy-grow")
        if whole:
            action(t("ui_system.check_chain"), lambda: _check(visit), icon="verified_user")
            export_menu([(kind.upper(), _export_path(visit.query, kind)) for kind in _FORMATS])
    drawer = Drawer(t("ui_system.audit"), lambda: None)

    def open_entry(key: str) -> None:
        place = drawer.open()
        place.clear()
        with place:
            _show_entry(entries[key], drawer)

    def find(session: Session, query: Mapping[str, str], cursor: str | None) -> Slice:
        found, following = trail.search_trail(session, _sought(visit, query, cursor), _PAGE_SIZE)
        entries.update({str(one.id): one for one in found})
        return Slice([_row(one) for one in found], None if following is None else str(following))

    with panel(flush=True):
        listing = Listing(
            t("ui_system.audit"),
            [
                Column("when", t("ui_system.when"), "time"),
                Column("who", t("ui_system.who")),
                Column("action", t("ui_system.action"), "mono"),
                Column("subject", t("ui_system.subject")),
                Column("outcome", t("ui_system.outcome"), "status"),
                Column("address", t("ui_system.address"), "mono"),
            ],
            lambda query, cursor: visit.ask(lambda session, _: find(session, query, cursor)),
            query=visit.query,
            nothing=Nothing(t("ui_system.no_entries")),
            on_open=open_entry,
            filters={
                "kind": {kind: t(f"ui_system.kind_{kind}") for kind in _KINDS},
                "outcome": {one: t(f"ui_system.outcome_{one}") for one in _OUTCOMES},
            },
        )
        with listing.toolbar:
            _day(listing, visit, "since", t("ui_system.from_day"))
            _day(listing, visit, "until", t("ui_system.to_day"))
    await listing.refresh()


_FORMATS = ("csv", "jsonl")


def _day(listing: Listing, visit: Visit, name: str, words: str) -> None:
    box = ui.input(words, value=visit.query.get(name, "")).props("type=date stack-label")
    box.on_value_change(lambda event: listing.set(**{name: event.value or ""}))


def _sought(visit: Visit, query: Mapping[str, str], cursor: str | None) -> trail.Sought:
    until = _moment(query.get("until", ""))
    return trail.Sought(
        project_id=visit.project_id,
        text=query.get("text", "")[:200],
        kind=query.get("kind", ""),
        outcome=query.get("outcome", ""),
        since=_moment(query.get("since", "")),
        until=None if until is None else until + timedelta(days=1),
        before_id=int(cursor) if cursor and cursor.isdecimal() else None,
    )


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC) if text else None
    except ValueError:
        return None


def _export_path(query: Mapping[str, str], kind: str) -> str:
    given: dict[str, str] = {"to": kind}
    if query.get("outcome") in _OUTCOMES:
        given["outcome"] = query["outcome"]
    if query.get("kind") in _KINDS:
        given["action"] = f"{query['kind']}."
    return f"/api/v1/audit/export?{urlencode(given)}"


def _row(one: AuditEntry) -> Row:
    tone = _OUTCOMES.get(one.outcome, "idle")
    word = t(f"ui_system.outcome_{one.outcome}") if one.outcome in _OUTCOMES else one.outcome
    return Row(
        str(one.id),
        [
            one.at.isoformat(),
            one.user_name,
            one.action,
            one.object_name,
            (word, tone, False),
            one.address,
        ],
    )


def _show_entry(one: AuditEntry, drawer: Drawer) -> None:
    with title(t("ui_system.entry", n=one.id)):
        ui.element("div").classes("sy-grow")
        icon_action(t("ui.close"), "close", drawer.close)
    moment(one.at)
    pairs: list[tuple[str, str | None]] = [
        (t("ui_system.who"), one.user_name),
        (t("ui_system.action"), one.action),
        (t("ui_system.subject"), one.object_name),
        (t("ui_system.outcome"), one.outcome),
        (t("ui_system.address"), one.address),
        (t("ui_system.request"), one.request_id),
        (t("ui_system.by_token"), one.token_id),
    ]
    facts((name, text) for name, text in pairs if text)
    with ui.element("div").classes("sy-pair"):
        for key, content in (("before", one.before), ("after", one.after)):
            if content is not None:
                with ui.element("div").classes("sy-column"):
                    label(t(f"ui_system.{key}"), tag="h2")
                    raw(_text(content))


def _text(content: Any) -> str:
    return orjson.dumps(content, option=orjson.OPT_INDENT_2, default=str).decode()


async def _check(visit: Visit) -> None:
    await visit.act(Role.ADMIN, lambda _session, _actor: None)
    broken = await visit.ask(lambda session, _: audit.broken_at(session))
    if broken is None:
        ui.notify(t("ui_system.chain_whole"), type="positive")
    else:
        ui.notify(
            t("ui_system.chain_broken", n=broken),
            type="negative",
            timeout=0,
            close_button=t("ui.close"),
        )
