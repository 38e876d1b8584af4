"""Reasoning that a model writes down before its answer: `<think> … </think>`.

What is considered there is not said to the reader, so it is no part of the answer.
"""

from __future__ import annotations

import re

_NAMES = "think|thinking|thought|reasoning"
_OPENED = re.compile(rf"\s*<(?:{_NAMES})>", re.IGNORECASE)
_ANY_OPENED = re.compile(rf"<(?:{_NAMES})>", re.IGNORECASE)
_CLOSED = re.compile(rf"(?<![`\"'])</(?:{_NAMES})>(?![`\"'])", re.IGNORECASE)


def answer_start(reply: str) -> int:
    """Return where the answer begins: after the reasoning, 0 where there is none.

    Reasoning opens the reply. Its opening tag may be missing, since some chat templates write it
    into the prompt. A block that is never closed was cut off; then the whole reply is read.
    """
    if "</" not in reply or (_OPENED.match(reply) is None and _ANY_OPENED.search(reply)):
        return 0
    end = 0
    for closed in _CLOSED.finditer(reply):
        end = closed.end()
    return end


def without_reasoning(reply: str) -> str:
    """Return the reply from where its answer begins."""
    return reply[answer_start(reply) :]
