"""Keys from before names were checked are found everywhere and taken out; the rest stays."""

from __future__ import annotations

import hashlib

import pytest
from sqlalchemy import select, text

from steelyard.bundle import Bundle
from steelyard.server.db.base import Base
from steelyard.server.db.tables import (
    AgentRow,
    Document,
    DocumentVersion,
    Idempotency,
    Project,
    Run,
    Schedule,
    Task,
    User,
)
from steelyard.server.library.keys import open_keys
from steelyard.server.library.secrets import set_secret
from steelyard.server.library.storage import open_storage
from steelyard.server.operations.clean_secrets import clean_secrets, stored_secrets
from steelyard.server.operations.examine import examine
from steelyard.server.people import audit
from steelyard.server.people.policy import SERVICE
from steelyard.server.people.projects import create_project

KEY = "sk-abc123DEF456ghi789"
HEX = "d41d8cd98f00b204e9800998ecf8427e"
FINE = {"http": {"url": "http://h/", "headers_env": {"X": "kept_here", "Y": "NOT_SET_YET"}}}
PASTED = {"openai": {"base_url": "http://h/v1", "model": "m", "api_key_env": HEX}}


def stored(database):
    with database.reading() as session:
        rows = (session.execute(text(f'SELECT * FROM "{one}"')) for one in Base.metadata.tables)
        return "".join(str(row) for found in rows for row in found)


@pytest.fixture
def project(database, settings):
    """A project in order: one secret, an agent, a task and a document, and its trail."""
    with database.transaction() as session:
        made = create_project(session, SERVICE, "ours", "Ours")
        set_secret(session, SERVICE, open_keys(settings), made.id, "kept_here", "value")
        session.add(AgentRow(project_id=made.id, name="fine", config=FINE))
        session.add(Task(project_id=made.id, name="fine", plan={"agent": FINE}))
        write(session, made.id, "name: n\nagent: {http: {url: 'http://h/'}}\n", "fine")
        return made.id


def write(session, project_id, words, name):
    document = Document(project_id=project_id, kind="plan", name=name)
    session.add(document)
    session.flush()
    digest = hashlib.sha256(words.encode()).hexdigest()
    session.add(DocumentVersion(document_id=document.id, number=1, text=words, sha256=digest))
    session.flush()


def paste(session, settings, project_id):
    """Store a key wherever an older version took one."""
    agent = AgentRow(project_id=project_id, name="pasted", config=PASTED)
    agent.tested = {"ok": False, "error": f"The environment variable {HEX} is not set."}
    session.add(agent)
    session.add(Task(project_id=project_id, name="t", plan={"agent": PASTED}, error=f"no {HEX}"))
    task = {"plan": {"judges": {"j": PASTED}}, "agent_id": None}
    session.add(
        Schedule(project_id=project_id, name="s", cron="0 3 * * *", time_zone="UTC", task=task)
    )
    write(session, project_id, f"name: n\nagent:\n  http: {{headers_env: {{X: {HEX}}}}}\n", "d")
    drafts = {"drafts": {project_id: f"agent: {{openai: {{api_key_env: {KEY}}}}}"}}
    session.add(User(login="ann", name="Ann", preferences=drafts))
    session.add(Idempotency(key="k", user_id="u", request="r", status=201, body={"config": PASTED}))
    run = Run(project_id=project_id, name="r", path="", state="finished")
    session.add(run)
    session.flush()
    values = {"run_id": "x", "name": "r", "plan": {"agent": {"openai": {"api_key_env": KEY}}}}
    folder = open_storage(settings).run_folder(run.id)
    Bundle.create(folder, values | {"agent": {"adapter": "openai", "api_key_env": KEY}})
    subject = audit.Subject("a", f"agent {KEY}", project_id)
    audit.record(session, SERVICE, "agent.create", subject, after={"config": PASTED})
    audit.record(session, SERVICE, "agent.change", subject, before={"name": "fine"})
    return folder


@pytest.mark.slow
def test_nothing_is_found_where_nothing_is(database, settings, project):
    before = stored(database)
    with database.reading() as session:
        assert stored_secrets(settings, session) == []
    assert clean_secrets(settings, database, SERVICE) == []
    assert stored(database) == before
    assert not [one for one in examine(settings) if one.name == "secrets"]


@pytest.mark.slow
def test_keys_are_found_and_taken_out_of_everything(database, settings, project):
    with database.transaction() as session:
        folder = paste(session, settings, project)
    with database.reading() as session:
        found = stored_secrets(settings, session)
    kinds = ["agent", "task", "schedule", "plan", "run", "draft"]
    assert [place.kind for place in found] == kinds
    [told] = [one for one in examine(settings) if one.name == "secrets"]
    assert told.fine is False
    assert "clean-secrets" in told.said

    cleaned = clean_secrets(settings, database, SERVICE)
    assert {*kinds, "agents", "tasks", "idempotency", "audit"} == {one.kind for one in cleaned}
    left = stored(database) + (folder / "manifest.json").read_text()
    assert KEY not in left
    assert HEX not in left
    with database.reading() as session:
        agents = {one.name: one for one in session.scalars(select(AgentRow))}
        assert agents["fine"].config == FINE
        assert agents["pasted"].config["openai"]["api_key_env"] == "REDACTED"
        assert agents["pasted"].config["openai"]["model"] == "m"
        assert audit.broken_at(session) is None
        newest = audit.search(session, audit.Wanted(), 1)[0]
        assert newest.action == "secret.clean"
        assert newest.after["chain_before"]
        for version in session.scalars(select(DocumentVersion)):
            assert version.sha256 == hashlib.sha256(version.text.encode()).hexdigest()
    assert clean_secrets(settings, database, SERVICE) == []


def test_the_trail_is_closed_again_afterwards(database, settings, project):
    with database.transaction() as session:
        paste(session, settings, project)
    clean_secrets(settings, database, SERVICE)
    with pytest.raises(Exception, match="append-only"), database.transaction() as session:
        session.execute(text("UPDATE audit SET action = 'x'"))
    with database.transaction() as session:
        audit.record(session, SERVICE, "project.change", after={"name": "x"})
    with database.reading() as session:
        assert audit.broken_at(session) is None
        assert session.get(Project, project) is not None
