"""`zh.script`: simplified and traditional characters mixed."""

from __future__ import annotations

from steelyard.conditions.perturbations.perturbation import RATE, Edit, Material, Perturbation
from steelyard.conditions.perturbations.places import characters, edit_some
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.conditions.perturbations.zh.characters import other_script
from steelyard.model import Example, Words


def _edit(material: Material) -> list[Edit]:
    twin = other_script()
    return edit_some(material, characters(material, twin.__contains__), twin.get)


add_perturbation(
    Perturbation(
        id="zh.script",
        version=1,
        title=Words("Simplified and traditional", "简繁混用"),
        meaning=Words(
            "Simplified characters become traditional ones and the other way round; rate 1 "
            "converts every character whose twin does not depend on the word.",
            "简体字变为繁体字，繁体字变为简体字；比例为 1 时转换所有与词语无关的一对一字。",
        ),
        kind="invariance",
        languages=("zh",),
        needs=Words(
            "a Chinese character with one twin in the other script that is not protected",
            "有一对一简繁对应且未受保护的汉字",
        ),
        strength=RATE,
        edit=_edit,
        examples=(
            Example(
                {"text": "请计算这张发票的总额并检查税率。"},
                {"input": "请计算這张发票的总額并检查税率。"},
                {"rate": 0.1},
            ),
            Example(
                {"text": "請說明會議的時間與地點。"},
                {"input": "请说明会议的时间与地点。"},
                {"rate": 1.0},
            ),
        ),
    )
)
