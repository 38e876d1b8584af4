"""`en.spacing`: blanks that are missing or too many."""

from __future__ import annotations

import re

from steelyard.conditions.perturbations.perturbation import RATE, Edit, Material, Perturbation
from steelyard.conditions.perturbations.places import Span, edit_some, words
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.model import Example, Words

_BLANK = re.compile(r"(?<=[A-Za-z]) (?=[A-Za-z])")


def _edit(material: Material) -> list[Edit]:
    return edit_some(
        material, [*_blanks(material), *_gaps(material)], lambda text: "" if text else " "
    )


def _blanks(material: Material) -> list[Span]:
    """Return single blanks between words, neither of which is protected."""
    spans = (found.span() for found in _BLANK.finditer(material.text))
    return [(start, end) for start, end in spans if material.guard.free(start - 1, end + 1)]


def _gaps(material: Material) -> list[Span]:
    """Return the places inside words that leave two letters on either side."""
    return [(at, at) for start, end in words(material) for at in range(start + 2, end - 1)]


add_perturbation(
    Perturbation(
        id="en.spacing",
        version=1,
        title=Words("Wrong spacing", "空格错误"),
        meaning=Words(
            "Blanks between words vanish, and words are split by a blank.",
            "单词之间的空格消失，或单词中间多出空格。",
        ),
        kind="invariance",
        languages=("en",),
        needs=Words(
            "two English words side by side, or one of four letters or more, not protected",
            "相邻的两个英文单词，或至少四个字母的英文单词，且未受保护",
        ),
        strength=RATE,
        edit=_edit,
        examples=(
            Example(
                {"text": "Explain why the bridge was closed during the winter."},
                {"input": "Explain why the br idge was clos ed duri ng the winter."},
            ),
        ),
    )
)
