"""`reset`: the connection breaks in the middle of the answer."""

from __future__ import annotations

from steelyard.conditions.faults.exchange import Exchange
from steelyard.conditions.faults.fault import Ask, Fault, Shot, add_fault
from steelyard.conditions.faults.http1 import Framing
from steelyard.errors import AskError
from steelyard.i18n import t
from steelyard.model import Param, Reply, Words


async def _on_wire(wire: Exchange, shot: Shot) -> None:
    await wire.forward()
    length, sent = wire.answer_framing, 0
    if length not in ("none", 0):  # an answer without a body would be whole with its head
        await wire.start()
        sent = await _send_some(wire, _most(length, shot.params["after"]))
    wire.check_client()
    wire.reset()
    shot.land(bytes=sent)


def _most(length: Framing, after: int) -> int:
    return min(after, length // 2) if isinstance(length, int) else after


async def _send_some(wire: Exchange, most: int) -> int:
    sent = 0
    async for piece in wire.body():
        part = piece[: most - sent]
        await wire.send(part)
        sent += len(part)
        if sent >= most:
            break
    return sent


async def _at_call(ask: Ask, shot: Shot) -> Reply:
    await ask()  # it is asked and does its work; only the answer is lost
    shot.land(bytes=0)
    raise AskError(t("faults.said_reset"), kind="infra", reason="connection")


add_fault(
    Fault(
        id="reset",
        title=Words("Reset mid-stream", "传输中途重置"),
        meaning=Words(
            "The answer begins, then the connection is reset (TCP RST), on the agent's side too.",
            "应答开始后连接被重置（TCP RST），智能体一侧也会断开。",
        ),
        params=(
            Param(
                "after",
                "int",
                64,
                Words(
                    "most bytes of the body that are let through first", "最多先放行的正文字节数"
                ),
                minimum=0,
                maximum=100_000_000,
            ),
        ),
        on_wire=_on_wire,
        at_call=_at_call,
    )
)
