"""How texts are cut into tokens before they are compared.

`norm` folds what a reader would not call a difference: width, case, outer blanks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

_CJK = "\u3400-\u4dbf\u4e00-\u9fff"
_TOKEN = re.compile(rf"[{_CJK}]+|\d+\.\d+|[^\W_{_CJK}]+")
_IS_CJK = re.compile(rf"[{_CJK}]")
# Characters that only hold a sentence together. 不, 有, 人, 都 carry meaning (不合格, 首都): kept.
_FUNCTION_CHARACTERS = re.compile("[的了是在和与也吗呢吧]+")
_STOP_WORDS = frozenset(
    "an the is are was were be of to in on at and or it this that".split()  # noqa: SIM905
)
_LEGACY = re.compile(r"\b\w+\b")


def norm(text: str) -> str:
    """Return the text in NFKC, case-folded and stripped."""
    return unicodedata.normalize("NFKC", text).casefold().strip()


def auto(text: str) -> list[str]:
    """Chinese by character, everything else by word."""
    tokens: list[str] = []
    for token in _TOKEN.findall(norm(text)):
        if _IS_CJK.match(token):
            tokens.extend(token)
        else:
            tokens.append(token)
    return tokens


def keywords(text: str) -> list[str]:
    """Chinese by overlapping pairs within phrases, English without stop words; else `auto`."""
    tokens: list[str] = []
    for token in _TOKEN.findall(norm(text)):
        if _IS_CJK.match(token):
            for phrase in filter(None, _FUNCTION_CHARACTERS.split(token)):
                tokens.extend(_pairs(phrase))
        elif token not in _STOP_WORDS:
            tokens.append(token)
    return tokens or auto(text)


def whitespace(text: str) -> list[str]:
    """Lower case, cut at blanks."""
    return text.lower().split()


def legacy(text: str) -> list[str]:
    r"""Runs of `\w` longer than one character: a Chinese sentence is one token."""
    return [token for token in _LEGACY.findall(text.lower()) if len(token) > 1]


TOKENIZERS: dict[str, Callable[[str], list[str]]] = {
    "auto": auto,
    "keywords": keywords,
    "whitespace": whitespace,
    "legacy": legacy,
}


def _pairs(phrase: str) -> list[str]:
    if len(phrase) == 1:
        return [phrase]
    return [phrase[start : start + 2] for start in range(len(phrase) - 1)]
