"""Agents: checked as a plan's, asked through the guard, their secrets given only then."""

from __future__ import annotations

import asyncio

import pytest

import steelyard
from steelyard.agents import make_agent
from steelyard.conditions.faults.lanes import wired
from steelyard.conditions.faults.upstream import Upstream
from steelyard.errors import AskError, InputError, PlanError
from steelyard.model import Case, Outside, using_outside
from steelyard.plan import make_plan
from steelyard.server.db.tables import Task
from steelyard.server.errors import ConflictError, NotFoundError
from steelyard.server.library import agents, secrets
from steelyard.server.library.allowed import check_agent_config, check_plan_agents
from steelyard.server.library.keys import open_keys
from steelyard.server.library.reach import ClosedAddressError, Reach
from steelyard.server.people.policy import SERVICE, Actor, ForbiddenError, Role
from tests.server.conftest import make_settings


def config(server, **more):
    return {"http": {"url": f"{server.url}/ask", **more}}


def attempt(database, settings, project, agent_config, **options):
    with database.reading() as session:
        outside = secrets.outside_of(session, settings, project)
    return agents.try_agent(agent_config, outside, **options)


@pytest.mark.slow
def test_a_connection_test_asks_one_thing_with_the_secret(
    database, settings, project, http_server, monkeypatch
):
    monkeypatch.setenv("AGENT_KEY", "of-the-service")
    with database.transaction() as session:
        keys = open_keys(settings)
        secrets.set_secret(session, SERVICE, keys, project, "AGENT_KEY", "of-the-project")
    agent_config = config(http_server, headers_env={"X-Key": "AGENT_KEY"})
    found = attempt(database, settings, project, agent_config)
    assert (found["ok"], found["excerpt"], found["error"]) == (True, "ready", None)
    assert found["latency_s"] > 0
    [(path, headers)] = http_server.seen
    assert (path, headers["X-Key"]) == ("/ask", "of-the-project")


def test_what_goes_wrong_is_told(database, settings, project, http_server):
    missing = config(http_server, headers_env={"X-Key": "NO_SUCH_KEY"})
    found = attempt(database, settings, project, missing)
    assert not found["ok"]
    assert "NO_SUCH_KEY" in found["error"]
    http_server.socket.close()
    refused = attempt(database, settings, project, {"http": {"url": "http://127.0.0.1:9/"}})
    assert not refused["ok"]
    assert refused["latency_s"] is None


def test_a_test_ends_in_time(database, settings, project):
    import socket

    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        found = attempt(database, settings, project, {"http": {"url": url}}, seconds=0.2)
    assert found["error"] == "No answer within 0.2 seconds."


def test_a_closed_address_is_not_asked(tmp_path, database, settings, project, http_server):
    closed = make_settings(tmp_path, settings.database_url, deny_hosts=("127.0.0.0/8",))
    found = attempt(database, closed, project, config(http_server))
    assert not found["ok"]
    assert not http_server.seen
    with pytest.raises(InputError, match=r"127\.0\.0\.1"):
        check_agent_config(closed, config(http_server))


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"nonsense": {}},
        {"http": {"url": "http://x", "nonsense": 1}},
        {"http": {"url": "http://user:password@127.0.0.1/"}},
        {"http": {"url": "http://127.0.0.1/", "headers": {"Authorization": "Bearer x"}}},
        {"http": {}, "openai": {}},
    ],
)
def test_configs_are_checked_as_a_plans(settings, wrong):
    with pytest.raises(PlanError):
        check_agent_config(settings, wrong)


@pytest.mark.parametrize(
    "closed",
    [
        {"command": {"argv": ["id"]}},
        {"function": {"target": "os:getcwd"}},
        {"replay": {"recording": "/etc/passwd"}},
        {"http": {"url": "http://127.0.0.1/", "ca_file": "/etc/shadow"}},
    ],
)
def test_programs_and_files_of_the_service_are_closed(tmp_path, settings, closed):
    with pytest.raises(InputError, match="allow_commands"):
        check_agent_config(settings, closed)
    check_agent_config(make_settings(tmp_path, allow_commands=True), closed)


@pytest.mark.parametrize(
    "closed",
    [
        {"http": {"url": "http://169.254.169.254/"}},
        {"openai": {"base_url": "http://10.0.0.1/v1", "model": "m"}},
        {"a2a": {"url": "http://127.0.0.1/", "endpoint": "http://[fe80::1]/"}},
        {"http": {"url": "http://127.0.0.1/", "trust_env": True}},
    ],
)
def test_closed_addresses_are_told(settings, closed):
    with pytest.raises(InputError):
        check_agent_config(settings, closed)


def test_every_agent_of_a_plan_is_checked(tmp_path, settings):
    fine = {"agent": {"replay": {}}, "dataset": "cases.jsonl"}
    command = {"command": {"argv": ["id"]}}
    check_plan_agents(settings, make_plan(fine, source="-"))
    for part in (
        {"agent": command},
        {"single": command},
        {"judges": {"j": command}},
        {"environments": [{"name": "here"}]},
    ):
        with pytest.raises(InputError, match="allow_commands"):
            check_plan_agents(settings, make_plan(fine | part, source="-"))


