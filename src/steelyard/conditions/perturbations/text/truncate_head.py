"""`text.truncate_head`: the beginning is missing."""

from __future__ import annotations

from steelyard.conditions.perturbations.perturbation import SHARE, Perturbation
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.conditions.perturbations.text.truncation import cut_off
from steelyard.model import Example, Words

add_perturbation(
    Perturbation(
        id="text.truncate_head",
        version=1,
        title=Words("Beginning cut off", "开头截断"),
        meaning=Words(
            "The beginning of the text is missing; the agent should ask what was meant.",
            "文本开头缺失；智能体应询问原意。",
        ),
        kind="directional",
        behavior="clarify",
        languages=("en", "zh"),
        needs=Words("a text of four characters or more", "至少四个字符的文本"),
        strength=SHARE,
        edit=lambda material: cut_off(material, head=True),
        examples=(
            Example(
                {"text": "Convert this amount from euros to dollars."},
                {"input": "amount from euros to dollars."},
            ),
            Example({"text": "把这段话翻译成英文并润色。"}, {"input": "翻译成英文并润色。"}),
        ),
    )
)
