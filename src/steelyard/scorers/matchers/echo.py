"""Replies that repeat the input."""

from __future__ import annotations

import re

from steelyard.scorers.matchers.alternatives import named_side, offered
from steelyard.scorers.matchers.clauses import fold
from steelyard.scorers.matchers.normalize import clean, without_punctuation
from steelyard.scorers.text.tokenizers import auto

_SHARE, _BEGINNING, _LEAST, _OTHER = 0.6, 0.4, 4, 2
_MARKS = "?.!。"  # `clean` leaves no others
_PARTICLE = re.compile(r"[吗么嘛呢吧]+$")


def is_echo(question: str, reply: str) -> bool:
    """Return whether the reply only repeats the input.

    It adds no token to the input and holds at least 60 % of its distinct tokens (at least 4), or
    it is the input with fewer than 2 other characters, its reverse, or its beginning.
    A choice among offered alternatives and a question turned into a statement are answers.
    """
    asked, said = without_punctuation(question), without_punctuation(reply)
    if not asked or not said:
        return False
    if said in (asked, asked[::-1]):
        return True
    if asked in said and len(asked) >= _LEAST:
        rest = without_input(question, reply)
        if len(said) - len(asked) < _OTHER or not without_punctuation(rest):
            return True
        if rest != reply:
            return is_echo(question, rest)
    left, right = auto(clean(question)), auto(clean(reply))
    if asked.startswith(said) and len(said) >= _BEGINNING * len(asked) and len(right) >= _LEAST:
        return not _is_statement(left, right)
    kinds = set(left)
    if len(set(right)) < _LEAST or not set(right) <= kinds or len(set(right)) < _SHARE * len(kinds):
        return False
    return not _is_statement(left, right) and not _is_choice(question, reply)


def without_input(question: str, reply: str) -> str:
    """Return the reply without the whole input, where a longer reply repeats it."""
    asked = clean(question).strip()
    if len(auto(asked)) < _LEAST:
        return reply  # a word or two of the input are an answer, not a repetition
    for text, part in ((reply, question.strip()), (clean(reply), asked)):
        if part in text and text.strip() != part:
            return text.replace(part, "\n")
    # A question may come back as a sentence: only its last mark differs.
    other = re.compile(re.escape(asked.rstrip(_MARKS)) + rf"[{_MARKS}]+(?=.)", re.DOTALL)
    found, count = other.subn("\n", clean(reply))
    return found if count else reply


def _is_choice(question: str, reply: str) -> bool:
    sides = offered(fold(question))
    return sides is not None and named_side(sides, fold(reply)) is not None


def _is_statement(asked: list[str], said: list[str]) -> bool:
    """Return whether a yes/no question was turned into a statement: "Is it open", "It is open"."""
    if _PARTICLE.match(asked[-1]) and said == asked[-1 - len(said) : -1]:
        return True  # without its subject as well
    verb, rest = asked[0], asked[1:]
    if verb == said[0] or verb not in said or not verb.isascii():
        return False
    at = said.index(verb)
    return said[:at] + said[at + 1 :] == rest
