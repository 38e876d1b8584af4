"""`classification.label`: the class an answer gives, read from free text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import Algorithm, Example, FieldType, Param, Port, Words
from steelyard.scorers.classification.extract import METHODS, Find, known_labels, make_finder
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.text.tokenizers import norm

_WRITES: dict[str, FieldType] = {
    "classification_label": "text",
    "pred_label": "text",
    "classification_correct": "bool",
}


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    find, known = make_finder(params), known_labels(params["labels"])
    outputs = batch.get("output", ())
    truths = batch.get("label") or [None] * len(outputs)
    found = [
        None if text is None else _label(text, truth, find, known)
        for text, truth in zip(outputs, truths, strict=True)
    ]
    correct = [
        None if text is None or truth is None else label is not None and norm(label) == norm(truth)
        for text, truth, label in zip(outputs, truths, found, strict=True)
    ]
    return {
        "classification_label": found,
        "pred_label": list(found),
        "classification_correct": correct,
    }


def _label(text: str, truth: str | None, find: Find, known: Mapping[str, str]) -> str | None:
    """Return the label in the spelling of the data, so that equal labels are equal texts."""
    found = find(text)
    if not found:
        return None
    if known:
        found = known.get(norm(found))
    return truth if found and truth is not None and norm(found) == norm(truth) else found


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    columns = _score({"output": [inputs["output"]], "label": [inputs["label"]]}, params)
    return {
        "value": columns["classification_label"][0],
        "correct": columns["classification_correct"][0],
    }


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="classification.label",
            version=1,
            kind="scorer",
            title=Words("Label in the answer", "回答中的类别"),
            meaning=Words(
                "The class the answer gives, read from its text; it becomes the case's predicted "
                "label. An answer without a label is wrong, not missing.",
                "从回答文本中读出的类别，写为该用例的预测类别；读不出类别的回答判为错误，不算缺失。",
            ),
            formula=(
                "exact: the whole answer; auto: the whole answer, else a JSON field (label, class, "
                "category, answer, 标签, 类别), else the last label after “label”, “class”, 类别, "
                "属于 or 判断为, else the only label that is mentioned and not denied; "
                "last_mention: the label named last; regex: the last match (group `label`, else "
                "the first group, else all of it); json_field: a field of the first JSON object. "
                "With `labels`, anything else is no label"
            ),
            inputs=(
                Port("output", "text", Words("the agent's answer", "智能体输出")),
                Port("label", "text", Words("the right class", "期望类别"), required=False),
            ),
            outputs=(
                Port("value", "text", Words("the class found, or none", "读出的类别，可为空")),
                Port("correct", "bool", Words("whether it is the right one", "是否为期望类别")),
            ),
            compute=_compute,
            params=(
                Param(
                    "method",
                    "text",
                    "exact",
                    Words("how the label is read", "读取类别的方式"),
                    choices=METHODS,
                ),
                Param(
                    "labels",
                    "list",
                    None,
                    Words(
                        "the labels there are; without it any text found is a label",
                        "全部类别；不给出时读到的任何文本都算类别",
                    ),
                ),
                Param(
                    "pattern",
                    "text",
                    None,
                    Words("pattern of method regex", "regex 方式所用的正则表达式"),
                ),
                Param(
                    "field",
                    "text",
                    "label",
                    Words("field of method json_field; a.b is b inside a", "json_field 的字段路径"),
                ),
            ),
            examples=(
                Example({"output": " 正面 ", "label": "正面"}, {"value": "正面", "correct": True}),
                Example(
                    {"output": "It reads like spam, but it is ham.", "label": "ham"},
                    {"value": "ham", "correct": True},
                    {"method": "last_mention", "labels": ["spam", "ham"]},
                ),
                Example(
                    {"output": "这条评价不是正面，而是负面。", "label": "负面"},
                    {"value": "负面", "correct": True},
                    {"method": "auto", "labels": ["正面", "负面"]},
                ),
                Example(
                    {"output": "Could be spam or ham.", "label": "spam"},
                    {"value": None, "correct": False},
                    {"method": "auto", "labels": ["spam", "ham"]},
                ),
                Example(
                    {"output": "理由略。\n答案：B", "label": "C"},
                    {"value": "B", "correct": False},
                    {"method": "regex", "pattern": "答案[:：]\\s*([A-D])"},
                ),
                Example(
                    {"output": '```json\n{"result": {"label": "Positive"}}\n```'},
                    {"value": "positive"},
                    {
                        "method": "json_field",
                        "field": "result.label",
                        "labels": ["positive", "negative"],
                    },
                ),
            ),
        ),
        reads=("output", "label"),
        writes=_WRITES,
        score=_score,
        verdict="classification_correct",
    )
)
