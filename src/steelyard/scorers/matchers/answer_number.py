"""Which quantity of a reply is its answer: boxed, marked, leading or last; others are dropped."""

from __future__ import annotations

import re

from steelyard.scorers.matchers.dropped_numbers import (
    alternatives,
    is_negated,
    keep_candidates,
    operands,
    wholes,
)
from steelyard.scorers.matchers.math_markup import boxed
from steelyard.scorers.matchers.quantities import find_quantities
from steelyard.scorers.matchers.quantity import Found, Quantity
from steelyard.scorers.matchers.repeated_numbers import repeated

_LINE = re.compile(r"####[ \t]*([^\n#]+)")
_MARKER = re.compile(
    r"(?<![A-Za-z])(?:answers?|ans|results?)(?![A-Za-z])|答案|结果|答(?=\s*:)", re.IGNORECASE
)
_COPULA = re.compile(
    r"[:=]|\b(?:is|are|was|were|be|equals?|of|gives|comes to)\b|'s\b|[是为得即]|等于|应",
    re.IGNORECASE,
)
_DIRECT = re.compile(r"[\s\"'>(\[]*")
_CORRECTION = re.compile(
    r"(?:\b(?:wait|actually|correction|sorry|no|instead)\b[^.\n\d]{0,20}?(?:'s|\b(?:is|be)\b|[:=])"
    r"|(?:不对|更正|错了)[^。\n\d]{0,8}?[是为:])",
    re.IGNORECASE,
)
_BEGUN = re.compile(r"[\s\"'>(\[:]*")
_SAME_CLAUSE = re.compile(r"[^,;，；]*")
_REACH, _MARKERS = 240, 40  # so that no reply takes long
_SENTENCE_END = re.compile(
    r"[。！？!?;；]|(?<!approx)(?<!\bca)(?<!\bno)(?<!\bNo)\.(?=\s|$|[A-Z\"'])|\n\s*\n"
)
_NEGATION = re.compile(
    r"\b(?:not|never|cannot|neither)\b|n't\b|不是|并非|不为|不等于|≠|不应", re.IGNORECASE
)
_INSTEAD = re.compile(r"\bbut\b|\brather\b|而是|应该是|应为|[,，;；。.]", re.IGNORECASE)
# "Since there are 3, it is 12" begins with the reason; "since 1998" is none.
_BECAUSE = re.compile(
    r"\bbecause\b|(?<![.!?\n]\s)(?<!\n)\bsince\b(?!\s+\d)|\bdue to\b"
    r"|\bas (?=there|the|it|each|we)|因为|由于|原因是",
    re.IGNORECASE,
)
_THEREFORE = re.compile(r"\b(?:so|therefore|hence|thus)\b|所以|因此|故|→", re.IGNORECASE)
_SO = re.compile(
    rf"{_THEREFORE.pattern}|\b(?:total|altogether|in all)\b|总共|一共|合计|共计", re.IGNORECASE
)
# A check of the answer works backwards: "Check: 3 × 9 - 7 = 20".
_CHECK = re.compile(
    r"(?:^|(?<=[\n.。!！;；]))[\s>#(✓✅-]{0,8}(?:验证|检验|验算|校验|"
    r"(?:(?:(?:we|you) can |let(?:'s| us| me) |to )?(?:double-)?(?:check|verify)(?:ing)?"
    r"|verification|sanity check)\b)",
    re.IGNORECASE,
)
_TURNED = re.compile(
    rf"{_THEREFORE.pattern}|\b(?:wait|actually|wrong|incorrect|instead|but|final|answer)\b"
    r"|不对|错|应该?[是为]|更正|答|但|综上|故",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"[\s\"'*#>(\[-]*(?:(?:about|approximately|around|roughly|exactly|only|just|there (?:are|is)|"
    r"it(?:'s| is| takes| costs)|that(?:'s| is)|x\s*=|约|大约|共|一共|总共|是|有)\s*){0,2}",
    re.IGNORECASE,
)
_ALONE = re.compile(r"[^\d,.:;。\n]{0,24}(?:\s*[.!。]?\s*\n|[.!]\s+(?=[A-Z])|。)")
_ANSWERED = re.compile(r"[.!]\s+(?=[A-Z])|[。！]|,? (?:because|since)\b|[，,]?因为", re.IGNORECASE)
_EXPLAINED = re.compile(
    r"[^\d,.:;?!，。：；？！\n]{0,24}(?:[:,]?\s*\b(?:because|since|as|given|for|explanation)\b"
    r"|[,;]?\s*(?:因为|由于|理由|解释)|\s*:(?=\s)|(?:\s*—|\s-\s)(?=\s*[^\W\d_]{2}))",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"(?:\b(?:equals?|is|are|was|be|equal to)|即|等于|是|为|共|得)\s*"
    r"(?:about|exactly|only|just|约|大约)?\s*$",
    re.IGNORECASE,
)


def answer_quantity(text: str, wanted: Quantity, question: str = "") -> Quantity | None:
    """Return the quantity that a reply (see `plain_math`) gives as its answer, None if none.

    What is wanted (a length, a year) and what the question says decide only which quantities are
    beside the point.
    """
    inside = boxed(text)
    if inside is not None and inside.strip():
        return _unmarked(inside.rpartition("=")[2], wanted, "")
    lines = _LINE.findall(text)
    if lines:
        alone = find_quantities(lines[-1][:_REACH])
        if len(alone) == 1 and not lines[-1][: alone[0].start].strip(" :$"):
            return alone[0].quantity
    marked = _marked(text)
    return _unmarked(text, wanted, question) if marked is None else marked[0]


