"""`text.regex`: whether what a pattern captures from the output is the expected answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.i18n import t
from steelyard.model import Algorithm, Example, Param, Port, Words
from steelyard.scorers.matchers.match import UNREAD, Match
from steelyard.scorers.matchers.number import match_number, read_quantity
from steelyard.scorers.matchers.same_text import same_text
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.text.assert_batches import extract_last, pattern_error
from steelyard.scorers.text.assert_checks import excerpt
from steelyard.scorers.text.expected import READS, find_sides
from steelyard.scorers.text.matched import MATCHER_OUTPUTS, matcher_writes

_DEFAULT = r"(?i)(?:answer|答案)\s*(?:is|是|为)?\s*[:：]?\s*(.+)"


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    outputs = batch.get("output", ())
    rows = [row for row, output in enumerate(outputs) if output is not None]
    captured = extract_last([outputs[row] for row in rows], params["pattern"], params["group"])
    answers = _answers(batch)
    passed: list[bool | None] = [None] * len(outputs)
    evidence: list[str | None] = [None] * len(outputs)
    for row, text in zip(rows, captured, strict=True):
        passed[row], evidence[row] = _match(text, answers.get(row, ()))
    return {"text_regex": passed, "text_regex_evidence": evidence}


def _answers(batch: Batch) -> dict[int, Sequence[str]]:
    sides = find_sides(batch, "answer")
    answers: dict[int, Sequence[str]] = {}
    at = 0
    for row, count in zip(sides.rows, sides.counts, strict=True):
        answers[row] = sides.references[at : at + count]
        at += count
    return answers


def _match(captured: str | None, answers: Sequence[str]) -> Match:
    if captured is None:
        return Match(passed=False, evidence=UNREAD)
    passed = not answers or any(_equal(answer, captured) for answer in answers)
    return Match(passed, excerpt(captured))


def _equal(expected: str, captured: str) -> bool:
    """Return whether two texts are the same number, or read the same."""
    if read_quantity(expected) is not None and read_quantity(captured.strip(" .。")) is not None:
        return match_number(expected, captured).passed
    return same_text(expected, captured)


def _check_pattern(pattern: Any) -> str | None:
    error = pattern_error(pattern)
    return t("text.bad_pattern", pattern=pattern, error=error) if error else None


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    batch = {"output": [inputs["output"]], "expected_output": [inputs.get("expected")]}
    columns = _score(batch, params)
    return {"value": columns["text_regex"][0], "evidence": columns["text_regex_evidence"][0]}


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="text.regex",
            version=1,
            kind="scorer",
            title=Words("Regular expression", "正则匹配"),
            meaning=Words(
                "What a regular expression captures from the output is the expected answer, by "
                "number or by text. Without an expected answer: whether the pattern matches.",
                "正则表达式从输出中提取的内容与期望答案在数值或文本上一致；"
                "没有期望答案时，只看是否匹配。",
            ),
            formula="the last match; its group (the whole match if the pattern has no such group) "
            "= expected by value, else without regard to case, width and punctuation. RE2 syntax: "
            "linear time, no lookaround, no backreferences",
            inputs=(
                Port("expected", "text", Words("the right answer", "期望答案"), required=False),
                Port("output", "text", Words("the agent's answer", "智能体输出")),
            ),
            outputs=MATCHER_OUTPUTS,
            compute=_compute,
            params=(
                Param(
                    "pattern",
                    "text",
                    _DEFAULT,
                    Words("regular expression (RE2)", "正则表达式（RE2 语法）"),
                    check=_check_pattern,
                ),
                Param(
                    "group",
                    "int",
                    1,
                    Words(
                        "number of the group that is compared; 0 is the whole match",
                        "参与比较的分组序号；0 为整个匹配",
                    ),
                    minimum=0,
                    maximum=9,
                ),
            ),
            examples=(
                Example(
                    {"expected": "18", "output": "9 * 2 = 18 dollars.\n#### 18"},
                    {"value": True, "evidence": "18"},
                    {"pattern": r"#### (-?[\d.,]+)"},
                ),
                Example(
                    {"expected": "巴黎", "output": "答案：里昂"},
                    {"value": False, "evidence": "里昂"},
                ),
                Example(
                    {"expected": "B", "output": "No idea."},
                    {"value": False, "evidence": "unread"},
                    {"pattern": r"\(([A-D])\)"},
                ),
                Example(
                    {"output": "Call 555-1234."},
                    {"value": True, "evidence": "555-1234"},
                    {"pattern": r"\d{3}-\d{4}", "group": 0},
                ),
            ),
        ),
        reads=READS,
        writes=matcher_writes("text_regex"),
        score=_score,
        verdict="text_regex",
    )
)
