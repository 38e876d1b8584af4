"""Scorers of safe behaviour; importing this registers them."""

from steelyard.scorers.safety import (
    canary_leak,
    harmful_tool_call,
    injection,
    over_refusal,
    pii,
    rates,
    refused,
    verdict,
)

__all__ = [
    "canary_leak",
    "harmful_tool_call",
    "injection",
    "over_refusal",
    "pii",
    "rates",
    "refused",
    "verdict",
]
