"""`empty`: an answer with nothing in it."""

from __future__ import annotations

from dataclasses import replace

from steelyard.conditions.faults.exchange import Exchange
from steelyard.conditions.faults.fault import Ask, Fault, Shot, add_fault
from steelyard.model import Reply, Words


async def _on_wire(wire: Exchange, shot: Shot) -> None:
    await wire.forward()
    taken = 0
    async for piece in wire.body():
        taken += len(piece)
    if not taken:
        shot.miss("nothing_to_disturb")
        await wire.start()
        await wire.finish()
        return
    await wire.answer_empty()
    wire.check_client()
    shot.land(taken=taken)


async def _at_call(ask: Ask, shot: Shot) -> Reply:
    reply = await ask()
    if not reply.output:
        shot.miss("nothing_to_disturb")
        return reply
    shot.land(taken=len(reply.output))
    return replace(reply, output="")


add_fault(
    Fault(
        id="empty",
        title=Words("Empty body", "空正文"),
        meaning=Words(
            "The status is that of the answer, the body has no bytes.",
            "状态码照常，正文为空。",
        ),
        params=(),
        on_wire=_on_wire,
        at_call=_at_call,
    )
)
