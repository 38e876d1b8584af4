"""Documents in which a server names its own address, such as the card of an A2A agent.

A client that follows them would leave the proxy; so they name the proxy when they pass it.
"""

from __future__ import annotations

_FOLDER, _NAMES = b"/.well-known/", (b"/agent-card.json", b"/agent.json")


def is_discovery(target: bytes) -> bool:
    """Whether a request asks for such a document."""
    path = target.partition(b"?")[0]
    return _FOLDER in path or path.endswith(_NAMES)


def point_here(body: bytes, origin: str, here: str) -> bytes:
    """Return the document with `here` in place of the upstream's origin."""
    for written in (origin, origin.replace("/", "\\/")):
        for end in (b'"', b"/", b"\\/"):
            body = body.replace(written.encode() + end, here.encode() + end)
    return body
