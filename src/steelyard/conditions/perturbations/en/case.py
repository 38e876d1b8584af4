"""`en.case`: capitals where none belong, and the other way round."""

from __future__ import annotations

from steelyard.conditions.perturbations.perturbation import RATE, Edit, Material, Perturbation
from steelyard.conditions.perturbations.places import characters_of_words, edit_some
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.model import Example, Words


def _edit(material: Material) -> list[Edit]:
    return edit_some(material, characters_of_words(material), str.swapcase)


add_perturbation(
    Perturbation(
        id="en.case",
        version=1,
        title=Words("Wrong case", "大小写错乱"),
        meaning=Words(
            "Small letters become capitals and capitals small.",
            "小写字母变为大写，大写字母变为小写。",
        ),
        kind="invariance",
        languages=("en",),
        needs=Words(
            "an English word of three letters or more that is not protected",
            "至少三个字母且未受保护的英文单词",
        ),
        strength=RATE,
        edit=_edit,
        examples=(
            Example(
                {"text": "When was the city library opened to the public?"},
                {"input": "WhEn wAs the city librAry oPened to the publiC?"},
                {"rate": 0.1},
            ),
        ),
    )
)
