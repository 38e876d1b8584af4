"""What asking takes from outside the plan: values of secrets, and how addresses are reached.

On a user's own machine that is the environment and the network as they are. A service that asks for
many people sets both for each task with `using_outside`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Outside:
    """The outside of one task.

    Attributes:
        secrets: what names of environment variables in a plan stand for. The environment itself is
            closed: it holds the secrets of the service.
        connector: makes an aiohttp connector from its options; it refuses what may not be reached.
        address: from host and port to a number that may be dialled; raises OSError otherwise.
        open_port: opens a port of this machine that the task itself listens on.
    """

    secrets: Mapping[str, str] = field(repr=False)
    connector: Callable[..., Any]
    address: Callable[[str, int], str]
    open_port: Callable[[int], None] = field(default=lambda _port: None)


_current: ContextVar[Outside | None] = ContextVar("steelyard_outside", default=None)


@contextmanager
def using_outside(outside: Outside) -> Iterator[None]:
    """Let everything in the block ask with this outside."""
    token = _current.set(outside)
    try:
        yield
    finally:
        _current.reset(token)


def outside() -> Outside | None:
    """Return the outside in force; None for the machine as it is."""
    return _current.get()


def open_port(port: int) -> None:
    """Let the task in force reach a port of this machine that it listens on itself."""
    found = _current.get()
    if found is not None:
        found.open_port(port)


def inherited_variables() -> dict[str, str]:
    """Return the variables that a program of an agent begins with: not those of the service."""
    if _current.get() is None:
        return dict(os.environ)
    return {name: value for name, value in os.environ.items() if not name.startswith("STEELYARD_")}


def secret_value(variable: str) -> str | None:
    """Return what a variable that a plan names holds; None when it is not set."""
    found = _current.get()
    return os.environ.get(variable) if found is None else found.secrets.get(variable)
