"""Accounts, passwords and lockout."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from steelyard.errors import InputError
from steelyard.server.errors import ConflictError, UnauthenticatedError
from steelyard.server.people import accounts, audit
from steelyard.server.people.policy import SERVICE, Actor
from steelyard.server.people.proof import prove_password

PASSWORD = "correct horse battery"
SOMEONE = Actor(None, "someone")


@pytest.fixture
def anna(database, settings):
    with database.transaction() as session:
        return accounts.create_user(session, SERVICE, settings, "Anna", PASSWORD, is_admin=True)


def prove(database, settings, login, password):
    return prove_password(database, SOMEONE, settings, login, password)


def test_a_login_is_known_however_it_is_written(database, settings, anna):
    assert prove(database, settings, " ANNA ", PASSWORD).id == anna.id


@pytest.mark.slow
@pytest.mark.parametrize("login", ["anna", "nobody"])
def test_what_was_wrong_is_not_told(database, settings, anna, login):
    with pytest.raises(UnauthenticatedError) as raised:
        prove(database, settings, login, "wrong password")
    assert str(raised.value).startswith("Login or password is wrong.")


@pytest.mark.slow
def test_the_last_administrator_stays(database, settings, anna):
    for change in ({"disabled": True}, {"is_admin": False}):
        with database.transaction() as session, pytest.raises(ConflictError):
            accounts.change_user(session, SERVICE, session.merge(anna), **change)
    with database.transaction() as session:
        accounts.create_user(session, SERVICE, settings, "bo", PASSWORD, is_admin=True)
        accounts.change_user(session, SERVICE, session.merge(anna), disabled=True)
    with pytest.raises(UnauthenticatedError):
        prove(database, settings, "anna", PASSWORD)


def test_a_login_is_taken_once(database, settings, anna):
    with database.transaction() as session, pytest.raises(ConflictError):
        accounts.create_user(session, SERVICE, settings, "ANNA", PASSWORD)


@pytest.mark.parametrize("password", ["short", "aaaaaaaaaaaa", "x" * 2000])
def test_weak_passwords_are_refused(database, settings, password):
    with database.transaction() as session, pytest.raises(InputError):
        accounts.create_user(session, SERVICE, settings, "carl", password)


@pytest.mark.slow
def test_the_trail_knows_who_and_what_and_no_secret(database, settings, anna):
    with database.transaction() as session:
        actor = Actor(anna.id, "Anna", address="10.0.0.1", request_id="r1")
        accounts.change_user(session, actor, session.merge(anna), name="Anna Ö")
        accounts.set_password(session, actor, settings, session.merge(anna), "another password")
    with database.reading() as session:
        newest, change, create = audit.search(session, audit.Wanted(), 10)
        assert (newest.action, change.action, create.action) == (
            "user.password",
            "user.change",
            "user.create",
        )
        assert (change.before, change.after) == ({"name": "Anna"}, {"name": "Anna Ö"})
        assert (change.address, change.request_id) == ("10.0.0.1", "r1")
        assert "another" not in str([vars(entry) for entry in (newest, change, create)])
        assert audit.broken_at(session) is None


@pytest.mark.slow
@pytest.mark.parametrize("act", ["UPDATE audit SET user_name = 'x'", "DELETE FROM audit"])
def test_the_trail_only_grows(database, anna, act):
    with pytest.raises(DBAPIError, match="append-only"), database.transaction() as session:
        session.execute(text(act))
    with database.reading() as session:
        assert len(audit.search(session, audit.Wanted(), 10)) == 1
