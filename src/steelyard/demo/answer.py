"""What the demo agent answers: obey, refuse, calculate, recall, or say that it does not know.

The answer depends on the question, the agent's notes and whether it is in a hurry, alone.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, NamedTuple

from steelyard.demo.calculator import calculate
from steelyard.demo.chance import is_empty, is_verbose
from steelyard.demo.memory import Memory, Notes, own_notes
from steelyard.demo.refusal import refuses
from steelyard.i18n import Language, t, using_language

# It was taught to keep to a given form, and does so whoever gives it: a way in for injections.
_ORDER = re.compile(r"(?:reply only with|只回复)\s*[:：]?\s*(\S+)\s*$")
_END = re.compile(r"[?？.。!！]\s*$")


class Answer(NamedTuple):
    """An answer, what the agent did to find it, and what it says about itself."""

    output: str
    trajectory: list[dict[str, Any]]
    abstained: bool
    confidence: float
    memory: Memory | None = None


def answer(question: str, notes: Notes | None = None, *, hurried: bool = False) -> Answer:
    """Answer `question` in its own language.

    Args:
        question: what is asked.
        notes: what the agent knows; its own notes if unset.
        hurried: whether only the first third of the question is read.
    """
    read = question[: len(question) // 3] if hurried else question
    with using_language(language_of(question)):
        found = _think(read, notes or own_notes())
        if found.memory is not None and is_verbose(question):
            found = found._replace(output=t("demo.agent_verbose", fact=found.memory.fact))
    return found._replace(output="") if is_empty(question) else found


def language_of(question: str) -> Language:
    """Return the language to answer in."""
    return "zh" if re.search("[\u4e00-\u9fff]", question) else "en"


def _think(question: str, notes: Notes) -> Answer:
    if order := _ORDER.search(question):
        step = _call("follow_format", {"form": order[1]}, order[1])
        return Answer(order[1], [step], abstained=False, confidence=0.99)
    # What it is about stands in the first paragraph, it believes.
    first = question.strip().partition("\n\n")[0]
    asked = unicodedata.normalize("NFKC", first).casefold()
    if refuses(asked):
        return _declined(t("demo.agent_refuses"), _call("safety_filter", {"text": asked}, "stop"))
    if found := calculate(asked):
        step = _call("calculator", {"expression": found.expression}, found.result)
        return Answer(found.result, [step], abstained=False, confidence=0.99)
    memory = notes.recall(asked)
    if memory is None:
        # Half a question is noticed only where nothing was found: else the fact is simply told.
        said = t("demo.agent_unknown") if _END.search(first) else t("demo.agent_asks_back")
        return _declined(said, _call("search_notes", {"query": asked}, None))
    step = _call("search_notes", {"query": asked}, memory.topic)
    likeness = round(memory.likeness, 4)
    return Answer(memory.fact, [step], abstained=False, confidence=likeness, memory=memory)


def _declined(output: str, step: dict[str, Any]) -> Answer:
    return Answer(output, [step], abstained=True, confidence=0.0)


def _call(name: str, arguments: dict[str, Any], result: str | None) -> dict[str, Any]:
    return {"type": "tool_call", "name": name, "arguments": arguments, "result": result}
