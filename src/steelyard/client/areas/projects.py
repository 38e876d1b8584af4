"""Projects and their members."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from steelyard.client.area import UNSET, Area, IfMatch, Unset
from steelyard.client.record import Record


@dataclass(frozen=True, kw_only=True)
class Project(Record):
    """A project."""

    id: str
    slug: str
    name: str
    description: str
    concurrency: int | None
    own_agents: bool
    archived: bool
    created_at: datetime
    role: str | None = None


@dataclass(frozen=True, kw_only=True)
class Member(Record):
    """An account with its role in the project."""

    user_id: str
    login: str
    name: str
    role: str


class ServiceProjects(Area):
    """Projects and their members."""

    def list(self, *, archived: bool | None = None) -> Sequence[Project]:
        """List the projects you may see."""
        return self._many(Project, "GET", "/projects", query={"archived": archived})

    def create(self, slug: str, name: str, *, description: str | Unset = UNSET) -> Project:
        """Make a project; who makes it manages it."""
        return self._one(
            Project,
            "POST",
            "/projects",
            body={"slug": slug, "name": name, "description": description},
            once=True,
        )


class ProjectProjects(Area):
    """Projects and their members."""

    def show(self) -> Project:
        """Show one project."""
        return self._one(Project, "GET", "/projects/{project}")

    def change(
        self,
        *,
        name: str | Unset | None = UNSET,
        description: str | Unset | None = UNSET,
        concurrency: int | Unset | None = UNSET,
        own_agents: bool | Unset | None = UNSET,
        archived: bool | Unset | None = UNSET,
        if_match: IfMatch = None,
    ) -> Project:
        """Change a project; an archived one is hidden and starts nothing."""
        return self._one(
            Project,
            "PATCH",
            "/projects/{project}",
            body={
                "name": name,
                "description": description,
                "concurrency": concurrency,
                "own_agents": own_agents,
                "archived": archived,
            },
            if_match=if_match,
        )

    def list_members(self) -> Sequence[Member]:
        """List the members."""
        return self._many(Member, "GET", "/projects/{project}/members")

    def set_member(self, user: str, role: Literal["viewer", "evaluator", "manager"]) -> None:
        """Make an account a member, or change its role."""
        self._nothing(
            "PUT", "/projects/{project}/members/{user}", parts={"user": user}, body={"role": role}
        )

    def remove_member(self, user: str) -> None:
        """Take an account out of the project."""
        self._nothing("DELETE", "/projects/{project}/members/{user}", parts={"user": user})
