"""`ops.sea`: how often a system meets all requirements at once."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from steelyard.i18n import t
from steelyard.model import ALGORITHMS, Algorithm, Example, Param, Port, Words
from steelyard.scorers.plain_json import number

OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "==": operator.eq,
    "!=": operator.ne,
}


def meets_each(case: Mapping[str, Any], requirements: Mapping[str, Any]) -> list[bool] | None:
    """Return whether a case meets each [operator, limit]; None if a field is missing."""
    met = []
    for field, (name, limit) in requirements.items():
        value = number(case.get(field))
        if value is None:
            return None
        met.append(OPERATORS[name](value, limit))
    return met


def _problem(value: Any) -> str | None:
    """Say what is wrong with {field: [operator, limit]}."""
    if not isinstance(value, Mapping) or not value:
        return t("mission.requirements")
    for field, rule in value.items():
        pair = isinstance(rule, (list, tuple)) and len(rule) == 2
        if not pair or rule[0] not in OPERATORS or number(rule[1]) is None:
            allowed = " ".join(OPERATORS)
            return t("mission.requirement", field=field, found=repr(rule), allowed=allowed)
    return None


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    requirements = params["requirements"]
    found = (meets_each(case, requirements) for case in inputs["cases"])
    complete = [row for row in found if row is not None]
    n = len(complete)
    shares = {
        field: sum(row[at] for row in complete) / n if n else None
        for at, field in enumerate(requirements)
    }
    return {"value": sum(map(all, complete)) / n if n else None, "n": n, "shares": shares}


ALGORITHMS.add(
    "ops.sea",
    Algorithm(
        id="ops.sea",
        version=1,
        kind="aggregation",
        title=Words("Requirements met jointly", "系统效能分析（SEA）"),
        meaning=Words(
            "Share of cases that meet all requirements at once; cases with a missing field are "
            "left out.",
            "同时满足全部要求的用例比例；缺少相关字段的用例不计。",
        ),
        formula="|{case: every field meets its requirement}| / |cases with every field|",
        inputs=(Port("cases", "rows", Words("cases with their measures", "用例及其度量")),),
        outputs=(
            Port("value", "float", Words("share in [0, 1]", "比例，取值 [0, 1]")),
            Port("n", "int", Words("cases counted", "计入用例数")),
            Port("shares", "json", Words("share for each requirement", "各要求的满足比例")),
        ),
        compute=_compute,
        params=(
            Param(
                "requirements",
                "json",
                {"ops_effectiveness": [">=", 0.6]},
                Words("{field: [operator, limit]}", "{字段: [运算符, 界限]}"),
                check=_problem,
            ),
        ),
        examples=(
            Example(
                {
                    "cases": [
                        {"q": 0.9, "t": 20},
                        {"q": 0.7, "t": 25},
                        {"q": 0.95, "t": 70},
                        {"q": 0.85, "t": 59},
                    ]
                },
                {"value": 0.5, "n": 4, "shares": {"q": 0.75, "t": 0.75}},
                {"requirements": {"q": [">=", 0.8], "t": ["<=", 60]}},
            ),
        ),
        references=(
            "V. Bouthonnier, A. H. Levis: Effectiveness analysis, LIDS-P-1238, MIT (1982)",
        ),
    ),
)
