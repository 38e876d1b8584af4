"""A token in the address of a webhook: shown to those who may change it, and nowhere else."""

from __future__ import annotations

import logging

import pytest

from steelyard.server.db.tables import Notice, Webhook
from steelyard.server.tasks import notices
from steelyard.server.tasks.webhook_target import short_target, without_target

TOKEN = "XyZ0123456789abcdefXyZ"


@pytest.mark.parametrize(
    ("target", "short"),
    [
        (f"https://hooks.slack.example/services/T0/B0/{TOKEN}", "https://hooks.slack.example/services/…"),
        (f"https://work.example/cgi-bin/webhook/send?key={TOKEN}", "https://work.example/cgi-bin/…"),
        (f"https://a.example:8443/{TOKEN}", "https://a.example:8443/…"),
        (f"https://a.example/{TOKEN}/hook", "https://a.example/…"),
        ("https://a.example/secretword", "https://a.example/…"),
        (f"https://a.example/?token={TOKEN}", "https://a.example/…"),
        (f"https://a.example#{TOKEN}", "https://a.example/…"),
        (f"https://me:{TOKEN}@a.example/", "https://a.example"),
        (f"https://[::1:{TOKEN}", "…"),
        (TOKEN, "…"),
        ("https://a.example/", "https://a.example"),
    ],
)  # fmt: skip
def test_an_address_is_shortened(target, short):
    assert short_target("webhook", target) == short
    assert TOKEN not in short_target("webhook", target)


def test_an_address_of_mail_stays():
    assert short_target("mail", "a@b.example") == "a@b.example"


def test_an_error_does_not_repeat_the_address():
    target = f"https://a.example/x/{TOKEN}?k={TOKEN}"
    for said in (target, f"bad: /x/{TOKEN}?k={TOKEN}", f"404 /x/{TOKEN}"):
        assert TOKEN not in without_target(said, "webhook", target)


def test_only_who_may_change_it_sees_it_whole(service, caplog):
    caplog.set_level(logging.DEBUG)
    manager = service.client("manager")
    hooks = f"/api/v1/projects/{service.ours}/webhooks"
    target = f"http://127.0.0.1:1/services/{TOKEN}?k={TOKEN}"
    made = manager.post(hooks, json={"target": target}).json()
    assert TOKEN not in manager.get(hooks).text
    assert manager.get(hooks).json()[0]["target"] == "http://127.0.0.1:1/services/…"
    assert manager.get(f"{hooks}/{made['id']}").json()["target"] == target
    for role in ("viewer", "evaluator"):
        assert service.client(role).get(f"{hooks}/{made['id']}").status_code == 403
    other = target.replace("services", "services/other")
    changed = manager.patch(f"{hooks}/{made['id']}", json={"target": other})
    assert changed.json()["target"] == other
    with service.database.transaction() as session:
        webhook = session.get(Webhook, made["id"])
        content = {"event": "finished"}
        session.add(Notice(webhook_id=webhook.id, content=content, task_id=None))
    notices.deliver_due(service.database, service.settings)
    [tried] = manager.get(f"{hooks}/{made['id']}/notices").json()["items"]
    assert tried["error"]
    assert TOKEN not in str(tried)
    assert manager.delete(f"{hooks}/{made['id']}").status_code == 204
    trail = service.client("admin").get("/api/v1/audit", params={"limit": 200})
    actions = [one["action"] for one in trail.json()["items"]]
    assert {"webhook.create", "webhook.change", "webhook.remove"} <= set(actions)
    assert "target_changed" in trail.text
    assert TOKEN not in trail.text
    assert TOKEN not in caplog.text
