"""Projects and their members."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from fastapi import Response
from pydantic import BaseModel, Field

from steelyard.api.guard import needs
from steelyard.api.match import IfMatch, refuse_stale, tagged
from steelyard.api.once import Repeatable
from steelyard.api.route import Router
from steelyard.api.session import Reading, Writing
from steelyard.server.db.tables import Project
from steelyard.server.people import accounts, projects
from steelyard.server.people.policy import Actor, Role

router = Router(prefix="/projects", tags=["projects"])
MemberRole = Literal["viewer", "evaluator", "manager"]
Viewer = Annotated[Actor, needs(Role.VIEWER)]
Manager = Annotated[Actor, needs(Role.MANAGER)]
Keeper = Annotated[Actor, needs(Role.MANAGER, in_archived=True)]


class ProjectOut(BaseModel):
    """A project."""

    id: str
    slug: str
    name: str
    description: str
    concurrency: int | None
    own_agents: bool = Field(description="whether evaluators may write agents into plans")
    archived: bool
    created_at: datetime
    role: str | None = None

    @classmethod
    def of(cls, project: Project, actor: Actor) -> ProjectOut:
        """Return the project as the actor sees it."""
        role = actor.role_in(project.id)
        return cls(
            id=project.id,
            slug=project.slug,
            name=project.name,
            description=project.description,
            concurrency=project.concurrency,
            own_agents=project.own_agents,
            archived=project.archived_at is not None,
            created_at=project.created_at,
            role=role.word if role else None,
        )


class ProjectIn(BaseModel):
    """A new project; `slug` stands in addresses."""

    slug: str = Field(max_length=100)
    name: str = Field(min_length=1, max_length=200)
    description: str = Field(default="", max_length=10_000)


class ProjectChange(BaseModel):
    """What is to change; what is not given stays."""

    name: str | None = Field(default=None, min_length=1, max_length=200)
    description: str | None = Field(default=None, max_length=10_000)
    concurrency: int | None = Field(default=None, ge=1, le=10_000)
    own_agents: bool | None = None
    archived: bool | None = None


class MemberOut(BaseModel):
    """An account with its role in the project."""

    user_id: str
    login: str
    name: str
    role: MemberRole


class MemberIn(BaseModel):
    """The role an account is to have."""

    role: MemberRole


@router.get("")
def list_projects(
    session: Reading, actor: Annotated[Actor, needs(scope="self")], *, archived: bool = False
) -> list[ProjectOut]:
    """List the projects you may see."""
    found = projects.projects_of(session, actor, archived=archived)
    return [ProjectOut.of(project, actor) for project in found]


@router.post("", status_code=201)
def create_project(
    given: ProjectIn,
    session: Writing,
    actor: Annotated[Actor, needs(Role.ADMIN, scope="service")],
    once: Repeatable,
) -> ProjectOut:
    """Make a project; who makes it manages it."""

    def make() -> ProjectOut:
        made = projects.create_project(session, actor, given.slug, given.name, given.description)
        return ProjectOut.of(made, actor)

    return once(session, actor, given, ProjectOut, make)


@router.get("/{project}")
def show_project(project: str, session: Reading, actor: Viewer, response: Response) -> ProjectOut:
    """Show one project."""
    shown = ProjectOut.of(projects.find_project(session, project), actor)
    tagged(response, shown)
    return shown


@router.patch("/{project}")
def change_project(
    project: str,
    given: ProjectChange,
    session: Writing,
    actor: Keeper,
    response: Response,
    if_match: IfMatch = None,
) -> ProjectOut:
    """Change a project; an archived one is hidden and starts nothing."""
    found = projects.find_project(session, project)
    refuse_stale(if_match, ProjectOut.of(found, actor))
    fields = given.model_dump(exclude_unset=True)
    kept = {k: v for k, v in fields.items() if v is not None or k == "concurrency"}
    projects.change_project(session, actor, found, **kept)
    shown = ProjectOut.of(found, actor)
    tagged(response, shown)
    return shown


@router.get("/{project}/members")
def list_members(project: str, session: Reading, _: Viewer) -> list[MemberOut]:
    """List the members."""
    found = projects.members_of(session, projects.find_project(session, project))
    return [
        MemberOut.model_validate(
            {"user_id": user.id, "login": user.login, "name": user.name, "role": role.word}
        )
        for user, role in found
    ]


@router.put("/{project}/members/{user}", status_code=204)
def set_member(project: str, user: str, given: MemberIn, session: Writing, actor: Keeper) -> None:
    """Make an account a member, or change its role."""
    where = projects.find_project(session, project)
    who = accounts.find_user(session, user)
    projects.set_member(session, actor, where, who, Role.of(given.role))


@router.delete("/{project}/members/{user}", status_code=204)
def remove_member(project: str, user: str, session: Writing, actor: Manager) -> None:
    """Take an account out of the project."""
    where = projects.find_project(session, project)
    projects.set_member(session, actor, where, accounts.find_user(session, user), None)
