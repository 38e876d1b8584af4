"""What the records of the text scorers have in common: inputs, parameters, the trial bench."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Param, Port, Words
from steelyard.scorers.scorer import Batch, column_of
from steelyard.scorers.text.tokenizers import TOKENIZERS

ANSWER_INPUTS = (
    Port("expected", "text", Words("the right answer", "期望答案")),
    Port("output", "text", Words("the agent's answer", "智能体输出")),
)
REFERENCE_INPUTS = (
    Port(
        "references",
        "list",
        Words("texts the output should resemble", "参考文本列表"),
        required=False,
    ),
    Port("output", "text", Words("the agent's answer", "智能体输出")),
)

Score = Callable[[Batch, Mapping[str, Any]], dict[str, list[Any]]]
Compute = Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]


def tokenizer_param(default: str) -> Param:
    """Return the parameter `tokenizer` with a default."""
    words = Words("how texts are cut into tokens", "分词方式")
    return Param("tokenizer", "text", default, words, choices=tuple(TOKENIZERS))


def trial(id_: str, score: Score) -> Compute:
    """Return the formula on single inputs: the batch formula on a batch of one."""

    def compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
        batch: dict[str, Sequence[Any]] = {"output": [inputs["output"]]}
        if "expected" in inputs:
            batch["expected_output"] = [inputs["expected"]]
        else:
            batch["references"] = [check_references(id_, inputs["references"] or ())]
        main = column_of(id_)
        return {
            "value" if name == main else name.removeprefix(f"{main}_"): column[0]
            for name, column in score(batch, params).items()
        }

    return compute


def check_references(id_: str, references: Sequence[Any]) -> list[str | None]:
    """Return the references, or say which one is not a text."""
    for at, reference in enumerate(references):
        if reference is not None and not isinstance(reference, str):
            found = f"{type(reference).__name__} {reference!r}"[:60]
            raise InputError(t("text.reference_not_text", id=id_, at=at, found=found))
    return list(references)
