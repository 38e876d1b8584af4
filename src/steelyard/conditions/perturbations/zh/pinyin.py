"""`zh.pinyin`: a character left as the letters that were typed."""

from __future__ import annotations

from steelyard.conditions.perturbations.perturbation import RATE, Edit, Material, Perturbation
from steelyard.conditions.perturbations.places import characters, edit_some
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.conditions.perturbations.zh.characters import readings
from steelyard.model import Example, Words


def _edit(material: Material) -> list[Edit]:
    read = readings()
    places = characters(material, read.__contains__)
    return edit_some(material, places, lambda character: read[character].rstrip("12345"))


add_perturbation(
    Perturbation(
        id="zh.pinyin",
        version=1,
        title=Words("Pinyin mixed in", "混入拼音"),
        meaning=Words(
            "Chinese characters are replaced by their pinyin without tones.",
            "汉字被替换为不带声调的拼音。",
        ),
        kind="invariance",
        languages=("zh",),
        needs=Words(
            "a common Chinese character with one reading that is not protected",
            "读音唯一且未受保护的常用汉字",
        ),
        strength=RATE,
        edit=_edit,
        examples=(
            Example(
                {"text": "请介绍故宫的历史和开放时间。"},
                {"input": "请介绍故宫的历shi和开放时间。"},
                {"rate": 0.1},
            ),
        ),
        references=("C. Si et al., READIN: realistic and diverse input noises, ACL 2023",),
    )
)
