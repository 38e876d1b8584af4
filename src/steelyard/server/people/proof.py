"""Proving a password, from the first try to the last: throttled, compared, counted."""

from __future__ import annotations

from steelyard.errors import SteelyardError
from steelyard.server.db import Database
from steelyard.server.db.tables import User
from steelyard.server.people import accounts, throttle
from steelyard.server.people.policy import Actor
from steelyard.server.settings import Settings

_TRIES_PER_MINUTE = 30


def prove_password(
    database: Database, actor: Actor, settings: Settings, login: str, password: str
) -> User:
    """Return the account of a login and its password.

    Not in one transaction: comparing takes a while on purpose, and nobody should wait for it; and
    what failed is written down.

    Raises:
        UnauthenticatedError: there is no such account, or this is not its password.
        TooManyError: too many tries from this address, or too many wrong passwords.
        ForbiddenError: only administrators use passwords here.
    """
    with database.transaction() as session:
        place = throttle.place(actor.address)
        throttle.count(session, f"login {place}", most=_TRIES_PER_MINUTE, seconds=60)
    with database.reading() as session:
        weighed = accounts.weigh(session, login, password)
    refused = None
    with database.transaction() as session:
        try:
            user = accounts.prove(session, actor, settings, login, weighed)
        except SteelyardError as error:
            refused = error
        else:
            throttle.take_back(session, f"login {place}")
    if refused is not None:
        raise refused
    return user
