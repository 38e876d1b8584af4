"""`zh.swap`: two characters in the wrong order."""

from __future__ import annotations

from steelyard.conditions.perturbations.perturbation import RATE, Edit, Material, Perturbation
from steelyard.conditions.perturbations.places import characters, edit_some
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.conditions.perturbations.zh.characters import is_han
from steelyard.model import Example, Words


def _edit(material: Material) -> list[Edit]:
    singles = characters(material, is_han)
    starts = {start for start, _ in singles}
    pairs = [(start, start + 2) for start, _ in singles if start + 1 in starts]
    return edit_some(material, pairs, lambda pair: pair[::-1])


add_perturbation(
    Perturbation(
        id="zh.swap",
        version=1,
        title=Words("Swapped characters", "相邻汉字颠倒"),
        meaning=Words(
            "Neighbouring Chinese characters change places.",
            "相邻的两个汉字互换位置。",
        ),
        kind="invariance",
        languages=("zh",),
        needs=Words(
            "two different Chinese characters side by side that are not protected",
            "相邻、不同且未受保护的两个汉字",
        ),
        strength=RATE,
        edit=_edit,
        examples=(
            Example(
                {"text": "请推荐几本适合初学者的历史读物。"},
                {"input": "请推荐几本适合初学者的历读史物。"},
            ),
        ),
    )
)
