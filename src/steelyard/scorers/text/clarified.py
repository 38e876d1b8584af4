"""`text.clarified`: whether the answer asks back, or says what is wrong with the question.

Matching phrases is a weak detector; where it decides something that matters, use a judge.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from steelyard.model import Algorithm, Example, Port, Words, nfkc
from steelyard.scorers.scorer import Batch, Scorer, add_scorer

CLARIFIED = "text_clarified"

_LONGEST = 4000  # characters looked at: whoever asks back does so soon, or at the very end
_ASKS = re.compile(
    "|".join(
        (
            # Chinese: asks for more, asks which, or says that something is missing or wrong.
            r"请(?:您|你)?(?:再|重新)?(?:补充|提供|说明|确认|明确|澄清|发送|核对|告知|指明|检查)",
            r"(?:能否|可否|能不能|可以|麻烦)(?:您|你)?(?:再|重新)?(?:补充|提供|说明|确认|明确|澄清|发送|告诉)",
            r"(?:您|你)(?:是)?(?:指的|说的|想问|想要|希望|需要)[^。！]{0,20}(?:吗|呢|还是|哪|什么|\?)",
            r"(?:问题|内容|信息|输入|句子|文本|指令|要求|数据|json)[^。]{0,12}"
            r"(?:不完整|不全|不清楚|不明确|缺失|被截断|截断了|矛盾|冲突|有误|格式错误|无法解析|不合法)",
            r"(?:不完整|被截断|自相矛盾|相互矛盾|互相矛盾|无法解析|无法同时满足|不能同时满足)",
            # English
            r"\b(?:could|can|would|will) you (?:please )?(?:clarify|provide|confirm|specify|resend|"
            r"send|complete|rephrase|share|explain|tell me|check)",
            r"\bplease (?:clarify|provide|confirm|specify|resend|send|complete|rephrase|check)",
            r"\b(?:did you mean|do you mean|what do you mean|which (?:one|of (?:these|the)))\b",
            r"\b(?:is|are|seems?|appears?|looks?|was|were|got)(?: to be)? (?:\w+ )?"
            r"(?:incomplete|cut off|cut short|truncated|ambiguous|unclear|malformed|contradictory|"
            r"conflicting)\b",
            r"\b(?:contradict(?:s|ory|ion)?|invalid json|not valid json|malformed json|"
            r"(?:cannot|can't|could not|couldn't|unable to) parse|cannot both|can't both)\b",
        )
    )
)


def clarified(text: str) -> bool:
    """Return whether the text asks back or names a fault of the question, English or Chinese."""
    plain = nfkc(text[:_LONGEST]).replace("’", "'").casefold()
    return plain.rstrip().endswith("?") or _ASKS.search(plain) is not None


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    return {
        CLARIFIED: [None if text is None else clarified(text) for text in batch.get("output", ())]
    }


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    text = inputs["text"]
    return {"value": None if text is None else clarified(text)}


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="text.clarified",
            version=1,
            kind="scorer",
            title=Words("Asked back", "澄清识别"),
            meaning=Words(
                "The answer asks back, or says what is missing or wrong in the question.",
                "回答反问用户，或指出问题中缺失、矛盾或有误之处。",
            ),
            formula="the text ends with a question mark, or holds a phrase that asks for more, "
            "asks which, or calls the question incomplete, contradictory or malformed",
            inputs=(Port("text", "text", Words("the agent's answer", "智能体输出")),),
            outputs=(Port("value", "bool", Words("whether it asks back", "是否请求澄清")),),
            compute=_compute,
            examples=(
                Example({"text": "您的问题似乎被截断了，请补充完整。"}, {"value": True}),
                Example({"text": "Could you clarify which amount you mean?"}, {"value": True}),
                Example({"text": "The two instructions contradict each other."}, {"value": True}),
                Example({"text": "It is 42 dollars."}, {"value": False}),
                Example({"text": "北京是中国的首都。"}, {"value": False}),
            ),
        ),
        reads=("output",),
        writes={CLARIFIED: "bool"},
        score=_score,
        verdict=None,
    )
)
