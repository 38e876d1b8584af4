"""Passwords: argon2, and a floor for what is accepted."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from steelyard.errors import InputError
from steelyard.i18n import t

if TYPE_CHECKING:
    from argon2 import PasswordHasher

_LONGEST = 1000  # hashing more would let anyone keep the processor busy


def hash_password(password: str) -> str:
    """Return what is kept of a password."""
    return _hasher().hash(password)


def matches(password: str, kept: str | None) -> bool:
    """Whether the password is the one; takes as long when there is no account."""
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return _hasher().verify(kept or _nobody(), password[:_LONGEST]) and kept is not None
    except (VerificationError, InvalidHashError):
        return False


def check_password(password: str, *, login: str, shortest: int) -> None:
    """Refuse a password that is too short, too long, or the login.

    Raises:
        InputError: it is.
    """
    if not shortest <= len(password) <= _LONGEST:
        raise InputError(t("people.password_length", shortest=shortest, longest=_LONGEST))
    if password.casefold().strip() == login.casefold() or len(set(password)) < 4:
        raise InputError(t("people.password_weak"))


@cache
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher

    return PasswordHasher()


@cache
def _nobody() -> str:
    return hash_password("nobody has this password")
