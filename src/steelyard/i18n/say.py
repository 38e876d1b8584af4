"""Errors from below this layer carry facts instead of sentences; this turns them into sentences."""

from __future__ import annotations

from steelyard.errors import UnknownNameError
from steelyard.i18n.lookup import t


def say(error: Exception) -> str:
    """Return the message of `error` in the current language."""
    if isinstance(error, UnknownNameError):
        key = "errors.unknown_close" if error.close else "errors.unknown"
        names = ", ".join(error.close or error.known)
        return t(key, kind=t(f"errors.kind_{error.kind}"), name=error.name, names=names)
    return str(error)