def _countable(text: str, found: list[Found], question: str = "") -> list[Found]:
    """Drop numbers in words where digits are used, unless they conclude ("… is two")."""
    digits = [one.end for one in found if not one.spelled]
    if not digits or len(digits) == len(found):
        return found
    # In "three of the 12" the digits are no answer, and neither are those of the question.
    beside = wholes(text, found) | repeated(text, found, question)
    digits = [one.end for one in found if not one.spelled and one not in beside]
    if not digits:
        return found
    if found[0].spelled and _is_all_of_a_sentence(text, found[0]):
        return found
    return [
        one
        for one in found
        if not one.spelled
        or (one.start >= digits[-1] and _SAID.search(text, max(0, one.start - 24), one.start))
    ]


def _is_all_of_a_sentence(text: str, first: Found) -> bool:
    """Whether the reply begins "Eight." or "Eight, because"."""
    return (
        _OPENING.fullmatch(text, 0, first.start) is not None
        and _ANSWERED.match(text, first.end) is not None
    )


def _marked(text: str) -> tuple[Quantity | None] | None:
    """Return what the last marker ("the answer is") names; it may name no single quantity."""
    for marker in reversed([*_MARKER.finditer(text)][-_MARKERS:]):
        end = _sentence_end(text, marker.end())
        sentence = text[marker.start() : end]
        here = _countable(sentence, find_quantities(sentence))
        length = len(marker[0])
        if here and _points(sentence[length : here[0].start]):
            return (_corrected(text, end) or _first(sentence, length, here),)
    return None


def _corrected(text: str, at: int) -> Quantity | None:
    """Return the quantity that a later "wait, it is 6" or 不对，应该是6 puts in place."""
    for correction in reversed([*_CORRECTION.finditer(text, at)][-_MARKERS:]):
        sentence = text[correction.end() : _sentence_end(text, correction.end())]
        found = find_quantities(sentence)
        if found and len(sentence[: found[0].start].strip()) < 8:
            return found[0].quantity
    return None


def _sentence_end(text: str, at: int) -> int:
    """Return where the sentence ends; the answer may begin on the next line."""
    begun = _BEGUN.match(text, at)
    start = begun.end() if begun else at
    end = _SENTENCE_END.search(text, start, start + _REACH)
    return end.start() if end else min(len(text), start + _REACH)


def _points(between: str) -> bool:
    return len(between) < 60 and (
        _DIRECT.fullmatch(between) is not None or _COPULA.search(between) is not None
    )


def _first(text: str, start: int, here: list[Found]) -> Quantity | None:
    """Return the first quantity of a marked sentence, or what it is said to equal."""
    because = _BECAUSE.search(text, here[0].end)
    if because:
        here = [one for one in here if one.start < because.start()]
    if _NEGATION.search(text, start, here[0].start):
        instead = _INSTEAD.search(text, here[0].end)
        here = [one for one in here if instead and one.start >= instead.end()]
    here = [one for one in here if not is_negated(text, one)]
    parts = operands(text, here)
    if not here or (here[0] not in parts and here[0] in alternatives(text, here)):
        return None
    whole = [one for one in here if one not in parts]
    equals = [one for one in whole if text[: one.start].rstrip().endswith("=")]
    if here[0] in parts:
        return next((one.quantity for one in equals or whole), None)
    if equals and _SAME_CLAUSE.fullmatch(text, here[0].end, equals[0].start):
        return equals[0].quantity
    return here[0].quantity


def _unmarked(text: str, wanted: Quantity, question: str) -> Quantity | None:
    found = _countable(text, find_quantities(text), question)
    if _is_only_a_list(text, found):
        return None
    told = repeated(text, found, question)
    left = keep_candidates(text, [one for one in found if one not in told], wanted)
    left = _before_check(text, left)
    if not left:
        return None
    if _is_explained(text, left[0]):
        return _corrected(text, left[0].end) or left[0].quantity
    because = _BECAUSE.search(text)
    if because and not _SO.search(text, because.end()):
        earlier = [one for one in left if one.end <= because.start()]
        if earlier:
            return earlier[-1].quantity
    return left[-1].quantity


def _before_check(text: str, left: list[Found]) -> list[Found]:
    """Return what is said before a check of the answer, unless the check leads to another."""
    check = _CHECK.search(text)
    if check is None or _TURNED.search(text, check.end()):
        return left
    return [one for one in left if one.end <= check.start()] or left


def _is_explained(text: str, first: Found) -> bool:
    """Whether the reply begins with the quantity and then explains it."""
    if _OPENING.fullmatch(text, 0, first.start) is None:
        return False
    alone = _ALONE.match(text, first.end)
    explained = alone or _EXPLAINED.match(text, first.end)
    if explained is None:
        return False
    rest = text[explained.end() :].strip()
    concluded = _THEREFORE if alone else _SO
    return bool(rest) and rest[0] not in "=+×÷*/-" and not concluded.search(rest)


def _is_only_a_list(text: str, found: list[Found]) -> bool:
    """Whether the reply is nothing but several numbers: it leaves the choice to the reader."""
    if len({one.quantity.value for one in found}) < 2:
        return False
    at, between = 0, []
    for one in found:
        between.append(text[at : one.start])
        at = one.end
    return not re.sub(r"\band\b|[\s,、;/|和.\[\]()]", "", "".join([*between, text[at:]]))
