"""`latency`: the request arrives late, by more or less."""

from __future__ import annotations

from steelyard.conditions.faults.exchange import Exchange
from steelyard.conditions.faults.fault import Ask, Fault, Shot, add_fault
from steelyard.conditions.faults.kinds.hold import hold, sleep
from steelyard.model import Param, Reply, Words


def _seconds(shot: Shot) -> float:
    jitter = float(shot.params["jitter"])
    return max(0.0, float(shot.params["delay"]) + shot.chance.uniform(-jitter, jitter))


async def _on_wire(wire: Exchange, shot: Shot) -> None:
    await hold(wire, shot, _seconds(shot))
    await wire.relay()


async def _at_call(ask: Ask, shot: Shot) -> Reply:
    await sleep(shot, _seconds(shot))
    return await ask()


add_fault(
    Fault(
        id="latency",
        title=Words("Added latency", "附加延迟"),
        meaning=Words(
            "The request is held back for a while before it is passed on.",
            "请求先被滞留一段时间，再转发出去。",
        ),
        params=(
            Param(
                "delay",
                "float",
                1.0,
                Words("seconds that are added", "附加的秒数"),
                minimum=0.0,
                maximum=3600.0,
            ),
            Param(
                "jitter",
                "float",
                0.25,
                Words("seconds up or down, drawn evenly", "上下浮动的秒数，均匀抽取"),
                minimum=0.0,
                maximum=3600.0,
            ),
        ),
        on_wire=_on_wire,
        at_call=_at_call,
    )
)
