"""Agents of a project, and whether they answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from steelyard.client.area import UNSET, Area, IfMatch, Unset
from steelyard.client.areas.datasets import Removed
from steelyard.client.record import Record


@dataclass(frozen=True, kw_only=True)
class Test(Record):
    """How the last connection test went."""

    ok: bool
    latency_s: float | None
    excerpt: str | None
    error: str | None
    at: datetime


@dataclass(frozen=True, kw_only=True)
class Agent(Record):
    """An agent; secrets are in its config by name only."""

    id: str
    name: str
    description: str
    config: dict[str, Any]
    concurrency: int | None
    tested: Test | None
    missing_secrets: list[str]
    archived: bool
    created_at: datetime


class ServiceAgents(Area):
    """Agents of a project, and whether they answer."""

    def show_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of an agent's config, to build a form from."""
        return self._values("GET", "/agent-schema")


class ProjectAgents(Area):
    """Agents of a project, and whether they answer."""

    def list(self, *, text: str | None = None, archived: bool | None = None) -> Iterator[Agent]:
        """List agents, in the order they were made."""
        return self._pages(
            Agent, "GET", "/projects/{project}/agents", query={"text": text, "archived": archived}
        )

    def create(
        self,
        name: str,
        config: Mapping[str, Any],
        *,
        description: str | Unset = UNSET,
        concurrency: int | Unset | None = UNSET,
    ) -> Agent:
        """Make an agent; its secrets are named in the config and set apart."""
        return self._one(
            Agent,
            "POST",
            "/projects/{project}/agents",
            body={
                "name": name,
                "description": description,
                "config": config,
                "concurrency": concurrency,
            },
            once=True,
        )

    def show(self, agent: str) -> Agent:
        """Show one agent."""
        return self._one(Agent, "GET", "/projects/{project}/agents/{agent}", parts={"agent": agent})

    def change(
        self,
        agent: str,
        *,
        name: str | Unset | None = UNSET,
        description: str | Unset | None = UNSET,
        config: Mapping[str, Any] | Unset | None = UNSET,
        concurrency: int | Unset | None = UNSET,
        archived: bool | Unset | None = UNSET,
        if_match: IfMatch = None,
    ) -> Agent:
        """Change an agent; another config forgets its connection test."""
        return self._one(
            Agent,
            "PATCH",
            "/projects/{project}/agents/{agent}",
            parts={"agent": agent},
            body={
                "name": name,
                "description": description,
                "config": config,
                "concurrency": concurrency,
                "archived": archived,
            },
            if_match=if_match,
        )

    def remove(self, agent: str) -> Removed:
        """Remove an agent; one that tasks know is archived instead."""
        return self._one(
            Removed, "DELETE", "/projects/{project}/agents/{agent}", parts={"agent": agent}
        )

    def test(
        self, agent: str, *, question: str | Unset | None = UNSET, seconds: float | Unset = UNSET
    ) -> Test:
        """Ask the agent one thing and remember how it went."""
        return self._one(
            Test,
            "POST",
            "/projects/{project}/agents/{agent}/test",
            parts={"agent": agent},
            body={"question": question, "seconds": seconds},
        )
