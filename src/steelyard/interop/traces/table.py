"""What a trace file says: one table of messages, and when agents were busy."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from steelyard.scorers.collaboration import Heard, Message, Span

Busy: TypeAlias = tuple[str | None, Span]
"""A busy time and the trace it belongs to."""


class Traces(NamedTuple):
    """The messages and busy times of a file.

    Attributes:
        format: the format it was read as.
        messages: every message, in the order of the file or of time where the format has it.
        busy: when agents worked.
    """

    format: str
    messages: list[Message]
    busy: list[Busy]

    def by_trace(self) -> dict[str | None, Heard]:
        """Return messages and busy times of each trace, in the order of first mention."""
        found: dict[str | None, Heard] = {}
        for message in self.messages:
            found.setdefault(message.trace, Heard([], [])).messages.append(message)
        for trace, span in self.busy:
            found.setdefault(trace, Heard([], [])).spans.append(span)
        return found
