"""`judge.pairwise`: an LLM says which of two answers is better, asked in both orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Algorithm, Example, FieldType, Param, Port, Words
from steelyard.scorers.judge.judgement import read_winner
from steelyard.scorers.judge.panel import (
    JUDGE,
    JUDGEMENTS_PORT,
    READS,
    SAMPLES,
    answered,
    chunks,
    is_whole,
    joined_reasons,
    judges,
    margin,
)
from steelyard.scorers.judge.ruling import Ruling, rule
from steelyard.scorers.plain_json import plain
from steelyard.scorers.question import Question
from steelyard.scorers.scorer import JUDGEMENTS, Batch, Scorer, add_scorer

_ID = "judge.pairwise"
_WRITES: dict[str, FieldType] = {
    "judge_pairwise": "float",
    "judge_pairwise_verdict": "text",
    "judge_pairwise_passed": "bool",
    "judge_pairwise_consistent": "bool",
    "judge_pairwise_reason": "text",
}
_METADATA = "metadata."
_DEFAULT = "The better answer is more correct, more complete and more to the point."
_TASK = (
    "You are a careful, impartial judge. Compare ANSWER A and ANSWER B, two answers to INPUT. "
    "Their order means nothing, and a longer answer is not better for its length."
)
_CLOSING = (
    "Now say which answer is better by the rubric. Reply with one JSON object and nothing else: "
    '{"reason": "one or two sentences, in the language of the rubric", "winner": "A", "B" or "tie"}'
)


def _asks(batch: Batch, params: Mapping[str, Any]) -> list[list[Question]]:
    _check_against(params["against"])
    told = f"{_TASK}\n\nRubric:\n{params['rubric'].strip()}"
    asked: list[list[Question]] = []
    for row in answered(batch):
        other = None if row is None else _other(row, params["against"])
        if row is None or other is None:
            asked.append([])
            continue
        both = [_texts(row, row["output"], other), _texts(row, other, row["output"])]
        asked.append(
            [
                Question(judge, told, texts, _CLOSING, sample)
                for judge in judges(params)
                for sample in range(params["samples"])
                for texts in both
            ]
        )
    return asked


def _check_against(name: str) -> None:
    if name not in ("expected_output", "references") and not name.startswith(_METADATA):
        raise InputError(t("judge.against", id=_ID, found=name))


def _other(row: Mapping[str, Any], name: str) -> str | None:
    """Return the text the output is compared with."""
    if name == "references":
        return next((text for text in row["references"] or () if text is not None), None)
    if name.startswith(_METADATA):
        known = plain(row["metadata"])
        value = known.get(name.removeprefix(_METADATA)) if isinstance(known, dict) else None
        return value if isinstance(value, str) else None
    text: str | None = row["expected_output"]
    return text


def _texts(row: Mapping[str, Any], first: str, second: str) -> tuple[tuple[str, str], ...]:
    return (("INPUT", row["input"] or ""), ("ANSWER A", first), ("ANSWER B", second))


def _rule(said: Sequence[str], params: Mapping[str, Any]) -> tuple[Ruling, bool, str]:
    """Return the ruling, whether every judge held to its word when swapped, and the reasons."""
    pairs = [(read_winner(first), read_winner(second)) for first, second in chunks(said, 2)]
    won = [_result(first.found, second.found) for first, second in pairs]
    panel = chunks(won, params["samples"])
    ruling = rule(panel, threshold=0.5, margin=params["margin"])
    if ruling.value == 0.5 and ruling.verdict == "pass":
        ruling = ruling._replace(verdict=params["tie"])
    reasons = [pairs[at][0].reason for at in range(0, len(pairs), params["samples"])]
    return ruling, None not in won, joined_reasons(judges(params), reasons)


def _result(first: str | None, second: str | None) -> float | None:
    """Return 1 for a win in both orders, 0 for a loss, 0.5 for a tie; None if they contradict."""
    same = {("A", "B"): 1.0, ("B", "A"): 0.0, ("tie", "tie"): 0.5}
    return same.get((first or "", second or ""))


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {name: [] for name in _WRITES}
    for said in batch[JUDGEMENTS]:
        cells: tuple[Any, ...] = (None,) * len(_WRITES)
        if is_whole(said):
            ruling, consistent, reason = _rule(said, params)
            cells = (ruling.value, ruling.verdict, ruling.passed, consistent, reason)
        for column, cell in zip(columns.values(), cells, strict=True):
            column.append(cell)
    return columns


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    said = inputs["judgements"]
    if not is_whole(said):
        return dict.fromkeys(("value", "verdict", "passed", "consistent", "reason"))
    if len(said) % 2:
        raise InputError(t("judge.both_orders", id=_ID, found=len(said)))
    ruling, consistent, reason = _rule([str(one) for one in said], params)
    return {
        "value": ruling.value,
        "verdict": ruling.verdict,
        "passed": ruling.passed,
        "consistent": consistent,
        "reason": reason,
    }


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id=_ID,
            version=1,
            kind="scorer",
            title=Words("Compared with another answer", "成对比较"),
            meaning=Words(
                "An LLM says whether the answer is better than another one, asked in both orders; "
                "a judge that changes its mind with the order has not decided.",
                "由大模型比较回答与另一份答案孰优，并交换顺序各问一次；随顺序改变意见者视为未作判断。",
            ),
            formula="1 won in both orders, 0 lost in both, 0.5 tied in both, else unread; "
            "value = mean; pass above 0.5, at 0.5 as `tie` says",
            inputs=(JUDGEMENTS_PORT,),
            outputs=(
                Port("value", "float", Words("share of wins, ties half", "胜率（平局计半）")),
                Port("verdict", "text", Words("pass, fail or uncertain", "通过、不通过或不确定")),
                Port("passed", "bool", Words("the verdict; none if uncertain", "是否通过")),
                Port("consistent", "bool", Words("same in both orders", "两种顺序结论一致")),
                Port("reason", "text", Words("what the judges said", "评审理由")),
            ),
            compute=_compute,
            params=(
                Param(
                    "against",
                    "text",
                    "expected_output",
                    Words(
                        "what the answer is compared with: expected_output, references (the first) "
                        "or metadata.KEY, such as another agent's output",
                        "比较对象：expected_output、references（取第一条）或 metadata.键"
                        "（如另一智能体的输出）",
                    ),
                ),
                Param(
                    "rubric",
                    "text",
                    _DEFAULT,
                    Words(
                        "what makes an answer better; text, or a .md or .txt file beside the plan",
                        "孰优的标准：文本，或方案旁的 .md、.txt 文件",
                    ),
                ),
                JUDGE,
                Param(
                    "tie",
                    "text",
                    "pass",
                    Words("verdict on a tie", "平局的结论"),
                    choices=("pass", "fail", "uncertain"),
                ),
                SAMPLES,
                margin(0.5),
            ),
            examples=(
                Example(
                    {"judgements": ['{"winner": "A"}', '{"winner": "B"}']},
                    {"value": 1.0, "verdict": "pass", "consistent": True},
                    note="the answer is A first and B when swapped",
                ),
                Example(
                    {"judgements": ['{"winner": "A"}', '{"winner": "A"}']},
                    {"value": None, "verdict": "uncertain", "consistent": False},
                    note="whichever comes first: no judgement",
                ),
                Example(
                    {"judgements": ["[[tie]]", "Winner: tie"]},
                    {"value": 0.5, "verdict": "fail"},
                    {"tie": "fail"},
                ),
            ),
            references=("Zheng et al., Judging LLM-as-a-Judge, arXiv 2306.05685",),
        ),
        reads=(*READS, "metadata"),
        writes=_WRITES,
        score=_score,
        verdict="judge_pairwise_passed",
        asks=_asks,
    )
)
