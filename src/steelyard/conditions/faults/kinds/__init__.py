"""The built-in faults, one file each."""

from steelyard.conditions.faults.kinds import (
    cpu,
    drip,
    empty,
    garbled,
    http_error,
    latency,
    refused,
    reset,
    stall,
    truncated,
)

__all__ = [
    "cpu",
    "drip",
    "empty",
    "garbled",
    "http_error",
    "latency",
    "refused",
    "reset",
    "stall",
    "truncated",
]
