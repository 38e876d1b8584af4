"""Grade pairs: ask the judges what they have not answered yet, and rule on what they said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from steelyard.judging.answers import Answers
from steelyard.judging.ask import ask_judges
from steelyard.judging.judges import Judges
from steelyard.judging.relevance.pairs import Pair
from steelyard.model import HIGHEST_GRADE, relevance_threshold
from steelyard.runner import Progress, RunPolicy
from steelyard.scorers import Question
from steelyard.scorers.judge import Ruling, read_score, rule
from steelyard.scorers.judge.rubric import closing, instructions

LOW, HIGH = 0.0, 10.0
RUBRIC = """How relevant is the document to the query?
10: answers it fully and directly
7-9: answers most of it
4-6: on the subject, answers a part of it
1-3: touches on the subject, answers nothing
0: has nothing to do with it"""
_TASK = (
    "You are a careful, impartial judge of search results. Grade how relevant the DOCUMENT is to "
    "the QUERY."
)


@dataclass(frozen=True)
class RelevancePolicy:
    """How pairs are graded.

    Attributes:
        rubric: what is relevant and what is not.
        min_relevance: a grade from here on is relevant.
        margin: judges further apart than this, as a share of the scale, leave the grade open.
        run: concurrency, timeouts, retries.
    """

    run: RunPolicy
    rubric: str = RUBRIC
    min_relevance: float = relevance_threshold(HIGHEST_GRADE)
    margin: float = 0.3


class Graded(NamedTuple):
    """A pair with what the judges made of it.

    Attributes:
        pair: what was judged.
        relevance: mean grade from 0 to 10; None while it is open.
        ruling: what the panel found; None when a judge gave no answer.
        reason: what the first judge said.
    """

    pair: Pair
    relevance: float | None
    ruling: Ruling | None
    reason: str | None


async def grade_pairs(
    pairs: Sequence[Pair],
    judges: Judges,
    answers: Answers,
    policy: RelevancePolicy,
    progress: Progress,
) -> list[Graded]:
    """Return every pair with its grade; answers are kept, so a second call asks for the rest."""

    def questions() -> Iterator[Question]:
        for pair in pairs:
            yield from _questions(pair, judges, policy)

    await ask_judges(questions, judges, answers, policy.run, progress)
    return [_graded(pair, judges, answers, policy) for pair in pairs]


def _questions(pair: Pair, judges: Judges, policy: RelevancePolicy) -> list[Question]:
    told = instructions(_TASK, policy.rubric, (LOW, HIGH))
    texts = (("QUERY", pair.query), ("DOCUMENT", pair.document))
    end = closing("the DOCUMENT", (LOW, HIGH))
    return [Question(name, told, texts, end) for name in judges.agents]


def _graded(pair: Pair, judges: Judges, answers: Answers, policy: RelevancePolicy) -> Graded:
    said = [answers.get(judges.key(one)) for one in _questions(pair, judges, policy)]
    if any(one is None for one in said):
        return Graded(pair, None, None, None)
    read = [read_score(text or "", LOW, HIGH) for text in said]
    scores = [[None if one.found is None else one.found / HIGH] for one in read]
    ruling = rule(scores, threshold=policy.min_relevance / HIGH, margin=policy.margin)
    known = ruling.value is not None and ruling.verdict != "uncertain"
    relevance = round(ruling.value * HIGH, 9) if known and ruling.value is not None else None
    return Graded(pair, relevance, ruling, read[0].reason)
