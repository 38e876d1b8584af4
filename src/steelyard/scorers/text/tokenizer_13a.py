"""`13a` and `zh`: the tokenizers published BLEU figures are made with, as sacreBLEU defines them.

13a (mteval-v13a): ASCII symbols stand alone; a full stop or comma stands alone unless it is between
digits; a dash stands alone after a digit. zh: first every Chinese character stands alone.
"""

from __future__ import annotations

import re
from functools import lru_cache

# Every ASCII symbol but ' , - and the full stop.
SYMBOLS = r"""!"#$%&()*+/:;<=>?@[\]^_`{|}~"""
_SYMBOL = re.compile(f"[{re.escape(SYMBOLS)}]")
_POINT_AFTER = re.compile(r"([^0-9])([.,])")
_POINT_BEFORE = re.compile(r"([.,])([^0-9])")
_DASH = re.compile("([0-9])-")
_ANY = re.compile(r"[!-,./:-@\[-`{-~]|[0-9]-")
_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))
# sacreBLEU writes two of its ranges with five digits after \u, which reads as U+2001 to U+2A6D and
# U+2F81 to U+2FA1: curly quotes, arrows and the like count as Chinese. Equal means equal.
_CHINESE = re.compile(
    "([\u2001-\u2a6d\u2e80-\u2fdf\u2ff0-\u303f\u3100-\u312f\u31a0-\u31bf\u31c0-\u31ef\u3200-\u33ff"
    "\u3400-\u4db5\u4e00-\u9fbb\uf900-\ufa2d\ufa30-\ufa6a\ufa70-\ufad9\ufe10-\ufe1f\ufe30-\ufe4f"
    "\uff00-\uffef])"
)
_CACHED_LENGTH = 40


def cut_13a(text: str) -> list[str]:
    """Cut as mteval-v13a does."""
    text = prepare_13a(text)
    words = text.split()
    if not _ANY.search(text):
        return words
    # No rule looks past a blank, so each word can be cut alone, and most words come again.
    tokens: list[str] = []
    for word in words:
        if word.isalnum():
            tokens.append(word)
        else:
            tokens += _cut_word(word) if len(word) <= _CACHED_LENGTH else _cut(f" {word} ")
    return tokens


def prepare_13a(text: str) -> str:
    """Return the text with broken lines joined and entities resolved, as 13a begins."""
    text = text.rstrip().replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    if "&" in text:
        for entity, character in _ENTITIES:
            text = text.replace(entity, character)
    return text


def cut_zh(text: str) -> list[str]:
    """Cut every Chinese character off, then the rest by the rules of 13a."""
    text = " ".join(_CHINESE.split(text.strip()))
    return _cut(text) if _ANY.search(text) else text.split()


@lru_cache(maxsize=1 << 16)
def _cut_word(word: str) -> list[str]:
    return _cut(f" {word} ")


def _cut(text: str) -> list[str]:
    text = _SYMBOL.sub(r" \g<0> ", text)
    text = _POINT_AFTER.sub(r"\1 \2 ", text)
    text = _POINT_BEFORE.sub(r" \1 \2", text)
    return _DASH.sub(r"\1 - ", text).split()
