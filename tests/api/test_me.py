"""One's own account: preferences, password, sessions, tokens."""

from __future__ import annotations

import pytest

from steelyard.server.people import audit
from steelyard.server.people.policy import Role
from tests.api.conftest import PASSWORD

ME = "/api/v1/me"
TOKENS = "/api/v1/me/tokens"


def test_a_name_and_preferences(service):
    client = service.client("viewer")
    assert client.get(ME).json()["preferences"] == {"language": None, "theme": None}
    wanted = {"name": "薇薇", "preferences": {"language": "zh"}}
    shown = client.patch(ME, json=wanted).json()
    assert (shown["user"]["name"], shown["preferences"]["language"]) == ("薇薇", "zh")
    assert client.get(ME).json() == shown
    assert client.patch(ME, json={"preferences": {"language": "xx"}}).status_code == 422
    assert client.patch(ME, json={"is_admin": True}).json()["user"]["is_admin"] is False


@pytest.mark.slow
def test_a_password_is_changed_by_who_knows_it(service):
    client, other = service.client("viewer"), service.client("viewer")
    wrong = {"current": "not the password", "password": "another long password"}
    assert client.put(f"{ME}/password", json=wrong).status_code == 401
    weak = {"current": PASSWORD, "password": "short"}
    assert client.put(f"{ME}/password", json=weak).status_code == 422
    right = {"current": PASSWORD, "password": "another long password"}
    assert client.put(f"{ME}/password", json=right).status_code == 204
    assert client.get(ME).status_code == other.get(ME).status_code == 401
    session = service.client()
    for password, status in ((PASSWORD, 401), ("another long password", 201)):
        given = {"login": "viewer", "password": password}
        assert session.post("/api/v1/session", json=given).status_code == status


def test_sessions_are_listed_and_ended(service):
    client, other = service.client("viewer"), service.client("viewer")
    service.client("manager")
    listed = client.get(f"{ME}/sessions").json()
    assert len(listed) == 2
    [mine] = [one for one in listed if one["current"]]
    [elsewhere] = [one for one in listed if not one["current"]]
    stranger = service.client("stranger")
    assert stranger.delete(f"{ME}/sessions/{mine['id']}").status_code == 404
    assert client.delete(f"{ME}/sessions/{elsewhere['id']}").status_code == 204
    assert (other.get(ME).status_code, client.get(ME).status_code) == (401, 200)
    assert client.cookies["steelyard_session"] not in str(listed)


def test_a_disabled_account_is_out_at_once(service):
    client = service.client("evaluator")
    token = service.bearer(service.token("evaluator", role=Role.EVALUATOR))
    user = client.get(ME).json()["user"]["id"]
    admin = service.client("admin")
    assert admin.patch(f"/api/v1/users/{user}", json={"disabled": True}).status_code == 200
    assert (client.get(ME).status_code, token.get(ME).status_code) == (401, 401)
    assert admin.patch(f"/api/v1/users/{user}", json={"disabled": False}).status_code == 200
    assert (client.get(ME).status_code, token.get(ME).status_code) == (401, 401)


def test_a_token_knows_and_ends_only_itself(service):
    client = service.client("manager")
    made = [client.post(TOKENS, json={"name": name}).json() for name in ("one", "two")]
    one, two = (service.bearer(token["text"]) for token in made)
    assert [token["name"] for token in client.get(TOKENS).json()] == ["one", "two"]
    assert [token["name"] for token in one.get(TOKENS).json()] == ["one"]
    assert one.delete(f"{TOKENS}/{made[1]['id']}").status_code == 404
    assert one.post(TOKENS, json={"name": "three"}).status_code == 403
    with service.database.reading() as session:  # as everything that is not allowed
        [entry] = audit.search(session, audit.Wanted(outcome="refused"), 10)
    assert (entry.action, entry.token_id) == ("POST /me/tokens", made[0]["id"])
    assert one.delete(f"{TOKENS}/{made[0]['id']}").status_code == 204
    assert (one.get(ME).status_code, two.get(ME).status_code) == (401, 200)


def test_a_token_shows_what_is_left_to_it(service):
    token = service.token("manager", role=Role.VIEWER)
    assert service.bearer(token).get(ME).json()["roles"] == {service.ours: "viewer"}


def test_the_last_administrator_cannot_go(service):
    admin = service.client("admin")
    user = admin.get(ME).json()["user"]["id"]
    for change in ({"is_admin": False}, {"disabled": True}):
        assert admin.patch(f"/api/v1/users/{user}", json=change).status_code == 409


@pytest.mark.parametrize("change", [{"name": None}, {"is_admin": None}, {"disabled": None}])
def test_null_changes_nothing_that_must_be(service, change):
    admin = service.client("admin")
    user = service.client("viewer").get(ME).json()["user"]
    assert admin.patch(f"/api/v1/users/{user['id']}", json=change).status_code == 200
    assert service.client("viewer").get(ME).json()["user"] == user


def test_the_trail_holds_no_password(service):
    client = service.client("viewer")
    right = {"current": PASSWORD, "password": "another long password"}
    client.put(f"{ME}/password", json=right)
    exported = service.client("admin").get("/api/v1/audit/export", params={"to": "jsonl"}).text
    assert "user.password" in exported
    assert PASSWORD not in exported
    assert "another long" not in exported
    with service.database.reading() as session:
        assert audit.broken_at(session) is None
