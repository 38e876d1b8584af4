"""Copy the code blocks of the English pages into the Chinese ones, block by block.

python scripts/chinese_blocks.py   after a block of an English page was changed

Blocks are the same in both languages, so that what the tests run for one holds for the other.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
# The help pages of the commands differ: they are in the language of the page.
GENERATED = ("commands.zh.md",)


def main() -> None:
    """Copy, or say which pages have another number of blocks."""
    wrong = []
    for chinese in sorted(DOCS.rglob("*.zh.md")):
        english = chinese.with_name(chinese.name.replace(".zh.md", ".md"))
        blocks = FENCE.findall(english.read_text(encoding="utf-8"))
        text = chinese.read_text(encoding="utf-8")
        found = len(FENCE.findall(text))
        if chinese.name in GENERATED:
            continue
        if found != len(blocks):
            wrong.append(f"{chinese.relative_to(DOCS)}: {found} blocks, English has {len(blocks)}")
            continue
        copies = iter(blocks)
        chinese.write_text(FENCE.sub(lambda _, copy=copies: next(copy), text), encoding="utf-8")
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
