"""How texts are cut into tokens before they are compared.

`norm` folds what a reader would not call a difference: width, case, outer blanks.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable

from steelyard.model import nfkc
from steelyard.scorers.text.tokenizer_13a import cut_13a, cut_zh
from steelyard.scorers.text.tokenizer_jieba import check_jieba, cut_jieba

CHINESE_RANGES = (("\u3400", "\u4dbf"), ("\u4e00", "\u9fff"))
_CJK = "".join(f"{first}-{last}" for first, last in CHINESE_RANGES)
_TOKEN = re.compile(rf"[{_CJK}]+|\d+\.\d+|[^\W_{_CJK}]+")
_IS_CJK = re.compile(rf"[{_CJK}]")
# Characters that only hold a sentence together. 不, 有, 人, 都 carry meaning (不合格, 首都): kept.
_FUNCTION_CHARACTERS = re.compile("[的了是在和与也吗呢吧]+")
_STOP_WORDS = frozenset(
    "an the is are was were be of to in on at and or it this that".split()  # noqa: SIM905
)
_LEGACY = re.compile(r"\b\w+\b")
_DECIMAL = re.compile(r"[0-9]\.[0-9]")
_ROUGE = re.compile("[a-z0-9]+")
_LETTERS_AND_DIGITS = (string.ascii_letters + string.digits).encode()
# For ASCII text: everything but letters and digits is a blank; `\w` has the underscore too.
_BLANKS = bytes(code if code in _LETTERS_AND_DIGITS else ord(" ") for code in range(256))
_LEGACY_BLANKS = bytes(ord("_") if code == ord("_") else _BLANKS[code] for code in range(256))


def norm(text: str) -> str:
    """Return the text in NFKC, case-folded and stripped."""
    return nfkc(text).casefold().strip()


def auto(text: str) -> list[str]:
    """Chinese by character, everything else by word."""
    return _spaced_auto(text).split()


def _spaced_auto(text: str) -> str:
    text = norm(text)
    if _is_plain(text):
        return _spaced(text)
    runs = _TOKEN.findall(text)
    return " ".join([" ".join(run) if _IS_CJK.match(run) else run for run in runs])


def keywords(text: str) -> list[str]:
    """Chinese by overlapping pairs within phrases, English without stop words; else `auto`."""
    tokens: list[str] = []
    for token in _runs(norm(text)):
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
    text = text.lower()
    tokens = _words(text, _LEGACY_BLANKS) if text.isascii() else _LEGACY.findall(text)
    return [token for token in tokens if len(token) > 1]


def rouge(text: str) -> list[str]:
    """Runs of a-z and 0-9 in lower case, as the package rouge-score cuts: no Chinese at all."""
    return _spaced_rouge(text).split()


def _spaced_rouge(text: str) -> str:
    text = text.lower()
    return _spaced(text) if text.isascii() else " ".join(_ROUGE.findall(text))


TOKENIZERS: dict[str, Callable[[str], list[str]]] = {
    "auto": auto,
    "keywords": keywords,
    "whitespace": whitespace,
    "legacy": legacy,
    "13a": cut_13a,
    "zh": cut_zh,
    "rouge": rouge,
    "jieba": cut_jieba,
}

# Of those whose tokens hold no NUL: the text with blanks between its tokens, to cut many at once.
SPACED: dict[str, Callable[[str], str]] = {"auto": _spaced_auto, "rouge": _spaced_rouge}


def check_tokenizer(name: str | None) -> None:
    """Raise unless the tokenizer can be used: `jieba` needs its package."""
    if name == "jieba":
        check_jieba()


def _runs(text: str) -> list[str]:
    """Return runs of Chinese, decimals, and runs of other letters and digits."""
    return _words(text) if _is_plain(text) else _TOKEN.findall(text)


def _is_plain(text: str) -> bool:
    """Return whether letters and digits alone make the tokens: no Chinese, no decimals."""
    return text.isascii() and not _DECIMAL.search(text)


def _words(text: str, blanks: bytes = _BLANKS) -> list[str]:
    """Cut ASCII text at everything but letters and digits; faster than a pattern."""
    return _spaced(text, blanks).split()


def _spaced(text: str, blanks: bytes = _BLANKS) -> str:
    return text.encode().translate(blanks).decode()


def _pairs(phrase: str) -> list[str]:
    if len(phrase) == 1:
        return [phrase]
    return [phrase[start : start + 2] for start in range(len(phrase) - 1)]
