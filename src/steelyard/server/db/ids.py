"""Identities that sort by the time they were made, so that a page of a list is a range of them."""

from __future__ import annotations

import secrets
import threading
import time

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32, lower case


_lock = threading.Lock()
_last = 0


def new_id() -> str:
    """Return 22 characters: milliseconds, then 60 random bits; always after the one before."""
    global _last
    with _lock:  # two of one millisecond keep the order in which they were made
        _last = max((int(time.time() * 1000) << 60) | secrets.randbits(60), _last + 1)
        number = _last
    return "".join(_ALPHABET[(number >> shift) & 31] for shift in range(105, -1, -5))
