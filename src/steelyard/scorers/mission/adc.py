"""`ops.adc`: availability, dependability and capability as one effectiveness, E = A · D · C."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import ALGORITHMS, Algorithm, Example, Port, Words
from steelyard.scorers.plain_json import number

_ID = "ops.adc"
_ROUNDING = 1e-6


def adc(
    start: Sequence[float], moves: Sequence[Sequence[float]], capability: Sequence[float]
) -> tuple[float, list[float]]:
    """Return the effectiveness and the probability of each end state."""
    end = [
        sum(p * row[state] for p, row in zip(start, moves, strict=True))
        for state in range(len(capability))
    ]
    return sum(p * c for p, c in zip(end, capability, strict=True)), end


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    start = _shares("A", inputs["A"])
    if len(inputs["D"]) != len(start):
        raise InputError(t("mission.adc_rows", id=_ID, n=len(inputs["D"]), states=len(start)))
    capability = _numbers("C", inputs["C"])
    moves = [_shares(f"D[{at}]", row) for at, row in enumerate(inputs["D"])]
    for at, row in enumerate(moves):
        if len(row) != len(capability):
            sizes = {"at": at, "n": len(row), "states": len(capability)}
            raise InputError(t("mission.adc_columns", id=_ID, **sizes))
    value, end = adc(start, moves, capability)
    return {"value": value, "end": end}


def _shares(name: str, values: Any) -> list[float]:
    found = _numbers(name, values)
    if any(value < 0 for value in found) or sum(found) > 1 + _ROUNDING:
        raise InputError(t("mission.adc_shares", id=_ID, name=name, found=found))
    return found


def _numbers(name: str, values: Any) -> list[float]:
    found = [number(value) for value in values] if isinstance(values, (list, tuple)) else []
    if not found or None in found:
        raise InputError(t("mission.adc_numbers", id=_ID, name=name, found=repr(values)[:60]))
    return [value for value in found if value is not None]


ALGORITHMS.add(
    _ID,
    Algorithm(
        id=_ID,
        version=1,
        kind="aggregation",
        title=Words("Availability, dependability, capability", "ADC 效能"),
        meaning=Words(
            "Effectiveness expected over start states, their changes during the mission, and what "
            "each end state is worth. Take A from operations and D from fault runs: when all three "
            "come from the same cases, E is their plain mean.",
            "由初始状态概率、任务期间的状态转移与各结束状态的能力求得的期望效能。A 应取自运行记录，"
            "D 取自故障注入；若三者来自同一批用例，E 就等于其简单平均。",
        ),
        formula="E = A · D · C, D[s][t] = P(end t | start s)",
        inputs=(
            Port("A", "list", Words("probability of each start state", "各初始状态的概率")),
            Port("D", "list", Words("rows: start state to end states", "转移概率矩阵")),
            Port("C", "list", Words("capability in each end state", "各结束状态的能力")),
        ),
        outputs=(
            Port("value", "float", Words("effectiveness", "效能")),
            Port("end", "list", Words("probability of each end state", "各结束状态的概率")),
        ),
        compute=_compute,
        examples=(
            Example(
                {
                    "A": [0.9, 0.08, 0.02],
                    "D": [[0.92, 0.06, 0.02], [0.10, 0.75, 0.15], [0, 0.2, 0.8]],
                    "C": [0.85, 0.5, 0],
                },
                {"value": 0.7696},
            ),
            Example(
                {"A": [0.95], "D": [[0.9]], "C": [0.8]},
                {"value": 0.684},
                note="what is missing from 1 is a failed state worth 0",
            ),
        ),
        references=("WSEIAC final report, AFSC-TR-65-6 (1965)",),
    ),
)
