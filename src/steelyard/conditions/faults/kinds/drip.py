"""`drip`: the answer comes a few bytes at a time."""

from __future__ import annotations

from steelyard.conditions.faults.exchange import Exchange
from steelyard.conditions.faults.fault import Ask, Fault, Shot, add_fault
from steelyard.conditions.faults.kinds.hold import sleep
from steelyard.model import Param, Reply, Words


async def _on_wire(wire: Exchange, shot: Shot) -> None:
    await wire.forward()
    await wire.start()
    size, pause, longest = (shot.params[name] for name in ("piece", "pause", "longest"))
    waited, drops = 0.0, 0
    async for piece in wire.body():
        at = 0
        while at < len(piece):
            if drops and waited < longest:
                waited += await wire.wait(pause)
                shot.land(pieces=drops, waited_s=round(waited, 4), left=wire.client_left)
            end = at + size if waited < longest else len(piece)
            await wire.send(piece[at:end])
            drops += 1
            at = end
    await wire.finish()
    if waited:
        shot.land(pieces=drops, waited_s=round(waited, 4), left=False)
    else:
        shot.miss("nothing_to_disturb")


async def _at_call(ask: Ask, shot: Shot) -> Reply:
    reply = await ask()
    size, pause, longest = (shot.params[name] for name in ("piece", "pause", "longest"))
    drops = -(-len((reply.output or "").encode("utf-8", "replace")) // size)
    if drops > 1:
        await sleep(shot, min((drops - 1) * pause, longest), pieces=drops)
    else:
        shot.miss("nothing_to_disturb")
    return reply


add_fault(
    Fault(
        id="drip",
        title=Words("Slow drip", "缓慢滴流"),
        meaning=Words(
            "The body comes a few bytes at a time with pauses in between.",
            "正文每次只送达少量字节，其间停顿。",
        ),
        params=(
            Param(
                "piece",
                "int",
                16,
                Words("bytes at a time", "每次送达的字节数"),
                minimum=1,
                maximum=65_536,
            ),
            Param(
                "pause",
                "float",
                0.1,
                Words("seconds in between", "间隔秒数"),
                minimum=0.001,
                maximum=60.0,
            ),
            Param(
                "longest",
                "float",
                30.0,
                Words("seconds after which the rest comes at once", "超过该秒数后其余一次送达"),
                minimum=0.001,
                maximum=3600.0,
            ),
        ),
        on_wire=_on_wire,
        at_call=_at_call,
    )
)
