"""`keywords`: whether a free text says what the expected text says, by its words.

The weakest rule: it sees which words are shared, not what they mean together. Guards refuse what
is plainly another answer: other numbers, the opposite sign, the other alternative.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from steelyard.scorers.matchers.alternatives import named_side, offered
from steelyard.scorers.matchers.clauses import CJK, FUNCTION_WORDS, Clauses, fold
from steelyard.scorers.matchers.contains import core, is_unknown, match_contains
from steelyard.scorers.matchers.echo import is_echo, without_input
from steelyard.scorers.matchers.match import ABSENT, DENIED, ECHO, Match
from steelyard.scorers.matchers.negation import PSEUDO
from steelyard.scorers.matchers.normalize import clean, without_punctuation
from steelyard.scorers.matchers.number import numbers_in
from steelyard.scorers.matchers.polarity import first_word_sign
from steelyard.scorers.matchers.same_text import same_text
from steelyard.scorers.text.tokenizers import keywords

_SIMILAR = 0.3  # documented threshold of `text.keyword_match`
_BARE = 0.5
_COVERED, _FEWEST = 0.8, 3
_CLOSE = 1e-9

_NEGATOR = re.compile(
    r"\b(?:not|never|no|without|avoid|prohibited|forbidden)\b"
    r"|不(?:要|能|可以?|应当?|应该|得|会|用|需要?|必|是|允许|(?![适良足便幸锈]))|没有?|无(?![论疑线])|切勿|请勿|勿|禁止|严禁|避免|无法|别"
)
_BAD_IDEA = re.compile(
    r"\b(?:dangerous|wrong|unsafe|mistake|prohibited|forbidden)\b|危险|有害|禁止|错误"
)


# Whether it has to be done, not what: "need not be inspected" denies the inspection.
_MODAL = frozenset(("need", "have", "requir", "necessary", "allow", "permitt", "recommend"))
_DISPENSABLE = re.compile(
    r"\s*(?:required|necessary|needed|allowed|permitted|recommended|mandatory)\b(?! to\b)"
)


def match_keywords(expected: str, reply: str, *, question: str | None = None) -> Match:
    """Return whether the words of the reply give the expected text.

    Passes when the text is asserted verbatim; or when the keywords overlap (Jaccard of at least
    0.3, or at least 80 % of 3 or more expected keywords) and no guard objects.

    Args:
        expected: the right answer.
        reply: what the agent said.
        question: the input of the case, for echoes and for the alternatives it offers.
    """
    if same_text(expected, reply):
        return Match(True, core(expected)[:80])
    if question is not None:
        if is_echo(question, reply):
            return Match(False, ECHO)
        reply = without_input(question, reply)
    if without_punctuation(expected) in without_punctuation(reply) or is_unknown(core(expected)):
        verbatim = match_contains(expected, reply)
        if verbatim.passed or verbatim.evidence == DENIED:
            return verbatim
    shared = _overlap(expected, reply)
    if shared is None or not _has_numbers(expected, reply):
        return Match(False, ABSENT)
    if _opposes(expected, reply) or _names_other(question, expected, reply):
        return Match(False, DENIED)
    return Match(True, shared)


def _overlap(expected: str, reply: str) -> str | None:
    """Return how many keywords are shared, "4/7", if they are enough."""
    left, right = set(keywords(clean(expected))), set(keywords(clean(reply)))
    common = len(left & right)
    union = len(left | right)
    # A bare number shares a word with many texts by chance.
    least = _BARE if all(word.isdigit() for word in right) else _SIMILAR
    similar = union > 0 and common / union >= least
    covered = len(left) >= _FEWEST and common / len(left) >= _COVERED
    return f"{common}/{len(left)}" if similar or covered else None


def _has_numbers(expected: str, reply: str) -> bool:
    found = numbers_in(reply)
    return all(
        any(abs(number - other) <= _CLOSE * max(1.0, abs(number)) for other in found)
        for number in numbers_in(expected)
    )


def _names_other(question: str | None, expected: str, reply: str) -> bool:
    sides = offered(fold(question)) if question is not None else None
    if sides is None:
        return False
    right = named_side(sides, fold(expected))
    other = named_side(sides, fold(reply))
    return right is not None and other is not None and right != other


def _opposes(expected: str, reply: str) -> bool:
    """Return whether one side denies what the other affirms."""
    left, right = fold(expected), fold(reply)
    if first_word_sign(left) * first_word_sign(right) < 0:
        return True
    said, wanted = _signed(right), _signed(left)
    return _denies(wanted, said) or _denies(said, wanted)


class _Signed(NamedTuple):
    """What a text denies and affirms.

    Attributes:
        denied: for each negated clause, the word after the negator and the one before it.
        heads: the words that are denied anywhere.
        affirmed: the words of each affirmative clause.
    """

    denied: set[tuple[str, str | None]]
    heads: set[str]
    affirmed: list[set[str]]


def _denies(one: _Signed, other: _Signed) -> bool:
    """Return whether `one` denies what `other` affirms: the act, or the act of that subject."""
    for head, subject in one.denied:
        if head not in other.heads:
            if any(head in words for words in other.affirmed):
                return True
        elif (head, subject) not in other.denied and any(
            {head, subject} <= words for words in other.affirmed
        ):
            return True
    return False


def _signed(folded: str) -> _Signed:
    signed = _Signed(set(), set(), [])
    for clause, _ in Clauses(folded).all():
        text = PSEUDO.sub(" ", clause)
        negator = _NEGATOR.search(text)
        if negator is None:
            words = _heads(text)
            if _BAD_IDEA.search(text):  # "using water is dangerous" agrees with "do not use water"
                signed.heads.update(words)
            else:
                signed.affirmed.append(set(words))
            continue
        before, after = _heads(text[: negator.start()]), _heads(text[negator.end() :])
        if before and _DISPENSABLE.match(text, negator.end()):  # "a visa is not required"
            before, after = before[:-1], before[-1:]
        after = [word for word in after if word not in _MODAL]
        signed.affirmed.append(set(before))
        if after:
            signed.heads.add(after[0])
            signed.denied.add((after[0], before[-1] if before else None))
    return signed


def _heads(text: str) -> list[str]:
    """Return the content words of a text: English stems, pairs of Chinese characters."""
    found: list[str] = []
    for run in re.findall(rf"[{CJK}]+|[^\W{CJK}]+", text):
        if re.match(f"[{CJK}]", run):
            found += [run[at : at + 2] for at in range(len(run) - 1)]
        elif run not in FUNCTION_WORDS:
            found.append(re.sub(r"(?<=\w{3})(?:ing|ed|es|s|e)$", "", run))
    return found
