"""Quantities of a reply that are not its answer: denied, ranges, parts of a sum, labels, asides."""

from __future__ import annotations

import re
from itertools import pairwise

from steelyard.scorers.matchers.quantity import Found, Quantity

_NEGATED_BEFORE = re.compile(
    r"(?:\bnot|n't|\bnever|\bneither|\bnor|\brather than|\binstead of|\bunlike"
    r"|不是|没有|并非|不为|不等于|而非|≠|不再是)"
    r"\s*(?:equal to|exactly|the|a|an|be|just about|about|[a-z]\s*=|约)?\s*$",
    re.IGNORECASE,
)
_NEGATED_AFTER = re.compile(
    r"\s*(?:is|was|would be)\s+(?:wrong|incorrect|not (?:right|correct|the))"
    r"|\s*是?(?:不对|错的|错误的|不正确)",
    re.IGNORECASE,
)
_VARIABLE = r"(?:[a-z]\s*=\s*)?"
_OR = re.compile(
    rf"[^\d\n.,]{{0,12}}?(?:\s+or\s+(?:maybe\s+|even\s+)?{_VARIABLE}|\s*(?:或者?|还是)\s*(?:是)?)",
    re.I,
)
_RANGE = re.compile(r"\s*(?:[-~～—至到]|to)\s*", re.IGNORECASE)
_BETWEEN = re.compile(r"[^\d\n.,]{0,12}\s+and\s+|\s*[和与]\s*", re.IGNORECASE)
_BETWEEN_BEFORE = re.compile(r"(?:\bbetween\s+(?:\w+\s+)?|介于\s*|在\s*)$", re.IGNORECASE)
_CHANGE = re.compile(
    r"(?:increas|decreas|rise|rose|risen|rais|fell|fall|drop|chang|went|go|grew|grow|reduc|cut|mov|up|down)"
    r"\w*\s+(?:\w+\s+){0,2}from\s*$",
    re.IGNORECASE,
)
_OF = re.compile(
    r"\s*(?:[a-z]+\s+){0,1}of\s+(?:(?:the|all|these|those|its|their|our|his|her)\s+)?(?:original\s+)?",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"\b(?:total|sum|number|average|mean|amount|cost|price|out)\s+of\s", re.IGNORECASE
)
_OUT_OF = re.compile(
    r"\bout of\s+(?:(?:the|a|an|all|its|these|those|total|original|of|possible)\s+)*$", re.I
)
_LIST_NUMBER = re.compile(r"(?:^|\n)[ \t>#*-]*\(?$")
_LIST_SIGN = re.compile(r"(?:[.):]|\.\))[ \t]+\S|[、)](?=\S)")
_LABEL = re.compile(
    r"(?:\b(?:step|case|table|figure|fig\.?|question|problem|example|equation|part|section|chapter|"
    r"line|item|no\.?|note|option|method|stage|phase|page)|步骤?|方法|情况|图|表|题|例)\s*#?\s*$|#$",
    re.IGNORECASE,
)
_STEP = re.compile(r"\b(?:after|before|by|upon|when) [a-z]+ing (?:(?:the|a|all|away|off) )*$", re.I)
# What another quantity is measured from: "$68 after the 15 % discount", "in 1989, 28 years after
# it was built in 1961", "3999元，比上一代便宜500元". Only behind a quantity of the same sentence.
_FROM = re.compile(
    r"\b(?:after|before|following|prior to|(?:up|down) from|compared (?:to|with)|versus"
    r"|(?!fewer)\w{2,}er than)\s+"
    r"(?:(?!\b(?:and|or|so|is|are|leav\w+|equals|becomes)\b)[^,.;:!?\d\n]){0,40}$"
    r"|(?<![对相占])比\s*$|比[^,，。]{1,12}(?:便宜|[贵高低多少快慢长短大小重轻早晚]|增[加长]|减少)了?\s*$",
    re.IGNORECASE,
)
_NEAR = 80
_APART = re.compile(r"\s*(?:[a-z]+\s+)?(?:more|less|fewer|[a-z]{3,}er)\s+than\b", re.IGNORECASE)
_LATER = re.compile(r"\s*(?:after|before)\b", re.IGNORECASE)
_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
)
_MONTH_BEFORE = re.compile(rf"\b{_MONTH}\s+$")
_MONTH_AFTER = re.compile(rf"\s+(?:of\s+)?{_MONTH}(?![a-z])")
_ASIDE = re.compile(
    r"\bof which\b|\bincluding\b|其中|包括|包含|(?P<each>\bnamely\b|(?:分别|依次)[是为])",
    re.IGNORECASE,
)
_ASIDE_END = re.compile(r"[。！？!?\n]|\.(?=\s|$)")
_LIST_END = re.compile(rf"{_ASIDE_END.pattern}|[,，;；](?!\s*\d)")
_OPERATOR = re.compile(
    r"\s*(?:[+×÷*/xX]|\s-\s|-|plus|times|minus|multiplied by|divided by|乘以?|加上?|减去?|除以)\s*",
    re.I,
)
_YEAR_BEFORE = re.compile(
    r"\b(?:in|since|by|until|from|during|of|year|early|late|mid|before|after)[\s-]+(?:[A-Z][a-z]+\s+)?(?:\d{1,2},?\s+)?$"
    r"|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)"
    r"\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?$",
    re.IGNORECASE,
)


