"""Accounts: made, changed, disabled; and the proof of a password, with lockout."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.db.base import now
from steelyard.server.db.tables import Member, SignIn, Token, User
from steelyard.server.errors import ConflictError, NotFoundError, UnauthenticatedError
from steelyard.server.people import audit, lockout
from steelyard.server.people.passwords import check_password, hash_password, matches
from steelyard.server.people.policy import Actor, ForbiddenError, Role
from steelyard.server.settings import Settings

_LOGIN = re.compile(r"[\w.@+-]{2,100}")


PREFERENCES: dict[str, tuple[str, ...]] = {"language": ("en", "zh"), "theme": ("light", "dark")}


def needs_setup(session: Session) -> bool:
    """Whether there is no account yet: then, and only then, the first administrator is made."""
    return session.scalar(select(func.count()).select_from(User)) == 0


def create_user(
    session: Session,
    actor: Actor,
    settings: Settings,
    login: str,
    password: str | None,
    **fields: Any,
) -> User:
    """Make an account; without a password it can only sign in by single sign-on."""
    folded = _folded(login)
    if session.scalar(select(User.id).where(User.login == folded)) is not None:
        raise ConflictError(t("people.login_taken", login=login))
    if password is not None:
        check_password(password, login=folded, shortest=settings.password_length)
    user = User(
        login=folded,
        name=fields.pop("name", None) or login,
        password_hash=None if password is None else hash_password(password),
        **fields,
    )
    session.add(user)
    session.flush()
    audit.record(session, actor, "user.create", _subject(user), after=shown(user))
    return user


def change_user(session: Session, actor: Actor, user: User, **fields: Any) -> None:
    """Change what is given; disabling or demoting the last administrator is refused."""
    before = shown(user)
    loses = fields.get("disabled") or fields.get("is_admin") is False
    if loses and user.is_admin and user.disabled_at is None and _admins(session) == 1:
        raise ConflictError(t("people.last_admin"))
    disabled = fields.pop("disabled", None)
    if disabled is not None:
        user.disabled_at = (user.disabled_at or now()) if disabled else None
    for name, value in fields.items():
        setattr(user, name, value)
    if user.disabled_at is not None:
        end_sessions(session, user)
    after = shown(user)
    changed = [name for name in after if after[name] != before[name]]
    audit.record(
        session,
        actor,
        "user.change",
        _subject(user),
        before={name: before[name] for name in changed},
        after={name: after[name] for name in changed},
    )


def prefer(session: Session, actor: Actor, **likes: str) -> None:
    """Keep how the actor likes to see things: `language` zh or en, `theme` light or dark.

    Raises:
        InputError: there is no such choice.
    """
    assert actor.user_id is not None
    for name, value in likes.items():
        if value not in PREFERENCES.get(name, ()):
            raise InputError(t("people.no_preference", name=name[:40], value=value[:40]))
    user = find_user(session, actor.user_id)
    user.preferences = {**user.preferences, **likes}


def set_password(
    session: Session, actor: Actor, settings: Settings, user: User, password: str
) -> None:
    """Give the account another password; its sessions end."""
    check_password(password, login=user.login, shortest=settings.password_length)
    user.password_hash = hash_password(password)
    lockout.forget_wrong(session, user.login)
    end_sessions(session, user)
    audit.record(session, actor, "user.password", _subject(user))


class Weighed(NamedTuple):
    """What was found out of a password, and of what was kept of it."""

    kept: str | None
    right: bool


def weigh(session: Session, login: str, password: str) -> Weighed:
    """Compare a password with what is kept of it.

    That takes a while on purpose, so it is done before the transaction that `prove` needs.
    """
    kept = session.scalar(select(User.password_hash).where(User.login == login.strip().casefold()))
    return Weighed(kept, matches(password, kept))


def prove(session: Session, actor: Actor, settings: Settings, login: str, weighed: Weighed) -> User:
    """Return the account of a login and its password.

    What failed is written down: the caller must commit also when this raises.

    Raises:
        UnauthenticatedError: there is no such account, or this is not its password.
        TooManyError: too many wrong passwords; the login is locked for a while.
        ForbiddenError: only administrators use passwords here.
    """
    # Locked, or tries at the same time would count as one.
    query = select(User).where(User.login == login.strip().casefold()).with_for_update()
    user = session.scalar(query)
    right = weighed.right and user is not None and user.password_hash == weighed.kept
    locked = lockout.is_locked(session, settings, login, actor.address)
    if user is not None and right and not locked and user.disabled_at is None:
        _refuse_passwords(session, actor, settings, user)
        lockout.forget_wrong(session, login, actor.address)
        user.last_login_at = now()
        return user
    subject = audit.Subject(user.id if user else None, login[:100])
    audit.record(session, actor, "session.create", subject, outcome="refused")
    # The same words whatever was wrong: they must not tell who has an account.
    if locked:
        raise lockout.locked(settings)
    lockout.count_wrong(session, settings, login, actor.address)
    raise UnauthenticatedError(t("people.wrong_login"))


def _refuse_passwords(session: Session, actor: Actor, settings: Settings, user: User) -> None:
    """Send whoever should sign on through the provider there; said only to the right password."""
    if settings.sso is None or settings.sso.local_sign_in == "everyone" or user.is_admin:
        return
    subject = audit.Subject(user.id, user.login)
    audit.record(session, actor, "session.create", subject, outcome="refused")
    raise ForbiddenError(t("sso.local_off"))


def find_user(session: Session, user_id: str) -> User:
    """Return the account, or say that there is none."""
    user = session.get(User, user_id)
    if user is None:
        raise NotFoundError(t("people.no_user", id=user_id))
    return user


def actor_of(session: Session, user: User, **facts: Any) -> Actor:
    """Return what the account may do."""
    rows = session.execute(
        select(Member.project_id, Member.role).where(Member.user_id == user.id)
    ).all()
    roles = {project: Role.of(role) for project, role in rows}
    return Actor(user.id, user.name, is_admin=user.is_admin, roles=roles, **facts)


def end_sessions(session: Session, user: User) -> None:
    """End every session of the account, and revoke its tokens if it is disabled."""
    for one in session.scalars(select(SignIn).where(SignIn.user_id == user.id)):
        session.delete(one)
    if user.disabled_at is not None:
        for token in session.scalars(select(Token).where(Token.user_id == user.id)):
            token.revoked_at = token.revoked_at or now()


def shown(user: User) -> dict[str, Any]:
    """Return the account as the audit trail and the API may show it."""
    return {
        "id": user.id,
        "login": user.login,
        "name": user.name,
        "email": user.email,
        "is_admin": user.is_admin,
        "disabled": user.disabled_at is not None,
    }


def _admins(session: Session) -> int:
    # Locked: two who go at the same time would both count the other.
    query = select(User.id).where(User.is_admin, User.disabled_at.is_(None)).with_for_update()
    return len(session.scalars(query).all())


def _folded(login: str) -> str:
    folded = login.strip().casefold()
    if not _LOGIN.fullmatch(folded):
        raise InputError(t("people.login_form", found=login[:100]))
    return folded


def _subject(user: User) -> audit.Subject:
    return audit.Subject(user.id, user.login)
