"""Numbers in words: Chinese numerals (四百零六, 一百二, 三点五) and English number words."""

from __future__ import annotations

import re

_DIGITS = {c: v for v, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_TENS = {"十": 10, "百": 100, "千": 1000}
_SECTIONS = {"万": 10**4, "亿": 10**8}
_FORMAL = str.maketrans("壹贰叁肆伍陆柒捌玖拾佰仟萬億兩", "一二三四五六七八九十百千万亿两")
_LONGEST = 40
CHINESE = "零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟萬億兩"
"""Every character of a Chinese numeral."""

SCALES = {"": 1, "万": 10**4, "亿": 10**8, "万亿": 10**12}
SCALES |= {
    ten + big: size * SCALES[big] for ten, size in (("百", 100), ("千", 1000)) for big in "万亿"
}
"""What a Chinese scale behind decimals stands for: 三点二亿."""

_ONES = {
    word: value
    for value, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
_DECADES = {
    word: 10 * value
    for value, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2
    )
} | {"fourty": 40}
MULTIPLES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
"""English scales from thousand on."""
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7}
_PARTS |= {"eighth": 8, "ninth": 9, "tenth": 10, "hundredth": 100, "halve": 2}

_SMALL = "|".join(sorted([*_ONES, *_DECADES], key=len, reverse=True))
_BIG = "|".join(["hundred", "dozen", *MULTIPLES])
_JOIN = r"(?:\s*-\s*|\s+)"
ENGLISH = re.compile(
    rf"""\b(?:(?:(?:a|an)\s+(?={_BIG})|half(?:\s+a\s+|[\s-])(?=dozen))(?:{_BIG})|{_SMALL})\b
    (?:{_JOIN}(?:and\s+(?=(?:{_SMALL})\b))?(?:{_SMALL}|{_BIG})\b)*
    (?:\s+point(?:\s+(?:{_SMALL}))+\b)?
    (?:{_JOIN}(?:half|halves|third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth)s?\b
      |\s+and\s+(?:a|one)\s+(?:half|quarter|third)\b|\s+and\s+three\s+quarters\b)?
    |\b(?:an?\s+(?:third|quarter|fifth|tenth)|(?:a\s+)?half)\b(?!\s+past)""",
    re.VERBOSE | re.IGNORECASE,
)
"""A number in English words, perhaps with a fraction: "one hundred and five", "two thirds"."""


def chinese_value(text: str) -> float | None:
    """Return the value of a Chinese numeral, None if it is none: 一百二 is 120, 三点五 is 3.5."""
    if len(text) > _LONGEST:
        return None
    whole, point, decimals = text.translate(_FORMAL).partition("点")
    value = _chinese_integer(whole)
    if value is None or not point:
        return value
    digits = decimals.rstrip("百千万亿")
    scale = SCALES.get(decimals[len(digits) :])
    if not digits or scale is None or any(c not in _DIGITS for c in digits):
        return None
    return float(f"{int(value)}.{''.join(str(_DIGITS[c]) for c in digits)}") * scale


def _chinese_integer(text: str) -> int | None:
    if all(c in _DIGITS for c in text):
        # 二〇二四 and 一一九 are read digit by digit; 三五 and 两三 mean "a few".
        spelled = len(text) != 2 or text[0] in "零〇" or text[1] in "零〇"
        return int("".join(str(_DIGITS[c]) for c in text)) if text and spelled else None
    for sign, size in (("亿", 10**8), ("万", 10**4)):
        if sign in text:
            head, _, tail = text.rpartition(sign)
            left = _chinese_integer(head) if head else None
            right = _tail(tail, size)
            return None if not left or right is None else left * size + right
    return _below_ten_thousand(text)


def _tail(text: str, size: int) -> int | None:
    """Return what follows a section sign; a lone digit is of the next lower place (一万二)."""
    if not text:
        return 0
    if len(text) == 1 and text in _DIGITS:
        return _DIGITS[text] * size // 10
    value = _chinese_integer(text)
    return value if value is not None and value < size else None


def _below_ten_thousand(text: str) -> int | None:
    total, digit, place, zero = 0, None, 10**4, False
    for at, char in enumerate(text):
        if char in _TENS:
            if _TENS[char] >= place or (digit is None and not (char == "十" and at == 0)):
                return None
            place = _TENS[char]
            total += (1 if digit is None else digit) * place
            digit, zero = None, False
        elif digit is not None:
            return None
        elif char in "零〇":
            zero = True
        else:
            digit = _DIGITS[char]
    if digit is None:
        return total if text and not zero else None
    return total + digit * (1 if zero or place == 10**4 else place // 10)


def english_value(text: str) -> float | None:
    """Return the value of English number words, None if they are none: "twenty-one" is 21."""
    words = re.findall(r"[a-z]+", text.lower())
    if len(words) > _LONGEST:
        return None
    whole, part = _split_fraction(words)
    if part is None:
        return None
    if not whole:
        return part
    if "point" in whole:
        at = whole.index("point")
        integer = _english_integer(whole[:at])
        decimals = whole[at + 1 :]
        if integer is None or any(_ONES.get(word, 10) > 9 for word in decimals):
            return None
        return float(f"{integer}.{''.join(str(_ONES[word]) for word in decimals)}")
    value = _english_integer(whole)
    if value is None:
        value = _english_year(whole)
    return None if value is None else value + part


def _split_fraction(words: list[str]) -> tuple[list[str], float | None]:
    """Return the words of the whole part, and the fraction behind it (0 if there is none)."""
    if words[0] == "half" and words[-1] == "dozen":
        return [], 6.0
    size = _PARTS.get(words[-1].removesuffix("s"))
    if size is None:
        return words, 0.0
    rest = words[:-1]
    if rest and rest[-1] in ("a", "an", "one"):
        return (rest[:-2] if rest[-2:-1] == ["and"] else []), 1 / size
    if rest[-2:] == ["and", "three"]:
        return rest[:-2], 3 / size
    count = _english_integer(rest) if rest else 1
    return [], None if count is None else count / size


def _english_integer(words: list[str]) -> int | None:
    total, section, last = 0, 0, 10**15
    for word in words:
        if word in ("and", "a", "an"):
            continue
        if word in MULTIPLES or word == "dozen":
            size = MULTIPLES.get(word, 12)
            if size >= last:
                return None
            total, section, last = total + (section or 1) * size, 0, size
        elif word == "hundred":
            if section > 99:
                return None
            section = (section or 1) * 100
        else:
            value = _ONES.get(word, _DECADES.get(word, 0))
            if section and not 0 < value < _room(section):
                return None
            section += value
    return total + section


def _english_year(words: list[str]) -> int | None:
    """Return a year said in two halves: nineteen ninety-eight."""
    century, rest = _english_integer(words[:1]), _english_integer(words[1:])
    if century is None or rest is None or not (10 <= century <= 21 and 10 <= rest <= 99):
        return None
    return 100 * century + rest


def _room(section: int) -> int:
    """Return below what the next word must be: 100 after a hundred, 10 after twenty."""
    if section % 100 == 0:
        return 100
    return 10 if section % 10 == 0 and section % 100 >= 20 else 0
