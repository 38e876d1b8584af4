"""Yes/no questions answered by their own statement: "Is it open?" by "It is open".

Only the first clause is looked at; the caller knows whether it is denied or taken back later.
"""

from __future__ import annotations

import re

from steelyard.scorers.matchers.clauses import CJK, FUNCTION_WORDS, Clauses, fold
from steelyard.scorers.matchers.negation import BELIEF

_MOST_ADDED = 4  # words or characters that a restatement adds: "the hotel offers a free breakfast"
_FEWEST = 2
_CHINESE = re.compile(f"[{CJK}]")
_WORDS = re.compile(r"[^\W_]+")
_INFLECTED = re.compile(r"(?<=\w{3})(?:ing|ed|es|s|e)$")
_ASKING = re.compile(r"请问|是否|[吗么嘛呢吧的了会都]")
# Words that weaken a statement, or that make it one about something else.
_HEDGED = re.compile(
    r"\b(?:if|would|could|might|maybe|perhaps|hardly|rarely|seldom|barely|almost|nearly|partly|"
    r"when|unless|used|was|were|asked?|wonder|question|soon|until|supposed|should|too)\b"
    r"|如果|假如|若|可能|也许|或许|几乎|很少|曾|本来|原来|应该|打算|将|快|问|想|才|只|仅|除"
)


def restates(question: str, reply: str) -> bool:
    """Return whether the first clause of the reply is the question turned into a statement."""
    asked, clauses = fold(question), Clauses(fold(reply)).all()
    if not clauses or "\n" in asked or clauses[0][1].startswith("?"):
        return False
    said = clauses[0][0]
    hedged = _HEDGED.search(said)
    if BELIEF.search(said) or (hedged and hedged[0] not in asked):
        return False
    asked = asked.rstrip(" ?.!。")
    return _restates_zh(asked, said) if _CHINESE.search(asked) else _restates_en(asked, said)


def _restates_en(asked: str, said: str) -> bool:
    wanted, given = _stems(asked), _stems(said)
    if len(wanted) < _FEWEST or len(given) - len(wanted) > _MOST_ADDED:
        return False
    return _is_subsequence(wanted, given)


def _restates_zh(asked: str, said: str) -> bool:
    if not re.search(r"[吗么嘛吧]$|是否", asked):
        return False
    wanted, given = _ASKING.sub("", asked), _ASKING.sub("", said)
    if len(given) >= _FEWEST and wanted.endswith(given):  # without its subject
        return said.endswith("的") or len(given) * 2 >= len(wanted)
    added = len(given) - len(wanted)
    return len(wanted) >= _FEWEST and added <= _MOST_ADDED and _is_subsequence(wanted, given)


def _stems(text: str) -> list[str]:
    words = (word for word in _WORDS.findall(text) if word not in FUNCTION_WORDS)
    return [_INFLECTED.sub("", word) for word in words]


def _is_subsequence(wanted: str | list[str], given: str | list[str]) -> bool:
    rest = iter(given)
    return all(one in rest for one in wanted)
