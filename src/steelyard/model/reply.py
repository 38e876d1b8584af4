"""A reply: what came back from the agent for one ask."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from steelyard.errors import ErrorKind

Status = Literal["ok", "error", "timeout"]


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back for one ask.

    Attributes:
        output: the answer as text; None when there is none.
        status: `ok`, `error` or `timeout`.
        latency_s: seconds from sending the request to having the whole answer.
        first_token_s: seconds to the first token, when the answer was streamed.
        input_tokens: tokens sent, as the agent counts them.
        output_tokens: tokens received.
        cost: cost in the agent's own currency.
        trajectory: steps in order: {"type": "tool_call", "name", "arguments", ...} and the like.
        messages: messages between agents: {"id", "sender", "receiver", "text", ...}.
        fields: known outcome fields the agent reported itself (`completed`, `pred_label`, ...).
        error_kind: who is to blame when status is not ok.
        error: what went wrong, for people.
        error_reason: the same as a short stable word.
    """

    output: str | None = None
    status: Status = "ok"
    latency_s: float | None = None
    first_token_s: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None
    trajectory: list[dict[str, Any]] | None = None
    messages: list[dict[str, Any]] | None = None
    fields: dict[str, Any] = field(default_factory=dict)
    error_kind: ErrorKind | None = None
    error: str | None = None
    error_reason: str | None = None
