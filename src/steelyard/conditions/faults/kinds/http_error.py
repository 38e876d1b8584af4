"""`http_429`, `http_500`, `http_503`: an error in the place of the answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus

from steelyard.conditions.faults.exchange import Exchange
from steelyard.conditions.faults.fault import Ask, Fault, Shot, add_fault
from steelyard.errors import AskError
from steelyard.i18n import t
from steelyard.model import Param, Reply, Words

_SATURATED = (429, 503)


def _retry_after(default: float | None) -> Param:
    words = Words("seconds that Retry-After asks for; null for none", "Retry-After 秒数；null 为无")
    return Param("retry_after", "float", default, words, minimum=0.0, maximum=3600.0)


def _on_wire(status: HTTPStatus) -> Callable[[Exchange, Shot], Awaitable[None]]:
    body = b'{"error": {"message": "%b", "type": "injected_fault", "code": %d}}' % (
        status.phrase.encode(),
        status,
    )

    async def on_wire(wire: Exchange, shot: Shot) -> None:
        headers = [("Content-Type", "application/json"), ("X-Steelyard-Fault", f"http_{status}")]
        if (seconds := shot.params.get("retry_after")) is not None:
            headers.append(("Retry-After", f"{seconds:g}"))
        await wire.answer(f"{status} {status.phrase}", headers, body)
        wire.check_client()
        shot.land(status=int(status))

    return on_wire


def _at_call(status: HTTPStatus) -> Callable[[Ask, Shot], Awaitable[Reply]]:
    async def at_call(ask: Ask, shot: Shot) -> Reply:
        shot.land(status=int(status))
        raise AskError(
            t("faults.said_status", status=f"{status} {status.phrase}"),
            kind="infra" if status in _SATURATED else "agent",
            reason=f"http_{status}",
            throttled=status in _SATURATED,
            retry_after=shot.params.get("retry_after"),
        )

    return at_call


def _add(status: int, zh: str, wait: float | None) -> None:
    known = HTTPStatus(status)
    add_fault(
        Fault(
            id=f"http_{status}",
            title=Words(f"HTTP {status} {known.phrase}", f"HTTP {status} {zh}"),
            meaning=Words(
                f"The answer is {status} {known.phrase}; the agent is not asked.",
                f"以 {status}（{zh}）作答，不再转给智能体。",
            ),
            params=(_retry_after(wait),),
            on_wire=_on_wire(known),
            at_call=_at_call(known),
        )
    )


_add(429, "请求过多", 1.0)
_add(500, "服务器内部错误", None)
_add(503, "服务不可用", 1.0)
