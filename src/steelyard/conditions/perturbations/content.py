"""The text inside an input that is perturbed: what the user said last.

A text is that text itself. Of chat messages it is the text of the last user message. Of an object
it is the field that is named, else its chat `messages`, else the first of `QUESTION_FIELDS` that
holds text, else its only field that holds text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

QUESTION_FIELDS = (
    "question", "query", "prompt", "input", "text", "message", "content", "instruction", "task",
    "问题", "提问", "输入", "文本", "内容", "指令", "任务",
)  # fmt: skip
_TEXT_PARTS = ("text", "input_text")


class Found(NamedTuple):
    """A text and its place: `put` returns the input with another text there."""

    where: str
    text: str
    put: Callable[[str], Any]


def find_text(given: Any, field: str | None = None) -> Found | None:
    """Return the text to perturb; None when there is none, or no telling which.

    Args:
        given: text, chat messages or an object.
        field: the field of an object, dots reach into objects.
    """
    if isinstance(given, str):
        return Found("", given, lambda text: text)
    if isinstance(given, Mapping):
        return _in_field(given, field.split(".")) if field else _in_object(given)
    if is_chat(given):
        return _in_messages(given)
    return None


def is_chat(given: Any) -> bool:
    """Whether an input is a list of chat messages."""
    return (
        isinstance(given, Sequence)
        and not isinstance(given, (str, bytes))
        and bool(given)
        and all(isinstance(item, Mapping) and "role" in item for item in given)
    )


def last_question(messages: Sequence[Any]) -> int | None:
    """Return the number of the last message by the user."""
    asked = (at for at in reversed(range(len(messages))) if messages[at]["role"] == "user")
    return next(asked, None)


def _in_messages(messages: Sequence[Any]) -> Found | None:
    at = last_question(messages)
    inner = None if at is None else _in_content(messages[at].get("content"))
    if at is None or inner is None:
        return None

    def put(text: str) -> list[Any]:
        changed = {**messages[at], "content": inner.put(text)}
        return [*messages[:at], changed, *messages[at + 1 :]]

    return Found(f"[{at}].content{inner.where}", inner.text, put)


def _in_content(content: Any) -> Found | None:
    """Return the text of a message: plain, or the last text among its parts."""
    if isinstance(content, str):
        return Found("", content, lambda text: text)
    if not isinstance(content, list):
        return None
    for at in reversed(range(len(content))):
        part = content[at]
        is_text = isinstance(part, Mapping) and part.get("type") in _TEXT_PARTS
        if is_text and isinstance(part.get("text"), str):
            return Found(f"[{at}].text", part["text"], partial(_put_part, content, at))
    return None


def _put_part(content: list[Any], at: int, text: str) -> list[Any]:
    return [*content[:at], {**content[at], "text": text}, *content[at + 1 :]]


def _in_object(given: Mapping[str, Any]) -> Found | None:
    if is_chat(given.get("messages")):
        return _in_field(given, ["messages"])
    texts = [name for name, value in given.items() if isinstance(value, str) and value.strip()]
    named = [name for name in QUESTION_FIELDS if name in texts]
    if named or len(texts) == 1:
        return _in_field(given, [named[0] if named else texts[0]])
    return None


def _in_field(given: Mapping[str, Any], names: list[str]) -> Found | None:
    name, *rest = names
    value = given.get(name)
    if rest:
        inner = _in_field(value, rest) if isinstance(value, Mapping) else None
    else:
        inner = find_text(value)
    if inner is None:
        return None
    return Found(f".{name}{inner.where}", inner.text, lambda text: {**given, name: inner.put(text)})
