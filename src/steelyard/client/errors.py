"""What can go wrong between here and a server, and how the server's refusals are raised.

SteelyardError
└── UserError
    ├── RemoteError             the server refused; `code`, `status`, `request_id`, `fields`
    │   ├── UnauthenticatedError    no token, or one that is not good (any more)
    │   ├── ForbiddenError          the role is not enough
    │   ├── NotFoundError           there is no such thing, or none that you may know of
    │   ├── ConflictError           not in the state for this, or the name is taken
    │   ├── StaleError              changed by someone else since it was read
    │   ├── TooLargeError           an upload is over a limit
    │   ├── TooManyError            too many requests
    │   └── UnavailableError        something the server needs is away for now
    ├── UnreachableError        no answer
    └── WaitedTooLongError      what was waited for has not happened yet

A refusal that the library knows too (a wrong plan, wrong data, ...) is raised as the library's own
exception, so that a script handles it in one place; its `__cause__` is the RemoteError.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.errors import (
    AgentSetupError,
    BundleError,
    DataError,
    InputError,
    MissingPackageError,
    PlanError,
    RunStoppedError,
    SteelyardError,
    UserError,
)
from steelyard.i18n import t


class RemoteError(UserError):
    """The server refused, in its own words.

    Attributes:
        code: a stable word.
        status: the HTTP status; 0 when what came was no answer of this service.
        request_id: by which the server's log knows the request.
        fields: what is wrong with which part of the request.
    """

    code = "remote"

    def __init__(
        self,
        message: str,
        *,
        hint: str | None = None,
        code: str | None = None,
        status: int = 0,
        request_id: str | None = None,
        fields: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.code = code or type(self).code
        self.status = status
        self.request_id = request_id
        self.fields = dict(fields or {})


class UnauthenticatedError(RemoteError):
    """No token, or one that is not good (any more)."""

    code = "unauthenticated"


class ForbiddenError(RemoteError):
    """Your role is not enough for this."""

    code = "forbidden"


class NotFoundError(RemoteError):
    """There is no such thing, or not one that you may know of."""

    code = "not_found"


class ConflictError(RemoteError):
    """It is not in the state for this, or the name is taken."""

    code = "conflict"


class StaleError(RemoteError):
    """It was changed by someone else since it was read."""

    code = "stale"


class TooLargeError(RemoteError):
    """An upload is over a limit."""

    code = "too_large"


class TooManyError(RemoteError):
    """Too many requests."""

    code = "too_many"


class UnavailableError(RemoteError):
    """Something the server needs is away for now."""

    code = "unavailable"


class UnreachableError(UserError):
    """The server gives no answer."""

    code = "unreachable"


class WaitedTooLongError(UserError):
    """What was waited for has not happened yet; it may still."""

    code = "waited_too_long"


_REMOTE: dict[str, type[RemoteError]] = {
    kind.code: kind
    for kind in (
        UnauthenticatedError,
        ForbiddenError,
        NotFoundError,
        ConflictError,
        StaleError,
        TooLargeError,
        TooManyError,
        UnavailableError,
    )
}
_REMOTE["machine"] = UnavailableError  # the server lacks disk, files or memory for now
_OURS: dict[str, type[SteelyardError]] = {
    kind.code: kind
    for kind in (
        AgentSetupError,
        BundleError,
        DataError,
        InputError,
        MissingPackageError,
        PlanError,
        RunStoppedError,
    )
}


def raise_problem(status: int, content: Any, request_id: str | None) -> None:
    """Raise what an answer with an error says.

    Raises:
        SteelyardError: always.
    """
    if not isinstance(content, dict) or not isinstance(content.get("title"), str):
        failed = status >= 500 and request_id is not None
        key = "client.server_failed" if failed else "client.no_problem"
        message = t(key, status=status, id=request_id)
        raise RemoteError(message, status=status, request_id=request_id)
    code = str(content.get("code"))
    fields = {
        str(one.get("where")): str(one.get("problem"))
        for one in content.get("fields") or ()
        if isinstance(one, dict)
    }
    lines = [content.get("hint"), *(f"{where}: {problem}" for where, problem in fields.items())]
    hint = "\n".join(str(line) for line in lines if line) or None
    kind = _REMOTE.get(code, RemoteError)
    refused = kind(
        content["title"],
        hint=hint,
        code=code,
        status=status,
        request_id=content.get("request_id") or request_id,
        fields=fields,
    )
    if code in _OURS:
        raise _OURS[code](content["title"], hint=hint) from refused
    raise refused
