"""What is believed of an ID token: signed by a key of the provider, for us, now, in this flow."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from steelyard.errors import MissingPackageError
from steelyard.i18n import t
from steelyard.server.people.sso.refused import Reason, SignOnRefusedError

if TYPE_CHECKING:
    from steelyard.server.people.sso.provider import Provider

# Two, each of one kind of key. Neither `none` nor anything that a secret known to others signs.
_KINDS = {"RS256": "RSA", "ES256": "EC"}
_SKEW_SECONDS = 60
_LONGEST = 100_000
_LONGEST_SUBJECT = 255

Keys = list[dict[str, Any]]


def believed(provider: Provider, token: str, nonce: str) -> dict[str, Any]:
    """Return the claims of a token.

    Raises:
        SignOnRefusedError: it is not to be believed; says why.
        UnavailableError: the provider's keys cannot be read.
    """
    claims = _signed(token, provider, token_library())
    _check_audience(claims, provider.sso.client_id)
    said = claims.get("nonce")
    if not isinstance(said, str) or not hmac.compare_digest(_bytes(said), _bytes(nonce)):
        raise SignOnRefusedError(Reason.NONCE)
    subject = claims["sub"]
    if not subject or len(subject) > _LONGEST_SUBJECT or not subject.isprintable():
        raise SignOnRefusedError(Reason.SUBJECT)
    return claims


def token_library() -> Any:
    """Return PyJWT, which only single sign-on needs.

    Raises:
        MissingPackageError: it is not installed.
    """
    try:
        import jwt
    except ImportError:
        raise MissingPackageError(t("sso.needs_package")) from None
    return jwt


def _signed(token: str, provider: Provider, jwt: Any) -> dict[str, Any]:
    """Return the claims that one of the provider's keys has signed, in their time."""
    try:
        header = jwt.get_unverified_header(token) if len(token) <= _LONGEST else {}
    except jwt.InvalidTokenError:
        raise SignOnRefusedError(Reason.TOKEN) from None
    algorithm = header.get("alg")
    if algorithm not in _KINDS:
        raise SignOnRefusedError(Reason.ALGORITHM)
    for key in _fitting(provider.keys, algorithm, header.get("kid")):
        claims = _decoded(jwt, token, key, algorithm, provider)
        if claims is not None:
            return claims
    raise SignOnRefusedError(Reason.SIGNATURE)


def _fitting(keys: Callable[..., Keys], algorithm: str, kid: str | None) -> Keys:
    """Return the keys that may have signed it; one we do not know may be new."""

    def fits(key: dict[str, Any]) -> bool:
        return (
            key.get("kty") == _KINDS[algorithm]
            and key.get("use") in (None, "sig")
            and key.get("alg") in (None, algorithm)
            and (kid is None or key.get("kid") == kid)
        )

    found = [key for key in keys() if fits(key)]
    return found or [key for key in keys(anew=True) if fits(key)]


def _decoded(
    jwt: Any, token: str, key: dict[str, Any], algorithm: str, provider: Provider
) -> dict[str, Any] | None:
    """Return the claims; None when this is not the key."""
    needed = ["iss", "sub", "aud", "exp", "iat"]
    try:
        claims: dict[str, Any] = jwt.decode(
            token,
            jwt.PyJWK(key, algorithm=algorithm),
            algorithms=[algorithm],
            audience=provider.sso.client_id,
            issuer=provider.sso.issuer,
            leeway=_SKEW_SECONDS,
            options={"require": needed, "enforce_minimum_key_length": True},
        )
    except (jwt.InvalidSignatureError, jwt.InvalidKeyError, jwt.PyJWKError):
        return None
    except (jwt.ExpiredSignatureError, jwt.ImmatureSignatureError):
        raise SignOnRefusedError(Reason.TIME) from None
    except jwt.InvalidIssuerError:
        raise SignOnRefusedError(Reason.ISSUER) from None
    except jwt.InvalidAudienceError:
        raise SignOnRefusedError(Reason.AUDIENCE) from None
    except jwt.InvalidTokenError:
        raise SignOnRefusedError(Reason.TOKEN) from None
    return claims


def _check_audience(claims: dict[str, Any], client_id: str) -> None:
    """Refuse a token that was made for another service which shares ours as an audience."""
    audience, party = claims["aud"], claims.get("azp")
    several = isinstance(audience, list) and len(audience) > 1
    if (several and party is None) or (party is not None and party != client_id):
        raise SignOnRefusedError(Reason.AUDIENCE)


def _bytes(text: str) -> bytes:
    return text.encode(errors="replace")
