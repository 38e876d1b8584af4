"""Which tests of promptfoo are one test asked again: `--repeat` gives each repeat a number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import orjson

from steelyard.interop.imports.shapes import object_of

_QUESTION = ("vars", "assert", "description")
_SORTED = orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS


def first_asked(results: Iterable[dict[str, Any]]) -> dict[int, int]:
    """Return, by `testIdx`, the number it would have had without repeats.

    A test is asked again when it has the same variables, assertions and description. Only if every
    test is asked equally often, and more than once, are they repeats; else each stands for itself.
    """
    questions: dict[int, bytes] = {}
    for one in results:
        number = one.get("testIdx")
        if isinstance(number, int) and number not in questions:
            test = object_of(one.get("testCase"))
            said = [test.get(name) for name in _QUESTION]
            questions[number] = orjson.dumps(said, option=_SORTED, default=str)
    asked: dict[bytes, int] = {}
    for number in sorted(questions):
        asked[questions[number]] = asked.get(questions[number], 0) + 1
    if len(set(asked.values())) != 1 or len(asked) == len(questions):
        return {number: number for number in questions}
    places = {question: place for place, question in enumerate(asked)}
    return {number: places[question] for number, question in questions.items()}
