"""Agents of a project: the `agent:` mapping of a plan under a name, with its connection test."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from steelyard.agents import make_agent
from steelyard.errors import AskError, SteelyardError
from steelyard.i18n import say, t
from steelyard.model import Case, Outside, using_outside
from steelyard.server.db.base import now
from steelyard.server.db.tables import AgentRow, Schedule, Task
from steelyard.server.errors import ConflictError, NotFoundError
from steelyard.server.library.allowed import ADDRESSES, check_agent_config
from steelyard.server.library.secrets import check_secrets, names_in, secrets_of
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor, ForbiddenError, Role
from steelyard.server.settings import Settings

TEST_SECONDS = 20.0
_EXCERPT = 500
_QUESTION = "Reply with the word: ready"


def create_agent(
    session: Session,
    actor: Actor,
    settings: Settings,
    project_id: str,
    name: str,
    config: Mapping[str, Any],
    **fields: Any,
) -> AgentRow:
    """Keep an agent; its config is that of a plan and holds no secret."""
    check_secrets(session, settings, project_id, config)
    check_agent_config(settings, config)
    _free_name(session, project_id, name)
    agent = AgentRow(project_id=project_id, name=name, config=dict(config), **fields)
    session.add(agent)
    session.flush()
    audit.record(session, actor, "agent.create", _subject(agent), after=_shown(agent))
    return agent


def find_agent(session: Session, project_id: str, agent_id: str) -> AgentRow:
    """Return an agent of the project, or say that there is none."""
    agent = session.get(AgentRow, agent_id)
    if agent is None or agent.project_id != project_id:
        raise NotFoundError(t("library.no_agent", id=agent_id[:100]))
    return agent


def agents_of(project_id: str, *, text: str = "", archived: bool = False) -> Select[AgentRow]:
    """Return the query for the agents of a project whose name holds a text."""
    query = select(AgentRow).where(AgentRow.project_id == project_id)
    if not archived:
        query = query.where(AgentRow.archived_at.is_(None))
    return query.where(AgentRow.name.icontains(text, autoescape=True)) if text else query


def change_agent(
    session: Session, actor: Actor, settings: Settings, agent: AgentRow, **fields: Any
) -> None:
    """Change what is given; another config forgets the last connection test."""
    archived = fields.pop("archived", None)
    before = _shown(agent)
    if "name" in fields and fields["name"] != agent.name:
        _free_name(session, agent.project_id, fields["name"])
    if "config" in fields:
        check_secrets(session, settings, agent.project_id, fields["config"])
        check_agent_config(settings, fields["config"])
        if fields["config"] != agent.config:
            agent.tested = None
    for name, value in fields.items():
        setattr(agent, name, value)
    if archived is not None:
        agent.archived_at = (agent.archived_at or now()) if archived else None
    after = _shown(agent)
    changed = [name for name in after if after[name] != before[name]]
    audit.record(
        session,
        actor,
        "agent.change",
        _subject(agent),
        before={name: before[name] for name in changed},
        after={name: after[name] for name in changed},
    )


def remove_agent(session: Session, actor: Actor, agent: AgentRow) -> bool:
    """Remove an agent; one that tasks know is archived instead. Returns whether it is gone."""
    used = session.scalar(select(Task.id).where(Task.agent_id == agent.id).limit(1)) is not None
    used = used or _is_scheduled(session, agent)
    if used:
        agent.archived_at = agent.archived_at or now()
    else:
        session.delete(agent)
    verb = "archive" if used else "remove"
    audit.record(session, actor, f"agent.{verb}", _subject(agent), before=_shown(agent))
    return not used


def missing_secrets(session: Session, agent: AgentRow) -> list[str]:
    """Return the secrets an agent names that its project does not have."""
    return missing_among(kept_secrets(session, agent.project_id), agent)


def kept_secrets(session: Session, project_id: str) -> frozenset[str]:
    """Return the names of the secrets of a project."""
    return frozenset(secret.name for secret in secrets_of(session, project_id))


def missing_among(kept: frozenset[str], agent: AgentRow) -> list[str]:
    """Return the secrets an agent names that are not among those kept."""
    return sorted(names_in(agent.config) - kept)


def refuse_own_secrets(
    session: Session, actor: Actor, project_id: str, configs: Iterable[Mapping[str, Any]]
) -> None:
    """Refuse agents that a person wrote into a plan and that send secrets to places of their own.

    Secrets are the managers': others use them where an agent of the project already sends them.

    Args:
        session: of the catalogue.
        actor: who wants them asked.
        project_id: whose secrets they are.
        configs: `agent:`, `single:` and every judge of the plan, unless they are from the library.

    Raises:
        ForbiddenError: one would take a secret elsewhere.
    """
    if actor.may(Role.MANAGER, project_id):
        return
    known = {
        (place, name)
        for agent in session.scalars(agents_of(project_id))
        for place in places_in(agent.config)
        for name in names_in(agent.config)
    }
    for config in configs:
        for name in sorted(names_in(config)):
            for place in places_in(config) or {""}:
                if (place, name) not in known:
                    raise ForbiddenError(t("library.secret_elsewhere", name=name, place=place))


def try_agent(
    config: Mapping[str, Any],
    outside: Outside,
    *,
    question: str = _QUESTION,
    seconds: float = TEST_SECONDS,
) -> dict[str, Any]:
    """Ask an agent one thing; say how it went. It takes time and holds no session.

    Returns:
        ok, latency_s, excerpt of the answer, error, at.
    """
    found: dict[str, Any] = {"ok": False, "latency_s": None, "excerpt": None, "error": None}
    try:
        with using_outside(outside):
            output, latency = asyncio.run(_ask(config, question, seconds))
        found |= {"ok": True, "latency_s": latency, "excerpt": _excerpt(output)}
    except TimeoutError:
        found["error"] = t("library.test_timeout", seconds=f"{seconds:g}")
    except SteelyardError as error:
        found["error"] = say(error)[: _EXCERPT * 2]
    return {**found, "at": now().isoformat()}


def record_test(session: Session, actor: Actor, agent: AgentRow, found: Mapping[str, Any]) -> None:
    """Remember how the connection test of an agent went."""
    agent.tested = dict(found)
    after = {"ok": found["ok"], "error": found["error"]}
    outcome = "done" if found["ok"] else "failed"
    audit.record(session, actor, "agent.test", _subject(agent), after=after, outcome=outcome)


async def _ask(
    config: Mapping[str, Any], question: str, seconds: float
) -> tuple[Any, float | None]:
    agent = make_agent(config)
    try:
        async with asyncio.timeout(seconds):
            await agent.open()
            reply = await agent.ask(Case(0, "connection-test", question))
    finally:
        await agent.close()
    if reply.output is None:
        raise AskError(t("library.test_empty"), kind="agent", reason="empty")
    return reply.output, reply.latency_s


def _excerpt(output: Any) -> str:
    text = "".join(c if c.isprintable() else " " for c in str(output))
    return text if len(text) <= _EXCERPT else f"{text[:_EXCERPT]}…"


def places_in(config: Mapping[str, Any]) -> set[str]:
    """Return scheme, host and port of every address in a config, and whether anyone may pose as it.

    A place whose certificate is not looked at is another place.
    """
    found = set()
    for options in config.values():
        blind = isinstance(options, Mapping) and options.get("verify_tls") is False
        for name in ADDRESSES:
            url = options.get(name) if isinstance(options, Mapping) else None
            if isinstance(url, str):
                parts = urlsplit(url)
                place = f"{parts.scheme}://{parts.netloc}".lower()
                found.add(f"{place} (verify_tls: false)" if blind else place)
    return found


def _is_scheduled(session: Session, agent: AgentRow) -> bool:
    tasks = session.scalars(select(Schedule.task).where(Schedule.project_id == agent.project_id))
    return any(task.get("agent_id") == agent.id for task in tasks)


def _free_name(session: Session, project_id: str, name: str) -> None:
    taken = select(AgentRow.id).where(AgentRow.project_id == project_id, AgentRow.name == name)
    if session.scalar(taken) is not None:
        raise ConflictError(t("library.name_taken", name=name))


def _shown(agent: AgentRow) -> dict[str, Any]:
    return {
        "name": agent.name,
        "description": agent.description,
        "config": agent.config,
        "concurrency": agent.concurrency,
        "archived": agent.archived_at is not None,
    }


def _subject(agent: AgentRow) -> audit.Subject:
    return audit.Subject(agent.id, agent.name, agent.project_id)
