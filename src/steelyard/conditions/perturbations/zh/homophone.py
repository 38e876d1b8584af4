"""`zh.homophone`: the input method offered another character of the same sound."""

from __future__ import annotations

from steelyard.conditions.perturbations.perturbation import RATE, Edit, Material, Perturbation
from steelyard.conditions.perturbations.places import characters, edit_some
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.conditions.perturbations.zh.characters import homophones
from steelyard.model import Example, Words


def _edit(material: Material) -> list[Edit]:
    same = homophones()
    places = characters(material, same.__contains__)
    return edit_some(material, places, lambda character: material.chance.pick(same[character]))


add_perturbation(
    Perturbation(
        id="zh.homophone",
        version=1,
        title=Words("Homophones", "同音字"),
        meaning=Words(
            "Chinese characters are replaced by common others of the same sound and tone.",
            "汉字被替换为同音同调的常用字。",
        ),
        kind="invariance",
        languages=("zh",),
        needs=Words(
            "a common Chinese character with a homophone that is not protected",
            "有同音常用字且未受保护的汉字",
        ),
        strength=RATE,
        edit=_edit,
        examples=(
            Example(
                {"text": "请问申请护照需要准备哪些材料？"},
                {"input": "请问申请沪照须要准备哪些材料？"},
                {"rate": 0.1},
            ),
        ),
        references=("C. Si et al., READIN: realistic and diverse input noises, ACL 2023",),
    )
)
