"""`text.choice`: whether the output chooses the expected option of a multiple-choice question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.model import Algorithm, Example, Port, Words
from steelyard.scorers.matchers.choice import match_choice
from steelyard.scorers.matchers.echo import is_echo, without_input
from steelyard.scorers.matchers.input_text import input_text
from steelyard.scorers.matchers.match import ECHO, Match
from steelyard.scorers.matchers.options import expected_letters, read_options
from steelyard.scorers.matchers.same_text import same_text
from steelyard.scorers.reasoning import without_reasoning
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.text.expected import find_sides
from steelyard.scorers.text.matched import MATCHER_OUTPUTS, MATCHER_READS, matcher_writes
from steelyard.scorers.text.record import ANSWER_INPUTS

_READS = (*MATCHER_READS, "choices")


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    sides = find_sides(batch, "answer")
    missing: Sequence[Any] = [None] * sides.size
    inputs, choices = batch.get("input", missing), batch.get("choices", missing)
    found: list[Match | None] = []
    at = 0
    for row, output, count in zip(sides.rows, sides.outputs, sides.counts, strict=True):
        answers = sides.references[at : at + count]
        found.append(_match(inputs[row], choices[row], answers, output))
        at += count
    return {
        "text_choice": sides.spread([one and one.passed for one in found]),
        "text_choice_evidence": sides.spread([one and one.evidence for one in found]),
    }


def _match(asked: Any, choices: Any, answers: Sequence[str], output: str) -> Match | None:
    """Return the verdict; None when the case is no multiple choice."""
    options = read_options(asked, choices)
    expected = [answer for answer in answers if expected_letters(answer, options)]
    if not expected:
        return None
    question, output = input_text(asked), without_reasoning(output)
    if is_echo(question, output) and not any(same_text(one, output) for one in expected):
        return Match(passed=False, evidence=ECHO)
    reply = without_input(question, output)
    matches = [match_choice(one, reply, options) for one in expected]
    return next((one for one in matches if one.passed), matches[0])


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    columns = _score(
        {
            "output": [inputs["output"]],
            "expected_output": [inputs["expected"]],
            "input": [inputs.get("input")],
            "choices": [inputs.get("choices")],
        },
        params,
    )
    return {"value": columns["text_choice"][0], "evidence": columns["text_choice_evidence"][0]}


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="text.choice",
            version=1,
            kind="scorer",
            title=Words("Multiple choice", "选择题"),
            meaning=Words(
                "The output chooses exactly the expected options. Options come from `choices`, or "
                "from the lettered options in the input; the expected answer is their letters or "
                "the text of one. A case without options is not judged.",
                "输出所选的选项与期望选项完全一致。选项取自 choices 字段，"
                "或输入中以字母标出的选项；期望答案为选项字母，或某一选项的文本。没有选项的用例不作判定。",
            ),
            formula=(
                "letters(output) = letters(expected); the letters of the output are, in this "
                "order: the boxed ones, those after the last “the answer is”, 答案, 故选 and the "
                "like, those it begins with, the only ones named, the only option whose text is "
                "asserted; letters it rules out do not count"
            ),
            inputs=(
                *ANSWER_INPUTS,
                Port("input", "text", Words("the question", "题目"), required=False),
                Port("choices", "json", Words("the options", "选项"), required=False),
            ),
            outputs=MATCHER_OUTPUTS,
            compute=_compute,
            examples=(
                Example(
                    {
                        "input": "Which one?\nA. red\nB. green\nC. blue",
                        "expected": "B",
                        "output": "It cannot be A or C, so the answer is (B).",
                    },
                    {"value": True, "evidence": "B"},
                ),
                Example(
                    {
                        "choices": ["red", "green", "blue"],
                        "expected": "blue",
                        "output": "I would say B.",
                    },
                    {"value": False, "evidence": "B"},
                ),
                Example(
                    {
                        "input": "哪些是颜色？\nA. 红\nB. 狗\nC. 蓝",
                        "expected": "AC",
                        "output": "答案：A、C",
                    },
                    {"value": True, "evidence": "AC"},
                ),
                Example(
                    {"choices": ["red", "green"], "expected": "A", "output": "A or B."},
                    {"value": False, "evidence": "unread"},
                ),
            ),
        ),
        reads=_READS,
        writes=matcher_writes("text_choice"),
        score=_score,
        verdict="text_choice",
    )
)
