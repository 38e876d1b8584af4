"""`en.keyboard`: a finger lands on the key beside."""

from __future__ import annotations

from steelyard.conditions.perturbations.perturbation import RATE, Edit, Material, Perturbation
from steelyard.conditions.perturbations.places import characters_of_words, edit_some
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.model import Example, Words

_BESIDE = {
    "q": "wa", "w": "qeas", "e": "wrsd", "r": "etdf", "t": "ryfg", "y": "tugh", "u": "yihj",
    "i": "uojk", "o": "ipkl", "p": "ol", "a": "qwsz", "s": "awedxz", "d": "serfcx",
    "f": "drtgvc", "g": "ftyhbv", "h": "gyujnb", "j": "huikmn", "k": "jiolm", "l": "kop",
    "z": "asx", "x": "zsdc", "c": "xdfv", "v": "cfgb", "b": "vghn", "n": "bhjm", "m": "njk",
}  # fmt: skip


def _edit(material: Material) -> list[Edit]:
    def slip(letter: str) -> str:
        put = material.chance.pick(_BESIDE[letter.lower()])
        return put.upper() if letter.isupper() else put

    return edit_some(material, characters_of_words(material), slip)


add_perturbation(
    Perturbation(
        id="en.keyboard",
        version=1,
        title=Words("Keyboard typos", "键盘误击"),
        meaning=Words(
            "Letters are replaced by a neighbour on the QWERTY keyboard.",
            "字母被替换为 QWERTY 键盘上的相邻字母。",
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
                {"text": "Which river flows through the old town of Basel?"},
                {"input": "Which rivrr flows theough the old town of Basel?"},
            ),
        ),
        references=(
            "M. T. Ribeiro et al., Beyond accuracy: behavioral testing with CheckList, ACL 2020",
            "K. Zhu et al., PromptBench, arXiv 2306.04528, 2023",
        ),
    )
)
