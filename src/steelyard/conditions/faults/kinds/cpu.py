"""`cpu`: the processes that answer get only a share of the processor."""

from __future__ import annotations

from steelyard.conditions.faults.fault import Ask, Fault, Shot, add_fault
from steelyard.conditions.faults.throttle import throttle
from steelyard.model import Param, Reply, Words

CPU = "cpu"


async def _at_call(ask: Ask, shot: Shot) -> Reply:
    if shot.pids is None:
        shot.miss("no_processes")
        return await ask()
    async with throttle(shot.pids, shot.params["share"]) as throttled:
        try:
            return await ask()
        finally:
            if throttled.stops:
                shot.land(stops=throttled.stops, stopped_s=round(throttled.stopped_s, 4))
            else:
                shot.miss("nothing_to_disturb")


add_fault(
    Fault(
        id=CPU,
        title=Words("Throttled processor", "CPU 限流"),
        meaning=Words(
            "The processes of a command agent are stopped and continued in turn, so that they run "
            "only a share of the time; for command agents, where there are such signals.",
            "交替暂停与继续命令智能体的进程，使其只在部分时间运行；仅适用于支持此类信号的系统上的命令智能体。",
        ),
        params=(
            Param(
                "share",
                "float",
                0.25,
                Words("share of the time they run", "可运行的时间比例"),
                minimum=0.01,
                maximum=0.99,
            ),
        ),
        on_wire=None,
        at_call=_at_call,
    )
)
