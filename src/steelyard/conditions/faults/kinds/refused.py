"""`refused`: nobody opens."""

from __future__ import annotations

from steelyard.conditions.faults.exchange import Exchange
from steelyard.conditions.faults.fault import Ask, Fault, Shot, add_fault
from steelyard.errors import AskError
from steelyard.i18n import t
from steelyard.model import Reply, Words

REFUSED = "refused"


async def _on_wire(wire: Exchange, shot: Shot) -> None:
    # A proxy that serves others cannot stop listening for one; before any byte is the nearest.
    wire.check_client()
    wire.reset()
    shot.land(how="reset")


async def _at_call(ask: Ask, shot: Shot) -> Reply:
    shot.land(how="not asked")
    raise AskError(t("faults.said_refused"), kind="infra", reason="connect")


add_fault(
    Fault(
        id=REFUSED,
        title=Words("Refused connection", "拒绝连接"),
        meaning=Words(
            "The connection is refused; by the standing proxy it is reset before any answer.",
            "连接被拒绝；独立代理则在任何应答之前重置连接。",
        ),
        params=(),
        on_wire=_on_wire,
        at_call=_at_call,
    )
)
