"""Signing in and the first run: plain forms, so that passwords are not sent key by key."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode, urlsplit

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, PackageLoader, select_autoescape

from steelyard.errors import SteelyardError
from steelyard.i18n import Language, language, t, using_language
from steelyard.server.people import accounts, entering, setup, sign_ins
from steelyard.server.people.edge import address_of
from steelyard.server.people.policy import Actor
from steelyard.ui import design

router = APIRouter(include_in_schema=False)
_LANGUAGE = "steelyard_language"  # of who has not signed in yet
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_pages = Environment(
    loader=PackageLoader("steelyard.ui", "templates"), autoescape=select_autoescape(["html"])
)
Typed = Annotated[str, Form(max_length=1000)]


@router.get("/login")
def show_sign_in(request: Request, next: str = "/", lang: str = "") -> Response:  # noqa: A002
    """Show the form, or the first run's when there is no account."""
    with request.app.state.database.reading() as session:
        if accounts.needs_setup(session):
            return RedirectResponse("/setup", 303)
    return _page(request, "login.html", lang=lang, next=local_path(next))


@router.post("/login")
def sign_in(
    request: Request,
    login: Typed = "",
    password: Typed = "",
    next: Typed = "/",  # noqa: A002
) -> Response:
    """Begin a session, or say why not."""
    if refused := _forged(request):
        return refused
    try:
        with using_language(chosen_language(request)):
            issued = entering.enter(
                request.app.state.database, request.app.state.settings, _stranger(request), login,
                password, browser=request.headers.get("user-agent"),
            )  # fmt: skip
    except SteelyardError as error:
        return _page(
            request, "login.html", 401, next=local_path(next), login=login, problem=str(error)
        )
    return _enter(request, issued, local_path(next))


@router.get("/setup")
def show_setup(request: Request, lang: str = "") -> Response:
    """Show the form of the first run."""
    with request.app.state.database.reading() as session:
        if not accounts.needs_setup(session):
            return RedirectResponse("/login", 303)
    return _page(request, "setup.html", lang=lang)


@router.post("/setup")
def set_up(
    request: Request,
    code: Typed = "",
    login: Typed = "",
    name: Typed = "",
    password: Typed = "",
    again: Typed = "",
) -> Response:
    """Make the first administrator and begin a session."""
    if refused := _forged(request):
        return refused
    state = request.app.state
    try:
        with using_language(chosen_language(request)), state.database.transaction() as session:
            if password != again:
                raise SteelyardError(t("ui.passwords_differ"))
            user = entering.make_first(
                session, state.settings, _stranger(request), code, login, password, name=name
            )
            issued = sign_ins.sign_in(
                session, state.settings, user, address=address_of(request, state.settings),
                browser=request.headers.get("user-agent"),
            )  # fmt: skip
    except SteelyardError as error:
        typed = {"code": code, "login": login, "name": name}
        return _page(request, "setup.html", 422, problem=str(error), **typed)
    setup.forget_code(state.settings)
    return _enter(request, issued, "/")


@router.post("/logout")
def sign_out(request: Request) -> Response:
    """End the session of this browser."""
    if refused := _forged(request):
        return refused
    cookie = request.cookies.get(sign_ins.COOKIE, "")
    with request.app.state.database.transaction() as session:
        if found := sign_ins.signed_in(session, cookie):
            sign_ins.end(session, found[0], found[1])
    response = RedirectResponse("/login", 303)
    response.delete_cookie(sign_ins.COOKIE)
    response.delete_cookie(sign_ins.CSRF_COOKIE)
    return response


def local_path(text: str) -> str:
    """Return a path of this service; anything that leads elsewhere becomes the home page."""
    split = urlsplit(text)
    is_local = text.startswith("/") and not text.startswith("//") and "\\" not in text
    return text if is_local and not split.scheme and not split.netloc else "/"


def _forged(request: Request) -> Response | None:
    """Refuse a form that another site sent."""
    origin = request.headers.get("origin")
    same = origin in (None, "null") or urlsplit(origin).netloc == request.headers.get("host")
    site = request.headers.get("sec-fetch-site", "same-origin")
    if same and site in ("same-origin", "none"):
        return None
    with using_language(chosen_language(request)):
        return _page(request, "login.html", 403, next="/", problem=t("ui.forged_form"))


def _enter(request: Request, issued: sign_ins.Issued, to: str) -> Response:
    response = RedirectResponse(to, 303)
    for cookie in sign_ins.cookies_of(request.app.state.settings, issued):
        response.set_cookie(**cookie)
    return response


def _stranger(request: Request) -> Actor:
    address = address_of(request, request.app.state.settings)
    return Actor(None, "–", address=address, request_id=request.state.request_id)


def refuse_sign_on(request: Request, status: int, problem: str) -> Response:
    """Return the page of somebody whom single sign-on did not let in."""
    page = _page(request, "login.html", status, next="/", problem=problem)
    page.headers["referrer-policy"] = "no-referrer"  # the address holds what the provider sent
    return page


def chosen_language(request: Request, lang: str = "") -> Language:
    """Return the language of who has not signed in: as they chose, or as their browser asks."""
    chosen = lang if lang in ("zh", "en") else request.cookies.get(_LANGUAGE, language())
    return "zh" if chosen == "zh" else "en"


def _page(
    request: Request, template: str, status: int = 200, *, lang: str = "", **values: Any
) -> Response:
    values.setdefault("sso", _sign_on(request, values.get("next", "/")))
    with using_language(chosen_language(request, lang)):
        text = _pages.get_template(template).render(
            t=t, language=language(), style=design.STYLE, **values
        )
    response = HTMLResponse(text, status, {"content-security-policy": _POLICY})
    if lang in ("zh", "en"):
        response.set_cookie(_LANGUAGE, lang, samesite="lax", httponly=True, max_age=31_536_000)
    return response


def _sign_on(request: Request, to: str) -> dict[str, Any] | None:
    """Return what the form says of single sign-on; None when there is none."""
    found = request.app.state.settings.sso
    if found is None:
        return None
    name = found.name or urlsplit(found.issuer).hostname
    start = f"/api/v1/sso/start?{urlencode({'next': to})}"
    return {"name": name, "start": start, "only": found.local_sign_in == "admins"}
