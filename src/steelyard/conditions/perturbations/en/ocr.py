"""`en.ocr`: letters misread by a scanner."""

from __future__ import annotations

from steelyard.conditions.perturbations.perturbation import RATE, Edit, Material, Perturbation
from steelyard.conditions.perturbations.places import edit_some, words
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.model import Example, Words

# Written, and what it is taken for.
_MISREAD = {
    "rn": ("m",), "cl": ("d",), "vv": ("w",), "li": ("h",), "nn": ("m",), "ri": ("n",),
    "ii": ("u",), "m": ("rn", "nn"), "d": ("cl",), "w": ("vv",), "l": ("1", "I", "i"),
    "i": ("l", "j"), "I": ("l", "1"), "o": ("0", "c"), "O": ("0", "Q"), "e": ("c",), "c": ("e",),
    "h": ("b", "n"), "b": ("h", "6"), "u": ("v", "ii"), "v": ("u",), "n": ("ri", "u"),
    "s": ("5",), "S": ("5",), "B": ("8",), "g": ("q", "9"), "q": ("g",), "t": ("f",), "f": ("t",),
    "Z": ("2",), "a": ("o",), "y": ("v",),
}  # fmt: skip


def _edit(material: Material) -> list[Edit]:
    text = material.text
    places = [
        (at, at + size)
        for start, end in words(material)
        for size in (1, 2)
        for at in range(start, end - size + 1)
        if text[at : at + size] in _MISREAD
    ]
    return edit_some(material, places, lambda seen: material.chance.pick(_MISREAD[seen]))


add_perturbation(
    Perturbation(
        id="en.ocr",
        version=1,
        title=Words("Scanning errors", "OCR 误识"),
        meaning=Words(
            "Letters are taken for others of similar shape, as character recognition does.",
            "字母被误识为形状相近的字符，如同扫描识别的错误。",
        ),
        kind="invariance",
        languages=("en",),
        needs=Words(
            "an English word of three letters or more that is not protected and can be misread",
            "至少三个字母、未受保护且含易误识字母的英文单词",
        ),
        strength=RATE,
        edit=_edit,
        examples=(
            Example(
                {"text": "The terminal must be cleaned before the morning shift."},
                {"input": "Thc terminal must be cleaned betore the morning shlft."},
            ),
        ),
    )
)