def test_an_agent_is_changed_tested_and_removed(database, settings, project, other, http_server):
    with database.transaction() as session:
        agent = agents.create_agent(
            session, SERVICE, settings, project, "A", config(http_server), concurrency=2
        )
        with pytest.raises(ConflictError):
            agents.create_agent(session, SERVICE, settings, project, "A", config(http_server))
        with pytest.raises(NotFoundError):
            agents.find_agent(session, other, agent.id)
        agents.record_test(session, SERVICE, agent, {"ok": True, "error": None, "at": "now"})
        agents.change_agent(session, SERVICE, settings, agent, name="B")
        assert agent.tested is not None
        secrets.set_secret(session, SERVICE, open_keys(settings), project, "KEY", "value")
        changed = config(http_server, headers_env={"X": "KEY"})
        agents.change_agent(session, SERVICE, settings, agent, config=changed)
        assert agent.tested is None
        assert agents.missing_secrets(session, agent) == []
        task = Task(project_id=project, name="t", plan={}, agent_id=agent.id)
        session.add(task)
        session.flush()
        assert agents.remove_agent(session, SERVICE, agent) is False
        assert agent.archived_at is not None
        session.delete(task)
        session.flush()
        assert agents.remove_agent(session, SERVICE, agent) is True


@pytest.mark.slow
def test_a_run_asks_with_the_outside_of_its_project(
    database, settings, project, http_server, tmp_path
):
    """Also from a thread of its own, where a loop is already running."""
    with database.transaction() as session:
        secrets.set_secret(session, SERVICE, open_keys(settings), project, "K", "of-the-project")
    with database.reading() as session:
        outside = secrets.outside_of(session, settings, project)
    asked = config(http_server, headers_env={"X-Key": "K"})

    async def inside():
        with using_outside(outside):
            return steelyard.evaluate(asked, [{"input": "1"}], out=tmp_path / "run", scorers=[])

    run = asyncio.run(inside())
    assert run.manifest["state"] == "finished"
    assert [headers["X-Key"] for _, headers in http_server.seen] == ["of-the-project"]
    kept = b"".join(path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file())
    assert b"of-the-project" not in kept


def test_faults_are_injected_on_open_addresses_only(tmp_path, http_server):
    """The proxy of a faulty condition dials by itself, through the same guard."""
    up = Upstream.of(http_server.url)

    async def dial(reach):
        with using_outside(Outside({}, reach.connector, reach.address)):
            _, writer = await up.dial()
            writer.close()

    asyncio.run(dial(Reach(make_settings(tmp_path))))
    with pytest.raises(ClosedAddressError):
        asyncio.run(dial(Reach(make_settings(tmp_path, deny_hosts=("127.0.0.1",)))))


@pytest.mark.parametrize("allowed", [("localhost",), ()])
def test_a_task_asks_through_its_own_proxy_while_loopback_is_closed(tmp_path, http_server, allowed):
    """The proxy of a faulty condition is on loopback; the agent is reached as before, or not."""
    guard = Reach(make_settings(tmp_path, allow_loopback=False, allow_hosts=allowed))
    url = f"http://localhost:{http_server.server_port}/"

    async def ask():
        outside = Outside({}, guard.connector, guard.address, guard.open_port)
        with using_outside(outside):
            lanes = wired({"http": {"url": url}}, make_agent, tmp_path)
            async with lanes, lanes.lent() as lane:
                return await lane.agent.ask(Case(0, "c", "q"))

    if allowed:
        assert asyncio.run(ask()).output == "ready"
    else:
        with pytest.raises(AskError):
            asyncio.run(ask())
    assert bool(http_server.seen) is bool(allowed)


def test_secrets_go_only_where_a_manager_sends_them(database, settings, project):
    manager = Actor(None, "M", roles={project: Role.MANAGER})
    evaluator = Actor(None, "E", roles={project: Role.EVALUATOR})
    openai = {"base_url": "http://127.0.0.1:8000/v1", "model": "m", "api_key_env": "K"}
    other_model = {"openai": openai | {"model": "judge"}}
    stolen = {"http": {"url": "http://127.0.0.1:9999/", "headers_env": {"X": "K"}}}
    command = {"command": {"argv": ["id"], "env_from": {"X": "K"}}}
    with database.transaction() as session:
        secrets.set_secret(session, SERVICE, open_keys(settings), project, "K", "value")
        agents.create_agent(session, manager, settings, project, "A", {"openai": openai})
        for config in (other_model, {"replay": {}}, {"http": {"url": "http://127.0.0.1:9999/"}}):
            agents.refuse_own_secrets(session, evaluator, project, [config])
        for config in (stolen, command, {"openai": openai | {"api_key_env": "OTHER"}}):
            with pytest.raises(ForbiddenError):
                agents.refuse_own_secrets(session, evaluator, project, [other_model, config])
            agents.refuse_own_secrets(session, manager, project, [config])
