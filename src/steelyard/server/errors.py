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
    """Too many requests, or too many wrong passwords."""

    code = "too_many"


class UnavailableError(SteelyardError):
    """Something outside that this needs does not answer; later it may."""

    code = "unavailable"
