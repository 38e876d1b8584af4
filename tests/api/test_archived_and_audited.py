"""An archived project takes nothing; what is taken away and refused tokens are written down."""

from __future__ import annotations

import pytest

from steelyard.api.app import all_routes
from steelyard.api.description import guards_of
from steelyard.server.db.base import now
from steelyard.server.db.tables import Project
from steelyard.server.errors import ConflictError
from steelyard.server.people import audit, policy
from steelyard.server.people.policy import Role
from tests.api.conftest import PASSWORD
from tests.api.stock import fill

STILL_WORKS = {
    ("PATCH", "/api/v1/projects/{project}"),
    ("PUT", "/api/v1/projects/{project}/members/{user}"),
    ("POST", "/api/v1/projects/{project}/tasks/{task}/pause"),
    ("POST", "/api/v1/projects/{project}/tasks/{task}/cancel"),
    # These keep nothing.
    ("POST", "/api/v1/projects/{project}/documents/check"),
    ("POST", "/api/v1/projects/{project}/datasets/{dataset}/versions/{number}/preview"),
    ("POST", "/api/v1/projects/{project}/documents/{document}/versions/{number}/try"),
}


def archive(service, *, archived=True):
    with service.database.transaction() as session:
        session.get(Project, service.ours).archived_at = now() if archived else None


def entries(service, **wanted):
    with service.database.reading() as session:
        return list(audit.search(session, audit.Wanted(**wanted), 50))


class Known(dict):
    def __missing__(self, key):
        return "none"


@pytest.mark.slow
def test_no_route_changes_an_archived_project(service):
    ids = Known(fill(service))
    archive(service)
    client, walked = service.client("manager"), set()
    for whole, route in all_routes():
        [guard] = guards_of(route)
        for method in route.methods - {"GET", "HEAD", "OPTIONS", "DELETE"}:
            if guard.scope != "project" or guard.role > Role.MANAGER:
                continue
            answer = client.request(method, whole.format_map(ids), json={})
            if (method, whole) in STILL_WORKS:
                assert answer.json().get("code") != "conflict", (method, whole, answer.text)
                continue
            assert answer.status_code == 409, (method, whole, answer.text)
            assert "is archived" in answer.json()["title"]
            walked.add((method, whole))
    assert len(walked) > 25
    assert client.get(f"/api/v1/projects/{service.ours}/library").status_code == 200
    back = client.patch(f"/api/v1/projects/{service.ours}", json={"archived": False})
    assert back.status_code == 200
    made = client.post(f"/api/v1/projects/{service.ours}/datasets", json={"name": "again"})
    assert made.status_code == 201


@pytest.mark.parametrize(
    ("action", "passes"),
    [
        ("dataset.create", False),
        ("run.change", False),
        ("webhook.change", False),
        ("dataset.remove", True),
        ("run.download", True),
        ("task.cancel", True),
    ],
)
def test_what_the_pages_do_is_refused_where_it_is_recorded(service, action, passes):
    archive(service)
    actor = policy.Actor("someone", "Someone")
    subject = audit.Subject("x", "x", service.ours)
    with service.database.reading() as session:
        audit.record(session, policy.SERVICE, action, subject)  # workers finish what they began
        audit.record(session, actor, action, subject, outcome="refused")
        if passes:
            audit.record(session, actor, action, subject)
        else:
            with pytest.raises(ConflictError, match="is archived"):
                audit.record(session, actor, action, subject)
    archive(service, archived=False)
    with service.database.reading() as session:
        audit.record(session, actor, action, subject)


