"""Who is asking: a cookie or a token, and the guard against requests forged by other sites."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from steelyard.api.session import settings_of
from steelyard.i18n import t
from steelyard.server.db.tables import Project
from steelyard.server.errors import UnauthenticatedError
from steelyard.server.people import audit, sign_ins, tokens
from steelyard.server.people.edge import address_of
from steelyard.server.people.policy import Actor, ForbiddenError, Role
from steelyard.server.people.throttle import place

if TYPE_CHECKING:
    from fastapi import Request
    from sqlalchemy.orm import Session

    from steelyard.server.db import Database
    from steelyard.server.db.tables import SignIn

CSRF = "x-csrf-token"
_REFUSALS = 10  # of tokens that are written down in one minute, by place
SAFE = ("GET", "HEAD", "OPTIONS")


def who(request: Request) -> Actor | None:
    """Return who is asking; None when nobody says.

    Raises:
        UnauthenticatedError: what was sent is not good (any more).
        ForbiddenError: a page of another site may have sent this.
    """
    facts = _facts(request)
    authorization = request.headers.get("authorization")
    if authorization is not None:
        return _by_token(request, authorization, facts)
    cookie = request.cookies.get(sign_ins.COOKIE)
    return None if cookie is None else _by_cookie(request, cookie, facts)


def nobody(request: Request) -> Actor:
    """Return someone who has not said who they are, for the audit trail."""
    return Actor(None, "–", **_facts(request))


def right_to_see(request: Request, project: str) -> Callable[[Session], bool]:
    """Return what tells whether who asks now may still see a project, for streams that last.

    The right also ends when the project is archived meanwhile: whoever listens comes back and finds
    what there is.
    """
    _, _, text = request.headers.get("authorization", "").partition(" ")
    cookie = request.cookies.get(sign_ins.COOKIE, "")
    before: set[bool] = set()  # whether it was archived at the first look

    def may(session: Session) -> bool:
        if text:
            by_token = tokens.actor_with(session, text.strip())
            actor = None if by_token is None else by_token[0]
        else:
            signed_in = sign_ins.signed_in(session, cookie)
            actor = None if signed_in is None else signed_in[0]
        found = session.get(Project, project)
        if actor is None or found is None or not actor.may(Role.VIEWER, project):
            return False
        archived = found.archived_at is not None
        before.update([] if before else [archived])
        return not archived or archived in before

    return may


def _facts(request: Request) -> dict[str, Any]:
    address = address_of(request, request.app.state.settings)
    return {"address": address, "request_id": request.state.request_id}


def _by_token(request: Request, authorization: str, facts: dict[str, str | None]) -> Actor:
    kind, _, text = authorization.partition(" ")
    database: Database = request.app.state.database
    found = None
    if kind.lower() == "bearer":
        with database.reading() as session:
            found = tokens.actor_with(session, text.strip(), **facts)
    if found is None:
        _write_down_token(request, text.strip())
        raise UnauthenticatedError(t("api.bad_token"))
    actor, stale = found
    # Of a crowd that comes at once, one writes it down.
    if stale and request.app.state.rates.is_first(actor.token_id):
        with database.transaction() as session:
            tokens.touch(session, str(actor.token_id))
    return actor


def _write_down_token(request: Request, text: str) -> None:
    """Write into the audit trail that a token was refused; a flood of them only in part."""
    actor = nobody(request)
    if not request.app.state.rates.is_among_first(f"token {place(actor.address)}", _REFUSALS):
        return
    with request.app.state.database.transaction() as session:
        known = tokens.find_token(session, text)
        subject = None if known is None else tokens.subject_of(known)
        audit.record(session, actor, "token.use", subject, outcome="refused")


def _by_cookie(request: Request, cookie: str, facts: dict[str, str | None]) -> Actor | None:
    database: Database = request.app.state.database
    with database.reading() as session:
        found = sign_ins.signed_in(session, cookie, **facts)
    if found is None:
        return None
    actor, sign_in = found
    if request.method not in SAFE:
        _refuse_forged(request, sign_in)
    if sign_ins.is_stale(sign_in) and request.app.state.rates.is_first(sign_in.hash):
        with database.transaction() as session:
            sign_ins.touch(session, settings_of(request), sign_in)
    return replace(actor, sign_in=sign_in.hash)


def _refuse_forged(request: Request, sign_in: SignIn) -> None:
    site = request.headers.get("sec-fetch-site", "same-origin")
    if site not in ("same-origin", "none") or not sign_ins.has_csrf(
        sign_in, request.headers.get(CSRF)
    ):
        raise ForbiddenError(t("api.forged", header="X-CSRF-Token"))
