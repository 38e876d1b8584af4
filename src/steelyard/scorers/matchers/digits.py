"""Quantities written with digits: 1,234.5, 1e5, 3/4, 3万5千, $1.2 million; and what is none."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steelyard.scorers.matchers.quantity import EXACT, Found, Quantity
from steelyard.scorers.matchers.units import CURRENCY, UNITS, Unit, unit_after

NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d{1,2}(?:,\d{2})+,\d{3}(?!\d)|\d+)(?:\.\d+)?|\.\d+"
"""A number with digits only, perhaps with thousands separators."""
_DATE = (
    r"\d{4}(?P<between>[-/.])\d{1,2}(?P=between)\d{1,2}(?!\d)"
    r"|\d{4}\s?年\s?\d{1,2}\s?月(?:\s?\d{1,2}\s?[日号])?"
)
_NEVER = (  # other dates, times, versions, phone numbers, ordinals, codes
    r"\d{1,2}/\d{1,2}/\d{2,4}(?!\d)|\d{1,2}月\s?\d{1,2}[日号]|\d+(?::\d+)+|\d+(?:\.\d+){2,}"
    r"|\d+(?:-\d+){2,}|\d+(?:st|nd|rd|th)\b|\d+D\b"
    r"|(?!\d+[eE]\d+\b|\d+x10\b|\d+[ckdm]?m[23]\b|\d+h\d)\d+[A-Za-z]+\d\w*"
    r"|0\d+(?![.,]?\d)"
)
_SCAN = re.compile(
    rf"""(?:(?<![\dA-Za-z_√^])|(?<=USD|EUR|GBP|CNY|RMB|JPY|HKD))(?<!\d\.)(?:
      (?P<date>{_DATE})|(?P<never>{_NEVER})
    |(?P<number>{NUMBER})
      (?:(?P<exponent>[eE][+-]?\d{{1,3}}(?![\dA-Za-z]))
        |\s*[×x·*]\s*10\s?\^\s?\(?(?P<ten>[+-]?\d{{1,3}})\)?
        |\s?\^\s?\(?(?P<power>-?\d{{1,3}})\)?
        |\s+(?P<top>\d{{1,4}})/(?P<bottom>\d{{1,4}})(?![\d/])
        |\s?/\s?(?P<under>\d+(?:\.\d+)?)(?![\d/])
        |\s+and\s+(?:a|one)\s+(?P<part>half|quarter|third)\b)?)""",
    re.VERBOSE,
)
_BEFORE = re.compile(
    rf"""(?:(?P<minus>(?<![A-Za-z0-9_)\]}}])-|(?<==)\s*-\s+|负\s*|零下\s*)
        |(?P<word>\b(?:minus|negative)\s+)|(?<![A-Za-z0-9_)\]}}])\+)?
    (?:(?P<currency>(?<![A-Za-z])(?:{CURRENCY}))\s?(?P<inner>-)?)?$""",
    re.VERBOSE | re.IGNORECASE,
)
_BEFORE_ENDS = "-+$€£¥₩₹DdRrPpYyBb币负下sSeE"  # of $, USD, 负, 零下, minus, negative
_CODE_BEFORE = re.compile(r"(?:[A-Za-z][-/]|第\s?|±|√[({]?)$")
_TIME_PREFIX = re.compile(r"\b(?:mid|late|early|pre|post)-$", re.IGNORECASE)
_PERCENT = re.compile(
    r"\s?(?:%|percent\b|per\s?cent\b|pct\b|percentage points?\b|个?百分点)"
    r"|\s?(?P<basis>basis points?\b|个?基点)"
    r"|成(?![功为立员就果绩本])",
    re.IGNORECASE,
)
_SCALE = re.compile(
    r"""\s?(?P<en>thousand|million|billion|trillion|hundred|dozen|mln|bn)(?![A-Za-z])
    |(?P<k>[kK])(?![A-Za-z0-9/])
    |\s?(?P<zh>万亿|[十百千]?[万亿]|[十百](?!帕)|千(?![米克瓦卡帕赫焦伏字欧牛]))""",
    re.VERBOSE | re.IGNORECASE,
)
_MONEY_SCALE = re.compile(r"\s?(?P<en>[mb])(?![A-Za-z0-9])", re.IGNORECASE)
SCALES: dict[str, float] = {"k": 1e3, "thousand": 1e3, "mln": 1e6, "million": 1e6, "m": 1e6}
SCALES |= {"b": 1e9, "bn": 1e9, "billion": 1e9, "trillion": 1e12, "hundred": 1e2, "dozen": 12}
SCALES |= {"十": 10, "百": 1e2, "千": 1e3, "万": 1e4, "亿": 1e8, "万亿": 1e12}
SCALES |= {ten + big: SCALES[ten] * SCALES[big] for ten in "十百千" for big in "万亿"}
_MORE = re.compile(r"(\d+)([十百千]?[万亿]?)")
_HALF = re.compile(r"(?:个|(?P<of>小时|[年天倍岁斤米碗杯块]))?半(?!径)")
_PARTS = {"half": 0.5, "quarter": 0.25, "third": 1 / 3}
_BELOW_ZERO = re.compile(r"\s*(?:degrees?)?\s*below\s+zero\b", re.IGNORECASE)


def digit_quantities(text: str) -> Iterator[Found]:
    """Yield the quantities of a text (see `plain_math`) that are written with digits."""
    at = 0
    while (scanned := _SCAN.search(text, at)) is not None:
        at = scanned.end()
        if scanned["date"]:
            year = scanned["date"][:4]
            yield Found(scanned.start(), at, Quantity(float(year), year, integer=year), year=True)
        elif scanned["number"]:
            found = _quantity(text, scanned)
            if found is not None:
                at = max(at, found.end)
                yield found


def _quantity(text: str, scanned: re.Match[str]) -> Found | None:
    start, number = scanned.start(), scanned["number"]
    value = None if _is_code(text, start, scanned) else _value(scanned)
    if value is None:
        return None
    before = _before(text, start)
    currency = (before["currency"] or "").upper() if before else ""
    unit = UNITS.get(currency)
    scale, end = _scale(text, scanned.end(), currency=currency)
    value, end = _compound(text, value * scale, scale, end)
    percent = _PERCENT.match(text, end)
    if percent:
        end = percent.end()
        value *= 10 if percent[0] == "成" else 0.01 if percent["basis"] else 1
    elif unit is None:
        value, unit, end = _unit(text, value, number, end)
    below = _BELOW_ZERO.match(text, end)
    if below:
        end = below.end()
    negative = below is not None or (before is not None and _is_negative(text, before))
    begin = before.start() if before else start
    decimals = EXACT if _is_exact(scanned) else _decimals(number)
    quantity = Quantity(
        value=-value if negative else value,
        text=text[begin:end].strip(),
        percent=percent is not None,
        unit=unit,
        decimals=decimals,
        step=scale * 10.0**-decimals,
        integer=_integer(number, value, negative=negative),
    )
    return Found(begin, end, quantity)


def _before(text: str, start: int) -> re.Match[str] | None:
    """Return the sign and currency before a number; most have none, which shows at once."""
    near = text[max(0, start - 2) : start].rstrip()[-1:]
    if near and near in _BEFORE_ENDS:
        return _BEFORE.search(text, max(0, start - 12), start)
    return None


def _is_code(text: str, start: int, scanned: re.Match[str]) -> bool:
    """Whether the number is part of a name, an ordinal or a term such as 2√3 or 2π."""
    previous = text[start - 1] if start else " "
    if scanned["number"][0] == "." and (previous.isalnum() or previous == "."):
        return True
    after = text[scanned.end() : scanned.end() + 2].lstrip()
    if after[:1] in ("√", "π"):
        return True
    code = _CODE_BEFORE.search(text, max(0, start - 3), start)
    return code is not None and not _TIME_PREFIX.search(text, max(0, start - 6), start)


def _value(scanned: re.Match[str]) -> float | None:
    value = float(scanned["number"].replace(",", ""))
    try:
        if scanned["exponent"]:
            return float(scanned["number"].replace(",", "") + scanned["exponent"])
        if scanned["ten"]:
            return float(f"{scanned['number'].replace(',', '')}e{scanned['ten']}")
        if scanned["power"]:
            return float(value ** int(scanned["power"]))
        if scanned["bottom"]:
            return value + int(scanned["top"]) / int(scanned["bottom"])
        if scanned["under"]:
            return value / float(scanned["under"])
    except (ZeroDivisionError, OverflowError):
        return None
    return value + _PARTS.get(scanned["part"] or "", 0)


def _is_exact(scanned: re.Match[str]) -> bool:
    names = ("exponent", "ten", "power", "bottom", "under", "part")
    return any(scanned[name] for name in names)


def _decimals(number: str) -> int:
    return len(number.partition(".")[2])


def _integer(number: str, value: float, *, negative: bool) -> str:
    """Return the digits of a plain integer; a scale or fraction has changed the value."""
    if "." in number or value != float(number.replace(",", "")):
        return ""
    digits = number.replace(",", "").lstrip("0")
    return f"-{digits}" if negative and digits else digits or "0"


def _is_negative(text: str, before: re.Match[str]) -> bool:
    if before["minus"] or before["inner"]:
        return True
    # In "5 minus 3" it is an operator.
    return bool(before["word"]) and not text[: before.start()].rstrip()[-1:].isdigit()


def _scale(text: str, at: int, *, currency: str) -> tuple[float, int]:
    found = _SCALE.match(text, at) or (currency and _MONEY_SCALE.match(text, at)) or None
    if found is None:
        return 1.0, at
    return SCALES[found[0].strip().lower()], found.end()


def _compound(text: str, value: float, scale: float, end: int) -> tuple[float, int]:
    """Add what follows a Chinese scale: 3万5千, 1亿2千万, 3万5000."""
    while scale >= 100 and text[end - 1] in "百千万亿" and (next_ := _MORE.match(text, end)):
        size = SCALES.get(next_[2], 1.0) if next_[2] else 1.0
        part = float(next_[1]) * size
        if len(next_[1]) == 1 and not next_[2]:
            part *= scale / 10  # 1万2 is 12,000
        if part >= scale:
            break
        value, end, scale = value + part, next_.end(), size
    return value, end


def _unit(text: str, value: float, number: str, at: int) -> tuple[float, Unit | None, int]:
    half = _HALF.match(text, at)  # 3个半, 3年半
    if half:
        value, at = value + 0.5, half.end()
    unit, end = (UNITS.get(half["of"]), at) if half and half["of"] else unit_after(text, at)
    if unit is not None and text[at:end].strip() == "年" and _is_year(value, number):
        unit = None
    return value, unit, end


def _is_year(value: float, number: str) -> bool:
    return len(number) == 4 and 1000 <= value <= 2199
