"""What the service refuses, beside what the library does; `code` decides the HTTP status."""

from __future__ import annotations

from steelyard.errors import SteelyardError


class UnauthenticatedError(SteelyardError):
    """Nobody is signed in, or the token is not good."""

    code = "unauthenticated"


class NotFoundError(SteelyardError):
    """There is no such thing, or not one that you may know of."""

    code = "not_found"


class ConflictError(SteelyardError):
    """It is not in the state for this, or the name is taken."""

    code = "conflict"


class StaleError(SteelyardError):
    """It was changed by someone else since it was read."""

    code = "stale"


class TooLargeError(SteelyardError):
    """An upload is over a limit."""

    code = "too_large"


class TooManyError(SteelyardError):
    """Too many requests, or too many wrong passwords.

    Attributes:
        retry_after: seconds after which it may go better.
    """

    code = "too_many"

    def __init__(self, message: str, *, hint: str | None = None, retry_after: int = 60) -> None:
        super().__init__(message, hint=hint)
        self.retry_after = retry_after


class UnavailableError(SteelyardError):
    """Something outside that this needs does not answer; later it may."""

    code = "unavailable"