@pytest.mark.slow
def test_everything_taken_away_is_written_down(service):
    ids = fill(service)
    base, client = f"/api/v1/projects/{service.ours}", service.client("viewer")
    taken = {
        "run.download": f"{base}/runs/{ids['run']}/download?format=zip",
        "dataset.download": f"{base}/datasets/{ids['dataset']}/versions/1/file",
        "indicator.download": f"{base}/documents/{ids['document']}/versions/1/file",
        "library.export": f"{base}/library",
    }
    for action, path in taken.items():
        assert entries(service, action=action) == []
        assert client.get(path).status_code == 200
        [entry] = entries(service, action=action)
        assert (entry.user_name, entry.project_id) == ("viewer", service.ours), action
        assert entry.address
    client.get(f"{base}/datasets/{ids['dataset']}/versions/1/rejects")
    assert len(entries(service, action="dataset.download")) == 2
    service.client("admin").get("/api/v1/audit/export")
    assert len(entries(service, action="audit.export")) == 1
    assert client.get(f"{base}/runs/none/download").status_code == 404
    assert len(entries(service, action="run.download")) == 1


def test_refused_tokens_are_written_down_and_a_flood_in_part(service):
    text, other = service.token("manager", role=Role.VIEWER), service.client()
    client = service.client("manager")
    [made] = client.get("/api/v1/me/tokens").json()
    assert client.delete(f"/api/v1/me/tokens/{made['id']}").status_code == 204
    for header in (f"Bearer {text}", f"bearer   {text}", "Bearer sy_unknown", "Basic abc"):
        assert other.get("/api/v1/me", headers={"Authorization": header}).status_code == 401
    found = entries(service, action="token.use")
    assert [one.outcome for one in found] == ["refused"] * 4
    assert sorted(one.object_id or "" for one in found) == ["", "", made["id"], made["id"]]
    assert text not in str([vars(one) for one in found])
    for n in range(30):
        other.get("/api/v1/me", headers={"Authorization": f"Bearer sy_{n}"})
    assert len(entries(service, action="token.use")) <= 20  # 10 in a minute


def test_the_description_names_every_refusal(service):
    document = service.app.openapi()
    assert set(document["components"]["securitySchemes"]) == {"session", "token"}
    for whole, route in all_routes():
        [guard] = guards_of(route)
        for method in route.methods:
            operation = document["paths"][whole][method.lower()]
            said = operation["responses"]
            needed = {"4XX", "5XX"}
            if guard.scope != "blind":
                needed.add("429")
                assert "Retry-After" in said["429"]["headers"]
                assert operation["security"]
            if guard.scope not in ("blind", "open"):
                needed |= {"401", "403"}
            if guard.scope == "project":
                needed |= {"404"} if method == "GET" else {"404", "409"}
            assert needed <= set(said), (method, whole)
            for status in needed:
                [schema] = [one["schema"] for one in said[status]["content"].values()]
                assert schema == {"$ref": "#/components/schemas/Problem"}


@pytest.mark.slow
def test_a_good_password_uses_up_nothing(service, monkeypatch):
    monkeypatch.setattr("steelyard.server.people.proof._TRIES_PER_MINUTE", 2)
    client = service.client()

    def sign_in(password):
        given = {"login": "viewer", "password": password}
        client.cookies.clear()
        return client.post("/api/v1/session", json=given).status_code

    assert [sign_in(PASSWORD) for _ in range(4)] == [201] * 4
    assert [sign_in("wrong password") for _ in range(3)] == [401, 401, 429]
    assert sign_in(PASSWORD) == 429  # too many from here, whoever they are


@pytest.mark.parametrize(
    "target",
    [
        "https://example.org/\r\nX-Evil: 1",
        "https://example.org/\nx",
        "https://example.org/\rx",
        "https://exam\tple.org/",
        "https://example.org/ x",
        "\nhttps://example.org/",
        "https://example.org/\u2028x",
        "https://example.org/\x00",
        "https://example.org/\x85",
    ],
)
def test_line_ends_in_the_target_of_a_webhook_are_refused(service, target):
    client = service.client("manager")
    path = f"/api/v1/projects/{service.ours}/webhooks"
    for kind in ("webhook", "mail"):
        given = target if kind == "webhook" else target.replace("https://", "a@")
        answer = client.post(path, json={"kind": kind, "target": given})
        assert answer.status_code == 422, answer.text
        assert not any(mark in answer.json()["title"] for mark in "\r\n\t\u2028\x00")
