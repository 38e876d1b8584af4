"""Near-duplicate texts between two groups, at a cost that stays bounded on large data."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from rapidfuzz import fuzz

from steelyard.scorers.matchers.normalize import norm

JACCARD = 0.9
"""Share of tokens that near-duplicates have in common."""

_TOKEN = re.compile(r"[a-z]+[+#]*|\d+|[^\W\d_a-z]")
_NUMBER = re.compile(r"\d+")
# What tells `C++` from `C`, and -1 from 1, is no punctuation.
_PUNCTUATION = re.compile(r"[^\w%+\-#]|_")
_BLANKS = re.compile(r"\s+")
_LONGEST = 1_000  # characters: longer texts may share a passage and still ask something else
_MOST = 200  # texts looked at for one token: words that stand everywhere tell nothing


def normalized(text: str) -> str:
    """Return the text without case, width, punctuation and runs of blanks."""
    return _BLANKS.sub(" ", _PUNCTUATION.sub(" ", norm(text))).strip()


def find_pairs(known: Mapping[str, str], other: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield (id in `other`, id in `known`) of texts that are equal or nearly so.

    Nearly: the sets of tokens (words, digits, single Chinese characters) have a Jaccard index of
    at least 0.9, the texts are similar in order too, and their numbers are the same: a sum with
    another number is another question. Texts of more than 1,000 characters must be equal. Each
    text of `other` is named once.

    Args:
        known: normalized texts by id.
        other: normalized texts by id.
    """
    exact: dict[str, str] = {}
    for id_, text in known.items():
        exact.setdefault(text, id_)
    index = _Index(known, other)
    for id_, text in other.items():
        found = exact.get(text) or index.near(text)
        if found is not None:
            yield id_, found


class _Index:
    """Token sets of the known texts, found by their rarest tokens (prefix filtering)."""

    def __init__(self, known: Mapping[str, str], other: Mapping[str, str]) -> None:
        self._frequency: Counter[str] = Counter()
        for text in (*known.values(), *other.values()):
            self._frequency.update(set(_TOKEN.findall(text)))
        self._texts = {id_: text for id_, text in known.items() if len(text) <= _LONGEST}
        self._sets = {id_: frozenset(_TOKEN.findall(text)) for id_, text in self._texts.items()}
        self._by_token: defaultdict[str, list[str]] = defaultdict(list)
        for id_, tokens in self._sets.items():
            for token in self._prefix(tokens):
                self._by_token[token].append(id_)

    def near(self, text: str) -> str | None:
        """Return the id of the first known text that is nearly this one."""
        if len(text) > _LONGEST:
            return None
        tokens = frozenset(_TOKEN.findall(text))
        tried: set[str] = set()
        for token in self._prefix(tokens):
            for id_ in self._by_token.get(token, [])[:_MOST]:
                if id_ not in tried and self._alike(text, tokens, id_):
                    return id_
                tried.add(id_)
        return None

    def _prefix(self, tokens: frozenset[str]) -> Sequence[str]:
        """Return the rarest tokens: two sets that are alike share at least one of them."""
        rarest = sorted(tokens, key=lambda token: (self._frequency[token], token))
        return rarest[: len(rarest) - ceil(JACCARD * len(rarest)) + 1]

    def _alike(self, text: str, tokens: frozenset[str], id_: str) -> bool:
        theirs = self._sets[id_]
        if len(tokens & theirs) < JACCARD * len(tokens | theirs):
            return False
        known = self._texts[id_]
        if _NUMBER.findall(text) != _NUMBER.findall(known):
            return False
        return fuzz.ratio(text, known) >= 100 * JACCARD
