"""Accounts, for administrators."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import Depends, Response
from pydantic import BaseModel, Field
from sqlalchemy import select

from steelyard.api.guard import needs
from steelyard.api.match import IfMatch, refuse_stale, tagged
from steelyard.api.once import Repeatable
from steelyard.api.paging import Page, Paging, page_of, paging, part_of
from steelyard.api.route import Router
from steelyard.api.session import Configured, Reading, Writing
from steelyard.server.db.tables import User
from steelyard.server.people import accounts
from steelyard.server.people.policy import Actor, Role

router = Router(prefix="/users", tags=["users"])
Admin = Annotated[Actor, needs(Role.ADMIN, scope="service")]


class UserOut(BaseModel):
    """An account as others see it."""

    id: str
    login: str
    name: str
    email: str | None
    is_admin: bool
    disabled: bool
    created_at: datetime
    last_login_at: datetime | None

    @classmethod
    def of(cls, user: User) -> UserOut:
        """Return what may be shown of an account."""
        times = {"created_at": user.created_at, "last_login_at": user.last_login_at}
        return cls(**accounts.shown(user), **times)


class UserIn(BaseModel):
    """A new account."""

    login: str = Field(max_length=100)
    password: str | None = Field(default=None, max_length=1000)
    name: str | None = Field(default=None, max_length=200)
    email: str | None = Field(default=None, max_length=320)
    is_admin: bool = False


class UserChange(BaseModel):
    """What is to change; what is not given stays."""

    name: str | None = Field(default=None, min_length=1, max_length=200)
    email: str | None = Field(default=None, max_length=320)
    is_admin: bool | None = None
    disabled: bool | None = None


class PasswordIn(BaseModel):
    """Another password."""

    password: str = Field(max_length=1000)


@router.get("")
def list_users(
    session: Reading, _: Admin, wanted: Annotated[Paging, Depends(paging)]
) -> Page[UserOut]:
    """List all accounts, in the order they were made."""
    query = part_of(select(User), User.id, wanted)
    found = [UserOut.of(user) for user in session.scalars(query)]
    return page_of(found, wanted, lambda user: user.id)


@router.post("", status_code=201)
def create_user(
    given: UserIn, session: Writing, settings: Configured, actor: Admin, once: Repeatable
) -> UserOut:
    """Make an account; without a password it signs in by single sign-on only."""

    def make() -> UserOut:
        fields = given.model_dump(exclude={"login", "password"})
        made = accounts.create_user(session, actor, settings, given.login, given.password, **fields)
        return UserOut.of(made)

    # What is kept of the request is no slow hash, so the password must not be in it.
    return once(session, actor, given.model_copy(update={"password": None}), UserOut, make)


@router.get("/{user}")
def show_user(user: str, session: Reading, _: Admin, response: Response) -> UserOut:
    """Show one account."""
    shown = UserOut.of(accounts.find_user(session, user))
    tagged(response, shown)
    return shown


@router.patch("/{user}")
def change_user(
    user: str,
    given: UserChange,
    session: Writing,
    actor: Admin,
    response: Response,
    if_match: IfMatch = None,
) -> UserOut:
    """Change an account; a disabled one loses its sessions and tokens at once."""
    found = accounts.find_user(session, user)
    refuse_stale(if_match, UserOut.of(found))
    fields = given.model_dump(exclude_unset=True)
    kept = {name: value for name, value in fields.items() if value is not None or name == "email"}
    accounts.change_user(session, actor, found, **kept)
    shown = UserOut.of(found)
    tagged(response, shown)
    return shown


@router.put("/{user}/password", status_code=204)
def reset_password(
    user: str, given: PasswordIn, session: Writing, settings: Configured, actor: Admin
) -> None:
    """Give an account another password; its sessions end."""
    found = accounts.find_user(session, user)
    accounts.set_password(session, actor, settings, found, given.password)
