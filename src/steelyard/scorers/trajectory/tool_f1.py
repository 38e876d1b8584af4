"""`agent.tool_f1`: whether the right tools were called, with the right arguments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from steelyard.model import Algorithm, Example, FieldType, Port, Words
from steelyard.scorers.plain_json import plain
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.trajectory.canonical import canonical
from steelyard.scorers.trajectory.steps import read_call, read_trajectory, tool_calls


class Matched(NamedTuple):
    """How many calls were expected, made, and both."""

    expected: int
    actual: int
    matched: int

    @property
    def precision(self) -> float:
        """Share of the calls made that were expected."""
        return self._share(self.actual)

    @property
    def recall(self) -> float:
        """Share of the expected calls that were made."""
        return self._share(self.expected)

    @property
    def f1(self) -> float:
        """Harmonic mean of both."""
        total = self.expected + self.actual
        return 2 * self.matched / total if total else 1.0

    def _share(self, of: int) -> float:
        if self.expected == self.actual == 0:
            return 1.0
        return self.matched / of if of else 0.0


def match_calls(expected: Iterable[Any], actual: Iterable[tuple[str, Any]]) -> Matched:
    """Match calls one to one by tool and arguments; the order of calls does not matter.

    An expected call that is only a name matches any arguments. Exact ones are matched first, so
    that a name never takes the call another one needs.
    """
    names: Counter[str] = Counter()
    exact: Counter[tuple[str, str]] = Counter()
    for item in expected:
        if isinstance(item, str):
            names[item] += 1
        elif call := read_call(item):
            exact[call[0], canonical(call[1])] += 1
    made = Counter((name, canonical(arguments)) for name, arguments in actual)
    matched = exact & made
    left: Counter[str] = Counter()
    for (name, _), count in (made - matched).items():
        left[name] += count
    hits = matched.total() + (names & left).total()
    return Matched(exact.total() + names.total(), made.total(), hits)


def _expected(cell: Any) -> list[Any] | None:
    value = plain(cell)
    if isinstance(value, (str, dict)):
        return [value]
    return value if isinstance(value, list) else None


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {name: [] for name in _WRITES}
    for expected_cell, cell in zip(batch["expected_tools"], batch["trajectory"], strict=True):
        expected, trajectory = _expected(expected_cell), read_trajectory(cell)
        if expected is None or trajectory is None:
            found: tuple[Any, ...] = (None,) * len(_WRITES)
        else:
            match = match_calls(expected, ((c.name, c.arguments) for c in tool_calls(trajectory)))
            found = (match.f1, match.precision, match.recall, *match)
        for column, value in zip(columns.values(), found, strict=True):
            column.append(value)
    return columns


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    if inputs["expected"] is None:
        return {"value": None, "precision": None, "recall": None}
    made = [{"name": item} if isinstance(item, str) else item for item in inputs["actual"]]
    match = match_calls(inputs["expected"], filter(None, map(read_call, made)))
    return {"value": match.f1, "precision": match.precision, "recall": match.recall}


_WRITES: dict[str, FieldType] = {
    "agent_tool_f1": "float",
    "agent_tool_precision": "float",
    "agent_tool_recall": "float",
    "agent_tools_expected": "int",
    "agent_tools_called": "int",
    "agent_tools_matched": "int",
}

add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="agent.tool_f1",
            version=1,
            kind="scorer",
            title=Words("Tool call F1", "工具调用 F1"),
            meaning=Words(
                "How well the tool calls made agree with those expected, arguments included; "
                "neither the order of calls nor that of arguments matters.",
                "实际工具调用与期望调用（含参数）的一致程度；与调用次序、参数次序无关。",
            ),
            formula="P = matched / called, R = matched / expected, F1 = 2PR / (P + R); "
            "calls match one to one by (tool, canonical JSON arguments); both empty: 1",
            inputs=(
                Port(
                    "expected",
                    "list",
                    Words("calls that are right: {tool, args} or a name", "期望调用"),
                    required=False,
                ),
                Port("actual", "list", Words("calls that were made", "实际调用")),
            ),
            outputs=(
                Port("value", "float", Words("F1 in [0, 1]", "F1，取值 [0, 1]")),
                Port("precision", "float", Words("share of calls made that are right", "精确率")),
                Port("recall", "float", Words("share of right calls that were made", "召回率")),
            ),
            compute=_compute,
            examples=(
                Example(
                    {
                        "expected": [
                            {"tool": "search", "args": {"q": "x"}},
                            {"tool": "book", "args": {"id": 1}},
                        ],
                        "actual": [
                            {"tool": "search", "args": {"q": "x"}},
                            {"tool": "book", "args": {"id": 2}},
                            {"tool": "book", "args": {"id": 1}},
                        ],
                    },
                    {"value": 0.8, "precision": 0.6667, "recall": 1.0},
                ),
                Example({"expected": [], "actual": []}, {"value": 1.0}),
                Example(
                    {"expected": ["search"], "actual": [{"name": "search", "arguments": {"q": 1}}]},
                    {"value": 1.0},
                    note="a bare name takes any arguments",
                ),
            ),
        ),
        reads=("expected_tools", "trajectory"),
        writes=_WRITES,
        score=_score,
    )
)
