"""How much a user's expression may cost."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one computation.

    Attributes:
        seconds: of wall clock, and of processor time, from the moment the data is loaded.
        memory_mb: beyond what the process has when the data is loaded.
        load_seconds: for starting and loading the columns.
    """

    seconds: float = 30.0
    memory_mb: int = 1024
    load_seconds: float = 300.0
