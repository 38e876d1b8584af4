"""What a fault is: what it does to a request on the wire, and to an ask that has no wire."""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.model import Param, Reply, Words
from steelyard.registry import Registry

if TYPE_CHECKING:
    from steelyard.conditions.faults.exchange import Exchange

Ask = Callable[[], Awaitable[Reply]]


class Event(NamedTuple):
    """What became of one decision to disturb.

    Attributes:
        key: which ask or request.
        kind: id of the fault.
        attempt: which attempt of the same key, from 1.
        landed: whether it took effect as seen from where it was injected.
        at: seconds since the epoch.
        detail: what shows it (`waited_s`, `bytes`, `flipped`, ...), or `reason` when it missed.
    """

    key: str
    kind: str
    attempt: int
    landed: bool
    at: float
    detail: dict[str, Any]


class Planned(NamedTuple):
    """A decision to disturb one attempt; `seed` fixes every draw of the fault."""

    key: str
    kind: str
    attempt: int
    params: Mapping[str, Any]
    seed: int

    def shot(self, pids: Callable[[], Iterable[int]] | None = None) -> Shot:
        """Return the fault, ready to be carried out."""
        return Shot(self.params, random.Random(self.seed), pids)

    def event(self, shot: Shot) -> Event:
        """Return what became of it."""
        now = time.time()
        return Event(self.key, self.kind, self.attempt, shot.landed, now, shot.detail)


@dataclass(slots=True)
class Shot:
    """A fault under way: its parameters and draws, and whether it took effect.

    Attributes:
        params: every parameter with its value.
        chance: the same draws whenever the same attempt is disturbed again.
        pids: the processes that answer, for faults that need them.
        landed: whether it took effect.
        detail: what shows that it did, or why it did not.
    """

    params: Mapping[str, Any]
    chance: random.Random
    pids: Callable[[], Iterable[int]] | None = None
    landed: bool = False
    detail: dict[str, Any] = field(default_factory=dict)

    def land(self, **detail: Any) -> None:
        """Note that it took effect, with what shows it."""
        self.landed = True
        self.detail = detail

    def miss(self, reason: str) -> None:
        """Note why it had no effect, unless it had."""
        if not self.landed:
            self.detail = {"reason": reason}


@dataclass(frozen=True, slots=True)
class Fault:
    """One way of disturbing.

    Attributes:
        id: such as `reset`.
        title: its name in both languages.
        meaning: one sentence in both languages.
        params: with defaults and ranges.
        on_wire: carries one HTTP exchange through, disturbed; None when there is no such thing.
        at_call: carries one call of an agent through, disturbed.
    """

    id: str
    title: Words
    meaning: Words
    params: tuple[Param, ...]
    on_wire: Callable[[Exchange, Shot], Awaitable[None]] | None
    at_call: Callable[[Ask, Shot], Awaitable[Reply]]


def add_fault(record: Fault) -> Fault:
    """Register a fault, built-in or plug-in, under its id."""
    return FAULTS.add(record.id, record)


def _load_builtins() -> None:
    from importlib import import_module

    import_module("steelyard.conditions.faults.kinds")


FAULTS: Registry[Fault] = Registry("fault", _load_builtins)
