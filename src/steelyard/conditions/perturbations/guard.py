"""What a perturbation that must keep the meaning may not touch.

Numbers with their units, negations, names, quotations, addresses, code, and words that the case
itself names. Rather too much than too little: a protected word costs a place for a typo, a damaged
one costs the truth of the case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from steelyard.conditions.perturbations.place_names import PLACES

_ASCII_WORD = r"[A-Za-z0-9_]"
_UNITS = (
    "kg|mg|g|km|cm|mm|nm|m|ms|s|min|h|d|ml|l|KB|MB|GB|TB|kHz|MHz|GHz|Hz|mV|V|mA|A|kW|W|kPa|MPa|Pa"
    "|°C|°F|℃|℉|%|‰|°|USD|CNY|RMB|EUR|percent|个|只|元|块|角|年|月|日|号|时|点|分钟|分|秒|小时|天|周"
    "|岁|米|公里|千米|厘米|毫米|千克|公斤|斤|克|吨|升|毫升|度|倍|次|人|名|台|件|条|份|页|美元|英镑|欧元"
)
NEGATION_CHARACTERS = frozenset("不没無无非未否勿莫别別毋免")
NUMERAL_CHARACTERS = frozenset("零〇一二三四五六七八九十百千万萬亿億两兩半")
_NEGATION_WORDS = (
    "not|no|non|never|none|nothing|nobody|nowhere|neither|nor|cannot|without|except|unless|hardly"
    "|ain't|[A-Za-z]{2,8}n['’]t"
)
_NUMBER_WORDS = (
    "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]{3,5}teen|twenty"
    "|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozen|half"
    "|double|twice|first|second|third"
)


def _word(pattern: str) -> str:
    return rf"(?<!{_ASCII_WORD})(?:{pattern})(?!{_ASCII_WORD})"


_NEGATIONS = re.compile(
    rf"[{''.join(sorted(NEGATION_CHARACTERS))}]|{_word(_NEGATION_WORDS)}", re.IGNORECASE
)
_PATTERNS = (
    _NEGATIONS,
    # Numbers: 3.5, 10:30, 1/2, 2024-11-16, ￥20, 15 %, 3 kg, 二十三, seven.
    re.compile(rf"[$€£¥￥+\-−]?\d(?:[\d.,:/×^%‰-]*\d)?(?:\s?(?:{_UNITS})(?![A-Za-z]))?"),
    re.compile(f"[{''.join(sorted(NUMERAL_CHARACTERS))}]"),
    re.compile(_word(_NUMBER_WORDS), re.IGNORECASE),
    # Quotations and titles.
    re.compile(
        r"\"[^\"\n]{1,200}\"|“[^”\n]{1,200}”|‘[^’\n]{1,200}’|「[^」\n]{1,200}」|『[^』\n]{1,200}』"
        r"|《[^》\n]{1,200}》|〈[^〉\n]{1,200}〉|(?<!\w)'[^'\n]{1,200}'(?!\w)"
    ),
    # Addresses.
    re.compile(
        r"(?:https?|ftp|file)://[^\s<>\"'，。）】」]+|www\.[^\s<>\"'，。）】」]+", re.IGNORECASE
    ),
    re.compile(r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,253}"),
    # Code: fences, spans, tags, placeholders, names with marks, digits or inner capitals, options.
    re.compile(r"```.*?```|`[^`\n]{1,500}`", re.DOTALL),
    re.compile(r"\{[^{}\n]{1,200}\}|<[^<>\n]{1,200}>|\$\w+|(?<![\w-])--?[A-Za-z][\w-]*"),
    re.compile(rf"(?<!{_ASCII_WORD})[A-Za-z0-9_]*[0-9_][A-Za-z0-9_]*"),
    re.compile(rf"(?<!{_ASCII_WORD})[A-Za-z0-9_]+(?:(?:\.|/|\\|::|->)[A-Za-z0-9_]+)+(?:\(\))?"),
    re.compile(rf"(?<!{_ASCII_WORD})[A-Za-z]+\(\)"),
    re.compile(rf"(?<!{_ASCII_WORD})[a-z]+[A-Z][A-Za-z]*"),
    # Acronyms, names (a capital inside a sentence), labels of choices.
    re.compile(rf"(?<!{_ASCII_WORD})[A-Z]{{2,}}[A-Za-z]*"),
    re.compile(r"(?<=[^.!?。！？\n] )[A-Z][A-Za-z'’-]*"),
    re.compile(rf"(?<!{_ASCII_WORD})[A-Za-z](?=[.)、:：．）])"),
    re.compile("|".join(PLACES)),
    re.compile(r"[\u4e00-\u9fff]{2,4}(?:省|自治区|大学|集团|有限公司)"),
)
_AROUND = 16  # characters to either side in which an edit could make or unmake a negation


class Guard:
    """The places of a text that may not be touched."""

    def __init__(self, length: int, spans: Iterable[tuple[int, int]] = ()) -> None:
        self._held = bytearray(length)
        for start, end in spans:
            self._held[start:end] = b"\x01" * (end - start)

    def free(self, start: int, end: int) -> bool:
        """Whether every character from `start` to before `end` may be touched."""
        return self._held.find(1, start, end) < 0

    def open(self, at: int) -> bool:
        """Whether something may be put in before the character `at`, touching nothing held."""
        return self._held.find(1, max(0, at - 1), at + 1) < 0

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Return the protected spans, merged and in order."""
        return [found.span() for found in re.finditer(rb"\x01+", bytes(self._held))]


def guard(text: str, words: Iterable[str] = ()) -> Guard:
    """Return the guard of a text that must keep its meaning.

    Args:
        text: the text.
        words: what is protected besides, wherever it occurs; case aside.
    """
    return _guard(text, tuple(words))


@lru_cache(maxsize=4)  # the kinds come one after the other on the same text
def _guard(text: str, words: tuple[str, ...]) -> Guard:
    found = (match.span() for pattern in _PATTERNS for match in pattern.finditer(text))
    return Guard(len(text), [*found, *_occurrences(text, words)])


def negations(text: str) -> list[str]:
    """Return the words of negation in a text, in order."""
    return _NEGATIONS.findall(text.casefold())


def keeps_negations(text: str, start: int, end: int, put: str) -> bool:
    """Whether an edit neither makes nor unmakes a negation; looks only at its surroundings."""
    before, after = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
    return negations(before + text[start:end] + after) == negations(before + put + after)


def _occurrences(text: str, words: Iterable[str]) -> Iterator[tuple[int, int]]:
    for word in dict.fromkeys(word.strip() for word in words):
        if not word:
            continue
        pattern = re.escape(word)
        if word[0].isascii() and word[0].isalnum():
            pattern = rf"(?<!{_ASCII_WORD}){pattern}"
        if word[-1].isascii() and word[-1].isalnum():
            pattern = rf"{pattern}(?!{_ASCII_WORD})"
        yield from (found.span() for found in re.finditer(pattern, text, re.IGNORECASE))
