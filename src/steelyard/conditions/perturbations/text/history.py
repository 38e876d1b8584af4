"""`text.history`: an earlier conversation about something else."""

from __future__ import annotations

from steelyard.conditions.perturbations.language import language_of
from steelyard.conditions.perturbations.perturbation import (
    Material,
    Message,
    Perturbation,
    level,
)
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.model import Example, Words

TURNS = {
    "en": (
        ("Which herbs grow well on a shady balcony?", "Mint, parsley and chives do well in shade."),
        ("How do I keep bread fresh?", "Keep it in a paper bag inside a closed box."),
        ("What is a good name for a calm cat?", "Perhaps Willow or Moss."),
        ("My bicycle chain squeaks.", "Wipe it clean, then add a little chain oil."),
    ),
    "zh": (
        ("背阴的阳台适合种什么香草？", "薄荷、欧芹和细香葱都适合背阴处。"),
        ("面包怎样保鲜？", "装进纸袋，再放进密封盒。"),
        ("给性格安静的猫起什么名字好？", "可以叫柳儿或青苔。"),
        ("自行车链条吱吱响。", "先擦净链条，再滴少许链条油。"),
    ),
}


def _earlier(material: Material) -> list[Message]:
    turns = material.chance.some(TURNS[language_of(material.text)], int(material.strength))
    return [
        {"role": role, "content": said}
        for turn in turns
        for role, said in zip(("user", "assistant"), turn, strict=True)
    ]


add_perturbation(
    Perturbation(
        id="text.history",
        version=1,
        title=Words("Irrelevant history", "无关对话历史"),
        meaning=Words(
            "The question comes after a conversation about something else; a plain text becomes "
            "chat messages.",
            "问题之前先有一段无关的对话；纯文本输入会变为对话消息。",
        ),
        kind="invariance",
        languages=("en", "zh"),
        needs=Words("an input that is text or chat messages", "文本或对话消息形式的输入"),
        strength=level("how many questions with their answers", "问答轮数"),
        earlier=_earlier,
        examples=(
            Example(
                {"text": "What is the boiling point of water?"},
                {
                    "input": [
                        {"role": "user", "content": "My bicycle chain squeaks."},
                        {
                            "role": "assistant",
                            "content": "Wipe it clean, then add a little chain oil.",
                        },
                        {"role": "user", "content": "What is the boiling point of water?"},
                    ]
                },
            ),
            Example(
                {"text": "水的沸点是多少？"},
                {
                    "input": [
                        {"role": "user", "content": "自行车链条吱吱响。"},
                        {"role": "assistant", "content": "先擦净链条，再滴少许链条油。"},
                        {"role": "user", "content": "水的沸点是多少？"},
                    ]
                },
            ),
        ),
    )
)
