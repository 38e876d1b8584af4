"""The envelope of a signature (DSSE) and the statement in it, in their one allowed form.

What is not signed in an envelope could be changed unnoticed. So there is nothing of that kind: an
envelope must be, byte for byte, what its payload, key and signature give.
"""

from __future__ import annotations

import base64
import json
from hashlib import sha256
from typing import Any, NamedTuple

PAYLOAD_TYPE = "application/vnd.steelyard.bundle+json"
STATEMENT_TYPE = "steelyard-bundle/1"
_ALG = "ed25519"
_KEYS = {"type", "run_id", "plan_hash", "dataset_sha256", "steelyard_version", "files", "derived"}
_KEYS |= {"previous", "signed_at", "signer"}


class Envelope(NamedTuple):
    """What was signed, the id of the key, and the signature."""

    payload: bytes
    keyid: str
    signature: bytes


def canonical(value: Any) -> bytes:
    """Return the one form of a JSON value: sorted keys, UTF-8, no blanks."""
    options: Any = {"sort_keys": True, "ensure_ascii": False, "separators": (",", ":")}
    return json.dumps(value, allow_nan=False, **options).encode()


def signed_bytes(payload: bytes) -> bytes:
    """Return the bytes that are signed: those DSSE defines."""
    return b"DSSEv1 %d %s %d %s" % (len(PAYLOAD_TYPE), PAYLOAD_TYPE.encode(), len(payload), payload)


def keyid_of(key: bytes) -> str:
    """Return the id of a public key."""
    return sha256(key).hexdigest()[:16]


def digest_of(statement: dict[str, Any]) -> str:
    """Return the hash by which the next signature names a statement."""
    return sha256(canonical(statement)).hexdigest()


def is_safe(name: str) -> bool:
    """Whether a name stays inside the folder of the run, on every system."""
    bad = any(not char.isprintable() or char in '\\:*?"<>|' for char in name)
    return name == "." or not (bad or {"", ".", ".."} & set(name.split("/")))


def write_envelope(payload: bytes, keyid: str, signature: bytes) -> bytes:
    """Return the envelope of a payload that was signed."""
    one = {"alg": _ALG, "keyid": keyid, "sig": base64.b64encode(signature).decode()}
    encoded = base64.b64encode(payload).decode()
    return canonical({"payload": encoded, "payloadType": PAYLOAD_TYPE, "signatures": [one]})


def read_envelope(data: bytes) -> Envelope | None:
    """Return the parts of an envelope that is exactly as it is written; of any other, None."""
    try:
        envelope = json.loads(data)
        [one] = envelope["signatures"]
        payload, signature = (
            base64.b64decode(text, validate=True) for text in (envelope["payload"], one["sig"])
        )
        found = Envelope(payload, one["keyid"], signature)
        return found if type(found.keyid) is str and write_envelope(*found) == data else None
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def read_statement(payload: bytes) -> dict[str, Any] | None:
    """Return the statement of a payload if it has exactly the parts it must have."""
    try:
        found: dict[str, Any] = json.loads(payload)
        listed = [*found["files"], *found["derived"]]
        paths = {one["path"].casefold() for one in listed}
        right = (
            found.keys() == _KEYS
            and found["type"] == STATEMENT_TYPE
            and all(one.keys() == {"path", "sha256", "size"} for one in listed)
            and all(is_safe(one["path"]) and type(one["size"]) is int for one in listed)
            and len(paths) == len(listed)
            and canonical(found) == payload
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return found if right else None
