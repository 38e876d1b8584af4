"""What a page says: which language it speaks, and whether a key slipped through.

Data may be in any language, so a page is not judged by its letters. It is judged by our own
sentences: those of the other language must not be on it, and neither must their keys.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pathlib import Path

import steelyard.i18n.words
from steelyard.i18n import LANGUAGES

FOLDER = Path(steelyard.i18n.words.__file__).parent
# The button that changes the language is named in the language it changes to.
ALLOWED = frozenset({"English", "中文"})
# A sentence with gaps is known by its parts between them, when those are long enough to be nobody's
# data: letters for English, characters for Chinese.
LONG_ENOUGH = {"en": 16, "zh": 6}
# What the demo's agent says is data on a page: it stays in the language in which it was said.
NOT_PAGES = frozenset({"demo"})
_GAP = re.compile(r"\{[^{}]*\}")
_CHINESE = re.compile("[\u4e00-\u9fff]")

# Every text that a person can see or hear: text nodes, and the attributes that are read out. Files
# and other texts that nobody vouches for are data, wherever they are shown.
SEEN = """() => {
  const said = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const skipped = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE']);
  const notOurs = '.q-icon, .cm-editor, .sy-text, #popup, #too_long_message_popup';
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const inside = node.parentElement;
    if (skipped.has(inside.tagName) || inside.closest(notOurs)) continue;
    const text = node.textContent.trim();
    if (text && inside.getClientRects().length) said.push(text);
  }
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    for (const one of document.querySelectorAll(`[${name}]`))
      said.push(one.getAttribute(name).trim());
  said.push(document.title);
  return said.filter(Boolean);
}"""


@cache
def words() -> dict[str, tuple[str, str]]:
    """Return every key with its English and its Chinese."""
    areas = sorted(path.stem for path in FOLDER.glob("[a-z]*.py"))
    return {
        f"{area}.{key}": pair
        for area in areas
        for key, pair in import_module(f"steelyard.i18n.words.{area}").WORDS.items()
    }


def translated(english: str, language: str) -> str:
    """Return what stands on a page in `language` where the English one says `english`."""
    if language == "en":
        return english
    found = {zh for key, (en, zh) in words().items() if en == english and key.startswith("ui")}
    if len(found) != 1:
        raise LookupError(f"{english!r} is said in {len(found)} ways: {sorted(found)}")
    return found.pop()


@cache
def whole(language: str) -> frozenset[str]:
    """Return sentences that are of this language only; single small words may be data."""
    ours, others = _sides(language)
    picked = (text for text in ours - others if "{" not in text)
    if language == "zh":
        return frozenset(text for text in picked if len(_CHINESE.findall(text)) >= 2)
    return frozenset(text for text in picked if text[:1].isupper() and text.lower() != text)


@cache
def parts(language: str) -> frozenset[str]:
    """Return the long pieces between the gaps of sentences."""
    ours, others = _sides(language)
    pieces = {
        piece.strip()
        for text in ours - others
        for piece in _GAP.split(text)
        if len(piece.strip()) >= LONG_ENOUGH[language] and (language == "zh" or " " in piece)
    }
    return frozenset(
        piece
        for piece in pieces
        if (len(_CHINESE.findall(piece)) >= 4) == (language == "zh")
        and piece not in others
        and not any(piece in text for text in _data(language))
    )


def foreign(said: list[str], language: str) -> list[str]:
    """Return what of the texts of a page in `language` is ours in another language."""
    found = []
    for other in LANGUAGES:
        if other == language:
            continue
        known, pieces = whole(other), parts(other)
        for text in said:
            if text in ALLOWED:
                continue
            if text in known or any(piece in text for piece in pieces):
                found.append(text)
    return found


def raw_keys(said: list[str]) -> list[str]:
    """Return the keys that stand where their sentence should."""
    found = set()
    for text in said:
        found |= set(re.findall(r"\b[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*\b", text))
    return sorted(key for key in found if key in words() or key.startswith("ui_"))


@cache
def _data(language: str) -> frozenset[str]:
    """Return what is data on a page: it may share a piece with what is not."""
    at = LANGUAGES.index(language)
    return frozenset(
        pair[at] for key, pair in words().items() if key.partition(".")[0] in NOT_PAGES
    )


def _sides(language: str) -> tuple[set[str], set[str]]:
    at = LANGUAGES.index(language)  # pairs are written in this order
    pairs = [pair for key, pair in words().items() if key.partition(".")[0] not in NOT_PAGES]
    ours = {pair[at] for pair in pairs}
    others = {pair[1 - at] for pair in pairs}
    return ours, others
