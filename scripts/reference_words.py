"""Words and small pieces that every generated page shares."""

from __future__ import annotations

from collections.abc import Iterator

from steelyard.i18n import LANGUAGES, Language
from steelyard.model import Words

__all__ = ["EMPTY", "LANGUAGES", "cell", "head", "pick", "suffix"]

EMPTY = Words("none", "无")
HEADS = {
    "aliases": Words("aliases", "别名"),
    "allowed": Words("allowed", "允许的值"),
    "before_after": Words("before → after", "之前 → 之后"),
    "better": Words("better", "方向"),
    "column": Words("column", "列"),
    "decides": Words("decides?", "可作判定"),
    "default": Words("default", "默认"),
    "does": Words("does", "作用"),
    "field": Words("field", "字段"),
    "gives": Words("gives", "给出"),
    "id": Words("id", "标识"),
    "meaning": Words("meaning", "含义"),
    "name": Words("name", "名称"),
    "parameter": Words("parameter", "参数"),
    "parameters": Words("parameters", "参数"),
    "role": Words("", ""),
    "says": Words("says", "含义"),
    "score": Words("score", "得分规则"),
    "scorer": Words("scorer", "评分算法"),
    "strength": Words("strength", "强度"),
    "type": Words("type", "类型"),
    "used_by": Words("used by", "用于"),
    "written_by": Words("written by", "由谁写入"),
}


def suffix(language: Language) -> str:
    """Return how the name of a page in this language ends."""
    return ".md" if language == "en" else f".{language}.md"


def pick(words: Words, language: Language) -> str:
    """Return the text in one language."""
    return words.zh if language == "zh" else words.en


def head(language: Language, names: str) -> Iterator[str]:
    """Give the head of a table, after an empty line."""
    heads = [pick(HEADS[name], language) for name in names.split()]
    yield from ("", f"| {' | '.join(heads)} |", "|" + "---|" * len(heads))


def cell(text: str) -> str:
    """Return the text as it may stand in a cell of a table."""
    return text.replace("|", "\\|")
