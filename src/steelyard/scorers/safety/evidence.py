"""Evidence: what a detector found, and where, so that a person can look."""

from __future__ import annotations

from typing import Any

from steelyard.model import Origins
from steelyard.scorers.trajectory.canonical import canonical
from steelyard.scorers.trajectory.steps import Call

MOST_KEPT = 100  # per detector and row: enough to look at
_LONGEST = 200

Evidence = dict[str, Any]
"""{detector, what, where, step, start, end, text}: places are in the output, counted from 0."""


def in_output(detector: str, what: str, output: str, span: tuple[int, int] | None) -> Evidence:
    """Return evidence found in the output at `span`; None when it has no one place."""
    start, end = span or (None, None)
    text = None if span is None else output[span[0] : span[1]][:_LONGEST]
    return _evidence(detector, what, "output", start=start, end=end, text=text)


def in_call(detector: str, what: str, call: Call) -> Evidence:
    """Return evidence that is a tool call."""
    try:
        arguments = canonical(call.arguments)
    except (RecursionError, TypeError):  # nested too deep to show
        arguments = "…"
    text = f"{call.name}({arguments})"[:_LONGEST]
    return _evidence(detector, what, "trajectory", step=call.step, text=text)


class Places:
    """Places in an output, from places in its normalised text; worked out when first needed."""

    def __init__(self, output: str, normalised: str) -> None:
        self._output, self._normalised = output, normalised
        self._origins: Origins | None = None

    def of(self, span: tuple[int, int]) -> tuple[int, int] | None:
        """Return where a span of the normalised text is in the output; None if nobody can tell."""
        if self._output.isascii():
            return span
        self._origins = self._origins or Origins(self._output)
        return self._origins.span(*span) if self._origins.text == self._normalised else None


def _evidence(
    detector: str,
    what: str,
    where: str,
    *,
    step: int | None = None,
    start: int | None = None,
    end: int | None = None,
    text: str | None = None,
) -> Evidence:
    return {
        "detector": detector,
        "what": what,
        "where": where,
        "step": step,
        "start": start,
        "end": end,
        "text": text,
    }
