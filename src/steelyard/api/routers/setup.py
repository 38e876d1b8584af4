"""The first administrator."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from steelyard.api.guard import needs
from steelyard.api.route import Router
from steelyard.api.routers.users import UserOut
from steelyard.api.session import Configured, Reading, Writing
from steelyard.i18n import t
from steelyard.server.errors import ConflictError
from steelyard.server.people import accounts, setup
from steelyard.server.people.policy import Actor

router = Router(prefix="/setup", tags=["setup"])


class SetupState(BaseModel):
    """Whether the first administrator is still to be made."""

    needed: bool


class SetupIn(BaseModel):
    """The first administrator, and the code that the service printed when it was started."""

    code: str = Field(max_length=100)
    login: str = Field(max_length=100)
    password: str = Field(max_length=1000)
    name: str | None = Field(default=None, max_length=200)


@router.get("")
def state(session: Reading, _: Annotated[Actor, needs(scope="open")]) -> SetupState:
    """Say whether the service still needs its first administrator."""
    return SetupState(needed=accounts.needs_setup(session))


@router.post("", status_code=201)
def make(
    given: SetupIn,
    session: Writing,
    settings: Configured,
    actor: Annotated[Actor, needs(scope="open")],
) -> UserOut:
    """Make the first administrator. It works once, and only with the code."""
    if not accounts.needs_setup(session):
        raise ConflictError(t("people.already_set_up"))
    setup.check_code(settings, given.code)
    user = accounts.create_user(
        session, actor, settings, given.login, given.password, name=given.name, is_admin=True
    )
    setup.forget_code(settings)
    return UserOut.of(user)
