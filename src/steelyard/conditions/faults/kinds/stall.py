"""`stall`: the agent has answered, but the first byte does not come."""

from __future__ import annotations

from steelyard.conditions.faults.exchange import Exchange
from steelyard.conditions.faults.fault import Ask, Fault, Shot, add_fault
from steelyard.conditions.faults.kinds.hold import hold, sleep
from steelyard.model import Param, Reply, Words


async def _on_wire(wire: Exchange, shot: Shot) -> None:
    await wire.forward()
    await hold(wire, shot, shot.params["seconds"])
    await wire.start()
    async for piece in wire.body():
        await wire.send(piece)
    await wire.finish()


async def _at_call(ask: Ask, shot: Shot) -> Reply:
    reply = await ask()
    await sleep(shot, shot.params["seconds"])
    return reply


add_fault(
    Fault(
        id="stall",
        title=Words("Stalled first byte", "首字节停滞"),
        meaning=Words(
            "The request is answered, but the first byte of the answer is held back; longer than "
            "the timeout of the client, and the client times out.",
            "请求已被应答，但首字节被扣留；若长于客户端的超时时间，客户端即超时。",
        ),
        params=(
            Param(
                "seconds",
                "float",
                90.0,
                Words("seconds until the first byte is let go", "扣留首字节的秒数"),
                minimum=0.001,
                maximum=3600.0,
            ),
        ),
        on_wire=_on_wire,
        at_call=_at_call,
    )
)
