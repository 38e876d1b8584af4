"""`en.drop`: a letter is missing."""

from __future__ import annotations

from steelyard.conditions.perturbations.perturbation import RATE, Edit, Material, Perturbation
from steelyard.conditions.perturbations.places import edit_some, words
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.model import Example, Words


def _edit(material: Material) -> list[Edit]:
    # Not the first letter, and not from words so short that nothing recognisable would be left.
    long = [span for span in words(material) if span[1] - span[0] > 3]
    places = [(at, at + 1) for start, end in long for at in range(start + 1, end)]
    return edit_some(material, places, lambda _: "")


add_perturbation(
    Perturbation(
        id="en.drop",
        version=1,
        title=Words("Dropped letters", "漏字母"),
        meaning=Words(
            "Letters inside words of four letters or more are left out.",
            "在四个字母以上的单词中漏掉字母。",
        ),
        kind="invariance",
        languages=("en",),
        needs=Words(
            "an English word of four letters or more that is not protected",
            "至少四个字母且未受保护的英文单词",
        ),
        strength=RATE,
        edit=_edit,
        examples=(
            Example(
                {"text": "Summarise the main argument of the article below."},
                {"input": "Summarise the main argument of the artcle belw."},
            ),
        ),
    )
)
