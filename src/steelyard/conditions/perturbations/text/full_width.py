"""`text.full_width`: half-width and full-width forms mixed."""

from __future__ import annotations

from steelyard.conditions.perturbations.perturbation import RATE, Edit, Material, Perturbation
from steelyard.conditions.perturbations.places import characters, edit_some
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.model import Example, Words

_HALF = [chr(code) for code in range(0x21, 0x7F)]
_TWIN = {half: chr(ord(half) + 0xFEE0) for half in _HALF}
_TWIN |= {full: half for half, full in _TWIN.items()} | {"。": ".", "、": ","}


def _edit(material: Material) -> list[Edit]:
    return edit_some(material, characters(material, _TWIN.__contains__), _TWIN.get)


add_perturbation(
    Perturbation(
        id="text.full_width",
        version=1,
        title=Words("Full-width and half-width", "全角半角混用"),
        meaning=Words(
            "Letters and marks change from half-width to full-width form, or back.",
            "字母与标点在半角与全角之间变换。",
        ),
        kind="invariance",
        languages=("en", "zh"),
        needs=Words(
            "a letter or mark that has a form of the other width and is not protected",
            "有另一宽度形式且未受保护的字母或标点",
        ),
        strength=RATE,
        edit=_edit,
        examples=(
            Example(
                {"text": "How do I reset my password?"},
                {"input": "Hoｗ do I ｒeset my passwoｒd?"},
                {"rate": 0.1},
            ),
            Example({"text": "请帮我预订会议室，谢谢！"}, {"input": "请帮我预订会议室，谢谢!"}),
        ),
    )
)
