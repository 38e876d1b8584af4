"""`garbled`: the answer comes whole, with wrong bytes in it."""

from __future__ import annotations

from dataclasses import replace

from steelyard.conditions.faults.exchange import Exchange
from steelyard.conditions.faults.fault import Ask, Fault, Shot, add_fault
from steelyard.conditions.faults.kinds.flips import Flips
from steelyard.model import Param, Reply, Words


async def _on_wire(wire: Exchange, shot: Shot) -> None:
    await wire.forward()
    length = wire.answer_framing
    flips = Flips(shot.params["rate"], shot.chance, length if isinstance(length, int) else None)
    await wire.start()
    async for piece in wire.body():
        await wire.send(flips.through(piece))
        if flips.count:
            shot.land(flipped=flips.count)
    await wire.finish()
    if not flips.count:
        shot.miss("nothing_to_disturb")


async def _at_call(ask: Ask, shot: Shot) -> Reply:
    reply = await ask()
    if not reply.output:
        shot.miss("nothing_to_disturb")
        return reply
    raw = reply.output.encode("utf-8", "surrogatepass")
    flips = Flips(shot.params["rate"], shot.chance, len(raw))
    output = flips.through(raw).decode("utf-8", "replace")
    shot.land(flipped=flips.count)
    return replace(reply, output=output)


add_fault(
    Fault(
        id="garbled",
        title=Words("Garbled body", "正文损坏"),
        meaning=Words(
            "Bytes of the body are wrong; headers and length are right.",
            "正文中部分字节出错，而报头与长度正确。",
        ),
        params=(
            Param(
                "rate",
                "float",
                0.05,
                Words("share of the bytes that is wrong, at least one", "出错字节的比例，至少一个"),
                minimum=0.000001,
                maximum=1.0,
            ),
        ),
        on_wire=_on_wire,
        at_call=_at_call,
    )
)
