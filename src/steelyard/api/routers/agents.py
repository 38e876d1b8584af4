"""Agents of a project, and whether they answer."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, Query, Response
from pydantic import BaseModel, Field
from sqlalchemy.orm import Session

from steelyard.agents import adapter_schema
from steelyard.api.files import Catalogue
from steelyard.api.guard import needs
from steelyard.api.match import IfMatch, refuse_stale, tagged
from steelyard.api.once import Repeatable
from steelyard.api.paging import Page, Paging, page_of, paging, part_of
from steelyard.api.route import Router
from steelyard.api.routers.datasets import Name, Removed
from steelyard.api.session import Configured, Reading, Writing
from steelyard.server.db.tables import AgentRow
from steelyard.server.library import agents
from steelyard.server.library.secrets import names_in, outside_of
from steelyard.server.people.policy import Actor, Role

router = Router(tags=["agents"])
PLACE = "/projects/{project}/agents"
Viewer = Annotated[Actor, needs(Role.VIEWER)]
Manager = Annotated[Actor, needs(Role.MANAGER)]


class TestOut(BaseModel):
    """How the last connection test went."""

    __test__ = False

    ok: bool
    latency_s: float | None
    excerpt: str | None
    error: str | None
    at: datetime


class AgentOut(BaseModel):
    """An agent; secrets are in its config by name only."""

    id: str
    name: str
    description: str
    config: dict[str, Any]
    concurrency: int | None
    tested: TestOut | None
    missing_secrets: list[str]
    archived: bool
    created_at: datetime

    @classmethod
    def of(cls, session: Session, agent: AgentRow) -> AgentOut:
        """Return what is shown of an agent."""
        return cls._of(agent, agents.missing_secrets(session, agent))

    @classmethod
    def every(cls, session: Session, project_id: str, rows: Iterable[AgentRow]) -> list[AgentOut]:
        """Return what is shown of agents of a project; their secrets are looked up at once."""
        kept = agents.kept_secrets(session, project_id)
        return [cls._of(row, agents.missing_among(kept, row)) for row in rows]

    @classmethod
    def _of(cls, agent: AgentRow, missing: list[str]) -> AgentOut:
        tested = None if agent.tested is None else TestOut.model_validate(agent.tested)
        return cls(
            id=agent.id,
            name=agent.name,
            description=agent.description,
            config=agent.config,
            concurrency=agent.concurrency,
            tested=tested,
            missing_secrets=missing,
            archived=agent.archived_at is not None,
            created_at=agent.created_at,
        )


class AgentIn(BaseModel):
    """A new agent; `config` is the `agent:` of a plan."""

    name: Name
    description: str = Field(default="", max_length=10_000)
    config: dict[str, Any]
    concurrency: int | None = Field(default=None, ge=1, le=10_000)


class AgentChange(BaseModel):
    """What is to change; what is not given stays."""

    name: Name | None = None
    description: str | None = Field(default=None, max_length=10_000)
    config: dict[str, Any] | None = None
    concurrency: int | None = Field(default=None, ge=1, le=10_000)
    archived: bool | None = None


class TestIn(BaseModel):
    """What the agent is asked, and for how long it is waited for."""

    __test__ = False

    question: str | None = Field(default=None, min_length=1, max_length=2000)
    seconds: float = Field(default=20, gt=0, le=120)


@router.get("/agent-schema")
def show_schema(_: Annotated[Actor, needs(scope="self")]) -> dict[str, Any]:
    """Return the JSON Schema of an agent's config, to build a form from."""
    return adapter_schema()


@router.get(PLACE)
def list_agents(
    project: str,
    session: Reading,
    _: Viewer,
    wanted: Annotated[Paging, Depends(paging)],
    *,
    text: Annotated[str, Query(max_length=200)] = "",
    archived: bool = False,
) -> Page[AgentOut]:
    """List agents, in the order they were made."""
    query = agents.agents_of(project, text=text, archived=archived)
    rows = session.scalars(part_of(query, AgentRow.id, wanted))
    return page_of(AgentOut.every(session, project, rows), wanted, lambda one: one.id)


@router.post(PLACE, status_code=201)
def create_agent(
    project: str,
    given: AgentIn,
    session: Writing,
    settings: Configured,
    actor: Manager,
    once: Repeatable,
) -> AgentOut:
    """Make an agent; its secrets are named in the config and set apart."""

    def make() -> AgentOut:
        fields = given.model_dump()
        name, config = fields.pop("name"), fields.pop("config")
        made = agents.create_agent(session, actor, settings, project, name, config, **fields)
        return AgentOut.of(session, made)

    return once(session, actor, given, AgentOut, make)


@router.get(PLACE + "/{agent}")
def show_agent(
    project: str, agent: str, session: Reading, _: Viewer, response: Response
) -> AgentOut:
    """Show one agent."""
    shown = AgentOut.of(session, agents.find_agent(session, project, agent))
    tagged(response, shown)
    return shown


@router.patch(PLACE + "/{agent}")
def change_agent(
    project: str,
    agent: str,
    given: AgentChange,
    session: Writing,
    settings: Configured,
    actor: Manager,
    response: Response,
    if_match: IfMatch = None,
) -> AgentOut:
    """Change an agent; another config forgets its connection test."""
    found = agents.find_agent(session, project, agent)
    refuse_stale(if_match, AgentOut.of(session, found))
    fields = given.model_dump(exclude_unset=True)
    kept = {k: v for k, v in fields.items() if v is not None or k == "concurrency"}
    agents.change_agent(session, actor, settings, found, **kept)
    shown = AgentOut.of(session, found)
    tagged(response, shown)
    return shown


@router.delete(PLACE + "/{agent}")
def remove_agent(project: str, agent: str, session: Writing, actor: Manager) -> Removed:
    """Remove an agent; one that tasks know is archived instead."""
    found = agents.find_agent(session, project, agent)
    return Removed(removed=agents.remove_agent(session, actor, found))


@router.post(PLACE + "/{agent}/test")
def test_agent(
    project: str,
    agent: str,
    given: TestIn,
    catalogue: Catalogue,
    settings: Configured,
    actor: Annotated[Actor, needs(Role.EVALUATOR)],
) -> TestOut:
    """Ask the agent one thing and remember how it went."""
    with catalogue.reading() as session:
        config = agents.find_agent(session, project, agent).config
        outside = outside_of(session, settings, project, names_in(config))
    asked = {} if given.question is None else {"question": given.question}
    found = agents.try_agent(config, outside, seconds=given.seconds, **asked)
    with catalogue.transaction() as session:
        agents.record_test(session, actor, agents.find_agent(session, project, agent), found)
    return TestOut.model_validate(found)
