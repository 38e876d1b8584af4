"""Common Chinese characters: how they are read, and their twins in the other script.

The tables are made by `scripts/chinese_tables.py`. Characters that negate or count are in neither
direction of use: a homophone of 布 must not be 不.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from steelyard.conditions.perturbations.guard import NEGATION_CHARACTERS, NUMERAL_CHARACTERS

_TABLES = Path(__file__).parent / "tables"


@cache
def readings() -> dict[str, str]:
    """Return the syllable with tone of every character that has only one, such as 银: yin2."""
    lines = (line.replace("/", "").split() for line in _lines("readings.txt"))
    return {character: reading for reading, found in lines for character in _plain(found)}


@cache
def homophones() -> dict[str, str]:
    """Return, for a character, the common others read the same in the same tone."""
    found: dict[str, str] = {}
    for line in _lines("readings.txt"):
        # After the slash stand characters too unusual to be typed by mistake.
        usual, _, rest = line.split()[1].partition("/")
        for character in _plain(usual + rest):
            if others := _plain(usual).replace(character, ""):
                found[character] = others
    return found


@cache
def other_script() -> dict[str, str]:
    """Return the traditional character of a simplified one, and the other way round."""
    found: dict[str, str] = {}
    for line in _lines("scripts.txt"):
        for simplified, traditional in zip(line[::2], line[1::2], strict=True):
            if _plain(simplified + traditional) == simplified + traditional:
                found |= {simplified: traditional, traditional: simplified}
    return found


def is_han(character: str) -> bool:
    """Whether a character is a Chinese one."""
    return "\u4e00" <= character <= "\u9fff" or "\u3400" <= character <= "\u4dbf"


def _plain(characters: str) -> str:
    kept = (c for c in characters if c not in NEGATION_CHARACTERS and c not in NUMERAL_CHARACTERS)
    return "".join(kept)


def _lines(name: str) -> list[str]:
    return (_TABLES / name).read_text(encoding="utf-8").splitlines()
