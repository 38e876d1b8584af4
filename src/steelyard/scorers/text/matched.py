"""Running a matcher over a batch: verdict and evidence, against the best of the right answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any

from steelyard.model import FieldType, Port, Words
from steelyard.scorers.matchers.echo import is_echo, without_input
from steelyard.scorers.matchers.input_text import input_text
from steelyard.scorers.matchers.match import ECHO, Match
from steelyard.scorers.matchers.same_text import same_text
from steelyard.scorers.reasoning import without_reasoning
from steelyard.scorers.scorer import Batch
from steelyard.scorers.text.expected import READS, find_sides

MATCHER_READS = (*READS, "input")
"""Columns that matchers look at: the input shows which replies only repeat it."""

MATCHER_OUTPUTS = (
    Port("value", "bool", Words("whether the reply gives the answer", "输出是否给出了期望答案")),
    Port("evidence", "text", Words("what was read from the reply", "从输出中读到的内容")),
)

Matcher = Callable[[str, str], Match]


def matcher_writes(column: str) -> dict[str, FieldType]:
    """Return the columns of a matcher: the verdict and its evidence."""
    return {column: "bool", f"{column}_evidence": "text"}


def match_batch(
    batch: Batch, column: str, match: Matcher, accepts: Callable[[str], bool] = bool
) -> dict[str, list[Any]]:
    """Return the columns of a matcher; see `match_batch_asked`."""
    return match_batch_asked(batch, column, lambda _: match, accepts)


def match_batch_asked(
    batch: Batch,
    column: str,
    match_for: Callable[[str], Matcher],
    accepts: Callable[[str], bool] = bool,
) -> dict[str, list[Any]]:
    """Return the columns of a matcher that is made for a question.

    None where an output or a right answer is missing; a right answer that the matcher does not
    accept as one of its kind is missing as well.

    One right answer is enough. A reply that only repeats the input is wrong (evidence `echo`),
    and an input repeated before the answer is not part of the answer.
    """
    sides = find_sides(batch, "answer")
    inputs = batch["input"] if "input" in batch else list(repeat(None, sides.size))
    found: list[Match | None] = []
    at = 0
    for row, output, count in zip(sides.rows, sides.outputs, sides.counts, strict=True):
        answers = [one for one in sides.references[at : at + count] if accepts(one)]
        found.append(_match_row(input_text(inputs[row]), output, answers, match_for))
        at += count
    return {
        column: sides.spread([one and one.passed for one in found]),
        f"{column}_evidence": sides.spread([one and one.evidence for one in found]),
    }


def _match_row(
    question: str, output: str, answers: Sequence[str], match_for: Callable[[str], Matcher]
) -> Match | None:
    best: Match | None = None
    output, match = without_reasoning(output), match_for(question)
    for answer in answers:
        one = _match_one(question, output, answer, match)
        if one.passed:
            return one
        best = best or one
    return best


def _match_one(question: str, output: str, answer: str, match: Matcher) -> Match:
    if not same_text(answer, output):
        if is_echo(question, output):
            return Match(False, ECHO)
        output = without_input(question, output)
    return match(answer, output)
