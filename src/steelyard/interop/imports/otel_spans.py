"""Which spans are calls of an agent from outside, and what belongs to each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.interop.imports.verdict import number
from steelyard.interop.traces.otlp import SpanTree, operation
from steelyard.interop.traces.otlp_spans import OtlpEvent, OtlpSpan

_MODEL = frozenset({"chat", "generate_content", "text_completion"})
_EVALUATION = "gen_ai.evaluation.result"
_LABELS = {"pass": 1.0, "passed": 1.0, "correct": 1.0, "fail": 0.0, "failed": 0.0, "incorrect": 0.0}


@dataclass(slots=True)
class Call:
    """One call of an agent from outside.

    Attributes:
        span: the call.
        agent: name of the agent.
        models: calls of models inside it, in order of time.
        tools: calls of tools inside it.
        agents: calls of other agents inside it.
        scores: evaluations by name, as numbers.
        evaluations: the evaluations themselves.
    """

    span: OtlpSpan
    agent: str
    models: list[OtlpSpan] = field(default_factory=list)
    tools: list[OtlpSpan] = field(default_factory=list)
    agents: list[OtlpSpan] = field(default_factory=list)
    scores: dict[str, float] = field(default_factory=dict)
    evaluations: list[OtlpEvent] = field(default_factory=list)


class Calls:
    """The calls in a file, in order of time.

    Where no span is a call of an agent, calls of models that nothing of the kind surrounds stand
    for them.
    """

    def __init__(
        self,
        spans: Sequence[OtlpSpan],
        logs: Sequence[tuple[str, str, OtlpEvent]],
        only: str | None = None,
    ) -> None:
        self._tree = SpanTree(list(spans))
        self._calls: dict[tuple[str, str], Call] = {}
        any_agent = any(self._tree.is_agent(span) for span in spans)
        for span in spans:
            wanted = self._tree.is_agent(span) if any_agent else operation(span) in _MODEL
            if wanted and self._call_around(span) is None:
                agent = self._tree.agent_name(span) if any_agent else _model(span)
                self._calls[span.trace, span.id] = Call(span, agent)
        self.outside = 0
        """Calls of models and tools outside of every agent: they answer nothing here."""
        for span in spans:
            self._place(span)
        self._evaluate(spans, logs)
        self.others = self._leave(only)
        """Calls of other agents than the one wanted."""

    def __iter__(self) -> Iterator[Call]:
        return iter(self._calls.values())

    @property
    def first(self) -> datetime:
        """When the first call began; of all spans, if there is no call."""
        begun = [call.span.start for call in self]
        return datetime.fromtimestamp(min(begun, default=0.0), UTC)

    @property
    def agent(self) -> str | None:
        """The agent, if it is one; several are told apart by their cases' metadata."""
        names = {call.agent for call in self}
        return names.pop() if len(names) == 1 else None

    @property
    def models(self) -> list[str]:
        """Models that were called."""
        return sorted({_model(span) for call in self for span in call.models})

    def main_score(self, wanted: str | None) -> str | None:
        """Return the evaluation that counts as the score."""
        names = list(dict.fromkeys(name for call in self for name in call.scores))
        if wanted is not None and wanted not in names:
            allowed = ", ".join(names) or "–"
            raise InputError(t("imports.bad_setting", name="score", found=wanted, allowed=allowed))
        return wanted or next(iter(names), None)

    def scores(self, name: str | None) -> Iterator[tuple[str, float]]:
        """Yield (span, score) for every call that has one."""
        for call in self:
            if name is not None and name in call.scores:
                yield call.span.id, call.scores[name]

    def _leave(self, only: str | None) -> int:
        names = {call.agent for call in self}
        if only is None:
            return 0
        if only not in names:
            allowed = ", ".join(sorted(names)) or "–"
            raise InputError(t("imports.bad_setting", name="agent", found=only, allowed=allowed))
        before = len(self._calls)
        self._calls = {key: call for key, call in self._calls.items() if call.agent == only}
        return before - len(self._calls)

    def _call_around(self, span: OtlpSpan) -> Call | None:
        for above in self._tree.above(span):
            if found := self._calls.get((above.trace, above.id)):
                return found
        return None

    def _place(self, span: OtlpSpan) -> None:
        if (span.trace, span.id) in self._calls:
            return
        does = operation(span)
        call = self._call_around(span)
        if call is None:
            self.outside += does in _MODEL or does == "execute_tool"
        elif does == "execute_tool":
            call.tools.append(span)
        elif self._tree.is_agent(span):
            call.agents.append(span)
        elif does in _MODEL:
            call.models.append(span)

    def _evaluate(
        self, spans: Sequence[OtlpSpan], logs: Sequence[tuple[str, str, OtlpEvent]]
    ) -> None:
        """Give every call the evaluations of its spans, among their events or the log records."""
        told: dict[tuple[str, str], list[OtlpEvent]] = defaultdict(list)
        for trace, id_, event in logs:
            told[trace, id_].append(event)
        for span in spans:
            call = self._calls.get((span.trace, span.id)) or self._call_around(span)
            events = (*span.events, *told[span.trace, span.id])
            for event in events if call is not None else ():
                if event.name == _EVALUATION and call is not None:
                    call.evaluations.append(event)
                    score = score_of(event)
                    if score is not None:
                        call.scores[evaluation_name(event)] = score


def evaluation_name(event: OtlpEvent) -> str:
    """Return what an evaluation is called."""
    return str(event.attributes.get("gen_ai.evaluation.name") or "evaluation")


def score_of(event: OtlpEvent) -> float | None:
    """Return the number an evaluation gave, else what its label says of passing."""
    value = number(event.attributes.get("gen_ai.evaluation.score.value"))
    if value is not None:
        return value
    label = str(event.attributes.get("gen_ai.evaluation.score.label") or "").lower()
    return _LABELS.get(label)


def _model(span: OtlpSpan) -> str:
    names = ("gen_ai.request.model", "gen_ai.response.model")
    return str(next((span.attributes[one] for one in names if span.attributes.get(one)), "model"))
