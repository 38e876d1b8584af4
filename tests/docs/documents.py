"""The documents as a reader meets them: fenced blocks in order, headings, links."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
README, README_ZH = ROOT / "README.md", ROOT / "README.zh-CN.md"
DOCS = ROOT / "docs"
CHINESE = sorted(DOCS.rglob("*.zh.md"))  # beside the English page: start.md, start.zh.md


def english(folder):
    return [path for path in sorted((DOCS / folder).glob("*.md")) if path not in CHINESE]


GUIDE, REFERENCE, DECISIONS = english("guide"), english("reference"), english("decisions")
EXAMPLES = sorted((ROOT / "examples").glob("*/README*.md"))
PAGES = [DOCS / "index.md", *GUIDE, *REFERENCE, *DECISIONS, *english("benchmarks"), *CHINESE]
ALL = [README, README_ZH, *PAGES, *EXAMPLES, ROOT / "CONTRIBUTING.md"]

_FENCE = re.compile(r"^```(.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_EXIT = re.compile(r"#\s*exit code (\d+)\s*$")


class Block(NamedTuple):
    """A fenced block: ```LANGUAGE FILE."""

    language: str
    file: str
    text: str
    line: int


class Command(NamedTuple):
    """One command of a block, the exit code it says, and the output it shows."""

    text: str
    code: int
    shown: str


def blocks(path):
    text = path.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        language, _, file = found[1].strip().partition(" ")
        yield Block(language, file, found[2], text.count("\n", 0, found.start()) + 1)


def commands(block):
    """Return the commands of a block that is about `steelyard`."""
    lines = block.text.splitlines()
    if block.language == "bash" and lines and lines[0].startswith("steelyard "):
        return [_command(line, "") for line in lines if line.strip()]
    if block.language == "console":
        parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]
        return [_command(*part.partition("\n")[::2]) for part in parts]
    return []


def prose(path):
    return _FENCE.sub("", path.read_text(encoding="utf-8"))


def headings(path):
    return re.findall(r"^(#+) (.+)$", prose(path), flags=re.MULTILINE)


def anchor(heading):
    """Return the fragment under which a heading is reached."""
    kept = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return kept.replace(" ", "-")


def links(path):
    return re.findall(r"\]\(([^)\s]+)\)", prose(path))


def _command(line, shown):
    found = _EXIT.search(line)
    return Command(line, int(found[1]) if found else 0, shown)
