"""`text.malformed_json`: data that no parser accepts."""

from __future__ import annotations

import json
from collections.abc import Iterator

from steelyard.conditions.perturbations.perturbation import Edit, Material, Perturbation, level
from steelyard.conditions.perturbations.places import apply_edits
from steelyard.conditions.perturbations.register import add_perturbation
from steelyard.model import Example, Words

_TRIED = 50  # openings and breaks looked at: a long text must not take for ever
# What is dropped or put instead. A parser checks the result: a mark whose loss breaks nothing, such
# as one inside a quoted text, is passed over.
_BREAKS = {"}": ("", "]"), "]": ("", "}"), ":": ("", "="), ",": ("", ";"), '"': ("", "'")}


def _edit(material: Material) -> list[Edit]:
    text, chance = material.text, material.chance
    found = _find_json(text)
    if found is None:
        return []
    start, end = found
    places = [at for at in range(start + 1, end) if text[at] in _BREAKS]
    edits: list[Edit] = []
    for at in chance.some(places, _TRIED):
        edit = Edit(at, at + 1, chance.pick(_BREAKS[text[at]]))
        together = sorted([*edits, edit])
        inside = [Edit(e.start - start, e.end - start, e.put) for e in together]
        if not _is_json(apply_edits(text[start:end], inside)):
            edits = together
        if len(edits) == int(material.strength):
            break
    return edits


def _find_json(text: str) -> tuple[int, int] | None:
    """Return the longest object or list in a text; not a bare footnote such as [1]."""
    return max(_values(text), key=lambda span: span[1] - span[0], default=None)


def _values(text: str) -> Iterator[tuple[int, int]]:
    decoder = json.JSONDecoder()
    openings = (at for at, character in enumerate(text) if character in "{[")
    past = 0
    for _, at in zip(range(_TRIED), openings, strict=False):
        if at < past:
            continue
        try:
            value, past = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            continue
        first = next(iter(value), None)
        if value and (isinstance(value, dict) or isinstance(first, (dict, list, str))):
            yield at, past


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


add_perturbation(
    Perturbation(
        id="text.malformed_json",
        version=1,
        title=Words("Malformed JSON", "畸形 JSON"),
        meaning=Words(
            "JSON inside the text loses or changes a mark and can no longer be parsed; the agent "
            "should say so.",
            "文本中的 JSON 缺失或改变了某个符号而无法解析；智能体应指出问题。",
        ),
        kind="directional",
        behavior="clarify",
        languages=("en", "zh"),
        needs=Words("a JSON object or list inside the text", "文本中的 JSON 对象或列表"),
        strength=level("how many marks", "改动的符号数"),
        edit=_edit,
        examples=(
            Example(
                {"text": 'Sum the values: {"a": 1, "b": [2, 3]}'},
                {"input": 'Sum the values: {"a": 1, "b: [2, 3]}'},
            ),
            Example(
                {"text": '统计库存：{"苹果": 3, "梨": 5}'},
                {"input": '统计库存：{"苹果": 3, 梨": 5}'},
            ),
        ),
    )
)
