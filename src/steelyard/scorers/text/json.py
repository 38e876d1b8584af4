"""`text.json`: whether the JSON in the output holds the expected fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.i18n import t
from steelyard.model import Algorithm, Example, Param, Words
from steelyard.scorers.matchers.json_subset import has_field, match_json, read_expected_json
from steelyard.scorers.matchers.match import Match
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.text.expected import READS, find_sides
from steelyard.scorers.text.matched import MATCHER_OUTPUTS, matcher_writes
from steelyard.scorers.text.record import ANSWER_INPUTS, trial


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    sides = find_sides(batch, "answer")
    found: list[Match | None] = []
    at = 0
    for output, count in zip(sides.outputs, sides.counts, strict=True):
        found.append(_match(sides.references[at : at + count], output, params))
        at += count
    return {
        "text_json": sides.spread([one and one.passed for one in found]),
        "text_json_evidence": sides.spread([one and one.evidence for one in found]),
    }


def _match(answers: Sequence[str], output: str, params: Mapping[str, Any]) -> Match | None:
    """Return the verdict; None when no expected answer is JSON with a field that is asked for."""
    fields, exact = params["fields"] or (), params["exact"]
    parsed = [read_expected_json(answer) for answer in answers]
    wanted = [
        value
        for value in parsed
        if value is not None and (not fields or any(has_field(value, path) for path in fields))
    ]
    matches = [match_json(value, output, fields=fields, exact=exact) for value in wanted]
    return next((one for one in matches if one.passed), matches[0] if matches else None)


def _check_fields(fields: Any) -> str | None:
    wrong = [path for path in fields or () if not isinstance(path, str) or not path]
    return t("text.field_not_text", found=repr(wrong[0])) if wrong else None


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="text.json",
            version=1,
            kind="scorer",
            title=Words("JSON fields", "JSON 字段匹配"),
            meaning=Words(
                "The JSON in the output holds every field of the expected JSON, with the same "
                "value; further fields are allowed. The output may be JSON, or hold it in a fenced "
                "block or in prose. An expected answer that is not JSON is not judged.",
                "输出中的 JSON 含有期望 JSON 的全部字段且值相同，允许有其他字段。输出可以是 JSON，"
                "也可以在代码块或文字中含有 JSON。期望答案不是 JSON 的用例不作判定。",
            ),
            formula="expected ⊆ output: objects by field, lists of equal length and order, numbers "
            "by value, texts without regard to case and width; true is not 1",
            inputs=ANSWER_INPUTS,
            outputs=MATCHER_OUTPUTS,
            compute=trial("text.json", _score),
            params=(
                Param(
                    "fields",
                    "list",
                    None,
                    Words(
                        "dotted paths of the fields to compare (user.name, items.0.id); all if not "
                        "given",
                        "要比较的字段路径（如 user.name、items.0.id）；不给出时比较全部字段",
                    ),
                    check=_check_fields,
                ),
                Param(
                    "exact",
                    "bool",
                    False,
                    Words("further fields are a mistake", "不允许有其他字段"),
                ),
            ),
            examples=(
                Example(
                    {
                        "expected": '{"name": "Li", "age": 30}',
                        "output": '```json\n{"age": 30.0, "name": "Li", "city": "X"}\n```',
                    },
                    {"value": True},
                ),
                Example(
                    {"expected": '{"name": "Li", "age": 30}', "output": '{"name": "Li"}'},
                    {"value": False, "evidence": "age: absent"},
                ),
                Example(
                    {"expected": '{"name": "Li", "age": 30}', "output": '{"name": "Li"}'},
                    {"value": True},
                    {"fields": ["name"]},
                ),
                Example(
                    {"expected": '{"a": 1}', "output": '{"a": 1, "b": 2}'},
                    {"value": False, "evidence": "b: 2"},
                    {"exact": True},
                ),
            ),
        ),
        reads=READS,
        writes=matcher_writes("text_json"),
        score=_score,
        verdict="text_json",
    )
)
