"""Mentions that a reply grants only to turn from them: conceded, left behind, guessed in doubt.

All patterns read text folded by `clauses.fold`. Whether a clause merely grants something shows in
its predicate: "Sydney is a big city, but it is not …" does not name Sydney as the answer,
"Canberra is the capital, but it is not …" does.
"""

from __future__ import annotations

import re

from steelyard.scorers.matchers.clauses import Clause
from steelyard.scorers.matchers.negation import UNSURE

# A predicate that does not single its subject out: "is a big city", 很大; not "is the capital".
_GRANTED_EN = re.compile(
    r"(?!.*\b(?:is|was|are|were|be|been|as) (?:\w+ly )?"
    r"(?:the|its|my|our|what|where|who|correct|right|true)\b)"
    r"(?!.*'s )\s*(?:is|was|are|were|looks?|seems?|sounds?|may|might|can be|has|have|had)\b"
)
_GRANTED_ZH = re.compile(r"\s*(?:虽然?|固然|尽管|[也确]?[很挺]|非常|比较|更|也?是[一个座位名家种])")
_BUT_NOT_EN = re.compile(
    r"\s*(?:but|yet|however|still)?,?\s*(?:it|he|she|they|that|this)?\s*"
    r"(?:(?:is|was|are|were) )?(?:\w+ly )?not (?:\w+ly )?"
    r"(?:the|an?|one|what|where|who|correct|right|it)\b"
)
_BUT_NOT_ZH = re.compile(
    r"\s*(?:但是?|可是?|却|然而|不过)?,?\s*(?:[它他她这]|那里)?(?:却|并|绝|可|也|还)*(?:不是|非|不属于|不算)"
)
_TURNS = ("but", "但", "但是", "可是", "然而", "不过", "however")

_ALTHOUGH = ("although", "though", "虽然", "尽管")
_ALTHOUGH_BEFORE = re.compile(r"\s*(?:while|虽说?|固然|即使|即便)?\s*(?:the |an? )?[\"']?")
_OTHER_SUBJECT_EN = re.compile(
    r"\s*+(?!(?:it|he|she|they|this|that|there|i|we|you|its)\b)[\w' -]{1,40}? (?:is|are|was|were)\b"
)
_OTHER_SUBJECT_ZH = re.compile(
    r"\s*(?:但是?|可是?|然而|不过)?+,?+(?![它他她这其也还仍依却是在])[^,。;!?是]{1,12}是"
)

_LEFT_EN = re.compile(
    r"\b(?:mov|chang|reschedul|postpon|switch|renam|convert|transferr|shift|push|brought)\w*\b"
    r"[^.]{0,30}\bfrom (?:the )?[\"']?$"
)
_LEFT_ZH = re.compile(r"[从由]\s*[\"']?$")
_PREDECESSOR = re.compile(
    r"\b(?:tak(?:e|es|en|ing)|took) over from (?:the )?[\"']?$|(?<!人)接替了?\s*[\"']?$"
)
_TO_ZH = re.compile(
    r"[^,。]{0,6}?(?:改|变|调整?|移|迁|换|更名|推迟|提前|延期?)[^,。]{0,3}?[为到成至]"
)

_MAYBE = re.compile(r"\b(?:maybe|perhaps|possibly|(?:might|could|may) be)\b|可能|也许|或许|大概")

_DOUBT = re.compile(r"\bi am (?:not |un)(?:\w+ )?(?:sure|certain)\b|不(?:太|是很)?(?:确定|肯定)")


def is_conceded(clause: Clause) -> bool:
    """Return whether a mention is granted something and then passed over for another answer."""
    return _is_not_it(clause) or _is_outdone(clause) or _is_left_behind(clause)


def is_guess(clause: Clause, text: str) -> bool:
    """Return whether a mention is a guess of a reply that says it is not sure."""
    guessed = _MAYBE.search(clause.before) is not None
    if UNSURE.match(text):
        return guessed or clause.end == "?"
    return guessed and _DOUBT.search(clause.rest) is not None


def _is_not_it(clause: Clause) -> bool:
    """In "Osaka is a big city, but it is not the capital": the next clause denies it."""
    if clause.end != "," and clause.end not in _TURNS and clause.end not in _ALTHOUGH:
        return False
    if _GRANTED_EN.match(clause.after):
        return _BUT_NOT_EN.match(clause.rest) is not None
    return bool(_GRANTED_ZH.match(clause.after) and _BUT_NOT_ZH.match(clause.rest))


def _is_outdone(clause: Clause) -> bool:
    """In "Although K2 is harder, Everest is the highest": the main clause names another."""
    opened = _ALTHOUGH_BEFORE.fullmatch(clause.before)
    if opened is None or clause.end != ",":
        return False
    if clause.opening not in _ALTHOUGH and not re.search(r"\w", opened[0].replace("the", "")):
        return False
    if _GRANTED_EN.match(clause.after):
        return _OTHER_SUBJECT_EN.match(clause.rest) is not None
    return not re.match(r"\s*(?:作?为|是|[a-z])", clause.after) and bool(
        _OTHER_SUBJECT_ZH.match(clause.rest)
    )


def _is_left_behind(clause: Clause) -> bool:
    """In "It was moved from Monday to Friday": Monday was given up."""
    if _PREDECESSOR.search(clause.before):
        return True
    if _LEFT_EN.search(clause.before):
        return re.match(r"[\"']?\s*to\b", clause.after) is not None
    return bool(_LEFT_ZH.search(clause.before) and _TO_ZH.match(clause.after))
