"""What a do-nothing agent may know of a dataset: labels, words, the most frequent answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.scorers.matchers.input_text import input_text
from steelyard.scorers.matchers.options import read_options
from steelyard.scorers.matchers.rules import expected_answers

_WORD = re.compile(r"[A-Za-z]+|[\u4e00-\u9fff]|\d+")
_SALAD = 60  # words
_READ = 5_000  # cases whose words are counted


@dataclass(frozen=True)
class DatasetFacts:
    """Counts over all cases.

    Attributes:
        labels: the labels of the data, when they are classes; else none.
        answers: how many cases have an answer as their first expected one.
        words: the most frequent words of the inputs.
    """

    labels: tuple[str, ...]
    answers: Counter[str]
    words: tuple[str, ...]

    @classmethod
    def of(cls, cases: Sequence[Mapping[str, Any]], labels: Sequence[str] = ()) -> DatasetFacts:
        """Count what the cases hold."""
        answers: Counter[str] = Counter(
            found[0] for case in cases if (found := expected_answers(case))
        )
        words: Counter[str] = Counter()
        for case in cases[:_READ]:
            words.update(_WORD.findall(input_text(case.get("input"))))
        salad = tuple(word for word, _ in words.most_common(_SALAD))
        return cls(tuple(labels), answers, salad)

    def frequent_answer(self, case: Mapping[str, Any]) -> str | None:
        """Return the most frequent expected answer of the other cases; None when none repeats."""
        own = next(iter(expected_answers(case)), None)
        for answer, count in self.answers.most_common(2):
            if count - (answer == own) >= 1 and count > 1:
                return answer
        return None

    def another_answer(self, case: Mapping[str, Any]) -> str | None:
        """Return a right answer of some other case, which differs from this one's."""
        own = set(expected_answers(case))
        return next((answer for answer in self.answers if answer not in own), None)


def option_texts(case: Mapping[str, Any]) -> list[str]:
    """Return the options of a multiple-choice case as `A. text`; empty when it has none."""
    options = read_options(case.get("input"), case.get("choices"))
    return [f"{letter}. {text}" for letter, text in options.items()]
