"""API tokens: shown once, kept as a hash, no wider than their owner."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, bindparam, or_, select, update
from sqlalchemy.orm import Session

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.db.base import now
from steelyard.server.db.tables import Member, Token, User
from steelyard.server.errors import NotFoundError
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor, ForbiddenError, Role, require
from steelyard.server.people.sign_ins import hashed

PREFIX = "syt_"
_TOUCH = timedelta(minutes=1)


def _actor_query() -> Select[Any]:
    """Return the question that every request with a token asks: once, and of plain columns."""
    token, user, member = (one.__table__.c for one in (Token, User, Member))
    return (
        select(token.id, token.user_id, token.role, token.project_id, token.used_at)
        .add_columns(user.name, user.is_admin)
        .add_columns(member.project_id.label("member_of"), member.role.label("member_role"))
        .join_from(Token.__table__, User.__table__, user.id == token.user_id)
        .outerjoin(Member.__table__, member.user_id == user.id)
        .where(token.hash == bindparam("hash"), token.revoked_at.is_(None))
        .where(or_(token.expires_at.is_(None), token.expires_at > bindparam("moment")))
        .where(user.disabled_at.is_(None))
    )


_ACTOR = _actor_query()


def create_token(
    session: Session,
    actor: Actor,
    name: str,
    *,
    role: Role = Role.EVALUATOR,
    project_id: str | None = None,
    expires_at: datetime | None = None,
) -> tuple[Token, str]:
    """Return a new token of the actor's, and the text that is shown this once."""
    if actor.token_id is not None:
        raise ForbiddenError(t("people.token_by_token"))
    if expires_at is not None and expires_at <= now():
        raise InputError(t("people.token_expired"))
    if project_id is not None or not actor.is_admin:
        # A token for everything its owner has may be made by anyone, narrower than they are.
        if project_id is not None:
            require(actor, Role.VIEWER, project_id)
        elif role is Role.ADMIN:
            require(actor, Role.ADMIN, None)
    assert actor.user_id is not None
    text = PREFIX + secrets.token_urlsafe(32)
    token = Token(
        user_id=actor.user_id,
        name=name,
        hash=hashed(text),
        shown=text[: len(PREFIX) + 6],
        role=role.word,
        project_id=project_id,
        expires_at=expires_at,
    )
    session.add(token)
    session.flush()
    facts = {"role": role.word, "expires_at": expires_at and expires_at.isoformat()}
    audit.record(session, actor, "token.create", subject_of(token), after=facts)
    return token, text


def actor_with(session: Session, text: str, **facts: str | None) -> tuple[Actor, bool] | None:
    """Return who a token speaks for; None when it is unknown, revoked or past its time.

    With it comes whether its last use is not known exactly enough any more.
    """
    moment = now()
    rows = session.execute(_ACTOR, {"hash": hashed(text), "moment": moment}).all()
    if not rows:
        return None
    found = rows[0]
    actor = Actor(
        found.user_id,
        found.name,
        is_admin=found.is_admin,
        roles={row.member_of: Role.of(row.member_role) for row in rows if row.member_of},
        limit=Role.of(found.role),
        only_project=found.project_id,
        token_id=found.id,
        **facts,
    )
    return actor, found.used_at is None or moment - found.used_at > _TOUCH


def find_token(session: Session, text: str) -> Token | None:
    """Return the token of a text, also one that is revoked or past its time."""
    return session.scalar(select(Token).where(Token.hash == hashed(text)))


def touch(session: Session, token_id: str) -> None:
    """Write down that a token was used."""
    session.execute(update(Token).where(Token.id == token_id).values(used_at=now()))


def revoke_token(session: Session, actor: Actor, token_id: str) -> None:
    """End a token: one's own, or anyone's for an administrator."""
    token = session.get(Token, token_id)
    if token is None or not _may_end(actor, token):
        raise NotFoundError(t("people.no_token", id=token_id))
    if token.revoked_at is None:
        token.revoked_at = now()
        audit.record(session, actor, "token.revoke", subject_of(token))


def tokens_of(session: Session, actor: Actor) -> list[Token]:
    """Return the actor's own tokens; a token knows only of itself."""
    query = select(Token).where(Token.user_id == actor.user_id).order_by(Token.id)
    return [one for one in session.scalars(query) if actor.token_id in (None, one.id)]


def live_tokens(session: Session, user_id: str) -> tuple[Token, ...]:
    """Return the tokens of an account that are not revoked, the newest first."""
    query = select(Token).where(Token.user_id == user_id, Token.revoked_at.is_(None))
    return tuple(session.scalars(query.order_by(Token.id.desc())))


def _may_end(actor: Actor, token: Token) -> bool:
    own = token.user_id == actor.user_id and actor.token_id in (None, token.id)
    return own or actor.may(Role.ADMIN, None)


def subject_of(token: Token) -> audit.Subject:
    """Return a token as the audit trail names it; never its text."""
    return audit.Subject(token.id, token.name, token.project_id)
