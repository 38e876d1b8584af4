"""`truncated`: the answer stops before its end."""

from __future__ import annotations

from dataclasses import replace

from steelyard.conditions.faults.exchange import Exchange
from steelyard.conditions.faults.fault import Ask, Fault, Shot, add_fault
from steelyard.model import Param, Reply, Words

_MOST = 1_000_000  # bytes that are gathered of an answer that does not say how long it is


async def _on_wire(wire: Exchange, shot: Shot) -> None:
    await wire.forward()
    length = wire.answer_framing
    if not isinstance(length, int):
        await _cut_gathered(wire, shot)
        return
    if not length:
        shot.miss("nothing_to_disturb")
        await wire.start()
        await wire.finish()
        return
    left = _kept(length, shot)
    await wire.start()
    async for piece in wire.body():
        part = piece[:left]
        await wire.send(part)
        left -= len(part)
        if not left:
            break
    wire.check_client()
    wire.cut()
    shot.land(bytes=_kept(length, shot), of=length)


async def _cut_gathered(wire: Exchange, shot: Shot) -> None:
    gathered = bytearray()
    async for piece in wire.body():
        gathered += piece
        if len(gathered) >= _MOST:
            break
    await wire.start()
    if not gathered:
        shot.miss("nothing_to_disturb")
        await wire.finish()
        return
    kept = _kept(len(gathered), shot)
    await wire.send(bytes(gathered[:kept]))
    wire.check_client()
    wire.cut()
    shot.land(bytes=kept, of=len(gathered))


async def _at_call(ask: Ask, shot: Shot) -> Reply:
    reply = await ask()
    if not reply.output:
        shot.miss("nothing_to_disturb")
        return reply
    kept = _kept(len(reply.output), shot)
    shot.land(characters=kept, of=len(reply.output))
    return replace(reply, output=reply.output[:kept])


def _kept(length: int, shot: Shot) -> int:
    return min(int(length * shot.params["keep"]), length - 1)


add_fault(
    Fault(
        id="truncated",
        title=Words("Truncated body", "正文截断"),
        meaning=Words(
            "The connection is closed before the body has reached the length it announced.",
            "正文未达到声明的长度，连接便已关闭。",
        ),
        params=(
            Param(
                "keep",
                "float",
                0.5,
                Words("share of the body that comes", "送达的正文比例"),
                minimum=0.0,
                maximum=0.99,
            ),
        ),
        on_wire=_on_wire,
        at_call=_at_call,
    )
)
