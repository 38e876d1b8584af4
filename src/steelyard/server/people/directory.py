"""Accounts as administrators see them, and what somebody sees of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from steelyard.i18n import t
from steelyard.server.db.pieces import page
from steelyard.server.db.tables import Member, Project, Token, User
from steelyard.server.errors import NotFoundError, UnauthenticatedError
from steelyard.server.people import accounts, audit, lockout, sign_ins, throttle, tokens
from steelyard.server.people.passwords import matches
from steelyard.server.people.policy import Actor
from steelyard.server.settings import Settings

_TRIES_PER_MINUTE = 10


@dataclass(frozen=True, slots=True)
class UserSeen:
    """An account with its roles, by the name of the project."""

    user: User
    roles: Mapping[str, str]
    tokens: tuple[Token, ...]
    sessions: int
    locked: bool


def list_users(
    session: Session,
    settings: Settings,
    *,
    text: str = "",
    state: str = "",
    after: str | None = None,
    limit: int = 50,
) -> tuple[list[User], str | None]:
    """Return accounts by login, and where the list goes on.

    Args:
        session: of the catalogue.
        settings: of the service.
        text: that login, name or address hold.
        state: active, disabled, locked or admin; empty for all.
        after: login of the last one before.
        limit: most accounts.
    """
    query = select(User)
    if text:
        columns = (User.login, User.name, User.email)
        query = query.where(or_(*(one.icontains(text, autoescape=True) for one in columns)))
    if state == "active":
        query = query.where(User.disabled_at.is_(None))
    elif state == "disabled":
        query = query.where(User.disabled_at.is_not(None))
    elif state == "locked":
        query = query.where(User.id.in_([user.id for user in locked_users(session, settings)]))
    elif state == "admin":
        query = query.where(User.is_admin)
    return page(session, query, User.login, after, limit)


def see_user(session: Session, settings: Settings, user_id: str) -> UserSeen:
    """Return an account with what it has."""
    user = accounts.find_user(session, user_id)
    rows = session.execute(
        select(Project.name, Member.role)
        .join(Member, Member.project_id == Project.id)
        .where(Member.user_id == user.id)
        .order_by(Project.name)
    )
    roles = {row[0]: row[1] for row in rows}
    locked = bool(lockout.locked_among(session, settings, [user.login]))
    sessions = len(sign_ins.sign_ins_of(session, user.id))
    return UserSeen(user, roles, tokens.live_tokens(session, user.id), sessions, locked)


def find_by_login(session: Session, login: str) -> User:
    """Return the account of a login.

    Raises:
        NotFoundError: there is none.
    """
    user = session.scalar(select(User).where(User.login == login.strip().casefold()))
    if user is None:
        raise NotFoundError(t("people.no_user", id=login[:100]))
    return user


def unlock_user(session: Session, actor: Actor, user: User) -> None:
    """Let an account try again at once, from everywhere."""
    lockout.forget_wrong(session, user.login)
    audit.record(session, actor, "user.unlock", audit.Subject(user.id, user.login))


def locked_users(session: Session, settings: Settings) -> list[User]:
    """Return the accounts that too many wrong passwords keep out somewhere, for now."""
    users = {user.login: user for user in session.scalars(select(User).order_by(User.login))}
    locked = lockout.locked_among(session, settings, users)
    return [user for login, user in users.items() if login in locked]


def has_own_password(session: Session, actor: Actor, password: str) -> bool:
    """Whether this is one's password; wrong tries are written down and counted.

    Raises:
        TooManyError: tried too often.
        UnauthenticatedError: the account has no password.
    """
    assert actor.user_id is not None
    throttle.count(session, f"own {actor.user_id}", most=_TRIES_PER_MINUTE, seconds=60)
    user = accounts.find_user(session, actor.user_id)
    if user.password_hash is None:
        raise UnauthenticatedError(t("people.wrong_login"))
    if matches(password, user.password_hash):
        return True
    subject = audit.Subject(user.id, user.login)
    audit.record(session, actor, "user.password", subject, outcome="refused")
    return False
