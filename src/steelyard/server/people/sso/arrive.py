"""The account of whoever signed on: by issuer and subject, and by nothing that can be claimed.

A login or an e-mail address says nothing here: at many providers people choose them, and whoever
chose the administrator's would be the administrator.
"""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.db.base import now
from steelyard.server.db.tables import Identity, User
from steelyard.server.errors import ConflictError
from steelyard.server.people import accounts, audit
from steelyard.server.people.policy import Actor
from steelyard.server.people.sso.groups import assign_roles
from steelyard.server.people.sso.refused import Reason, SignOnRefusedError
from steelyard.server.settings import Settings, SingleSignOn

_SUBJECT = re.compile(r"[!-~](?:[ -~]{0,253}[!-~])?")


def arrive(
    session: Session, actor: Actor, settings: Settings, sso: SingleSignOn, claims: dict[str, Any]
) -> User:
    """Return the account that these claims open, with the roles of its groups.

    Raises:
        SignOnRefusedError: there is none and none is made, or it is disabled.
    """
    subject: str = claims["sub"]
    identity = session.get(Identity, (sso.issuer, subject))
    if identity is not None:
        user = accounts.find_user(session, identity.user_id)
    elif sso.create_accounts:
        user = _create(session, actor, settings, sso, claims)
    else:
        message = t("sso.unknown", subject=subject, issuer=sso.issuer)
        raise SignOnRefusedError(Reason.UNKNOWN, message=message, subject=subject)
    if user.disabled_at is not None:
        raise SignOnRefusedError(Reason.DISABLED, message=t("sso.disabled"), subject=subject)
    assign_roles(session, actor, sso, user, claims)
    user.last_login_at = now()
    return user


def link(session: Session, actor: Actor, sso: SingleSignOn, user: User, subject: str) -> None:
    """Let whoever the provider calls `subject` in as this account, and nobody else by sign-on.

    Raises:
        ConflictError: that is another account's.
        InputError: it cannot be a subject.
    """
    if not _SUBJECT.fullmatch(subject):
        raise InputError(t("sso.bad_subject"))
    found = session.get(Identity, (sso.issuer, subject))
    if found is not None and found.user_id != user.id:
        raise ConflictError(t("sso.linked_already"))
    if found is None:
        unlink(session, actor, sso, user)
        session.add(Identity(issuer=sso.issuer, subject=subject, user_id=user.id))
        session.flush()
        facts = {"issuer": sso.issuer, "subject": subject}
        audit.record(session, actor, "user.link", _subject(user), after=facts)


def unlink(session: Session, actor: Actor, sso: SingleSignOn, user: User) -> None:
    """Let nobody in as this account by sign-on any more; who is in has to come anew."""
    before = identity_of(session, sso, user)
    if before is None:
        return
    session.execute(
        delete(Identity).where(Identity.issuer == sso.issuer, Identity.user_id == user.id)
    )
    accounts.end_sessions(session, user)
    facts = {"issuer": sso.issuer, "subject": before}
    audit.record(session, actor, "user.unlink", _subject(user), before=facts)


def identity_of(session: Session, sso: SingleSignOn, user: User) -> str | None:
    """Return what the provider calls an account; None when it is not linked."""
    return session.scalar(
        select(Identity.subject).where(Identity.issuer == sso.issuer, Identity.user_id == user.id)
    )


def _create(
    session: Session, actor: Actor, settings: Settings, sso: SingleSignOn, claims: dict[str, Any]
) -> User:
    subject: str = claims["sub"]
    login = _login(claims.get(sso.login_claim)) or _login(subject) or f"sso-{now():%Y%m%d%H%M%S}"
    fields = {"name": _text(claims.get("name"), 200), "email": _email(claims)}
    try:
        user = accounts.create_user(session, actor, settings, login, None, **fields)
    except ConflictError:
        # It may be someone else, or the same person's older account: only people can tell.
        message = t("sso.taken", login=login, subject=subject)
        raise SignOnRefusedError(Reason.TAKEN, message=message, subject=subject) from None
    link(session, actor, sso, user, subject)
    return user


def _login(claim: Any) -> str | None:
    """Return a claim as a login: whatever a login may not hold becomes a hyphen."""
    found = re.sub(r"[^\w.@+-]+", "-", claim.strip().casefold()) if isinstance(claim, str) else ""
    return found if 2 <= len(found) <= 100 else None


def _email(claims: dict[str, Any]) -> str | None:
    return _text(claims.get("email"), 320) if claims.get("email_verified") is True else None


def _text(claim: Any, longest: int) -> str | None:
    good = isinstance(claim, str) and claim.isprintable() and 0 < len(claim) <= longest
    return str(claim) if good else None


def _subject(user: User) -> audit.Subject:
    return audit.Subject(user.id, user.login)
