"""Signing in, and what protects it."""

from __future__ import annotations

import pytest

from steelyard.server.people import audit
from tests.api.conftest import PASSWORD

SIGN_IN = "/api/v1/session"
ME = "/api/v1/me"


def test_a_session_begins_and_ends(service):
    client = service.client("viewer")
    me = client.get(ME).json()
    assert me["user"]["login"] == "viewer"
    assert me["roles"] == {service.ours: "viewer"}
    assert client.delete(SIGN_IN).status_code == 204
    assert client.get(ME).status_code == 401


def test_a_wrong_password_is_a_problem_in_the_readers_language(service):
    client = service.client()
    answer = client.post(
        SIGN_IN,
        json={"login": "viewer", "password": "wrong password"},
        headers={"Accept-Language": "zh-CN,zh;q=0.9,en;q=0.5"},
    )
    assert answer.status_code == 401
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["title"].startswith("登录名或密码错误")
    assert answer.json()["code"] == "unauthenticated"
    with service.database.reading() as session:
        [entry] = audit.search(session, audit.Wanted(action="session.", outcome="refused"), 5)
        assert entry.object_name == "viewer"


@pytest.mark.parametrize(
    "headers",
    [{"X-CSRF-Token": "another"}, {"X-CSRF-Token": ""}, {"Sec-Fetch-Site": "cross-site"}],
)
def test_another_site_cannot_act_in_our_name(service, headers):
    client = service.client("viewer")
    assert client.delete(SIGN_IN, headers=headers).status_code == 403
    assert client.get(ME).status_code == 200


def test_the_cookie_is_closed_to_scripts(service):
    client = service.client()
    answer = client.post(SIGN_IN, json={"login": "viewer", "password": PASSWORD})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_the_database_does_not_hold_what_opens_a_session(service):
    client = service.client("viewer")
    held = service.database.engine.raw_connection()
    cursor = held.cursor()
    cursor.execute("SELECT hash, csrf_hash FROM sign_ins")
    found = str(cursor.fetchall())
    held.close()
    assert client.cookies["steelyard_session"] not in found
    assert client.headers["X-CSRF-Token"] not in found
