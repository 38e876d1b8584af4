"""A sign-on from its beginning to its end, in order; what is refused is written down."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from sqlalchemy.orm import Session

from steelyard.errors import SteelyardError
from steelyard.i18n import t
from steelyard.server.db import Database
from steelyard.server.db.tables import User
from steelyard.server.errors import UnavailableError
from steelyard.server.people import audit, sign_ins, throttle
from steelyard.server.people.policy import Actor
from steelyard.server.people.sso.arrive import arrive
from steelyard.server.people.sso.flow import Flow, begin, take_up, way_to_provider
from steelyard.server.people.sso.id_token import believed
from steelyard.server.people.sso.provider import Provider
from steelyard.server.people.sso.refused import Reason, SignOnRefusedError
from steelyard.server.settings import Settings

CALLBACK = "/api/v1/sso/callback"
# A whole office may come from one address on a Monday morning.
_TRIES_PER_MINUTE = 120
_WORD = re.compile(r"[\w.-]{1,60}")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a browser brings back from the provider."""

    code: str | None = None
    state: str | None = None
    error: str | None = None
    issuer: str | None = None
    cookie: str | None = None
    browser: str | None = None


class Way(NamedTuple):
    """Where a browser is sent, and the cookie it takes along."""

    address: str
    cookie: str


class Arrived(NamedTuple):
    """Who signed on, the session they have now, and where they wanted to go."""

    user: User
    issued: sign_ins.Issued
    next: str


def way_to(provider: Provider, settings: Settings, next_path: str | None) -> Way:
    """Return the way to the provider and back to a path of this service.

    Raises:
        InputError: `next_path` is not of this service.
        UnavailableError: the provider does not answer.
    """
    flow = begin(next_path or home(settings))
    return Way(way_to_provider(provider, flow, redirect_uri(settings)), flow.cookie)


def sign_on(
    database: Database, settings: Settings, provider: Provider, actor: Actor, answer: Answer
) -> Arrived:
    """Begin a session for whoever the provider says it is.

    Raises:
        SignOnRefusedError: something about it is not right.
        UnavailableError: the provider does not answer.
        TooManyError: too many tries from one address.
    """
    with database.transaction() as session:
        place = throttle.place(actor.address)
        throttle.count(session, f"sso {place}", most=_TRIES_PER_MINUTE, seconds=60)
    try:
        flow = take_up(answer.cookie, answer.state)
        # The provider is asked before the transaction begins: it may take its time.
        claims = _claims(provider, settings, flow, answer)
        with database.transaction() as session:
            return _enter(session, settings, provider, actor, answer, flow, claims)
    except SteelyardError as error:
        _write_down(database, actor, error)
        raise


def sign_out_address(provider: Provider, settings: Settings) -> str | None:
    """Return where one signs out of the provider too; None when it says no such place."""
    try:
        address = provider.endpoints().end_session
    except UnavailableError:
        return None
    if address is None:
        return None
    back = f"{(settings.public_url or '').rstrip('/')}/"
    asked = {"client_id": provider.sso.client_id, "post_logout_redirect_uri": back}
    return f"{address}{'&' if '?' in address else '?'}{urlencode(asked)}"


def redirect_uri(settings: Settings) -> str:
    """Return where the provider sends people back to; it has to know this address."""
    return f"{(settings.public_url or '').rstrip('/')}{CALLBACK}"


def home(settings: Settings) -> str:
    """Return the path of the first page, behind whatever prefix a proxy adds."""
    return f"{urlsplit(settings.public_url or '').path.rstrip('/')}/"


def _claims(provider: Provider, settings: Settings, flow: Flow, answer: Answer) -> dict[str, Any]:
    """Return what the provider says of who comes back, once it is proven."""
    if answer.error is not None:
        word = answer.error if _WORD.fullmatch(answer.error) else "error"
        raise SignOnRefusedError(Reason.PROVIDER, message=t("sso.provider_said", error=word))
    said = answer.issuer or (None if provider.endpoints().says_issuer else provider.sso.issuer)
    if said != provider.sso.issuer:
        raise SignOnRefusedError(Reason.ISSUER)
    if not answer.code:
        raise SignOnRefusedError(Reason.CODE)
    grant = provider.redeem(answer.code, flow.verifier, redirect_uri(settings))
    claims = believed(provider, grant.id_token, flow.nonce)
    sso = provider.sso
    wanted = {sso.login_claim, sso.groups_claim.partition(".")[0]}
    if grant.access_token is None or wanted <= claims.keys():
        return claims
    # Many providers keep their tokens small and tell the rest only when asked.
    return {**provider.userinfo(grant.access_token, claims["sub"]), **claims}


def _enter(
    session: Session,
    settings: Settings,
    provider: Provider,
    actor: Actor,
    answer: Answer,
    flow: Flow,
    claims: dict[str, Any],
) -> Arrived:
    # Whatever changes with a sign-on is the provider's word, not that of who was signed in before.
    by = Actor(None, "sso", address=actor.address, request_id=actor.request_id)
    user = arrive(session, by, settings, provider.sso, claims)
    if actor.sign_in is not None:
        sign_ins.sign_out(session, actor)
    issued = sign_ins.sign_in(
        session, settings, user, address=actor.address, browser=answer.browser, means="sso"
    )
    return Arrived(user, issued, flow.next)


def _write_down(database: Database, actor: Actor, error: SteelyardError) -> None:
    reason, subject = getattr(error, "reason", error.code), getattr(error, "subject", "")
    outcome = "failed" if isinstance(error, UnavailableError) else "refused"
    facts = {"by": "sso", "reason": reason, **({"subject": subject} if subject else {})}
    who = replace(actor, user_id=None, name="–")
    with database.transaction() as session:
        what = audit.Subject(None, "sso")
        audit.record(session, who, "session.create", what, after=facts, outcome=outcome)
