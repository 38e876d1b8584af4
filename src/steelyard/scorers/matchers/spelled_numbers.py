"""Quantities in words: 七十四, 百分之九十, 三分之二, forty-two, two thirds; and what is none."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steelyard.scorers.matchers.numerals import (
    CHINESE,
    ENGLISH,
    SCALES,
    chinese_value,
    english_value,
)
from steelyard.scorers.matchers.quantity import EXACT, Found, Quantity
from steelyard.scorers.matchers.units import CLASSIFIERS, unit_after

_POINT = "点[零〇一二三四五六七八九]+(?:万亿|[百千]?[万亿])?"
_NUMERAL = rf"[{CHINESE}]+(?:{_POINT})?"
_PARTS = re.compile(
    rf"(?P<minus>负)?(?:(?P<whole>{_NUMERAL}|\d+)又)?(?P<below>[{CHINESE}]+|\d+)分之"
    rf"(?P<above>{_NUMERAL}|\d+(?:\.\d+)?)"
)
_CHINESE = re.compile(
    rf"(?P<half>一半|(?<![个时年天倍岁斤米碗杯块])半)(?!径|导|球|圆|决)"
    rf"|(?P<minus>负|零下)?(?P<numeral>{_NUMERAL})"
)
_NAME_BEFORE = re.compile(r"(?:第|星期|礼拜|周|初|[统唯单专划归合逐其几数好之不万])\s?$")
_ARTICLE_BEFORE = re.compile(r"(?:是|这|那|每|某|另|同|任|哪|下|上)\s?$")
_COUNTED = re.compile(
    rf"\s*(?:$|[^\w]|[A-Za-z0-9%的半{CLASSIFIERS}]|日[内后以]|小时|分钟|公里|公斤|平方|立方|千[米克]|毫|厘|美|英|欧|摄)"
)
_KILO = re.compile("[米克瓦卡帕赫焦伏]")
_THING_AFTER = re.compile(rf"[{CLASSIFIERS}][一-鿿]")
_NO_NUMERAL = re.compile(
    r"[几多余来月号]|分(?!钟|之|米|[,。，.!！]|$)|点(?=[钟半])|方面|度(?!$|[,。，.])|边|种(?=情况|可能)"
)
_COMMON_WORDS = re.compile(
    r"一(?:般|定|旦|些|直|起|样|切|共|律|致|向|边|时|下|会|同|并|番|点(?![零〇一二三四五六七八九])|方面)"
    r"|(?<![零一二三四五六七八九十百千])万一(?![二三四五六七八九百千])|千万(?=别|不|要|注|小)|三角|四周|四处|[一-鿿]百分百"
)
_NO_NUMBER = re.compile(
    r"\b(?:(?:the|this|that|which|each|every|no|any|another|wrong|right|correct|some)\s+one"
    r"|one\s+(?:of|can|must|should|may|might|could|would|another|by\s+one|day|more|thing|way))\b",
    re.IGNORECASE,
)
_ENGLISH_MINUS = re.compile(r"\b(?:minus|negative)\s+$", re.IGNORECASE)
_NUMBER_BEFORE = re.compile(rf"(?:{ENGLISH.pattern}|\d)\s*$", re.VERBOSE | re.IGNORECASE)
_PERCENT = re.compile(r"\s?(?:%|percent\b|per\s?cent\b|个?百分点)", re.IGNORECASE)
_HALF = re.compile(r"(?:个|小时|[年天倍岁斤米碗杯块])?半(?!径)")
_TENTHS = re.compile(r"成([一二三四五六七八九])?(?![功为立员就果绩本])")
_FILL = "\x00"


def fraction_quantities(text: str) -> Iterator[Found]:
    """Yield X分之Y, in numerals or digits; 百分之Y is a percentage."""
    for found in _PARTS.finditer(text) if "分之" in text else ():
        below, above = _number(found["below"]), _number(found["above"])
        whole = _number(found["whole"]) if found["whole"] else 0
        if not below or above is None or whole is None:
            continue
        percent = found["below"] in ("百", "一百", "100")
        value = above if percent else whole + above / below
        quantity = Quantity(
            -value if found["minus"] else value,
            found[0],
            percent=percent,
            decimals=_decimals(found["above"]) if percent else EXACT,
            step=10.0 ** -_decimals(found["above"]) if percent else 0.0,
        )
        yield Found(found.start(), found.end(), quantity, spelled=not found[0][-1].isdigit())


def spelled_quantities(text: str) -> Iterator[Found]:
    """Yield the quantities of a text that are written in Chinese or English words."""
    if not text.isascii():
        masked = _COMMON_WORDS.sub(lambda word: _FILL * len(word[0]), text)
        end = 0
        for found in _CHINESE.finditer(masked):
            one = _chinese(masked, found) if found.start() >= end else None
            if one is not None:
                end = one.end
                yield one
    masked = _NO_NUMBER.sub(lambda word: _FILL * len(word[0]), text)
    for found in ENGLISH.finditer(masked):
        value = english_value(found[0])
        if value is not None:
            yield _english(masked, found, value)


def _number(text: str) -> float | None:
    if text[0].isdigit():
        return float(text)
    return {"百": 100, "千": 1000, "万": 10000}.get(text) or chinese_value(text)


def _decimals(text: str) -> int:
    return len(re.split(r"[.点]", text, maxsplit=1)[1]) if "." in text or "点" in text else 0


def _step(numeral: str) -> tuple[int, float]:
    """Return the decimals of a Chinese numeral, and what its last digit counts: 三点二亿."""
    digits = numeral.rstrip("百千万亿") if "点" in numeral else numeral
    decimals = _decimals(digits)
    scale = SCALES.get(numeral[len(digits) :], 1.0)
    return decimals, scale * 10.0**-decimals


def _chinese(text: str, found: re.Match[str]) -> Found | None:
    numeral, end = found["numeral"], found.end()
    if _NAME_BEFORE.search(text, max(0, found.start() - 3), found.start()):
        return None
    if numeral is None:
        if found[0] == "半" and not _HALF_OF.match(text, end):
            return None
        unit, end = unit_after(text, end)
        return Found(
            found.start(), end, Quantity(0.5, found[0], unit=unit, decimals=1, step=0.1), True
        )
    value = chinese_value(numeral)
    if value is None and numeral[-1] == "千" and _KILO.match(text, end):  # 三百六十 千米
        value, end = chinese_value(numeral[:-1]), end - 1
    if value is None or not _is_counted(text, found, numeral):
        return None
    half = _HALF.match(text, end)
    if half:
        value, end = value + 0.5, half.end()
    tenths = _TENTHS.match(text, end)
    if tenths:
        fives = chinese_value(tenths[1]) or 0 if tenths[1] else 0
        return _found(text, found, tenths.end(), value * 10 + fives, percent=True)
    unit, end = (None, end) if half and half[0] not in ("半", "个半") else unit_after(text, end)
    one = _found(text, found, end, value)
    return one._replace(quantity=one.quantity._replace(unit=unit))


_HALF_OF = re.compile(rf"[{CLASSIFIERS}小]")


def _is_counted(text: str, found: re.Match[str], numeral: str) -> bool:
    """Whether a numeral counts something; a single character is more often part of a word."""
    if _NO_NUMERAL.match(text, found.end()):
        return False
    if len(numeral) > 1:
        return True
    if not _COUNTED.match(text, found.end()):
        return False
    if numeral == "一" and _ARTICLE_BEFORE.search(text, max(0, found.start() - 2), found.start()):
        return not _THING_AFTER.match(text, found.end())
    return True


def _found(
    text: str, found: re.Match[str], end: int, value: float, *, percent: bool = False
) -> Found:
    decimals, step = _step(found["numeral"])
    quantity = Quantity(
        -value if found["minus"] else value,
        text[found.start() : end],
        percent=percent,
        decimals=decimals,
        step=step,
    )
    return Found(found.start(), end, quantity, spelled=True)


def _english(text: str, found: re.Match[str], value: float) -> Found:
    start, end = found.span()
    minus = _ENGLISH_MINUS.search(text, max(0, start - 12), start)
    if minus and not _NUMBER_BEFORE.search(text, max(0, minus.start() - 12), minus.start()):
        start, value = minus.start(), -value
    percent = _PERCENT.match(text, end)
    unit, end = (None, percent.end()) if percent else unit_after(text, end)
    exact = value != int(value)
    quantity = Quantity(
        value,
        text[start:end],
        percent=bool(percent),
        unit=unit,
        decimals=EXACT if exact else 0,
        step=0.0 if exact else 1.0,
    )
    return Found(start, end, quantity, spelled=True)
