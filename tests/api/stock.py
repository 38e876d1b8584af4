"""One of everything in a project, so that requests find something."""

from __future__ import annotations

import json

from steelyard.server.library.storage import open_storage
from tests.server.finished_run import add_run
from tests.server.library.test_documents import INDICATOR

NOWHERE = {"http": {"url": "http://127.0.0.1:9/"}}  # refuses at once


def fill(service):
    """Fill `ours`; return the identity of one of each, by the name it has in paths."""
    manager = service.client("manager")
    base = f"/api/v1/projects/{service.ours}"

    def make(path, **given):
        answer = manager.post(f"{base}/{path}", **given)
        assert answer.status_code == 201, (path, answer.text)
        return answer.json()["id"]

    agent = make("agents", json={"name": "a", "config": NOWHERE})
    dataset = make("datasets", json={"name": "d"})
    lines = [{"input": f"x/{n}", "expected_output": f"X/{n}"} for n in range(3)]
    version = make(
        f"datasets/{dataset}/versions",
        params={"file_name": "c.jsonl"},
        content="".join(json.dumps(line) + "\n" for line in lines).encode(),
        headers={"Content-Type": "application/octet-stream"},
    )
    wanted = {"plan": {"scorers": ["text.exact_match"]}, "agent_id": agent}
    wanted["dataset_version_id"] = version
    document = make("documents", json={"kind": "indicator", "name": "i", "text": INDICATOR})
    assert manager.post(f"{base}/documents/{document}/publish", json={}).status_code == 201
    assert manager.put(f"{base}/secrets/KEY", json={"value": "secret"}).status_code == 200
    schedule = {"name": "s", "cron": "0 3 * * *", "task": wanted, "enabled": False}
    hook = {"kind": "mail", "target": "someone@example.org"}
    return {
        "project": service.ours,
        "agent": agent,
        "dataset": dataset,
        "number": 1,
        "document": document,
        "name": "KEY",
        "algorithm": "text.exact_match",
        "task": make("tasks", json=wanted),
        "schedule": make("schedules", json=schedule),
        "webhook": make("webhooks", json=hook),
        "run": add_run(service.database, open_storage(service.settings), service.ours, 6),
        "row": 1,
        "user": service.client("stranger").get("/api/v1/me").json()["user"]["id"],
        "token": "none",
        "sign_in": "none",
    }
