"""`text.truncate_tail`: the end is missing."""

from __future__ import annotations

from steelyard.conditions.perturbations.perturbation import SHARE, Perturbation
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.conditions.perturbations.text.truncation import cut_off
from steelyard.model import Example, Words

add_perturbation(
    Perturbation(
        id="text.truncate_tail",
        version=1,
        title=Words("End cut off", "结尾截断"),
        meaning=Words(
            "The end of the text is missing; the agent should ask what was meant.",
            "文本结尾缺失；智能体应询问原意。",
        ),
        kind="directional",
        behavior="clarify",
        languages=("en", "zh"),
        needs=Words("a text of four characters or more", "至少四个字符的文本"),
        strength=SHARE,
        edit=lambda material: cut_off(material, head=False),
        examples=(
            Example(
                {"text": "Convert this amount from euros to dollars."},
                {"input": "Convert this amount from euro"},
            ),
            Example({"text": "把这段话翻译成英文并润色。"}, {"input": "把这段话翻译成英文"}),
        ),
    )
)
