"""Signing in and out."""

from __future__ import annotations

from typing import Annotated

from fastapi import Request, Response
from pydantic import BaseModel, Field

from steelyard.api.files import Catalogue
from steelyard.api.guard import needs
from steelyard.api.route import Router
from steelyard.api.routers.users import UserOut
from steelyard.api.session import Configured, Writing
from steelyard.server.people import sign_ins
from steelyard.server.people.policy import Actor
from steelyard.server.people.proof import prove_password
from steelyard.server.settings import Settings

router = Router(prefix="/session", tags=["session"])


class SignInIn(BaseModel):
    """A login and its password."""

    login: str = Field(max_length=100)
    password: str = Field(max_length=1000)


class SignInOut(BaseModel):
    """Who signed in, and the token that requests which change something carry in X-CSRF-Token."""

    user: UserOut
    csrf: str


@router.post("", status_code=201)
def sign_in(
    given: SignInIn,
    request: Request,
    response: Response,
    catalogue: Catalogue,
    settings: Configured,
    actor: Annotated[Actor, needs(scope="open")],
) -> SignInOut:
    """Sign in; the session is an HttpOnly cookie, always a new one."""
    user = prove_password(catalogue, actor, settings, given.login, given.password)
    browser = request.headers.get("user-agent")
    with catalogue.transaction() as session:
        if actor.sign_in is not None:
            sign_ins.sign_out(session, actor)  # whoever used this browser before
        issued = sign_ins.sign_in(session, settings, user, address=actor.address, browser=browser)
    set_session(response, settings, issued)
    return SignInOut(user=UserOut.of(user), csrf=issued.csrf)


@router.delete("", status_code=204)
def sign_out(
    response: Response, session: Writing, actor: Annotated[Actor, needs(scope="self")]
) -> None:
    """Sign out."""
    if actor.sign_in is not None:
        sign_ins.sign_out(session, actor)
    forget_session(response)


def set_session(response: Response, settings: Settings, issued: sign_ins.Issued) -> None:
    """Give the browser the cookies of its session."""
    for cookie in sign_ins.cookies_of(settings, issued):
        response.set_cookie(**cookie)


def forget_session(response: Response) -> None:
    """Take both back."""
    response.delete_cookie(sign_ins.COOKIE)
    response.delete_cookie(sign_ins.CSRF_COOKIE)
