"""Replies of do-nothing agents that are made from the case: echoes, lists, empty structures."""

from __future__ import annotations

import json
import re

from steelyard.audit.dataset_facts import DatasetFacts, option_texts
from steelyard.audit.null_agent import Case
from steelyard.scorers.matchers.input_text import input_text
from steelyard.scorers.matchers.rules import expected_answers

_SENTENCE = re.compile(r"[^。！？.!?\n]+[。！？.!?]?")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def echo(case: Case, facts: DatasetFacts) -> str:
    """Return the input."""
    return input_text(case.get("input"))


def reversed_text(case: Case, facts: DatasetFacts) -> str:
    """Return the input backwards."""
    return echo(case, facts)[::-1]


def repeated(case: Case, facts: DatasetFacts) -> str:
    """Return the input after a phrase."""
    return f"You asked: {echo(case, facts)}"


def first_sentence(case: Case, facts: DatasetFacts) -> str:
    """Return the first sentence of the input."""
    found = _SENTENCE.findall(echo(case, facts))
    return found[0].strip() if found else ""


def last_sentence(case: Case, facts: DatasetFacts) -> str:
    """Return the last sentence of the input."""
    found = [one for one in _SENTENCE.findall(echo(case, facts)) if one.strip()]
    return found[-1].strip() if found else ""


def sorted_words(case: Case, facts: DatasetFacts) -> str:
    """Return the words of the input in alphabetical order."""
    return " ".join(sorted(echo(case, facts).split()))


def word_salad(case: Case, facts: DatasetFacts) -> str:
    """Return frequent words of the data."""
    return " ".join(facts.words) or "x"


def every_option(case: Case, facts: DatasetFacts) -> str:
    """Return all options."""
    return "\n".join(option_texts(case)) or "A, B, C, D, E"


def numbers_of_input(case: Case, facts: DatasetFacts) -> str:
    """Return the numbers of the input."""
    return " ".join(_NUMBER.findall(echo(case, facts))) or "x"


def as_statement(case: Case, facts: DatasetFacts) -> str:
    """Return the question as a statement, called correct."""
    text = echo(case, facts).rstrip("?？ ")
    return f"{text}. That is correct. Let me know if you need more details."


def empty_fields(case: Case, facts: DatasetFacts) -> str:
    """Return the keys of the expected JSON with nothing in them, as its schema would tell."""
    answers = expected_answers(case)
    try:
        wanted = json.loads(answers[0]) if answers else None
    except ValueError:
        wanted = None
    return json.dumps(_emptied(wanted) if isinstance(wanted, dict | list) else {"answer": ""})


def _emptied(value: object) -> object:
    if isinstance(value, dict):
        return {key: _emptied(part) for key, part in value.items()}
    return [] if isinstance(value, list) else None


def every_label(case: Case, facts: DatasetFacts) -> str:
    """Return all labels."""
    return ", ".join(facts.labels) or "x"


def frequent_answer(case: Case, facts: DatasetFacts) -> str:
    """Return the most frequent answer of the other cases."""
    return facts.frequent_answer(case) or "x"


def another_answer(case: Case, facts: DatasetFacts) -> str:
    """Return the answer of another case."""
    return facts.another_answer(case) or "x"
