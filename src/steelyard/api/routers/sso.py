"""Single sign-on: to the provider, back, and out; and which account is whose."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field
from sqlalchemy.orm import Session

from steelyard.api.guard import needs
from steelyard.api.match import IfMatch, refuse_stale, tagged
from steelyard.api.route import Router
from steelyard.api.routers.session import forget_session, set_session
from steelyard.api.session import Configured, Reading, Writing
from steelyard.i18n import t
from steelyard.server.db.tables import User
from steelyard.server.errors import NotFoundError
from steelyard.server.people import accounts, sign_ins, sso
from steelyard.server.people.policy import Actor, Role

router = Router(tags=["sso"])
Admin = Annotated[Actor, needs(Role.ADMIN, scope="service")]
Anyone = Annotated[Actor, needs(scope="open")]
_Text = Annotated[str | None, Query(max_length=10_000)]
_SENT_ON: dict[int | str, dict[str, Any]] = {
    303: {"description": "Go on there", "headers": {"Location": {"schema": {"type": "string"}}}},
}


class SignOnState(BaseModel):
    """Whether people sign on through a provider, and who may still use a password."""

    enabled: bool
    name: str
    local_sign_in: Literal["everyone", "admins"]


class SignedOut(BaseModel):
    """Where to sign out of the provider too; None when it has no such place, or is away."""

    provider: str | None


class IdentityOut(BaseModel):
    """What the provider calls an account; None: nobody signs on as it."""

    issuer: str
    subject: str | None


class IdentityIn(BaseModel):
    """What the provider calls the person: the `sub` of its tokens."""

    subject: str = Field(min_length=1, max_length=255)


async def _configured(request: Request) -> sso.Provider:
    provider: sso.Provider | None = request.app.state.provider
    if provider is None:
        raise NotFoundError(t("sso.off"))
    return provider


# Stands after the guard of a route, which decides first.
Here = Annotated[sso.Provider, Depends(_configured)]


@router.get("/sso")
def state(settings: Configured, _: Anyone) -> SignOnState:
    """Say whether and how people sign on."""
    found = settings.sso
    if found is None:
        return SignOnState(enabled=False, name="", local_sign_in="everyone")
    return SignOnState(enabled=True, name=found.name, local_sign_in=found.local_sign_in)


@router.get("/sso/start", status_code=303, response_class=RedirectResponse, responses=_SENT_ON)
def start(
    settings: Configured,
    _: Anyone,
    provider: Here,
    next_path: Annotated[str | None, Query(alias="next", max_length=1000)] = None,
) -> Response:
    """Send a browser to the provider; it comes back to `next`, a path of this service."""
    way = sso.way_to(provider, settings, next_path)
    response = RedirectResponse(way.address, 303)
    response.set_cookie(
        sso.cookie_name(secure=settings.is_https),
        way.cookie,
        max_age=sso.COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=settings.is_https,
    )
    return response


@router.get("/sso/callback", status_code=303, response_class=RedirectResponse, responses=_SENT_ON)
def callback(
    request: Request,
    settings: Configured,
    actor: Anyone,
    provider: Here,
    code: _Text = None,
    state: _Text = None,
    error: _Text = None,
    iss: _Text = None,
) -> Response:
    """Take a browser back from the provider; the session is an HttpOnly cookie.

    The cookie `steelyard_csrf` holds what requests that change something carry in X-CSRF-Token.
    """
    answer = sso.Answer(
        code=code,
        state=state,
        error=error,
        issuer=iss,
        cookie=request.cookies.get(sso.cookie_name(secure=settings.is_https)),
        browser=request.headers.get("user-agent"),
    )
    arrived = sso.sign_on(request.app.state.database, settings, provider, actor, answer)
    # The address of this page holds the code; the next one need not know it.
    response = RedirectResponse(arrived.next, 303, {"Referrer-Policy": "no-referrer"})
    set_session(response, settings, arrived.issued)
    response.delete_cookie(sso.cookie_name(secure=settings.is_https), secure=settings.is_https)
    return response


@router.post("/sso/sign-out")
def sign_out(
    request: Request,
    response: Response,
    settings: Configured,
    actor: Annotated[Actor, needs(scope="self")],
    provider: Here,
) -> SignedOut:
    """Sign out here, and say where one signs out of the provider."""
    if actor.sign_in is not None:
        with request.app.state.database.transaction() as session:
            sign_ins.sign_out(session, actor)
    forget_session(response)
    return SignedOut(provider=sso.sign_out_address(provider, settings))


@router.get("/users/{user}/identity")
def show_identity(
    user: str, response: Response, session: Reading, _: Admin, provider: Here
) -> IdentityOut:
    """Say who signs on as an account."""
    shown = _shown(session, provider, accounts.find_user(session, user))
    tagged(response, shown)
    return shown


@router.put("/users/{user}/identity")
def link_identity(
    user: str,
    given: IdentityIn,
    response: Response,
    session: Writing,
    actor: Admin,
    provider: Here,
    if_match: IfMatch = None,
) -> IdentityOut:
    """Let a person of the provider sign on as an account, instead of whoever did."""
    found = accounts.find_user(session, user)
    refuse_stale(if_match, _shown(session, provider, found))
    sso.link(session, actor, provider.sso, found, given.subject)
    shown = _shown(session, provider, found)
    tagged(response, shown)
    return shown


@router.delete("/users/{user}/identity", status_code=204)
def unlink_identity(user: str, session: Writing, actor: Admin, provider: Here) -> None:
    """Let nobody sign on as an account any more; its sessions end."""
    sso.unlink(session, actor, provider.sso, accounts.find_user(session, user))


def _shown(session: Session, provider: sso.Provider, user: User) -> IdentityOut:
    found = sso.identity_of(session, provider.sso, user)
    return IdentityOut(issuer=provider.sso.issuer, subject=found)
