"""A Chinese page says what the English one beside it says: headings, blocks, tables, links."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.docs.documents import CHINESE, DOCS, PAGES, ROOT, blocks, headings, links, prose
from tests.looped import looped

# English only, and shown with a note that says so. Decisions and measurements are for developers.
UNTRANSLATED_FOLDERS = ("benchmarks", "decisions")
UNTRANSLATED = set()
# Its blocks are help texts, made in both languages from the commands themselves.
HELP = "commands.zh.md"

PAIRS = [
    pytest.param(path.with_name(path.name.replace(".zh.md", ".md")), path, id=path.name)
    for path in CHINESE
]


def test_what_is_not_translated_is_known():
    names = {
        str(path.relative_to(DOCS))
        for path in PAGES
        if path not in CHINESE and path.parent.name not in UNTRANSLATED_FOLDERS
    }
    translated = {str(path.relative_to(DOCS)).replace(".zh.md", ".md") for path in CHINESE}
    assert names - translated == UNTRANSLATED
    assert translated <= names


@looped(("english", "chinese"), PAIRS)
def test_headings_are_parallel(english, chinese):
    ours, theirs = headings(english), headings(chinese)
    assert [level for level, _ in ours] == [level for level, _ in theirs]


@looped(("english", "chinese"), PAIRS)
def test_blocks_are_the_same(english, chinese):
    """`python scripts/chinese_blocks.py` copies them."""
    ours, theirs = list(blocks(english)), list(blocks(chinese))
    assert [block[:2] for block in ours] == [block[:2] for block in theirs]
    if chinese.name != HELP:
        assert [block.text for block in ours] == [block.text for block in theirs]


@looped(("english", "chinese"), PAIRS)
def test_tables_have_the_same_rows(english, chinese):
    assert first_cells(english) == first_cells(chinese)


def first_cells(path):
    """Return how many columns each row has, and the code its first cell begins with."""
    rows = [line for line in prose(path).splitlines() if line.startswith("|")]
    code = (re.match(r"\| \[?`([^`]+)`", row) for row in rows)
    counts = (len(re.findall(r"(?<!\\)\|", row)) for row in rows)
    return Counter((count, found and found[1]) for count, found in zip(counts, code, strict=True))


@looped(("english", "chinese"), PAIRS)
def test_links_lead_to_the_same_pages_in_chinese_where_there_are_some(english, chinese):
    ours = sorted(link.partition("#")[0] for link in links(english))
    theirs = sorted(link.partition("#")[0] for link in links(chinese))
    assert [in_english(link) for link in theirs] == [in_english(link) for link in ours]
    for link in theirs:
        there = (chinese.parent / link).resolve()
        if link.endswith(".md") and there.is_relative_to(ROOT) and not link.endswith(".zh.md"):
            assert not there.with_name(there.name.replace(".md", ".zh.md")).exists(), link


def in_english(link):
    return re.sub(r"\.zh\.md$", ".md", link).replace("-zh.png", "-en.png").replace(".zh-CN", "")


@looped(("english", "chinese"), PAIRS)
def test_the_prose_is_chinese(english, chinese):
    """Rows and paragraphs of some length are not left in English."""
    for line in prose(chinese).splitlines():
        words = re.sub(r"`[^`]*`|\([^)]*\)|<[^>]*>|\{[^}]*\}", "", line)
        if line.startswith("文献"):  # titles stay as they were published
            continue
        if len(re.findall(r"[A-Za-z]{2,}", words)) > 12:
            letters = len(re.findall(r"[A-Za-z]", words))
            assert len(re.findall(r"[\u4e00-\u9fff]", words)) > letters / 6, line[:200]
