"""What binds the way back from the provider to the browser that was sent there.

A random cookie is the only thing kept, in the browser. State, nonce and the PKCE verifier are made
from it by HMAC: who has not the cookie can make none of them, and who brings a cookie of their own
making can still not choose them to fit what they have seen of someone else's sign-on.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import time
from dataclasses import dataclass
from urllib.parse import urlencode

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.people.sso.provider import Provider
from steelyard.server.people.sso.refused import Reason, SignOnRefusedError

COOKIE_SECONDS = 600
_COOKIE = re.compile(r"[\w-]{43}\.(\d{1,12})\.([\w-]*)")
# A path of this service and nothing that a browser would read as another host.
_LOCAL = re.compile(r"/(?![/\\])[!-\[\]-~]{0,1000}")


@dataclass(frozen=True, slots=True)
class Flow:
    """One sign-on under way."""

    cookie: str
    next: str

    @property
    def state(self) -> str:
        """What the provider hands back."""
        return self._made("state")

    @property
    def nonce(self) -> str:
        """What its token must carry."""
        return self._made("nonce")

    @property
    def verifier(self) -> str:
        """What proves to the provider that the code is brought by who began."""
        return self._made("verifier")

    @property
    def challenge(self) -> str:
        """What is told of the verifier beforehand (S256)."""
        return _text(hashlib.sha256(self.verifier.encode()).digest())

    def _made(self, purpose: str) -> str:
        return _text(hmac.digest(self.cookie.encode(), purpose.encode(), "sha256"))


def begin(next_path: str) -> Flow:
    """Begin a sign-on that is to end at a path of this service.

    Raises:
        InputError: it is somewhere else.
    """
    if not _LOCAL.fullmatch(next_path):
        raise InputError(t("sso.bad_next", found=next_path[:100]))
    secret, moment = secrets.token_urlsafe(32), int(time.time())
    return Flow(f"{secret}.{moment}.{_text(next_path.encode())}", next_path)


def take_up(cookie: str | None, state: str | None) -> Flow:
    """Return the sign-on that a browser comes back from.

    Raises:
        SignOnRefusedError: this browser has begun none, or another one, or long ago.
    """
    found = _COOKIE.fullmatch(cookie or "")
    if found is None or cookie is None:
        raise SignOnRefusedError(Reason.BROWSER)
    if not -1 <= time.time() - int(found[1]) <= COOKIE_SECONDS:
        raise SignOnRefusedError(Reason.LATE)
    flow = Flow(cookie, _path(found[2]))
    if not hmac.compare_digest(flow.state.encode(), (state or "").encode()):
        raise SignOnRefusedError(Reason.BROWSER)
    return flow


def way_to_provider(provider: Provider, flow: Flow, redirect_uri: str) -> str:
    """Return where the browser is sent."""
    address = provider.endpoints().authorization
    asked = urlencode(
        {
            "response_type": "code",
            "client_id": provider.sso.client_id,
            "redirect_uri": redirect_uri,
            "scope": " ".join(provider.sso.scopes),
            "state": flow.state,
            "nonce": flow.nonce,
            "code_challenge": flow.challenge,
            "code_challenge_method": "S256",
        }
    )
    return f"{address}{'&' if '?' in address else '?'}{asked}"


def cookie_name(*, secure: bool) -> str:
    """Return the cookie's name; with its prefix no other host can plant one."""
    return "__Host-steelyard_sso" if secure else "steelyard_sso"


def _path(text: str) -> str:
    try:
        path = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode("ascii")
    except ValueError:
        return "/"
    return path if _LOCAL.fullmatch(path) else "/"


def _text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")