def keep_candidates(text: str, found: list[Found], wanted: Quantity) -> list[Found]:
    """Return the quantities that may be the answer, in their order.

    Denied ones, ranges, alternatives and parts of a sum are never one. A label, an aside or
    another dimension than the wanted one drops a quantity only if another is left.
    """
    never = alternatives(text, found) | operands(text, found) | wholes(text, found)
    left = [one for one in found if one not in never and not is_negated(text, one)]
    for beside in (
        _steps(text, left),
        _labels(text, left),
        _in_parentheses(text, left),
        _asides(text, left),
        _years(text, left, wanted),
        _days(text, left),
        _other_dimensions(left, wanted),
    ):
        left = [one for one in left if one not in beside] or left
    origins = _origins(text, left)  # of those that are left: "It fell in 1989, after 28 years"
    left = [one for one in left if one not in origins]
    return left


def is_negated(text: str, one: Found) -> bool:
    """Whether the text denies this quantity: "not 5", 不是110, "5 is wrong"."""
    return bool(
        _NEGATED_BEFORE.search(text, max(0, one.start - 30), one.start)
        or _NEGATED_AFTER.match(text, one.end)
    )


def operands(text: str, found: list[Found]) -> set[Found]:
    """Return the quantities that are parts of a calculation: 40 and 34 in "40 + 34 = 74"."""
    parts: set[Found] = set()
    for one, other in pairwise(found):
        if _OPERATOR.fullmatch(text, one.end, other.start) and not _is_range(text, one, other):
            parts |= {one, other}
    return parts


def alternatives(text: str, found: list[Found]) -> set[Found]:
    """Return both ends of ranges and all alternatives, and the first of "rose from 5 to 7"."""
    out: set[Found] = set()
    for one, other in pairwise(found):
        if other.start - one.end > 24:
            continue
        if _RANGE.fullmatch(text, one.end, other.start):
            if _CHANGE.search(text, max(0, one.start - 40), one.start):
                out.add(one)
            elif _is_range(text, one, other):
                out |= {one, other}
        elif _OR.fullmatch(text, one.end, other.start) or (
            _BETWEEN.fullmatch(text, one.end, other.start)
            and _BETWEEN_BEFORE.search(text, max(0, one.start - 20), one.start)
        ):
            out |= {one, other}
    return out


def _is_range(text: str, one: Found, other: Found) -> bool:
    """Whether "3-5" is a range, not a subtraction."""
    between = text[one.end : other.start].strip()
    if between != "-":
        return _RANGE.fullmatch(between) is not None
    equated = text[other.end :].lstrip()[:1] == "="
    return one.quantity.value < other.quantity.value and not equated


def wholes(text: str, found: list[Found]) -> set[Found]:
    """Return the 30 of "24 of the 30" and "24 out of 30"."""
    out: set[Found] = set()
    for at, one in enumerate(found):
        before = found[at - 1] if at else None
        if before is None:
            continue
        between = text[before.end : one.start]
        if _OUT_OF.search(between) or (
            len(between) < 40 and _OF.fullmatch(between) and not _TOTAL.search(between)
        ):
            out.add(one)
    return out


