"""The words of the two A2A dialects on the wire: 1.0, and 0.3 with what came before it."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import orjson

from steelyard.agents.answer import as_text

Version = Literal["1.0", "0.3"]


class Dialect(NamedTuple):
    """How one version of the protocol calls things.

    Attributes:
        version: the version.
        send: method that sends a message and gives a task or a message.
        stream: the same, answered by events.
        get: method that gives a task.
        cancel: method that asks for a task to be given up.
        headers: headers every request carries.
    """

    version: Version
    send: str
    stream: str
    get: str
    cancel: str
    headers: dict[str, str]


DIALECTS: dict[Version, Dialect] = {
    "1.0": Dialect(
        "1.0",
        "SendMessage",
        "SendStreamingMessage",
        "GetTask",
        "CancelTask",
        # Without it, servers take a request to be of the old version.
        {"A2A-Version": "1.0"},
    ),
    "0.3": Dialect("0.3", "message/send", "message/stream", "tasks/get", "tasks/cancel", {}),
}


def request(method: str, params: dict[str, Any], number: int) -> bytes:
    """Return a JSON-RPC request."""
    return orjson.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


def message_params(
    dialect: Dialect, message_id: str, given: Any, *, wait: bool, modes: list[str]
) -> dict[str, Any]:
    """Return the parameters that send one input as a message of the user."""
    old = dialect.version == "0.3"
    message: dict[str, Any] = {
        "messageId": message_id,
        "role": "user" if old else "ROLE_USER",
        "parts": _parts(given, old=old),
    }
    waiting = {"blocking": wait} if old else {"returnImmediately": not wait}
    if old:
        message["kind"] = "message"
    return {"message": message, "configuration": {"acceptedOutputModes": modes, **waiting}}


def _parts(given: Any, *, old: bool) -> list[dict[str, Any]]:
    """Return the parts of an input: its own `parts`, an object as data, anything else as text."""
    if isinstance(given, dict) and isinstance(given.get("parts"), list):
        parts: list[dict[str, Any]] = given["parts"]
        return parts
    if isinstance(given, dict):
        return [{"kind": "data", "data": given} if old else {"data": given}]
    text = as_text(given) or ""
    return [{"kind": "text", "text": text} if old else {"text": text}]
