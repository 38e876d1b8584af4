"""Accounts as administrators look for them, one's own sessions, the trail as pages search it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from steelyard.server.db.base import now
from steelyard.server.db.tables import AuditEntry
from steelyard.server.errors import NotFoundError, TooManyError
from steelyard.server.people import accounts, directory, lockout, projects, sign_ins, tokens, trail
from steelyard.server.people.policy import SERVICE, Role

PASSWORD = "correct horse battery"


def make(session, settings, login, **fields):
    return accounts.create_user(session, SERVICE, settings, login, PASSWORD, **fields)


@pytest.mark.slow
def test_accounts_are_found_by_what_is_known_of_them(database, settings):
    with database.transaction() as session:
        make(session, settings, "ada", name="Ada 管理员", is_admin=True)
        locked = make(session, settings, "bob", email="bob@example.org")
        for _ in range(settings.login_attempts):
            lockout.count_wrong(session, settings, "bob", "10.0.0.1")
        accounts.change_user(session, SERVICE, make(session, settings, "cat"), disabled=True)
        session.flush()

        def found(**wanted):
            return [one.login for one in directory.list_users(session, settings, **wanted)[0]]

        assert found() == ["ada", "bob", "cat"]
        assert found(text="管理") == ["ada"]
        assert found(text="EXAMPLE.org") == ["bob"]
        assert found(text="%") == []
        assert found(state="locked") == ["bob"]
        assert found(state="disabled") == ["cat"]
        assert found(state="admin") == ["ada"]
        first, after = directory.list_users(session, settings, limit=2)
        assert ([one.login for one in first], after) == (["ada", "bob"], "bob")
        assert found(after="bob") == ["cat"]
        directory.unlock_user(session, SERVICE, locked)
        assert directory.locked_users(session, settings) == []
        assert directory.find_by_login(session, " BOB ").id == locked.id
        with pytest.raises(NotFoundError):
            directory.find_by_login(session, "nobody")


def test_an_account_is_seen_with_what_it_has(database, settings):
    with database.transaction() as session:
        user = make(session, settings, "ada")
        project = projects.create_project(session, SERVICE, "ours", "Ours")
        projects.set_member(session, SERVICE, project, user, Role.MANAGER)
        actor = accounts.actor_of(session, user)
        token, _ = tokens.create_token(session, actor, "ci")
        gone, _ = tokens.create_token(session, actor, "old")
        tokens.revoke_token(session, actor, gone.id)
        sign_ins.sign_in(session, settings, user, address=None, browser=None)
        session.flush()
        seen = directory.see_user(session, settings, user.id)
    assert (dict(seen.roles), seen.sessions) == ({"Ours": "manager"}, 1)
    assert [one.id for one in seen.tokens] == [token.id]


@pytest.mark.slow
def test_only_ones_own_sessions_end(database, settings):
    with database.transaction() as session:
        ada, bob = make(session, settings, "ada"), make(session, settings, "bob")
        for user in (ada, bob):
            sign_ins.sign_in(session, settings, user, address=None, browser=None)
        session.flush()
        [own], [other] = (sign_ins.sign_ins_of(session, one.id) for one in (ada, bob))
        actor = accounts.actor_of(session, ada)
        with pytest.raises(NotFoundError):
            sign_ins.end_sign_in(session, actor, sign_ins.shown_id(other))
        sign_ins.end_sign_in(session, actor, sign_ins.shown_id(own))
        session.flush()
        assert sign_ins.sign_ins_of(session, ada.id) == []


@pytest.mark.slow
def test_ones_password_is_tried_a_few_times_only(database, settings):
    with database.transaction() as session:
        actor = accounts.actor_of(session, make(session, settings, "ada"))
        assert directory.has_own_password(session, actor, PASSWORD)
        for _ in range(9):
            assert not directory.has_own_password(session, actor, "wrong")
        with pytest.raises(TooManyError):
            directory.has_own_password(session, actor, PASSWORD)
    with database.reading() as session:
        refused = session.query(AuditEntry).filter_by(outcome="refused").count()
    assert refused == 9


def test_the_trail_is_searched_by_what_one_remembers(database, settings):
    with database.transaction() as session:
        project = projects.create_project(session, SERVICE, "ours", "护航 Convoy")
        for login in ("ada", "bob"):
            make(session, settings, login)
    with database.reading() as session:
        whole, end = trail.search_trail(session, trail.Sought(), 10)
        assert [one.action for one in whole] == ["user.create", "user.create", "project.create"]
        assert end is None

        def found(**sought):
            entries, _ = trail.search_trail(session, trail.Sought(**sought), 10)
            return [one.object_name for one in entries]

        assert found(kind="user") == ["bob", "ada"]
        assert found(text="护航") == ["护航 Convoy"]
        assert found(project_id=project.id) == ["护航 Convoy"]
        assert found(outcome="refused") == []
        assert found(since=now() + timedelta(days=1)) == []
        page, cursor = trail.search_trail(session, trail.Sought(), 2)
        assert len(page) == 2
        assert found(before_id=cursor) == ["护航 Convoy"]
