"""Guessing passwords: slow for who guesses, harmless for whose it is, silent about who exists."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select, update

from steelyard.server.db.base import now
from steelyard.server.db.tables import SignIn, Throttle, User
from steelyard.server.errors import TooManyError, UnauthenticatedError
from steelyard.server.people import accounts, lockout, passwords, proof, sign_ins, throttle
from steelyard.server.people.policy import SERVICE, Actor

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def _cheap(monkeypatch):
    """Proving a password takes long on purpose; here it is done hundreds of times."""
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(passwords, "_hasher", lambda: hasher)


@pytest.fixture
def settings(settings):
    return settings.model_copy(update={"login_attempts": 3})


@pytest.fixture
def anna(database, settings):
    with database.transaction() as session:
        return accounts.create_user(session, SERVICE, settings, "Anna", PASSWORD, is_admin=True)


@pytest.fixture
def attempt(database, settings, monkeypatch):
    """Try a password from a place; return what came of it."""
    # The throttle of an address as a whole would answer before what is tested here.
    monkeypatch.setattr(proof, "_TRIES_PER_MINUTE", 10_000)

    def attempt(login, password, address="198.51.100.1"):
        actor = Actor(None, "–", address=address)
        try:
            return proof.prove_password(database, actor, settings, login, password).login
        except (UnauthenticatedError, TooManyError) as error:
            return str(error)

    return attempt


def pass_time(database, **delta):
    with database.transaction() as session:
        session.execute(update(Throttle).values(since=now() - timedelta(**delta)))


def test_who_exists_is_not_told(anna, attempt, settings):
    """Not by the first answer, not by the lock, not after it."""
    tries = settings.login_attempts + 2
    heard = {login: [attempt(login, "wrong password") for _ in range(tries)]
             for login in ("anna", "nobody")}  # fmt: skip
    assert heard["anna"] == heard["nobody"]
    assert len(set(heard["anna"])) == 2


def test_the_lock_holds_also_for_the_right_password(anna, attempt, database, settings):
    for _ in range(settings.login_attempts):
        attempt("anna", "wrong password")
    assert attempt(" ANNA ", PASSWORD).startswith("Too many wrong passwords")
    pass_time(database, minutes=settings.lock_minutes + 1)
    assert attempt("anna", PASSWORD) == "anna"


def test_nobody_is_kept_out_by_someone_elsewhere(anna, attempt, settings):
    for _ in range(settings.login_attempts * 3):
        attempt("anna", "wrong password", "203.0.113.9")
    assert attempt("anna", PASSWORD, "203.0.113.9").startswith("Too many")
    assert attempt("anna", PASSWORD, "198.51.100.1") == "anna"


def test_many_places_at_once_are_stopped_too(anna, attempt, settings, monkeypatch):
    monkeypatch.setattr(lockout, "_ALL_PLACES", 2)
    for number in range(settings.login_attempts * 2):
        attempt("anna", "wrong password", f"203.0.113.{number}")
    assert attempt("anna", PASSWORD).startswith("Too many")


@pytest.mark.slow
def test_one_network_of_ipv6_is_one_place(anna, attempt, settings):
    for number in range(settings.login_attempts):
        attempt("anna", "wrong password", f"2001:db8::{number:x}")
    assert attempt("anna", PASSWORD, "2001:db8::ffff").startswith("Too many")
    assert attempt("anna", PASSWORD, "2001:db8:0:1::1") == "anna"
    assert throttle.place("::ffff:198.51.100.1") == throttle.place("198.51.100.1")


def test_a_right_password_begins_anew(anna, attempt, settings):
    for _ in range(3):
        for _ in range(settings.login_attempts - 1):
            attempt("anna", "wrong password")
        assert attempt("anna", PASSWORD) == "anna"


def test_another_password_opens_all_places(anna, attempt, database, settings):
    for address in ("203.0.113.9", "198.51.100.1"):
        for _ in range(settings.login_attempts):
            attempt("anna", "wrong password", address)
    with database.transaction() as session:
        user = session.merge(anna)
        accounts.set_password(session, SERVICE, settings, user, "another password")
    assert attempt("anna", "another password", "203.0.113.9") == "anna"


@pytest.mark.slow
def test_guesses_at_the_same_time_are_counted_each(anna, attempt, settings):
    """However many come at once, only so many are answered before the lock."""
    with ThreadPoolExecutor(8) as pool:
        heard = list(pool.map(lambda _: attempt("anna", "wrong password"), range(16)))
    answered = [one for one in heard if not one.startswith("Too many")]
    assert len(answered) == settings.login_attempts


def test_what_was_typed_is_not_kept(anna, attempt, database):
    attempt("my password in the wrong field", "x")
    attempt("ß" * 100, "x")  # longer when folded
    with database.reading() as session:
        assert all("password" not in key for key in session.scalars(select(Throttle.key)))


def test_what_was_counted_is_forgotten(anna, attempt, database):
    attempt("anna", "wrong password")
    pass_time(database, days=2)
    attempt("nobody", "wrong password")
    with database.reading() as session:
        found = list(session.scalars(select(Throttle.key)))
    assert len(found) == 3  # of the second: its login here and everywhere, and the address


def test_a_session_ends_after_a_week_however_it_is_used(anna, database, settings):
    with database.transaction() as session:
        user = session.get(User, anna.id)
        issued = sign_ins.sign_in(session, settings, user, address=None, browser=None)
        found = session.get(SignIn, sign_ins.hashed(issued.cookie))
        found.created_at -= timedelta(days=6, hours=23)
    with database.transaction() as session:
        sign_ins.touch(session, settings, found)
    with database.reading() as session:
        again = session.get(SignIn, found.hash)
        assert again.expires_at == found.created_at + timedelta(days=7)
        assert sign_ins.signed_in(session, issued.cookie) is not None
    with database.transaction() as session:
        session.get(SignIn, found.hash).created_at -= timedelta(hours=2)
        session.flush()
        sign_ins.touch(session, settings, session.get(SignIn, found.hash))
    with database.transaction() as session:
        assert sign_ins.signed_in(session, issued.cookie) is None
        user = session.get(User, anna.id)
        sign_ins.sign_in(session, settings, user, address=None, browser=None)
        assert session.get(SignIn, found.hash) is None  # what has ended is not kept
