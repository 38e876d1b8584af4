from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from steelyard.i18n import using_language
from steelyard.report import markdown
from steelyard.report.content import Excerpt
from steelyard.report.markdown_text import escaped, fenced
from steelyard.report.text import one_line, visible
from tests.report import runs
from tests.report.hostile import HOSTILE, everywhere

PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def tokens(text: str) -> list:
    found = []
    for token in PARSER.parse(text):
        found.append(token)
        found += token.children or []
    return found


def shape(text: str) -> list[str]:
    """The blocks of a document, but for the notes that a text was cut."""
    whole = "\n".join(line for line in text.splitlines() if not line.endswith("not shown*"))
    return [token.type for token in PARSER.parse(whole)]


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_text_adds_no_block_no_link_and_no_html(text):
    calm, wild = (markdown(runs.report_of(":memory:", **everywhere(s))) for s in ("plain", text))
    assert shape(wild) == shape(calm)
    kinds = {token.type for token in tokens(wild)}
    assert not kinds & {"html_block", "html_inline", "link_open", "image", "s_open"}
    wild.encode("utf-8")


words = st.text(st.characters(exclude_categories=()), max_size=60)


@given(words)
@example("a\\|b")
@example("`")
@example("[x]: y")
def test_escaped_text_reads_as_itself_in_a_cell(text):
    table = f"| a | b |\n| --- | --- |\n| {escaped(text)} | end |\n"
    cells = [t for t in PARSER.parse(table) if t.type == "inline"]
    assert len(cells) == 4
    assert plain(cells[2]) == one_line(text)


@given(words.filter(lambda text: one_line(text)))
@example("# x")
@example("1. x")
@example("---")
@example("===")
@example("+ x")
def test_escaped_text_reads_as_itself_in_a_list(text):
    blocks = PARSER.parse(f"- {escaped(text)}\n")
    (inline,) = [t for t in blocks if t.type == "inline"]
    assert plain(inline) == one_line(text)
    assert len(blocks) == 7  # list, item, paragraph, text, and their ends


@given(words)
@example("```\n````")
def test_fenced_text_reads_as_itself(text):
    blocks = PARSER.parse("\n".join(fenced(Excerpt(text))) + "\n")
    assert [block.type for block in blocks] == ["fence"]
    assert blocks[0].content == visible(text) + "\n"


@pytest.mark.parametrize("text", ["http://x.example", "www.x.example", "a@x.example", "@all"])
def test_readers_that_link_by_themselves_find_nothing_to_link(text):
    source = escaped(text)
    assert "://" not in source
    assert "www." not in source
    assert "`@`" in source or "@" not in source


def test_a_cut_text_says_how_much_is_missing():
    assert fenced(Excerpt("abc", 1_234_567))[-1] == "*… 1,234,567 more characters not shown*"


def test_the_report_speaks_the_current_language(tmp_path):
    report = runs.report_of(tmp_path / "run.duckdb", runs.rows_of_all_kinds())
    english = markdown(report)
    with using_language("zh"):
        chinese = markdown(report)
    assert "**Overall score 80.4 %** [74.4, 85.4]" in english
    assert "**总体得分 80.4 %** [74.4, 85.4]" in chinese
    assert "| F1 值 | 80.4 % | [74.4, 85.4] | 150 | 0 | 正常 | 实测 |" in chinese
    assert "| completion\\_rate | – |  | 0 | 0 | undefined | measured | no case says" in english
    assert "Overall" not in chinese


def test_every_table_row_has_as_many_cells_as_its_head(tmp_path):
    report = runs.report_of(tmp_path / "run.duckdb", runs.rows_of_all_kinds())
    lines = [line for line in markdown(report).splitlines() if line.startswith("|")]
    assert len(lines) > 20
    rules = [at for at, line in enumerate(lines) if line.startswith("| ---")]
    for start, end in zip(rules, [*(at - 1 for at in rules[1:]), len(lines)], strict=True):
        assert len({line.count("|") for line in lines[start - 1 : end]}) == 1


def plain(inline) -> str:
    """The text a reader sees."""
    parts = {"text", "text_special", "code_inline"}
    assert {t.type for t in inline.children} <= parts, inline.children
    return "".join(t.content for t in inline.children)