def _steps(text: str, found: list[Found]) -> set[Found]:
    """Return what is only on the way to the answer: the 150 of "after selling 150"."""
    return {one for one in found if _STEP.search(text, max(0, one.start - 30), one.start)}


def _origins(text: str, found: list[Found]) -> set[Found]:
    """Return what another quantity is counted from, and how far it is from there."""
    out: set[Found] = set()
    before = found[0] if found else None
    for one in found[1:]:
        near = max(before.end if before else 0, one.start - _NEAR)
        if _ASIDE_END.search(text, near, one.start):
            before = one
            continue  # a sentence of its own
        apart = _APART.match(text, one.end) or (_is_duration(one) and _LATER.match(text, one.end))
        if apart or _FROM.search(text, near, one.start):
            out.add(one)
        else:
            before = one
    return out


def _days(text: str, found: list[Found]) -> set[Found]:
    """Return days of a month: the 9 of "November 9" and of "9 November"."""
    return {
        one
        for one in found
        if one.quantity.integer
        and 1 <= one.quantity.value <= 31
        and (
            _MONTH_BEFORE.search(text, max(0, one.start - 12), one.start)
            or _MONTH_AFTER.match(text, one.end)
        )
    }


def _labels(text: str, found: list[Found]) -> set[Found]:
    """Return numbers of list lines and of steps, tables, pages."""
    lines = [
        one
        for one in found
        if _LIST_NUMBER.search(text, max(0, one.start - 12), one.start)
        and _LIST_SIGN.match(text, one.end)
    ]
    # A list begins with 1; "42. I counted them" is no list.
    out = set(lines) if lines and lines[0].quantity.value in (0, 1) else set()
    return out | {one for one in found if _LABEL.search(text, max(0, one.start - 12), one.start)}


def _in_parentheses(text: str, found: list[Found]) -> set[Found]:
    spans, opened = [], []
    for at, char in enumerate(text):
        if char in "([":
            opened.append(at)
        elif char in ")]" and opened:
            start = opened.pop()
            if not opened:
                spans.append((start, at))
    return _within(found, spans)


def _asides(text: str, found: list[Found]) -> set[Found]:
    """Return what follows "of which" and its like in the same sentence."""
    spans, at = [], found[0].end if found else len(text)
    while (aside := _ASIDE.search(text, at)) is not None:
        stop = (_LIST_END if aside["each"] else _ASIDE_END).search(text, aside.end())
        at = stop.end() if stop else len(text)
        spans.append((aside.start(), at))
    return _within(found, spans)


def _within(found: list[Found], spans: list[tuple[int, int]]) -> set[Found]:
    """Return the quantities inside spans; both are in their order."""
    out, place = set(), 0
    for one in found:
        while place < len(spans) and spans[place][1] < one.start:
            place += 1
        if place < len(spans) and spans[place][0] < one.start:
            out.add(one)
    return out


def _years(text: str, found: list[Found], wanted: Quantity) -> set[Found]:
    """Return calendar years; where a year of our time is wanted, all but the years."""
    dated = {
        one
        for one in found
        if one.year or (_looks_like_year(one.quantity) and _is_dated(text, one))
    }
    if not _looks_like_year(wanted):
        return dated
    if not 1800 <= wanted.value <= 2100:
        return set()
    return set(found) - dated if dated else {one for one in found if _is_duration(one)}


def _is_duration(one: Found) -> bool:
    return one.quantity.unit is not None and one.quantity.unit.dimension in ("time", "calendar")


def _is_dated(text: str, one: Found) -> bool:
    in_chinese = text.startswith("年", one.end - 1) or text.startswith("年", one.end)
    return in_chinese or bool(_YEAR_BEFORE.search(text, max(0, one.start - 24), one.start))


def _looks_like_year(quantity: Quantity) -> bool:
    return len(quantity.integer) == 4 and 1000 <= quantity.value <= 2199 and quantity.unit is None


def _other_dimensions(found: list[Found], wanted: Quantity) -> set[Found]:
    unit = wanted.unit
    if unit is None:
        return set()
    same = [
        one for one in found if one.quantity.unit and one.quantity.unit.dimension == unit.dimension
    ]
    return {one for one in found if one not in same} if same else set()
