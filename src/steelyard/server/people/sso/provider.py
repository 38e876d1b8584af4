"""The provider: where its parts are, its keys, and what it gives for a code."""

from __future__ import annotations

import base64
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import quote_plus

from steelyard.errors import SteelyardError
from steelyard.i18n import t
from steelyard.server.errors import UnavailableError
from steelyard.server.people.sso.id_token import token_library
from steelyard.server.people.sso.refused import Reason, SignOnRefusedError
from steelyard.server.people.sso.web import Connect, Web
from steelyard.server.settings import SingleSignOn, is_provider_url

log = logging.getLogger(__name__)
_KEPT_SECONDS = 3600.0
# While a provider is down, each try would hold a thread for as long as we wait for an answer.
_PAUSE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Endpoints:
    """What the provider says about itself, as far as we use it."""

    authorization: str
    token: str
    keys: str
    userinfo: str | None
    end_session: str | None
    secret_in_form: bool  # instead of in a header
    says_issuer: bool  # in its answer to the browser (RFC 9207)


class Grant(NamedTuple):
    """What it gives for a code."""

    id_token: str
    access_token: str | None


class Provider:
    """One provider; what it says about itself is read once an hour, by whoever asks first."""

    def __init__(
        self,
        sso: SingleSignOn,
        connect: Connect,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        token_library()  # who configures it hears of it, not who signs on later
        self.sso = sso
        self._web = Web(connect)
        self._endpoints = _Kept(self._discover, clock)
        self._keys = _Kept(self._read_keys, clock)

    def endpoints(self) -> Endpoints:
        """Return where its parts are.

        Raises:
            UnavailableError: it does not say, or what it says cannot be right.
        """
        found: Endpoints = self._endpoints()
        return found

    def keys(self, *, anew: bool = False) -> list[dict[str, Any]]:
        """Return the keys it signs with; `anew`: it has changed them since.

        Raises:
            UnavailableError: it does not say.
        """
        found: list[dict[str, Any]] = self._keys(anew=anew)
        return found

    def redeem(self, code: str, verifier: str, redirect_uri: str) -> Grant:
        """Return what the provider gives for a code.

        Raises:
            SignOnRefusedError: it does not take this code.
            UnavailableError: it does not answer, or does not know this service.
        """
        at = self.endpoints()
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect_uri,
            "code_verifier": verifier,
            "client_id": self.sso.client_id,
        }
        status, content = self._web.post(at.token, form | self._secret(at), self._header(at))
        if status != 200:
            said = str(content.get("error", ""))[:100]
            log.warning("single sign-on: the provider refused a code: %s %s", status, said)
            if said == "invalid_grant":
                raise SignOnRefusedError(Reason.CODE)
            raise UnavailableError(t("sso.refuses_us", status=status, error=said or "–"))
        id_token, access_token = content.get("id_token"), content.get("access_token")
        if not isinstance(id_token, str):
            raise SignOnRefusedError(Reason.TOKEN)
        return Grant(id_token, access_token if isinstance(access_token, str) else None)

    def userinfo(self, access_token: str, subject: str) -> dict[str, Any]:
        """Return what else it says about who signed on.

        Raises:
            SignOnRefusedError: it speaks about someone else.
            UnavailableError: it does not answer.
        """
        address = self.endpoints().userinfo
        if address is None:
            return {}
        found = self._web.get(address, {"Authorization": f"Bearer {access_token}"})
        if found.get("sub") != subject:
            raise SignOnRefusedError(Reason.SUBJECT)
        return found

    def _secret(self, at: Endpoints) -> dict[str, str]:
        secret = self.sso.client_secret
        return {"client_secret": secret.get_secret_value()} if secret and at.secret_in_form else {}

    def _header(self, at: Endpoints) -> dict[str, str]:
        secret = self.sso.client_secret
        if secret is None or at.secret_in_form:
            return {}
        # Each part is quoted as in a form before they are joined (RFC 6749, 2.3.1).
        pair = f"{quote_plus(self.sso.client_id)}:{quote_plus(secret.get_secret_value())}"
        return {"Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}

    def _discover(self) -> Endpoints:
        issuer = self.sso.issuer
        said = self._web.get(f"{issuer.rstrip('/')}/.well-known/openid-configuration")
        if said.get("issuer") != issuer:
            raise UnavailableError(t("sso.other_issuer", wanted=issuer, found=said.get("issuer")))
        methods = said.get("token_endpoint_auth_methods_supported")
        methods = methods if isinstance(methods, list) else ["client_secret_basic"]
        return Endpoints(
            authorization=self._address(said, "authorization_endpoint"),
            token=self._address(said, "token_endpoint"),
            keys=self._address(said, "jwks_uri"),
            userinfo=self._maybe(said, "userinfo_endpoint"),
            end_session=self._maybe(said, "end_session_endpoint"),
            secret_in_form="client_secret_basic" not in methods and "client_secret_post" in methods,
            says_issuer=said.get("authorization_response_iss_parameter_supported") is True,
        )

    def _address(self, said: dict[str, Any], name: str) -> str:
        found = str(said.get(name))
        safe = found.startswith("https:") or not self.sso.issuer.startswith("https:")
        if not safe or not is_provider_url(found):
            raise UnavailableError(t("sso.bad_endpoint", name=name, found=found[:200]))
        return found

    def _maybe(self, said: dict[str, Any], name: str) -> str | None:
        return None if said.get(name) is None else self._address(said, name)

    def _read_keys(self) -> list[dict[str, Any]]:
        found = self._web.get(self.endpoints().keys).get("keys")
        if not isinstance(found, list):
            raise UnavailableError(t("sso.no_keys"))
        return [key for key in found if isinstance(key, dict)]


class _Kept:
    """Something read from the provider, kept for a while; so is that it could not be read."""

    def __init__(self, read: Callable[[], Any], clock: Callable[[], float]) -> None:
        self._read = read
        self._clock = clock
        self._lock = threading.Lock()
        self._value: Any = None
        self._read_at = self._until = float("-inf")
        self._error: SteelyardError | None = None

    def __call__(self, *, anew: bool = False) -> Any:
        asked = self._clock()
        with self._lock:
            # Whoever waited for the lock takes what was read meanwhile.
            fresh = self._clock() < self._until
            if not fresh or (anew and self._error is None and self._read_at <= asked):
                self._renew()
            if self._error is not None:
                raise UnavailableError(self._error.message, hint=self._error.hint)
            return self._value

    def _renew(self) -> None:
        try:
            self._value, self._error = self._read(), None
        except SteelyardError as error:
            log.warning("single sign-on: %s", error)
            self._error = error
        self._read_at = self._clock()
        self._until = self._read_at + (_PAUSE_SECONDS if self._error else _KEPT_SECONDS)
