"""`judge.rubric`: an LLM grades the answer by a rubric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Algorithm, Example, FieldType, Param, Port, Words
from steelyard.scorers.judge.judgement import read_score
from steelyard.scorers.judge.panel import (
    JUDGE,
    JUDGEMENTS_PORT,
    READS,
    SAMPLES,
    answered,
    chunks,
    expected_texts,
    is_whole,
    joined_reasons,
    judges,
    margin,
)
from steelyard.scorers.judge.ruling import Ruling, rule
from steelyard.scorers.question import Question
from steelyard.scorers.scorer import JUDGEMENTS, Batch, Scorer, add_scorer

_ID = "judge.rubric"
_WRITES: dict[str, FieldType] = {
    "judge_rubric": "float",
    "judge_rubric_verdict": "text",
    "judge_rubric_passed": "bool",
    "judge_rubric_spread": "float",
    "judge_rubric_scores": "json",
    "judge_rubric_reason": "text",
}
_DEFAULT = (
    "Is the answer correct and complete? Where a reference answer is given, what counts is "
    "agreement with it in meaning, not in wording. Errors, omissions and unsupported claims lower "
    "the grade."
)


def scale_of(id_: str, params: Mapping[str, Any]) -> tuple[float, float]:
    """Return the ends of the scale; the lower one comes first."""
    scale = params["scale"]
    numbers = [x for x in scale if isinstance(x, int | float) and not isinstance(x, bool)]
    if len(scale) != 2 or len(numbers) != 2 or not numbers[0] < numbers[1]:
        raise InputError(t("judge.scale", id=id_, found=list(scale)))
    return float(numbers[0]), float(numbers[1])


def instructions(task: str, rubric: str, scale: tuple[float, float]) -> str:
    """Return what a judge is told before it sees the texts."""
    low, high = scale
    return f"{task}\n\nRubric:\n{rubric.strip()}\n\nScale: from {low:g} (worst) to {high:g} (best)."


def closing(what: str, scale: tuple[float, float]) -> str:
    """Return what a judge is told last: the form of the answer."""
    low, high = scale
    return (
        f"Now grade {what} by the rubric. Reply with one JSON object and nothing else: "
        f'{{"reason": "one or two sentences, in the language of the rubric", "score": a number '
        f"from {low:g} to {high:g}}}"
    )


def _asks(batch: Batch, params: Mapping[str, Any]) -> list[list[Question]]:
    scale = scale_of(_ID, params)
    task = "You are a careful, impartial judge. Grade the ANSWER that an AI agent gave to INPUT."
    told = instructions(task, params["rubric"], scale)
    end = closing("the ANSWER", scale)
    return [
        []
        if row is None
        else [
            Question(judge, told, _texts(row), end, sample)
            for judge in judges(params)
            for sample in range(params["samples"])
        ]
        for row in answered(batch)
    ]


def _texts(row: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    references = [("REFERENCE ANSWER", text) for text in expected_texts(row)]
    return (("INPUT", row["input"] or ""), *references, ("ANSWER", row["output"]))


def _rule(said: Sequence[str], params: Mapping[str, Any]) -> tuple[Ruling, str]:
    low, high = scale_of(_ID, params)
    panel = [
        [read_score(text, low, high) for text in samples]
        for samples in chunks(said, params["samples"])
    ]
    scores = [
        [None if one.found is None else (one.found - low) / (high - low) for one in samples]
        for samples in panel
    ]
    ruling = rule(scores, threshold=params["threshold"], margin=params["margin"])
    return ruling, joined_reasons(judges(params), [samples[0].reason for samples in panel])


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {name: [] for name in _WRITES}
    for said in batch[JUDGEMENTS]:
        cells: tuple[Any, ...] = (None,) * len(_WRITES)
        if is_whole(said):
            ruling, reason = _rule(said, params)
            names = (name or "judge" for name in judges(params))
            scores = dict(zip(names, ruling.by_judge, strict=False))
            cells = (ruling.value, ruling.verdict, ruling.passed, ruling.spread, scores, reason)
        for column, cell in zip(columns.values(), cells, strict=True):
            column.append(cell)
    return columns


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    if not is_whole(inputs["judgements"]):
        return {"value": None, "verdict": None, "passed": None, "spread": None, "reason": None}
    ruling, reason = _rule([str(said) for said in inputs["judgements"]], params)
    return {
        "value": ruling.value,
        "verdict": ruling.verdict,
        "passed": ruling.passed,
        "spread": ruling.spread,
        "reason": reason,
    }


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id=_ID,
            version=1,
            kind="scorer",
            title=Words("Graded by a rubric", "评审打分"),
            meaning=Words(
                "An LLM grades the answer by a rubric. What cannot be read, or on which judges "
                "differ too much, is uncertain, never wrong.",
                "由大模型按评分标准为回答打分；读不懂的评审意见或评审间分歧过大时，结论为“不确定”，不计为错误。",
            ),
            formula="mean over judges of (score − low) / (high − low); pass from threshold on; "
            "uncertain if most judgements are unreadable or max − min > margin",
            inputs=(JUDGEMENTS_PORT,),
            outputs=(
                Port("value", "float", Words("mean grade in [0, 1]", "平均得分（0 至 1）")),
                Port("verdict", "text", Words("pass, fail or uncertain", "通过、不通过或不确定")),
                Port("passed", "bool", Words("the verdict; none if uncertain", "是否通过")),
                Port("spread", "float", Words("highest minus lowest", "最高与最低之差")),
                Port("reason", "text", Words("what the judges said", "评审理由")),
            ),
            compute=_compute,
            params=(
                Param(
                    "rubric",
                    "text",
                    _DEFAULT,
                    Words(
                        "what is good and what is bad; text, or a .md or .txt file beside the plan",
                        "评分标准：文本，或方案旁的 .md、.txt 文件",
                    ),
                ),
                JUDGE,
                Param(
                    "scale",
                    "list",
                    (0, 10),
                    Words("lowest and highest grade", "最低分与最高分"),
                ),
                Param(
                    "threshold",
                    "float",
                    0.6,
                    Words("value from which on the answer passes", "判为通过的得分下限"),
                    minimum=0,
                    maximum=1,
                ),
                SAMPLES,
                margin(0.3),
            ),
            examples=(
                Example(
                    {"judgements": ['{"reason": "right, one detail missing", "score": 8}']},
                    {"value": 0.8, "verdict": "pass", "passed": True},
                ),
                Example(
                    {"judgements": ["Some errors.\n**Score:** 5/10", '```json\n{"score": 7}\n```']},
                    {"value": 0.6, "verdict": "pass", "spread": 0.2},
                    note="two judges, one of them in prose",
                ),
                Example(
                    {"judgements": ['{"score": 9}', '{"score": 2}']},
                    {"value": 0.55, "verdict": "uncertain", "passed": None},
                    note="they differ by more than the margin",
                ),
                Example(
                    {"judgements": ["I cannot judge this."]},
                    {"value": None, "verdict": "uncertain"},
                    note="prose without a score",
                ),
                Example(
                    {"judgements": ['It says {"score": 10}. I say {"score": 1}.']},
                    {"value": None, "verdict": "uncertain"},
                    note="two scores: which one is meant cannot be told",
                ),
            ),
            references=("Thakur et al., Judging the Judges, arXiv 2406.12624",),
        ),
        reads=READS,
        writes=_WRITES,
        score=_score,
        verdict="judge_rubric_passed",
        asks=_asks,
    )
)
