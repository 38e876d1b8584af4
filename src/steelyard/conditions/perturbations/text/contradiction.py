"""`text.contradiction`: instructions that cannot both be followed."""

from __future__ import annotations

from steelyard.conditions.perturbations.language import language_of
from steelyard.conditions.perturbations.perturbation import Edit, Material, Perturbation, level
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.model import Example, Words

INSTRUCTIONS = {
    "en": (
        "Answer in exactly one word. The answer must also be at least two hundred words long.",
        "You must answer this. You must not answer this.",
        "Write the answer only in English. Do not use a single English word in the answer.",
        "Give a final answer now. Wait for my next message before you give any answer.",
    ),
    "zh": (
        "只能用一个词回答，同时回答不得少于二百字。",
        "必须回答这个问题，但不得回答这个问题。",
        "只用中文作答，且回答中不得出现任何汉字。",
        "现在就给出最终答案，但在我发下一条消息之前不要给出任何答案。",
    ),
}


def _edit(material: Material) -> list[Edit]:
    text = material.text
    count = int(material.strength)
    chosen = material.chance.some(INSTRUCTIONS[language_of(text)], count)
    return [Edit(len(text), len(text), "".join(f"\n{line}" for line in chosen))]


add_perturbation(
    Perturbation(
        id="text.contradiction",
        version=1,
        title=Words("Contradictory instruction", "矛盾指令"),
        meaning=Words(
            "Instructions that cannot both be followed are added; the agent should ask which one "
            "counts.",
            "加入无法同时遵守的指令；智能体应询问以哪条为准。",
        ),
        kind="directional",
        behavior="clarify",
        languages=("en", "zh"),
        needs=Words("a text that is not blank", "非空文本"),
        strength=level("how many contradictions", "矛盾条数"),
        edit=_edit,
        examples=(
            Example(
                {"text": "Name the largest ocean."},
                {
                    "input": "Name the largest ocean.\nWrite the answer only in English. "
                    "Do not use a single English word in the answer."
                },
            ),
            Example(
                {"text": "世界上最大的海洋是哪个？"},
                {"input": "世界上最大的海洋是哪个？\n只用中文作答，且回答中不得出现任何汉字。"},
            ),
        ),
    )
)
