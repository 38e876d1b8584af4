"""Secrets: encrypted, bound to their project, never told; keys can be replaced."""

from __future__ import annotations

import stat

import pytest
from cryptography.fernet import Fernet
from sqlalchemy import select

from steelyard.errors import InputError, UserError
from steelyard.model import inherited_variables, outside, secret_value, using_outside
from steelyard.server.db.tables import AuditEntry, Secret
from steelyard.server.errors import ConflictError, NotFoundError
from steelyard.server.library import agents, secrets
from steelyard.server.library.keys import VARIABLE, drop_old_keys, open_keys
from steelyard.server.people.policy import SERVICE

VALUE = "sk-top-secret-0123456789"


@pytest.fixture(autouse=True)
def _no_variable(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)


def keep(database, settings, project, name="AGENT_KEY", value=VALUE):
    with database.transaction() as session:
        return secrets.set_secret(session, SERVICE, open_keys(settings), project, name, value)


def values(database, settings, project, names=None):
    with database.reading() as session:
        return dict(secrets.outside_of(session, settings, project, names).secrets)


def test_a_secret_can_be_used_and_not_read(database, settings, project, other):
    kept = keep(database, settings, project)
    assert VALUE.encode() not in kept.ciphertext
    assert values(database, settings, project) == {"AGENT_KEY": VALUE}
    assert values(database, settings, project, {"OTHER"}) == {}
    assert values(database, settings, other) == {}
    keep(database, settings, project, value="another-value")
    assert values(database, settings, project) == {"AGENT_KEY": "another-value"}
    with database.reading() as session:
        found = [
            (e.action, str(e.before), str(e.after)) for e in session.scalars(select(AuditEntry))
        ]
        assert [action for action, *_ in found[-2:]] == ["secret.create", "secret.change"]
        assert VALUE not in str(found)
        assert VALUE not in repr(secrets.outside_of(session, settings, project))


def test_the_key_is_in_a_file_that_only_the_service_reads(database, settings, project):
    keep(database, settings, project)
    path = settings.data_dir / "secret-keys"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text(Fernet.generate_key().decode())
    with pytest.raises(UserError):
        values(database, settings, project)
    path.write_text("nonsense")
    with pytest.raises(UserError):
        open_keys(settings)


def test_the_key_may_come_from_a_variable(database, settings, project, monkeypatch):
    old, new = Fernet.generate_key().decode(), Fernet.generate_key().decode()
    monkeypatch.setenv(VARIABLE, old)
    keep(database, settings, project)
    assert not (settings.data_dir / "secret-keys").exists()
    monkeypatch.setenv(VARIABLE, f"{new},{old}")
    assert values(database, settings, project) == {"AGENT_KEY": VALUE}
    monkeypatch.setenv(VARIABLE, new)
    with pytest.raises(UserError):
        values(database, settings, project)
    with database.transaction() as session, pytest.raises(UserError):
        secrets.rotate_keys(session, SERVICE, settings)


def test_rotation_encrypts_everything_anew(database, settings, project):
    before = keep(database, settings, project).ciphertext
    path = settings.data_dir / "secret-keys"
    first = path.read_text().split()
    with database.transaction() as session:
        assert secrets.rotate_keys(session, SERVICE, settings) == 1
    assert path.read_text().split()[1:] == first
    drop_old_keys(settings)
    assert len(path.read_text().split()) == 1
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert values(database, settings, project) == {"AGENT_KEY": VALUE}
    with database.reading() as session:
        assert session.scalar(select(Secret.ciphertext)) != before


def test_a_secret_moved_to_another_project_in_the_database_does_not_open(
    database, settings, project, other
):
    kept = keep(database, settings, project)
    with database.transaction() as session:
        session.add(Secret(project_id=other, name="AGENT_KEY", ciphertext=kept.ciphertext))
    with pytest.raises(UserError):
        values(database, settings, other)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["", "a b", "../x", "1X", "ключ", "x" * 101, "A\n"])
def test_names_are_those_of_variables(database, settings, project, name):
    with pytest.raises(InputError):
        keep(database, settings, project, name)


@pytest.mark.parametrize("value", ["", "  ", "a\nb", "x" * 20_000])
def test_values_are_one_line(database, settings, project, value):
    with pytest.raises(InputError):
        keep(database, settings, project, value=value)


def test_a_secret_that_is_used_stays(database, settings, project):
    keep(database, settings, project)
    config = {
        "openai": {"base_url": "http://127.0.0.1/v1", "model": "m", "api_key_env": "AGENT_KEY"}
    }
    with database.transaction() as session:
        agent = agents.create_agent(session, SERVICE, settings, project, "a", config)
        with pytest.raises(ConflictError):
            secrets.remove_secret(session, SERVICE, project, "AGENT_KEY")
        agents.remove_agent(session, SERVICE, agent)
        session.flush()
        secrets.remove_secret(session, SERVICE, project, "AGENT_KEY")
        with pytest.raises(NotFoundError):
            secrets.remove_secret(session, SERVICE, project, "AGENT_KEY")


def test_names_are_found_wherever_a_plan_has_them():
    plan = {
        "agent": {"http": {"url": "http://x", "headers_env": {"X-Key": "A"}, "trust_env": False}},
        "judges": {"j": {"openai": {"api_key_env": "B"}}},
        "environments": [{"env_from": {"KEY": "C"}}],
    }
    assert secrets.names_in(plan) == {"A", "B", "C"}


def test_the_environment_of_the_service_is_closed_to_a_task(
    database, settings, project, monkeypatch
):
    monkeypatch.setenv("DATABASE_PASSWORD", "of-the-service")
    assert secret_value("DATABASE_PASSWORD") == "of-the-service"
    keep(database, settings, project)
    with database.reading() as session:
        task = secrets.outside_of(session, settings, project)
    monkeypatch.setenv("STEELYARD_DATABASE_URL", "of-the-service")
    assert "STEELYARD_DATABASE_URL" in inherited_variables()
    with using_outside(task):
        assert "STEELYARD_DATABASE_URL" not in inherited_variables()
        assert "PATH" in inherited_variables()
        assert secret_value("DATABASE_PASSWORD") is None
        assert secret_value("AGENT_KEY") == VALUE
    assert outside() is None
