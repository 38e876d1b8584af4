"""`text.zero_width`: characters that nobody sees, as copied text has them."""

from __future__ import annotations

from steelyard.conditions.perturbations.cuts import may_cut
from steelyard.conditions.perturbations.perturbation import RATE, Edit, Material, Perturbation
from steelyard.conditions.perturbations.places import Span, edit_some
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.conditions.perturbations.zh.characters import is_han
from steelyard.model import Example, Words

# Zero-width space and word joiner; the joiner of emoji would change what is seen.
_UNSEEN = "\u200b\u2060"


def _edit(material: Material) -> list[Edit]:
    return edit_some(material, _gaps(material), lambda _: material.chance.pick(_UNSEEN))


def _gaps(material: Material) -> list[Span]:
    """Return the places between two letters or characters, next to nothing that is protected."""
    text = material.text
    fits = [_is_letter(character) for character in text]
    inside = (at for at in range(1, len(text)) if fits[at - 1] and fits[at])
    return [(at, at) for at in inside if material.guard.open(at) and may_cut(text, at)]


def _is_letter(character: str) -> bool:
    return is_han(character) or (character.isascii() and character.isalpha())


add_perturbation(
    Perturbation(
        id="text.zero_width",
        version=1,
        title=Words("Zero-width characters", "零宽字符"),
        meaning=Words(
            "Characters without width are put between letters; the text looks as before.",
            "在字符之间插入不可见的零宽字符，外观不变。",
        ),
        kind="invariance",
        languages=("en", "zh"),
        needs=Words(
            "two letters or Chinese characters side by side that are not protected",
            "相邻且未受保护的两个字母或汉字",
        ),
        strength=RATE,
        edit=_edit,
        examples=(
            Example(
                {"text": "List the members of the committee."},
                {"input": "List the mem\u2060bers of the committe\u200be."},
            ),
            Example({"text": "列出委员会的全部成员。"}, {"input": "列出委员会的全部成\u200b员。"}),
        ),
    )
)
