"""A guess at the language of a text, by its characters."""

from __future__ import annotations

import re

LOOKED_AT = 300

_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_KANA_OR_HANGUL = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")
_LATIN = re.compile(r"[A-Za-z]")
_LETTER = re.compile(r"[^\W\d_]")


def guess_language(text: str) -> str:
    """Return `zh`, `en` or `other`, from the first few hundred characters.

    Latin letters count as English, Han without kana or hangul as Chinese; a Han character weighs
    two letters because it says about as much.
    """
    start = text[:LOOKED_AT]
    if start.isascii():
        return "en" if _LATIN.search(start) else "other"
    han = 2 * len(_HAN.findall(start))
    latin = len(_LATIN.findall(start))
    rest = len(_LETTER.findall(start)) - han // 2 - latin
    if han >= latin and han > rest:
        return "other" if _KANA_OR_HANGUL.search(start) else "zh"
    return "en" if latin > 9 * rest and latin else "other"
