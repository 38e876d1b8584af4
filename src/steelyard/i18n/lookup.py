"""`t("area.key", n=3)`: the sentence of that key in the current language.

Keys live in `words/<area>.py` as `"key": (english, chinese)` pairs, side by side so that neither is
forgotten. An area is imported at its first use.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import import_module
from typing import Any, Literal, Protocol, get_args

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

_current: ContextVar[Language | None] = ContextVar("steelyard_language", default=None)


def t(key: str, /, **values: Any) -> str:
    """Return the sentence `key` in the current language, with `values` filled in."""
    area, _, name = key.partition(".")
    english, chinese = words_of(area)[name]
    sentence = chinese if language() == "zh" else english
    return sentence.format(**values) if values else sentence


def language() -> Language:
    """Return the language in force: the one set, else the environment's, else English."""
    return _current.get() or _environment_language()


def set_language(chosen: Language | None) -> None:
    """Set the language of this thread or task; None goes back to the environment's."""
    _current.set(chosen)


@contextmanager
def using_language(chosen: Language) -> Iterator[None]:
    """Use one language inside a `with` block."""
    token = _current.set(chosen)
    try:
        yield
    finally:
        _current.reset(token)


class Bilingual(Protocol):
    """Anything that carries its own English and Chinese text."""

    @property
    def en(self) -> str:
        """English text."""

    @property
    def zh(self) -> str:
        """Chinese text."""


def pick(words: Bilingual) -> str:
    """Return the text of a bilingual record in the current language."""
    return words.zh if language() == "zh" else words.en


def _environment_language() -> Language:
    for variable in ("STEELYARD_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


@cache
def words_of(area: str) -> dict[str, tuple[str, str]]:
    """Return the words of an area: English and Chinese by key."""
    words: dict[str, tuple[str, str]] = import_module(f"steelyard.i18n.words.{area}").WORDS
    return words
