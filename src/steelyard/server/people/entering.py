"""Coming in: proving who one is, and the first administrator; the API and the pages do it alike."""

from __future__ import annotations

from sqlalchemy.orm import Session

from steelyard.i18n import t
from steelyard.server.db import Database
from steelyard.server.db.tables import User
from steelyard.server.errors import ConflictError
from steelyard.server.people import accounts, setup, sign_ins
from steelyard.server.people.policy import Actor
from steelyard.server.people.proof import prove_password
from steelyard.server.people.sign_ins import Issued
from steelyard.server.settings import Settings


def enter(
    database: Database,
    settings: Settings,
    actor: Actor,
    login: str,
    password: str,
    *,
    browser: str | None,
) -> Issued:
    """Begin a session for who knows the password.

    Raises:
        UnauthenticatedError, TooManyError, ForbiddenError: see `prove_password`.
    """
    user = prove_password(database, actor, settings, login, password)
    with database.transaction() as session:
        return sign_ins.sign_in(session, settings, user, address=actor.address, browser=browser)


def make_first(
    session: Session,
    settings: Settings,
    actor: Actor,
    code: str,
    login: str,
    password: str,
    *,
    name: str | None,
) -> User:
    """Make the first administrator; works once, and only with the code the service printed.

    Raises:
        ConflictError: there are accounts already.
        ForbiddenError: the code is wrong.
    """
    if not accounts.needs_setup(session):
        raise ConflictError(t("people.already_set_up"))
    setup.check_code(settings, code)
    return accounts.create_user(
        session, actor, settings, login, password, name=name or None, is_admin=True
    )
