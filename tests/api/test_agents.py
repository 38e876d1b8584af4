"""Agents and secrets over REST: secrets go in and never come out."""

from __future__ import annotations

import pytest

from tests.server.library.conftest import http_server  # noqa: F401

VALUE = "sk-never-to-be-seen-0123456789"


@pytest.fixture
def root(service):
    return f"/api/v1/projects/{service.ours}"


@pytest.fixture
def client(service):
    return service.client("manager")


@pytest.mark.slow
def test_a_secret_is_never_returned(service, client, root, http_server):  # noqa: F811
    kept = client.put(f"{root}/secrets/AGENT_KEY", json={"value": VALUE})
    assert kept.status_code == 200
    config = {"http": {"url": http_server.url, "headers_env": {"X-Key": "AGENT_KEY"}}}
    agent = client.post(f"{root}/agents", json={"name": "A", "config": config}).json()
    tested = client.post(f"{root}/agents/{agent['id']}/test", json={})
    assert tested.json()["ok"] is True
    assert http_server.seen[0][1]["X-Key"] == VALUE
    said = [kept.text, tested.text]
    for role in ("manager", "admin"):
        reader = service.client(role)
        paths = ("secrets", "agents", f"agents/{agent['id']}", "audit", "library")
        said += [reader.get(f"{root}/{path}").text for path in paths]
    assert VALUE not in "".join(said)
    listed = client.get(f"{root}/secrets").json()
    assert [list(one) for one in listed] == [["name", "created_at", "changed_at"]]
    assert client.get(f"{root}/agents/{agent['id']}").json()["tested"]["excerpt"] == "ready"


def test_a_wrong_secret_is_not_quoted_back(client, root):
    for value in ("two\nlines", "", 5):
        answer = client.put(f"{root}/secrets/K", json={"value": value})
        assert answer.status_code == 422
        assert "two" not in answer.text
    assert client.put(f"{root}/secrets/a-b", json={"value": "x"}).status_code == 422


@pytest.mark.parametrize(
    ("config", "code"),
    [
        ({}, "plan_invalid"),
        ({"http": {}}, "plan_invalid"),
        ({"command": {"argv": ["id"]}}, "input_invalid"),
        ({"http": {"url": "http://169.254.169.254/"}}, "input_invalid"),
        ({"http": {"url": "http://127.0.0.1/", "headers": {"Cookie": "x"}}}, "plan_invalid"),
    ],
)
def test_what_may_not_be_an_agent_is_a_problem(client, root, config, code):
    answer = client.post(f"{root}/agents", json={"name": "A", "config": config})
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_an_agent_is_changed_and_removed(client, root):
    config = {"http": {"url": "http://127.0.0.1:1/", "headers_env": {"X": "KEY"}}}
    client.put(f"{root}/secrets/KEY", json={"value": VALUE})
    made = client.post(f"{root}/agents", json={"name": "A", "config": config, "concurrency": 3})
    assert made.status_code == 201
    place = f"{root}/agents/{made.json()['id']}"
    assert made.json()["missing_secrets"] == []
    failed = client.post(f"{place}/test", json={"seconds": 5}).json()
    assert failed["ok"] is False
    assert VALUE not in failed["error"]
    tag = client.get(place).headers["etag"]
    changed = client.patch(place, json={"concurrency": None}, headers={"If-Match": tag})
    assert (changed.status_code, changed.json()["concurrency"]) == (200, None)
    assert client.patch(place, json={"name": "B"}, headers={"If-Match": tag}).status_code == 412
    assert client.delete(place).json() == {"removed": True}
    assert client.get(place).status_code == 404


def test_an_evaluator_asks_and_does_not_change(service, client, root):
    evaluator = service.client("evaluator")
    config = {"replay": {}}
    assert evaluator.post(f"{root}/agents", json={"name": "A", "config": config}).status_code == 403
    made = client.post(f"{root}/agents", json={"name": "A", "config": config}).json()
    tested = evaluator.post(f"{root}/agents/{made['id']}/test", json={})
    assert tested.status_code == 200
    assert evaluator.get("/api/v1/agent-schema").json()["oneOf"]


def test_values_that_cannot_be_kept_are_a_problem(client, root):
    deep = {}
    for _ in range(400):
        deep = {"x": deep}
    half = "\\ud800"
    http = {"url": "http://127.0.0.1/"}
    for name, config in (
        ("A", {"http": http | {"body": deep}}),
        ("A", {"http": http | {"body": {"n": 2**70}}}),
        ("A\0", {"http": http}),
    ):
        answer = client.post(f"{root}/agents", json={"name": name, "config": config})
        assert answer.status_code == 422, answer.text
    for name, body in ((half, "{}"), ("B", f'"{half}"')):
        text = f'{{"name": "{name}", "config": {{"http": {{"url": "http://x", "body": {body}}}}}}}'
        headers = {"Content-Type": "application/json"}
        answer = client.post(f"{root}/agents", content=text, headers=headers)
        assert answer.status_code == 422, answer.text
