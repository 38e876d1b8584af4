"""The account that is asking."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from fastapi import Response
from pydantic import BaseModel, Field

from steelyard.api.files import Catalogue
from steelyard.api.guard import needs
from steelyard.api.match import IfMatch, refuse_stale, tagged
from steelyard.api.route import Router
from steelyard.api.routers.users import UserOut
from steelyard.api.session import Configured, Reading, Writing
from steelyard.server.db.tables import User
from steelyard.server.people import accounts, sign_ins
from steelyard.server.people.policy import Actor, refuse_token
from steelyard.server.people.proof import prove_password

router = Router(prefix="/me", tags=["me"])
Me = Annotated[Actor, needs(scope="self")]


class Preferences(BaseModel):
    """How pages look to the account; null: as the browser asks."""

    language: Literal["en", "zh"] | None = None
    theme: Literal["light", "dark"] | None = None


class MeOut(BaseModel):
    """Who is asking and what they may do, by project; a token may do less than its owner."""

    user: UserOut
    preferences: Preferences
    roles: dict[str, str]

    @classmethod
    def of(cls, user: User, actor: Actor) -> MeOut:
        """Return the account as it sees itself."""
        roles = {project: actor.role_in(project) for project in actor.roles}
        return cls(
            user=UserOut.of(user),
            preferences=Preferences.model_validate(user.preferences),
            roles={project: role.word for project, role in roles.items() if role is not None},
        )


class MeChange(BaseModel):
    """What is to change; what is not given stays."""

    name: str | None = Field(default=None, min_length=1, max_length=200)
    preferences: Preferences | None = None


class OwnPassword(BaseModel):
    """The password there is, and the one there shall be."""

    current: str = Field(max_length=1000)
    password: str = Field(max_length=1000)


class SessionOut(BaseModel):
    """A session of the account; `current` is the one that asks."""

    id: str
    created_at: datetime
    seen_at: datetime
    expires_at: datetime
    address: str | None
    browser: str | None
    current: bool


@router.get("")
def me(session: Reading, actor: Me, response: Response) -> MeOut:
    """Say who is asking."""
    shown = MeOut.of(_own(session, actor), actor)
    tagged(response, shown)
    return shown


@router.patch("")
def change_me(
    given: MeChange,
    session: Writing,
    actor: Me,
    response: Response,
    if_match: IfMatch = None,
) -> MeOut:
    """Change your name, or how pages look."""
    refuse_token(actor)
    user = _own(session, actor)
    refuse_stale(if_match, MeOut.of(user, actor))
    accounts.change_user(session, actor, user, **given.model_dump(exclude_none=True))
    shown = MeOut.of(user, actor)
    tagged(response, shown)
    return shown


@router.put("/password", status_code=204)
def change_password(
    given: OwnPassword, catalogue: Catalogue, settings: Configured, actor: Me
) -> None:
    """Change your password; all your sessions end, this one too."""
    refuse_token(actor)
    with catalogue.reading() as session:
        login = _own(session, actor).login
    user = prove_password(catalogue, actor, settings, login, given.current)
    with catalogue.transaction() as session:
        found = accounts.find_user(session, user.id)
        accounts.set_password(session, actor, settings, found, given.password)


@router.get("/sessions")
def list_sessions(session: Reading, actor: Me) -> list[SessionOut]:
    """List your sessions, the newest first."""
    refuse_token(actor)
    names = set(SessionOut.model_fields) - {"id", "current"}
    return [
        SessionOut(
            id=sign_ins.shown_id(one),
            current=one.hash == actor.sign_in,
            **{name: getattr(one, name) for name in names},
        )
        for one in sign_ins.sign_ins_of(session, actor.user_id or "")
    ]


@router.delete("/sessions/{sign_in}", status_code=204)
def end_session(sign_in: str, session: Writing, actor: Me) -> None:
    """End one of your sessions."""
    refuse_token(actor)
    sign_ins.end_sign_in(session, actor, sign_in)


def _own(session: Reading, actor: Actor) -> User:
    assert actor.user_id is not None
    return accounts.find_user(session, actor.user_id)
