"""What an A2A exchange came to: a reply, or whose failure it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from steelyard.agents.a2a_task import Exchange
from steelyard.agents.answer import bad_reply, reply_from
from steelyard.agents.failures import Verdict
from steelyard.agents.mapping import outline
from steelyard.errors import AskError
from steelyard.i18n import t
from steelyard.model import Reply

_WRONG_PLACE = Verdict("infra", retryable=False, fatal=True)
_WRONG_QUESTION = Verdict("agent", retryable=False)
_BROKEN = Verdict("agent")

BY_CODE: dict[int, Verdict] = {
    -32700: _WRONG_QUESTION,
    -32600: _WRONG_QUESTION,
    -32602: _WRONG_QUESTION,
    -32005: _WRONG_QUESTION,  # media type not supported
    -32601: _WRONG_PLACE,  # no such method
    -32004: _WRONG_PLACE,  # not supported: streaming, mostly
    -32009: _WRONG_PLACE,  # version not supported
}
"""How errors of the protocol are treated; any other is the agent's and may pass."""

BY_STATE: dict[str, Verdict] = {
    "failed": _BROKEN,
    "canceled": _BROKEN,
    "auth-required": _WRONG_PLACE,
}
"""How a task that came to no answer is treated."""


def unwrap(document: Any) -> Any:
    """Return the result in a JSON-RPC response.

    Raises:
        AskError: it holds an error, or neither.
    """
    if not isinstance(document, Mapping):
        raise bad_reply(t("a2a.not_a_response", found=outline(document)))
    error = document.get("error")
    if error is not None:
        raise _refused(error)
    if "result" not in document:
        raise bad_reply(t("a2a.not_a_response", found=outline(document)))
    return document["result"]


def reply_of(
    exchange: Exchange,
    *,
    agent: str,
    clean: Callable[[Any], Any],
    latency_s: float,
    first_token_s: float | None,
) -> Reply:
    """Return the reply of an exchange that has ended.

    Args:
        exchange: what was said and done.
        agent: name of the agent in the message table.
        clean: takes secrets out of a JSON value.
        latency_s: seconds it took.
        first_token_s: seconds to the first piece, when it was streamed.

    Raises:
        AskError: the task failed, was given up, or wants credentials.
    """
    state = exchange.state
    if state in BY_STATE:
        raise _no_answer(state, exchange.question())
    asks_back = state in ("input-required", "rejected")
    said: dict[str, Any] = {
        "output": exchange.question() if asks_back else exchange.output(),
        "messages": exchange.messages(agent),
        **({"abstained": True} if asks_back else {}),
        **exchange.own_words(),
    }
    return replace(reply_from(clean(said), latency_s=latency_s), first_token_s=first_token_s)


def _refused(error: Any) -> AskError:
    code = error.get("code") if isinstance(error, Mapping) else None
    text = error.get("message") if isinstance(error, Mapping) else error
    known = code if isinstance(code, int) else 0
    verdict = BY_CODE.get(known, _BROKEN)
    key = "a2a.wrong_place" if verdict is _WRONG_PLACE else "a2a.refused"
    message = t(key, code=code, text=str(text)[:300])
    return _failure(message, f"rpc_{abs(known)}", verdict)


def _no_answer(state: str, said: str | None) -> AskError:
    message = t("a2a.no_answer", state=state, text=(said or "–")[:300])
    return _failure(message, f"task_{state.replace('-', '_')}", BY_STATE[state])


def _failure(message: str, reason: str, verdict: Verdict) -> AskError:
    return AskError(
        message,
        kind=verdict.kind,
        reason=reason,
        retryable=verdict.retryable,
        throttled=verdict.throttled,
        fatal=verdict.fatal,
    )
