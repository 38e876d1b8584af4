"""One A2A exchange as it grows: a message, or a task with its states, history and artifacts.

Takes whole results and streamed events, of version 1.0 and of 0.3, and files that hold them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import orjson

from steelyard.agents.answer import bad_reply
from steelyard.agents.mapping import outline
from steelyard.i18n import t

FINISHED = frozenset({"completed", "failed", "canceled", "rejected"})
"""States in which a task stays."""
INTERRUPTED = frozenset({"input-required", "auth-required"})
"""States in which a task waits for its client."""
USER = "user"

_KINDS = {
    "task": "task",
    "message": "message",
    "statusUpdate": "status",
    "status-update": "status",
    "artifactUpdate": "artifact",
    "artifact-update": "artifact",
}
# What a message may say of itself in its metadata, in the form of the message table.
_OWN = ("sender", "receiver", "in_reply_to", "expects_reply", "tokens", "correct", "ts")


class Exchange:
    """What has been said and done so far.

    Attributes:
        task_id: the task, once there is one.
        context_id: the conversation it belongs to.
        state: state of the task in lower case, such as `input-required`; None without a task.
    """

    def __init__(self) -> None:
        self.task_id: str | None = None
        self.context_id: str | None = None
        self.state: str | None = None
        self._said: dict[str, dict[str, Any]] = {}
        self._artifacts: dict[str, dict[str, Any]] = {}
        self._status: dict[str, Any] | None = None
        self._metadata: list[Mapping[str, Any]] = []

    @property
    def ended(self) -> bool:
        """Whether nothing more comes unless the client says something."""
        if self.state is not None:
            return self.state in FINISHED | INTERRUPTED
        return self.task_id is None and self._last("agent") is not None

    def add(self, result: Any) -> bool:
        """Take a result or an event; return whether it holds something the agent said."""
        kind, body = kind_of(result)
        if kind == "message":
            return self._add_message(body) and role_of(body) == "agent"
        self._identify(body)
        if kind == "artifact":
            self._add_artifact(body)
            return True
        before = len(self._said) + len(self._artifacts)
        for message in _objects(body.get("history")):
            self._add_message(message)
        for artifact in _objects(body.get("artifacts")):
            self._add_artifact({"artifact": artifact})
        self._add_status(body.get("status"))
        return len(self._said) + len(self._artifacts) > before and self._last("agent") is not None

    def asked(self, message: Mapping[str, Any]) -> None:
        """Take the message the client sent; a history that holds it too says nothing new."""
        self._add_message(message)

    def output(self) -> str | None:
        """Return the answer: the artifacts, else the last status message, else the last message."""
        artifacts = [text_of(artifact.get("parts")) for artifact in self._artifacts.values()]
        texts = [text for text in artifacts if text is not None]
        if texts:
            return "\n".join(texts)
        said = self._status or self._last("agent")
        return None if said is None else text_of(said.get("parts"))

    def question(self) -> str | None:
        """Return what a task that waits, was refused or went wrong says about it."""
        return text_of(self._status.get("parts")) if self._status else self.output()

    def own_words(self) -> dict[str, Any]:
        """Return the `steelyard` objects in the metadata of the task and all that belongs to it."""
        found: dict[str, Any] = {}
        for holder in (*self._metadata, *self._said.values(), *self._artifacts.values()):
            metadata = holder.get("metadata")
            own = metadata.get("steelyard") if isinstance(metadata, Mapping) else None
            if isinstance(own, Mapping):
                found.update(own)
        return found

    def messages(self, agent: str, user: str = USER) -> list[dict[str, Any]]:
        """Return the message table: what was said in order, then the artifacts as the answer.

        A message answers the last one of the other side before it, unless it says otherwise.
        """
        names = {"agent": agent, "user": user}
        last: dict[str, Any] = {}
        table = []
        for said in (*self._said.values(), *map(_as_message, self._artifacts.values())):
            role = role_of(said)
            other = "user" if role == "agent" else "agent"
            record: dict[str, Any] = {
                "id": str(said.get("messageId")),
                "trace_id": self.context_id,
                "task_id": self.task_id,
                "sender": names[role],
                "receiver": names[other],
                "in_reply_to": last.get(other),
                "text": text_of(said.get("parts")),
                "ts": said.get("ts"),
            }
            metadata = said.get("metadata")
            if isinstance(metadata, Mapping):
                record |= {name: metadata[name] for name in _OWN if name in metadata}
            last[role] = record["id"]
            table.append({name: value for name, value in record.items() if value is not None})
        return table

    def _identify(self, body: Mapping[str, Any]) -> None:
        # A task calls its own id `id`; events call it `taskId`.
        self.task_id = _text(body.get("taskId")) or _text(body.get("id")) or self.task_id
        self.context_id = _text(body.get("contextId")) or self.context_id
        if isinstance(body.get("metadata"), Mapping):
            self._metadata.append(body)

    def _add_message(self, message: Mapping[str, Any]) -> bool:
        key = _text(message.get("messageId")) or f"message-{len(self._said) + 1}"
        self.context_id = self.context_id or _text(message.get("contextId"))
        known = self._said.get(key)
        # The time comes with the status; the history repeats the message without it.
        self._said[key] = {**(known or {}), **message, "messageId": key}
        return known is None

    def _add_status(self, status: Any) -> None:
        if not isinstance(status, Mapping):
            return
        self.state = state_of(status.get("state")) or self.state
        message = status.get("message")
        self._status = None
        if isinstance(message, Mapping) and message.get("parts"):
            self._status = {**message, "ts": status.get("timestamp")}
            self._add_message({k: v for k, v in self._status.items() if v is not None})

    def _add_artifact(self, event: Mapping[str, Any]) -> None:
        artifact = event.get("artifact")
        if not isinstance(artifact, Mapping):
            raise bad_reply(t("a2a.not_a_result", found=outline(event)))
        key = _text(artifact.get("artifactId")) or f"artifact-{len(self._artifacts) + 1}"
        parts = _objects(artifact.get("parts"))
        if event.get("append") is True and key in self._artifacts:
            parts = [*self._artifacts[key]["parts"], *parts]
        self._artifacts[key] = {**artifact, "artifactId": key, "parts": parts}

    def _last(self, role: str) -> dict[str, Any] | None:
        said = [message for message in self._said.values() if role_of(message) == role]
        return said[-1] if said else None


def kind_of(result: Any) -> tuple[str, Mapping[str, Any]]:
    """Return what a result or event is (task, message, status, artifact) and its body."""
    if isinstance(result, Mapping):
        if result.get("kind") in _KINDS:
            return _KINDS[result["kind"]], result
        for name, kind in _KINDS.items():
            if isinstance(result.get(name), Mapping) and len(result) == 1:
                return kind, result[name]
        if isinstance(result.get("status"), Mapping) and "id" in result:
            return "task", result
        if "messageId" in result and "parts" in result:
            return "message", result
    raise bad_reply(t("a2a.not_a_result", found=outline(result)))


def state_of(value: Any) -> str | None:
    """Return a state in the words of 0.3: `TASK_STATE_INPUT_REQUIRED` is `input-required`."""
    if not isinstance(value, str):
        return None
    return value.removeprefix("TASK_STATE_").lower().replace("_", "-")


def role_of(message: Mapping[str, Any]) -> str:
    """Return `user` or `agent`; who does not say is the agent."""
    return "user" if message.get("role") in ("user", "ROLE_USER") else "agent"


def text_of(parts: Any) -> str | None:
    """Return parts as text; None when they hold nothing that can be read.

    Texts that follow each other are one text, for streamed pieces arrive as parts. Data becomes
    JSON text and a file its address, each on a line of its own.
    """
    lines: list[str] = []
    joins = False
    for part in _objects(parts):
        text = part.get("text")
        if isinstance(text, str):
            lines = [*lines[:-1], lines[-1] + text] if joins else [*lines, text]
            joins = True
        elif (line := _line(part)) is not None:
            lines.append(line)
            joins = False
    return "\n".join(lines) if lines else None


def _line(part: Mapping[str, Any]) -> str | None:
    if part.get("data") is not None:
        return orjson.dumps(part["data"], default=str).decode()
    file = part.get("file")
    holder = file if isinstance(file, Mapping) else part
    return _text(holder.get("uri")) or _text(holder.get("url"))


def _as_message(artifact: Mapping[str, Any]) -> dict[str, Any]:
    return {**artifact, "messageId": artifact["artifactId"], "role": "agent"}


def _objects(value: Any) -> list[dict[str, Any]]:
    items: Iterable[Any] = value if isinstance(value, list) else ()
    return [item for item in items if isinstance(item, dict)]


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None
