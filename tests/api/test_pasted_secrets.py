"""A key pasted where a secret's name belongs stays nowhere: answers, tables, trail and log."""

from __future__ import annotations

import logging

import pytest
import yaml
from sqlalchemy import text

from steelyard.server.db.base import Base

KEY = "sk-abc123DEF456ghi789"
HEX = "d41d8cd98f00b204e9800998ecf8427e"
WORD = "hunter2"
OPENAI = {"base_url": "http://127.0.0.1:9/v1", "model": "m"}
HTTP = {"url": "http://127.0.0.1:9/"}
CONFIGS = {
    "key": {"openai": OPENAI | {"api_key_env": KEY}},
    "hexadecimal": {"openai": OPENAI | {"api_key_env": HEX}},
    "word": {"openai": OPENAI | {"api_key_env": WORD}},
    "usual name of nothing": {"openai": OPENAI | {"api_key_env": "NOTHING_HERE"}},
    "two lines": {"openai": OPENAI | {"api_key_env": f"{HEX}\n{HEX}"}},
    "other option": {"openai": OPENAI | {"api_key": HEX}},
    "header by name": {"http": HTTP | {"headers_env": {"X": f"Bearer {KEY}"}}},
    "header": {"http": HTTP | {"headers": {"X-Custom": f"Bearer {KEY}"}}},
    "header as a key": {"http": HTTP | {"headers": {f"Bearer {KEY}": "x"}}},
    "user": {"http": {"url": f"http://me:{HEX}@127.0.0.1/"}},
    "user alone": {"http": {"url": f"http://{HEX}@127.0.0.1/"}},
    "adapter": {KEY: {}},
    "no mapping": {"openai": HEX},
    "of another type": {"openai": OPENAI | {"api_key_env": [HEX]}},
}


@pytest.fixture
def root(service):
    return f"/api/v1/projects/{service.ours}"


def stored(service):
    """Return everything in the database, as text."""
    with service.database.reading() as session:
        rows = (session.execute(text(f'SELECT * FROM "{one}"')) for one in Base.metadata.tables)
        return "".join(str(row) for found in rows for row in found)


def secrets_in(said):
    return [one for one in (KEY, HEX, WORD, "NOTHING_HERE") if one in said]


def requests(root, config):
    """Yield every door that an agent's options go through."""
    plan = {"name": "n", "agent": config}
    judged = {"name": "n", "agent": {"http": HTTP}, "judges": {"j": config}}
    task = {"plan": plan, "dataset_version_id": "x"}
    yield "POST", f"{root}/agents", {"name": "A", "config": config}
    yield "POST", f"{root}/tasks", task
    yield "POST", f"{root}/tasks", {"plan": judged, "dataset_version_id": "x"}
    yield "POST", f"{root}/tasks", {"plan": plan | {"agent": {"http": HTTP}, "single": config}}
    yield "POST", f"{root}/tasks/estimate", task
    yield "POST", f"{root}/schedules", {"name": "s", "cron": "0 3 * * *", "task": task}


@pytest.mark.slow
@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_a_pasted_key_stays_nowhere(service, root, config, caplog):
    caplog.set_level(logging.DEBUG)
    client = service.client("manager")
    answers = []
    for number, (method, path, body) in enumerate(requests(root, config)):
        headers = {"Idempotency-Key": f"once-{number}"}
        answer = client.request(method, path, json=body, headers=headers)
        assert answer.status_code in (404, 422), (path, answer.text)
        answers.append(answer.text)
    assert not secrets_in("".join(answers))
    assert not secrets_in(stored(service))
    assert not secrets_in(caplog.text)


@pytest.mark.parametrize("name", ["key", "hexadecimal", "header", "header by name", "user"])
def test_documents_take_no_key_either(service, root, name, caplog):
    caplog.set_level(logging.DEBUG)
    client = service.client("evaluator")
    plan = yaml.safe_dump({"name": "n", "dataset": "x", "agent": CONFIGS[name]})
    fine = {"kind": "plan", "name": "p", "text": "name: n\n"}
    made = client.post(f"{root}/documents", json=fine).json()
    for words in (plan, f"{plan}\nbroken: [", f"# {KEY}\nname: n\n"):
        answers = [
            client.post(f"{root}/documents", json=fine | {"name": "q", "text": words}),
            client.put(f"{root}/documents/{made['id']}/draft", json={"text": words}),
        ]
        assert [one.status_code for one in answers] == [422, 422]
        checked = client.post(f"{root}/documents/check", json=fine | {"text": words})
        assert checked.json().get("ok") is not True
        assert not secrets_in("".join(one.text for one in (*answers, checked)))
    assert not secrets_in(stored(service))
    assert not secrets_in(caplog.text)


def test_a_key_as_the_name_of_a_secret_is_not_repeated(service, root, caplog):
    caplog.set_level(logging.DEBUG)
    client = service.client("manager")
    for method, body in (("PUT", {"value": "x"}), ("DELETE", None)):
        answer = client.request(method, f"{root}/secrets/{KEY}", json=body)
        assert answer.status_code in (404, 422)
        assert not secrets_in(answer.text)
    viewer = service.client("viewer")
    assert viewer.put(f"{root}/secrets/{KEY}", json={"value": "x"}).status_code == 403
    assert not secrets_in(viewer.get(f"/api/v1/{KEY}").text)
    assert not secrets_in(stored(service))


def test_a_refused_key_can_be_kept_as_a_secret(service, root):
    """The message offers it, and afterwards the same agent is made."""
    client = service.client("manager")
    body = {"name": "A", "config": {"openai": OPENAI | {"api_key_env": "MODEL_KEY"}}}
    refused = client.post(f"{root}/agents", json=body)
    assert (refused.status_code, refused.json()["code"]) == (422, "agent_setup")
    assert "/secrets/NAME" in refused.json()["hint"]
    assert client.put(f"{root}/secrets/MODEL_KEY", json={"value": KEY}).status_code == 200
    made = client.post(f"{root}/agents", json=body)
    assert made.status_code == 201
    assert made.json()["missing_secrets"] == []
    assert not secrets_in(stored(service))  # encrypted


def test_a_webhook_takes_no_password(service, root):
    client = service.client("manager")
    for target in (f"https://me:{HEX}@hooks.example/x", f"https://{HEX}@hooks.example/x"):
        answer = client.post(f"{root}/webhooks", json={"kind": "webhook", "target": target})
        assert answer.status_code == 422
        assert not secrets_in(answer.text)
    assert not secrets_in(stored(service))
