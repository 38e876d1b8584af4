"""This machine is closed to what people name in a service until an administrator opens it."""

from __future__ import annotations

import pytest

from tests.server.library.conftest import http_server  # noqa: F401

SPELLINGS = ("127.0.0.1", "127.1", "localhost.", "[::1]", "[::ffff:127.0.0.1]", "2130706433")


@pytest.fixture
def root(service):
    return f"/api/v1/projects/{service.ours}"


@pytest.fixture
def loopback(service):
    """Return a function that opens or closes loopback, as an administrator does."""
    admin = service.client("admin")

    def set_to(value):
        changed = admin.patch("/api/v1/settings", json={"allow_loopback": value})
        assert changed.status_code == 200
        return changed.json()["values"]["allow_loopback"]

    yield set_to
    set_to(None)


def doors(root, url):
    """Yield the requests that would make the service connect to an address."""
    http = {"http": {"url": url}}
    fine = {"http": {"url": "https://agent.example/"}}
    openai = {"openai": {"base_url": url, "model": "m"}}
    yield f"{root}/agents", {"name": "A", "config": http}
    yield f"{root}/agents", {"name": "B", "config": openai}
    yield f"{root}/agents", {"name": "C", "config": {"a2a": {"url": url}}}
    yield (
        f"{root}/agents",
        {"name": "D", "config": {"a2a": {"url": "https://agent.example/", "endpoint": url}}},
    )
    yield f"{root}/webhooks", {"kind": "webhook", "target": url}
    judged = {"agent": fine, "judges": {"j": openai}}
    for plan in ({"agent": http}, {"agent": fine, "single": http}, judged):
        yield f"{root}/tasks/estimate", {"plan": plan}


@pytest.mark.slow
@pytest.mark.parametrize("host", SPELLINGS)
def test_loopback_is_closed_at_every_door(service, root, loopback, host):
    client = service.client("manager")
    assert loopback(False) is False
    version = _version(service, root)
    for path, body in doors(root, f"http://{host}:9/"):
        given = body | ({"dataset_version_id": version} if "plan" in body else {})
        refused = client.post(path, json=given)
        assert refused.status_code == 422, (path, refused.text)
        assert "allow_loopback" in refused.json()["hint"]
    assert loopback(True) is True
    made = client.post(f"{root}/agents", json=next(doors(root, f"http://{host}:9/"))[1])
    assert made.status_code == 201
    assert client.delete(f"{root}/agents/{made.json()['id']}").status_code == 200


def test_an_agent_of_before_is_no_longer_asked(service, root, loopback, http_server):  # noqa: F811
    client = service.client("manager")
    body = {"name": "before", "config": {"http": {"url": http_server.url}}}
    loopback(True)
    agent = client.post(f"{root}/agents", json=body).json()
    loopback(False)
    tested = client.post(f"{root}/agents/{agent['id']}/test", json={}).json()
    assert tested["ok"] is False
    assert not http_server.seen
    loopback(True)
    assert client.post(f"{root}/agents/{agent['id']}/test", json={}).json()["ok"] is True


@pytest.mark.parametrize("host", SPELLINGS)
def test_the_service_itself_is_closed_whatever_is_open(service, root, loopback, host):
    client = service.client("manager")
    loopback(True)
    url = f"http://{host}:{service.settings.port}/api/v1/projects"
    for path, body in (*doors(root, url),):
        if "plan" not in body:
            assert client.post(path, json=body).status_code == 422


def test_agents_of_their_own_are_allowed_by_managers(service, root, loopback):
    evaluator, manager = service.client("evaluator"), service.client("manager")
    loopback(True)
    plan = {"agent": {"http": {"url": "http://127.0.0.1:9/"}}}
    given = {"plan": plan, "dataset_version_id": _version(service, root)}
    place = f"{root}/tasks/estimate"
    assert manager.post(place, json=given).status_code == 200
    refused = evaluator.post(place, json=given)
    assert (refused.status_code, "own_agents" in refused.json()["hint"]) == (403, True)
    assert evaluator.patch(root, json={"own_agents": True}).status_code == 403
    assert manager.get(root).json()["own_agents"] is False
    assert manager.patch(root, json={"own_agents": True}).json()["own_agents"] is True
    assert evaluator.post(place, json=given).status_code == 200


def _version(service, root):
    client = service.client("manager")
    name = f"cases-{len(client.get(f'{root}/datasets').json()['items'])}"
    dataset = client.post(f"{root}/datasets", json={"name": name}).json()["id"]
    line = b'{"input": "q", "expected_output": "a"}\n'
    place = f"{root}/datasets/{dataset}/versions"
    made = client.post(place, params={"file_name": "cases.jsonl"}, content=line)
    assert made.status_code == 201, made.text
    return made.json()["id"]
