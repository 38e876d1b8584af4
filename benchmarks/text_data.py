"""Texts to compare, made from a seed: English, Chinese, long answers."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from typing import NamedTuple

_CHARACTERS = "".join(chr(code) for code in range(0x4E00, 0x4E00 + 1500))
_FREQUENT = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年"
)


class Cases(NamedTuple):
    """Outputs and the references of each."""

    outputs: list[str]
    references: list[list[str]]


def english(rows: int, seed: int = 7) -> Cases:
    """Sentences of 20 to 60 words with 1 to 3 references; words as frequent as in real text."""
    rng = random.Random(seed)
    words = _words(rng, 8000)
    weights = [1 / rank for rank in range(1, len(words) + 1)]

    def sentence(length: int) -> str:
        chosen = rng.choices(words, weights, k=length)
        marked = [word + "," if rng.random() < 0.08 else word for word in chosen]
        return " ".join(marked).capitalize() + "."

    return _cases(rng, rows, lambda: sentence(rng.randint(20, 60)), words, " ")


def chinese(rows: int, seed: int = 8) -> Cases:
    """Sentences of 15 to 60 characters with commas."""
    rng = random.Random(seed)

    def sentence() -> str:
        size = rng.randint(15, 60)
        text = [rng.choice(_FREQUENT if rng.random() < 0.5 else _CHARACTERS) for _ in range(size)]
        text[size // 2] = "，"
        return "".join(text) + "。"

    return _cases(rng, rows, sentence, list(_CHARACTERS), "")


def long_answers(rows: int, seed: int = 9) -> Cases:
    """Answers of 1,000 to 2,000 words with one reference."""
    rng = random.Random(seed)
    words = _words(rng, 3000)
    weights = [1 / rank for rank in range(1, len(words) + 1)]

    def text() -> str:
        return " ".join(rng.choices(words, weights, k=rng.randint(1000, 2000)))

    references = [[text()] for _ in range(rows)]
    return Cases([_changed(rng, texts[0], words, " ") for texts in references], references)


def _cases(
    rng: random.Random, rows: int, make: Callable[[], str], words: list[str], gap: str
) -> Cases:
    references = [[make() for _ in range(rng.randint(1, 3))] for _ in range(rows)]
    return Cases([_changed(rng, texts[0], words, gap) for texts in references], references)


def _changed(rng: random.Random, text: str, words: list[str], gap: str) -> str:
    """Return the text with three in ten of its words replaced."""
    parts = text.split(gap) if gap else list(text)
    return gap.join(rng.choice(words) if rng.random() < 0.3 else part for part in parts)


def _words(rng: random.Random, count: int) -> list[str]:
    """Words of letters; none is an English article, which SQuAD's script would drop."""
    made: set[str] = set()
    while len(made) < count:
        made.add("".join(rng.choices(string.ascii_lowercase, k=rng.randint(2, 9))))
    return sorted(made - {"an", "the"})
