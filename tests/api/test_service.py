"""Health, metrics, what runs here, how much is kept, and settings of the running service."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from fastapi.testclient import TestClient

from steelyard import __version__
from steelyard.api import create_app
from steelyard.api.routers.settings import SettingsChange
from steelyard.server.db.base import now
from steelyard.server.db.tables import Worker
from steelyard.server.people import audit
from steelyard.server.people.adjust import adjusted
from steelyard.server.people.policy import Role
from steelyard.server.settings import Adjustable
from tests.api.stock import fill
from tests.server.conftest import make_settings

HERE = ("127.0.0.1", 50000)
ELSEWHERE = ("192.0.2.7", 50000)
SETTINGS = "/api/v1/settings"


def near(app, address=HERE):
    return TestClient(app, base_url="http://localhost", client=address)


@pytest.fixture
def away(tmp_path):
    """An application whose database does not answer."""
    settings = make_settings(tmp_path, "postgresql://nobody@127.0.0.1:9/none")
    app = create_app(settings)
    yield app
    app.state.database.close()


def test_it_is_alive_without_its_database(away):
    alive = near(away, ELSEWHERE).get("/healthz", headers={"Cookie": "steelyard_session=x"})
    assert (alive.status_code, alive.json()) == (200, {"status": "ok"})


def test_without_its_database_it_is_not_ready_and_says_so(away):
    for address in (HERE, ELSEWHERE):
        cookie = {"Cookie": "steelyard_session=x"}
        ready = near(away, address).get("/readyz", headers=cookie)
        assert ready.status_code == 503
        assert ready.headers["content-type"] == "application/problem+json"
        [field] = ready.json()["fields"]
        assert field["where"] == "database"
        assert bool(field["problem"]) == (address is HERE)
    asked = near(away, ELSEWHERE).get("/api/v1/me", headers={"Cookie": "steelyard_session=x"})
    assert (asked.status_code, asked.json()["code"]) == (503, "unavailable")
    assert int(asked.headers["retry-after"]) > 0
    scraped = near(away).get("/metrics").text
    assert "steelyard_database_up 0.0" in scraped


def test_ready_when_everything_works(service):
    assert service.client().get("/readyz").json() == {"status": "ok"}


def test_not_ready_without_a_worker(service):
    settings = service.settings.model_copy(update={"workers": 1})
    service.app.state.settings = settings
    assert names_of(service.client().get("/readyz")) == ["workers"]
    with service.database.transaction() as session:
        session.add(Worker(id="w", host="h", pid=1, version=__version__))
    assert service.client().get("/readyz").status_code == 200
    with service.database.transaction() as session:
        session.get(Worker, "w").beat_at = now() - timedelta(seconds=settings.worker_timeout_s + 1)
    assert names_of(service.client().get("/readyz")) == ["workers"]


def test_not_ready_without_a_place_to_write(service):
    service.settings.data_dir.joinpath("storage").write_text("a file where a folder should be")
    assert names_of(service.client().get("/readyz")) == ["storage"]


def test_not_ready_with_tables_of_another_version_and_why_is_for_administrators(service):
    with service.database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    for role in ("nobody", "manager", "admin"):
        answer = service.client(role).get("/readyz")
        [field] = answer.json()["fields"]
        assert field["where"] == "tables"
        assert ("9999" in field["problem"]) == (role == "admin")
    wrong = service.client().get("/readyz", headers={"Authorization": "Bearer wrong"})
    assert wrong.status_code == 503


def names_of(answer):
    assert answer.status_code == 503
    return [field["where"] for field in answer.json()["fields"]]


def test_who_reads_measurements(service):
    assert service.client().get("/metrics").status_code == 401
    assert service.client("manager").get("/metrics").status_code == 403
    assert service.client("admin").get("/metrics").status_code == 200
    token = service.token("admin", role=Role.VIEWER)
    scraped = service.bearer(token).get("/metrics")
    assert scraped.headers["content-type"].startswith("text/plain; version=")
    assert "steelyard_build_info" in scraped.text
    assert service.bearer(token).get("/api/v1/users").status_code == 403
    assert near(service.app).get("/metrics").status_code == 200
    assert near(service.app, ("::1", 50000)).get("/metrics").status_code == 200
    assert near(service.app, ELSEWHERE).get("/metrics").status_code == 401
    for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
        through = near(service.app).get("/metrics", headers={header: "192.0.2.7"})
        assert through.status_code == 401, header
    service.app.state.settings = service.settings.model_copy(update={"metrics_open": True})
    assert near(service.app, ELSEWHERE).get("/metrics").status_code == 200


def test_what_runs_here(service):
    about = service.client("viewer").get("/api/v1/about").json()
    assert about["version"] == __version__
    assert about["licence"] == "Apache-2.0"
    assert about["database"] == service.database.engine.dialect.name
    assert re.match(r"\d+\.\d+", about["database_version"])
    parts = {part["name"].lower(): part for part in about["parts"]}
    assert {"duckdb", "fastapi", "pydantic", "starlette"} <= set(parts)
    assert "pytest" not in parts
    assert parts["fastapi"]["licence"] == "MIT"


def test_how_much_is_kept(service):
    admin = service.client("admin")
    before = admin.get("/api/v1/storage").json()
    assert (before["uses"], before["stored"], before["unclaimed"]) == ([], 0, 0)
    assert before["database"] > 0
    fill(service)
    left = service.settings.data_dir / "storage" / "objects" / "ab" / ("ab" * 32)
    left.parent.mkdir(parents=True)
    left.write_bytes(b"x" * 1000)
    found = admin.get("/api/v1/storage").json()
    uses = {use["kind"]: use for use in found["uses"]}
    assert {use["project_id"] for use in uses.values()} == {service.ours}
    assert (uses["datasets"]["items"], uses["runs"]["items"]) == (1, 1)
    assert uses["runs"]["size"] > uses["datasets"]["size"] > 0
    assert found["unclaimed"] == 1000
    assert found["stored"] == sum(use["size"] for use in uses.values()) + 1000


def test_settings_change_while_it_runs(service):
    admin = service.client("admin")
    shown = admin.get(SETTINGS)
    assert shown.json()["changed"] == []
    tag = {"If-Match": shown.headers["etag"]}
    change = {"password_length": 20, "agent_concurrency": 9}
    changed = admin.patch(SETTINGS, json=change, headers=tag)
    assert changed.status_code == 200, changed.text
    assert changed.json()["changed"] == ["agent_concurrency", "password_length"]
    assert changed.json()["values"]["password_length"] == 20
    assert admin.get(SETTINGS).headers["etag"] == changed.headers["etag"]
    assert admin.patch(SETTINGS, json=change, headers=tag).status_code == 412
    short = {"login": "new", "password": "fifteen letters"}
    assert admin.post("/api/v1/users", json=short).status_code == 422
    with service.database.reading() as session:
        assert adjusted(session, service.settings).agent_concurrency == 9  # as workers see it
        [entry] = audit.search(session, audit.Wanted(action="settings."), 5)
        assert entry.before == {"password_length": 10, "agent_concurrency": 4}
        assert entry.after == change
    back = admin.patch(SETTINGS, json={"password_length": None}).json()
    assert (back["values"]["password_length"], back["changed"]) == (10, ["agent_concurrency"])
    assert admin.post("/api/v1/users", json=short).status_code == 201


@pytest.mark.parametrize(
    "change",
    [
        {"password_length": 3},
        {"session_hours": 0},
        {"upload_bytes": "many"},
        {"requests_per_minute": 0},
        {"mail_from": "a@b.example\nBcc: c@d.example"},
        {"allow_commands": True},
        {"database_url": "sqlite://"},
    ],
)
def test_settings_that_are_wrong_or_the_operators_are_refused(service, change):
    admin = service.client("admin")
    refused = admin.patch(SETTINGS, json={"agent_concurrency": 7, **change})
    assert refused.status_code == 422
    assert admin.get(SETTINGS).json()["changed"] == []


def test_every_setting_that_can_change_is_offered():
    assert set(SettingsChange.model_fields) == set(Adjustable.model_fields)


def test_a_limit_holds_at_once(service):
    admin = service.client("admin")
    assert admin.patch(SETTINGS, json={"requests_per_minute": 1}).status_code == 200
    answers = [service.client().get("/api/v1/setup") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 429, 429]
    assert int(answers[1].headers["retry-after"]) > 0
    assert answers[1].json()["code"] == "too_many"


def test_guesses_of_tokens_are_counted(service):
    service.client("admin").patch(SETTINGS, json={"requests_per_minute": 2})
    guesses = [service.bearer(f"syt_{n}").get("/api/v1/me").status_code for n in range(4)]
    assert guesses == [401, 401, 429, 429]
