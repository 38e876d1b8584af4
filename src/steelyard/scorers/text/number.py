"""`text.number`: whether the number the output gives as its answer is the expected one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.model import Algorithm, Example, Param, Words
from steelyard.scorers.matchers.echo import is_echo, without_input
from steelyard.scorers.matchers.input_text import input_text
from steelyard.scorers.matchers.match import ECHO, Match
from steelyard.scorers.matchers.number import match_number, read_quantity
from steelyard.scorers.matchers.same_text import same_text
from steelyard.scorers.reasoning import without_reasoning
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.text.expected import find_sides
from steelyard.scorers.text.matched import MATCHER_OUTPUTS, MATCHER_READS, matcher_writes
from steelyard.scorers.text.record import ANSWER_INPUTS, trial


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    sides = find_sides(batch, "answer")
    missing: Sequence[Any] = [None] * sides.size
    inputs, tolerances = batch.get("input", missing), batch.get("tolerance", missing)
    found: list[Match | None] = []
    at = 0
    for row, output, count in zip(sides.rows, sides.outputs, sides.counts, strict=True):
        own = tolerances[row]
        tolerance = params["tolerance"] if own is None else own
        found.append(_match(inputs[row], sides.references[at : at + count], output, tolerance))
        at += count
    return {
        "text_number": sides.spread([one and one.passed for one in found]),
        "text_number_evidence": sides.spread([one and one.evidence for one in found]),
    }


def _match(asked: Any, answers: Sequence[str], output: str, tolerance: float) -> Match | None:
    """Return the verdict; None when no expected answer is a number."""
    expected = [answer for answer in answers if read_quantity(answer) is not None]
    if not expected:
        return None
    question, output = input_text(asked), without_reasoning(output)
    if is_echo(question, output) and not any(same_text(one, output) for one in expected):
        return Match(passed=False, evidence=ECHO)
    reply = without_input(question, output)
    matches = [match_number(one, reply, tolerance=tolerance, question=question) for one in expected]
    return next((one for one in matches if one.passed), matches[0])


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="text.number",
            version=1,
            kind="scorer",
            title=Words("Number match", "数值匹配"),
            meaning=Words(
                "The number the output gives as its answer equals the expected one. It reads "
                "digits, Chinese numerals and English number words, percentages, fractions, "
                "scales (万, million) and units (3 km = 3000 m); a boxed or marked number comes "
                "first (\\boxed{42}, #### 42, the answer is 42), else the last that is neither "
                "denied nor part of a range. An output without a number fails; an expected answer "
                "that is not one number is not judged.",
                "输出所给出的数值与期望数值相等。可识别阿拉伯数字、中文数字、英文数词、百分数、分数、"
                "数量级（万、million）和单位（3 km = 3000 m）；优先取明确标出的答案"
                "（\\boxed{42}、#### 42、答案是42），否则取最后一个既未被否定、也不属于区间的数。"
                "输出中没有数值则不通过；期望答案不是单个数值的用例不作判定。",
            ),
            formula="|x − e| ≤ max(10⁻⁹·max(1, |e|), tolerance·|e|); "
            "if e has d ≥ 1 decimals and x more: |x − e| ≤ ½·10⁻ᵈ",
            inputs=ANSWER_INPUTS,
            outputs=MATCHER_OUTPUTS,
            compute=trial("text.number", _score),
            params=(
                Param(
                    "tolerance",
                    "float",
                    0.0,
                    Words("relative error that is accepted", "允许的相对误差"),
                    minimum=0,
                    maximum=1,
                ),
            ),
            examples=(
                Example(
                    {"expected": "74", "output": "40 + 34 = 74"},
                    {"value": True, "evidence": "74"},
                ),
                Example(
                    {"expected": "3 km", "output": "It is 5 m away."},
                    {"value": False, "evidence": "5 m"},
                ),
                Example(
                    {"expected": "74", "output": "一共七十四箱。"},
                    {"value": True, "evidence": "七十四"},
                ),
                Example(
                    {"expected": "100", "output": "98"},
                    {"value": True, "evidence": "98"},
                    params={"tolerance": 0.02},
                ),
                Example(
                    {"expected": "74", "output": "I do not know."},
                    {"value": False, "evidence": "unread"},
                ),
            ),
        ),
        reads=(*MATCHER_READS, "tolerance"),
        writes=matcher_writes("text_number"),
        score=_score,
        verdict="text_number",
    )
)
