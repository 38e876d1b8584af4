"""Accounts made and mended at the machine itself, where no account is needed."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from steelyard.errors import UserError
from steelyard.i18n import t
from steelyard.server.db import Database
from steelyard.server.db.tables import User
from steelyard.server.errors import NotFoundError
from steelyard.server.people import accounts
from steelyard.server.people.policy import Actor
from steelyard.server.people.setup import forget_code
from steelyard.server.settings import Settings


def create_account(
    settings: Settings,
    database: Database,
    actor: Actor,
    login: str,
    password: str | None,
    **fields: Any,
) -> None:
    """Make an account; the first one must be an administrator.

    Raises:
        UserError: it is not, or name or password will not do.
    """
    with database.transaction() as session:
        if accounts.needs_setup(session) and not fields.get("is_admin"):
            raise UserError(t("admin.first_is_admin"), hint=t("admin.first_is_admin_hint"))
        accounts.create_user(session, actor, settings, login, password, **fields)
    forget_code(settings)


def reset_password(
    settings: Settings, database: Database, actor: Actor, login: str, password: str
) -> None:
    """Give an account another password; it is unlocked, and its sessions end."""
    with database.transaction() as session:
        user = session.scalar(select(User).where(User.login == login.strip().casefold()))
        if user is None:
            raise NotFoundError(t("admin.no_login", login=login[:100]))
        accounts.set_password(session, actor, settings, user, password)
