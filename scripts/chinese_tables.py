"""Write the tables behind the Chinese perturbations: readings, and simplified with traditional.

pip install pypinyin opencc-python-reimplemented jieba
python scripts/chinese_tables.py           writes them
python scripts/chinese_tables.py --check   writes nothing; exits 1 when a table is not as written

Readings come from pypinyin (MIT), character pairs from OpenCC's dictionaries (Apache-2.0), how
common a character is from jieba's word counts (MIT). Both tables keep to the 3,755 characters of
GB 2312 level 1: no reader should meet a rare character. Left out are characters read differently in
different words, and pairs that depend on the word (发 is 發 or 髮).
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

TABLES = Path(__file__).resolve().parents[1] / "src/steelyard/conditions/perturbations/zh/tables"
# A character is left out when more than this share of the words that hold it read it otherwise.
_OTHER_READING = 0.05
_PER_LINE = 40
# As many characters as the official list of those in most common use has.
_USUAL = 2500


def main() -> None:
    """Write the tables, or say that they are stale."""
    tables = {"readings.txt": _readings(), "scripts.txt": _scripts()}
    if "--check" in sys.argv[1:]:
        stale = [n for n, text in tables.items() if (TABLES / n).read_text("utf-8") != text]
        sys.exit(f"stale: {', '.join(stale)}" if stale else 0)
    for name, text in tables.items():
        (TABLES / name).write_text(text, encoding="utf-8")


def level_one() -> list[str]:
    """Return the characters of GB 2312 level 1, in its order."""
    cells = ((row, cell) for row in range(0xB0, 0xD8) for cell in range(0xA1, 0xFF))
    found = (bytes(cell).decode("gb2312", "ignore") for cell in cells)
    return [character for character in found if character]


def _readings() -> str:
    """One line per syllable with tone: the characters read so, after a slash the less usual."""
    from pypinyin import Style, pinyin

    others, counts = _other_readings(), _counts()
    groups: dict[str, list[str]] = defaultdict(list)
    for character in level_one():
        if others.get(character, 0.0) <= _OTHER_READING:
            style = Style.TONE3
            [[reading]] = pinyin(character, style=style, neutral_tone_with_five=True)
            groups[reading].append(character)
    ranked = sorted(level_one(), key=lambda c: (-counts[c], c))
    usual = set(ranked[:_USUAL])
    lines = []
    for reading, found in sorted(groups.items()):
        order = sorted(found, key=ranked.index)
        common = "".join(c for c in order if c in usual)
        rest = "".join(c for c in order if c not in usual)
        lines.append(f"{reading} {common}{'/' if rest else ''}{rest}\n")
    return "".join(lines)


def _other_readings() -> dict[str, float]:
    """Return the share of words in which a character is not read as it is alone.

    A reading that only loses its tone (朋友 péngyou) is no other one.
    """
    from pypinyin import Style, phrases_dict, pinyin
    from pypinyin.contrib.tone_convert import to_tone3

    usual = {c: pinyin(c, style=Style.TONE3)[0][0] for c in level_one()}
    words, others = Counter[str](), Counter[str]()
    for word, readings in phrases_dict.phrases_dict.items():
        if len(word) != len(readings):
            continue
        for character, [reading, *_] in zip(word, readings, strict=True):
            if character in usual:
                words[character] += 1
                toned = to_tone3(reading)
                alone = {usual[character], usual[character].rstrip("1234")}
                others[character] += toned not in alone
    return {character: others[character] / words[character] for character in words}


def _counts() -> Counter[str]:
    import jieba

    counts = Counter[str]()
    for line in (Path(jieba.__file__).parent / "dict.txt").read_text("utf-8").splitlines():
        word, count, *_ = line.split(" ")
        for character in word:
            counts[character] += int(count)
    return counts


def _scripts() -> str:
    """Pairs of a simplified and its traditional character, where each has only the other."""
    import opencc

    folder = Path(opencc.__file__).parent / "dictionary"
    forward = _dictionary(folder / "STCharacters.txt")
    back = _dictionary(folder / "TSCharacters.txt")
    pairs = []
    for simplified in level_one():
        for traditional in forward.get(simplified, ()):
            alone = forward[simplified] == [traditional] and traditional != simplified
            if alone and back.get(traditional) == [simplified] and len(traditional) == 1:
                pairs.append(simplified + traditional)
    return "".join(f"{''.join(line)}\n" for line in _lines(pairs))


def _dictionary(path: Path) -> dict[str, list[str]]:
    lines = (re.split(r"\t", line) for line in path.read_text("utf-8").splitlines() if line)
    return {character: found.split() for character, found in lines}


def _lines(items: list[str]) -> Iterator[Iterable[str]]:
    for start in range(0, len(items), _PER_LINE):
        yield items[start : start + _PER_LINE]


if __name__ == "__main__":
    main()
