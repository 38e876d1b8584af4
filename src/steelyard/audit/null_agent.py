"""An agent that does not do the task: a pure function of the case, described as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.audit.dataset_facts import DatasetFacts
from steelyard.model import Reply, Words

Case = Mapping[str, Any]
Answer = Callable[[Case, DatasetFacts], str | None]

_LATENCY = 0.001  # doing nothing is fast


@dataclass(frozen=True)
class NullAgent:
    """An agent that does nothing worth a score.

    Attributes:
        id: short name, stable.
        words: what it does.
        answer: from a case to the text of the reply; None for no text.
        fields: outcome fields it claims in every reply.
        messages: what its team says in every reply.
        trajectory: its steps in every reply.
        knows: whether it uses labels or the expected answers of other cases.
    """

    id: str
    words: Words
    answer: Answer
    fields: Mapping[str, Any] | None = None
    messages: Sequence[Mapping[str, Any]] = ()
    trajectory: Sequence[Mapping[str, Any]] = ()
    knows: bool = False

    def reply(self, case: Case, facts: DatasetFacts) -> Reply:
        """Return its reply to a case."""
        text = self.answer(case, facts)
        return Reply(
            output=text,
            latency_s=_LATENCY,
            messages=[dict(one) for one in self.messages] or None,
            trajectory=[dict(one) for one in self.trajectory] or None,
            fields=dict(self.fields or {}),
        )
