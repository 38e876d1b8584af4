"""The address of a webhook as lists, logs and the audit trail show it.

Many services put a token into the path or the query of the address, so both are cut off.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

# A first part that is a word: /services, /cgi-bin, /hooks. Anything else may be the token itself.
_WORD = re.compile(r"[a-z]{2,12}(?:-[a-z]{2,12})?")
_CUT = "…"


def short_target(kind: str, target: str) -> str:
    """Return scheme, host and at most the first word of the path; an e-mail address as it is."""
    if kind != "webhook":
        return target
    try:
        parts = urlsplit(target)
        host = parts.netloc.rpartition("@")[2]
    except ValueError:
        return _CUT
    if not host:
        return _CUT
    first, *others = parts.path.removeprefix("/").split("/")
    path = f"/{first}" if first and others and _WORD.fullmatch(first) else ""
    whole = f"{parts.scheme}://{host}{path}"
    rest = target[target.find(host) + len(host) :].rstrip("/")
    return whole if rest == path else f"{whole}/{_CUT}"


def without_target(text: str, kind: str, target: str) -> str:
    """Return what a failed delivery says of itself, without the address in full."""
    short = short_target(kind, target)
    parts = urlsplit(target) if kind == "webhook" else None
    for found in (target, *(() if parts is None else (f"{parts.path}?{parts.query}", parts.path))):
        if len(found) > 1:
            text = text.replace(found, short if found == target else f"/{_CUT}")
    return text
