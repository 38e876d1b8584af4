"""What the demo agent remembers: facts looked up by the words they share with the question.

Nothing here understands a sentence. A topic that is missing is answered with "I don't know" or,
when a neighbouring topic shares enough words, with the wrong fact: the way small retrieval agents
fail. Words are compared as they are written, so a homophone or a typo hides a topic.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from steelyard.demo.files import notes_path

ENOUGH = 0.38  # below this likeness the agent admits that it does not know


class Memory(NamedTuple):
    """A remembered fact and how like the question its topic is, from 0 to 1."""

    topic: str
    fact: str
    likeness: float


class _Fact(NamedTuple):
    topic: str
    fact: str
    tokens: frozenset[str]


class Notes:
    """A file of facts; without a file there is nothing to remember."""

    def __init__(self, path: Path | None) -> None:
        # `wrong` marks facts the agent is meant to have learnt badly; it does not know which.
        lines = [] if path is None else path.read_text(encoding="utf-8").splitlines()
        records = [json.loads(line) for line in lines]
        self._facts = tuple(_Fact(r["topic"], r["fact"], _tokens(r["topic"])) for r in records)
        counts = Counter(token for fact in self._facts for token in fact.tokens)
        # Rare words say more about a topic than common ones.
        self._weights = {
            token: math.log(1 + len(self._facts) / count) for token, count in counts.items()
        }

    def recall(self, question: str) -> Memory | None:
        """Return the fact whose topic is most like `question`; None when none is like enough."""
        if not self._facts:
            return None
        asked = _tokens(question)
        best = max(self._facts, key=lambda fact: (self._likeness(asked, fact.tokens), fact.topic))
        likeness = self._likeness(asked, best.tokens)
        return Memory(best.topic, best.fact, likeness) if likeness >= ENOUGH else None

    def _likeness(self, asked: frozenset[str], topic: frozenset[str]) -> float:
        """Cosine of the two weighted word sets."""
        shared = self._weight(asked & topic)
        return shared / math.sqrt(self._weight(asked) * self._weight(topic)) if shared else 0.0

    def _weight(self, tokens: Iterable[str]) -> float:
        # A word no topic has says that the question is about something else, so it weighs a little.
        # Summed in order: the same total in every process.
        return sum(self._weights.get(token, 1.5) ** 2 for token in sorted(tokens))


@cache
def own_notes() -> Notes:
    """Return the notes that come with the agent."""
    return Notes(notes_path())


_WORD = re.compile(r"[\u4e00-\u9fff]+|[a-z0-9]+")
# Words of any question; they say nothing about its topic.
_FILLER = re.compile(
    r"\b(?:a|an|the|is|are|was|be|been|of|to|in|on|at|and|or|it|its|this|that|for|by|with|from|as|i"
    r"|do|does|did|how|what|which|who|when|why|should|can|may|my|me|if|so)\b"
    "|为什么|是什么|什么|怎么办|怎么做|怎么|怎样|是多少|多少|应该|应当|可以|哪个|如何|一般|作用"
)


def _tokens(text: str) -> frozenset[str]:
    """Chinese as pairs of characters, other words whole without a plural s."""
    tokens: set[str] = set()
    for run in _WORD.findall(_FILLER.sub(" ", text.casefold())):
        if run.isascii():
            tokens.add(run.removesuffix("s") if len(run) > 3 else run)
        else:
            tokens.update(run[i : i + 2] for i in range(max(1, len(run) - 1)))
    return frozenset(tokens)
