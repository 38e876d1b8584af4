"""Who is to blame for a failed HTTP exchange, and whether asking again can help: one table."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import NamedTuple

from steelyard.errors import AskError, ErrorKind
from steelyard.i18n import t


class Verdict(NamedTuple):
    """How one kind of failure is treated; the words are those of `AskError`."""

    kind: ErrorKind
    retryable: bool = True
    throttled: bool = False
    fatal: bool = False


_WRONG_PLACE = Verdict("infra", retryable=False, fatal=True)
_SATURATED = Verdict("infra", throttled=True)
_ROAD = Verdict("infra")

BY_STATUS: dict[int, Verdict] = {
    401: _WRONG_PLACE,
    402: _WRONG_PLACE,
    403: _WRONG_PLACE,
    404: _WRONG_PLACE,
    405: _WRONG_PLACE,
    407: _WRONG_PLACE,
    408: _ROAD,
    429: _SATURATED,
    502: _ROAD,
    503: _SATURATED,
    504: _ROAD,
    529: _SATURATED,
}
OTHER_3XX = Verdict("infra", retryable=False)
OTHER_4XX = Verdict("agent", retryable=False)
OTHER_5XX = Verdict("agent")

_NEEDS_KEY = (401, 403)


def status_error(
    status: int, *, place: str, excerpt: str, retry_after: str | None, variables: list[str]
) -> AskError:
    """The error for a status that is not 2xx.

    Args:
        status: the HTTP status.
        place: method and address, for the message.
        excerpt: the start of the body, without secrets.
        retry_after: the Retry-After header.
        variables: environment variables that hold the credentials.
    """
    verdict = verdict_on(status)
    message = t("agents.status", place=place, status=_phrase(status), excerpt=excerpt)
    if status in _NEEDS_KEY:
        key = "agents.check_key" if variables else "agents.no_key"
        message = f"{message} {t(key, variables=', '.join(variables))}"
    return AskError(
        message,
        kind=verdict.kind,
        reason=f"http_{status}",
        retryable=verdict.retryable,
        retry_after=parse_retry_after(retry_after),
        throttled=verdict.throttled,
        fatal=verdict.fatal,
    )


def verdict_on(status: int) -> Verdict:
    """Return how a status is treated."""
    if status in BY_STATUS:
        return BY_STATUS[status]
    if status >= 500:
        return OTHER_5XX
    return OTHER_4XX if status >= 400 else OTHER_3XX


def parse_retry_after(value: str | None) -> float | None:
    """Return the seconds a Retry-After header asks for; it is a number or a date."""
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        seconds = _seconds_until(value)
    return max(seconds, 0.0) if math.isfinite(seconds) else None


def connect_error(problem: str, *, place: str) -> AskError:
    """The error for an agent that was not reached at all: refused, unknown host, no handshake."""
    message = t("agents.unreachable", place=place, problem=problem)
    return AskError(message, kind="infra", reason="connect")


def connection_error(problem: str, *, place: str) -> AskError:
    """The error for a road that broke on the way: reset, closed in the middle, not HTTP."""
    message = t("agents.connection", place=place, problem=problem)
    return AskError(message, kind="infra", reason="connection")


def certificate_error(problem: str, *, place: str) -> AskError:
    """The error for a certificate that cannot be trusted; it will not be better next time."""
    message = t("agents.certificate", place=place, problem=problem)
    return AskError(message, kind="infra", reason="tls", retryable=False, fatal=True)


def redirect_error(message: str) -> AskError:
    """The error for a redirect that is not followed."""
    return AskError(message, kind="infra", reason="redirect", retryable=False, fatal=True)


def too_large(limit: int) -> AskError:
    """The error for an answer that does not end within `limit` bytes."""
    message = t("agents.too_large", limit=limit)
    return AskError(message, kind="agent", reason="too_large", retryable=False)


def _seconds_until(date: str) -> float:
    try:
        moment = parsedate_to_datetime(date)
    except ValueError:
        return math.nan
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return (moment - datetime.now(UTC)).total_seconds()


def _phrase(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)
