"""What the demo agent answers: refuse, else calculate, else recall, else say that it does not know.

The answer depends on the question alone.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, NamedTuple

from steelyard.demo.calculator import calculate
from steelyard.demo.chance import is_empty, is_verbose
from steelyard.demo.memory import recall
from steelyard.demo.refusal import refuses
from steelyard.i18n import Language, t, using_language


class Answer(NamedTuple):
    """An answer, what the agent did to find it, and what it says about itself."""

    output: str
    trajectory: list[dict[str, Any]]
    abstained: bool
    confidence: float


def answer(question: str) -> Answer:
    """Answer `question` in its own language."""
    with using_language(language_of(question)):
        found = _think(question)
    return found._replace(output="") if is_empty(question) else found


def language_of(question: str) -> Language:
    """Return the language to answer in."""
    return "zh" if re.search("[\u4e00-\u9fff]", question) else "en"


def _think(question: str) -> Answer:
    asked = unicodedata.normalize("NFKC", question).casefold()
    if refuses(asked):
        return _declined(t("demo.agent_refuses"), _call("safety_filter", {"text": asked}, "stop"))
    if found := calculate(asked):
        step = _call("calculator", {"expression": found.expression}, found.result)
        return Answer(found.result, [step], abstained=False, confidence=0.99)
    memory = recall(asked)
    if memory is None:
        return _declined(t("demo.agent_unknown"), _call("search_notes", {"query": asked}, None))
    step = _call("search_notes", {"query": asked}, memory.topic)
    told = t("demo.agent_verbose", fact=memory.fact) if is_verbose(question) else memory.fact
    return Answer(told, [step], abstained=False, confidence=round(memory.likeness, 4))


def _declined(output: str, step: dict[str, Any]) -> Answer:
    return Answer(output, [step], abstained=True, confidence=0.0)


def _call(name: str, arguments: dict[str, Any], result: str | None) -> dict[str, Any]:
    return {"type": "tool_call", "name": name, "arguments": arguments, "result": result}
