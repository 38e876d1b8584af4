"""`en.swap`: two letters in the wrong order."""

from __future__ import annotations

from steelyard.conditions.perturbations.perturbation import RATE, Edit, Material, Perturbation
from steelyard.conditions.perturbations.places import edit_some, words
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.model import Example, Words


def _edit(material: Material) -> list[Edit]:
    # The first letter stays: that is where writers err least and readers look first.
    pairs = [(at, at + 2) for start, end in words(material) for at in range(start + 1, end - 1)]
    return edit_some(material, pairs, lambda pair: pair[::-1])


add_perturbation(
    Perturbation(
        id="en.swap",
        version=1,
        title=Words("Swapped letters", "相邻字母颠倒"),
        meaning=Words(
            "Neighbouring letters inside a word change places.",
            "单词内相邻的两个字母互换位置。",
        ),
        kind="invariance",
        languages=("en",),
        needs=Words(
            "an English word with two different letters after its first that is not protected",
            "首字母之后有两个不同相邻字母且未受保护的英文单词",
        ),
        strength=RATE,
        edit=_edit,
        examples=(
            Example(
                {"text": "Please translate the following sentence into French."},
                {"input": "Plaese transalte the following setnence into French."},
            ),
        ),
    )
)
