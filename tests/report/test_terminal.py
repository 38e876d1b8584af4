from __future__ import annotations

import io
import re

import pytest
from rich.cells import cell_len
from rich.console import Console

from steelyard.i18n import using_language
from steelyard.report import terminal
from tests.report import runs
from tests.report.hostile import HOSTILE, everywhere


def printed(report, width: int = 80, *, tty: bool = False) -> str:
    stream = io.StringIO()
    console = Console(file=stream, width=width, force_terminal=tty, legacy_windows=False)
    terminal(report, console)
    return stream.getvalue()


@pytest.fixture
def report(tmp_path):
    return runs.report_of(tmp_path / "run.duckdb", runs.rows_of_all_kinds())


@pytest.mark.slow
@pytest.mark.parametrize("width", [80, 104, 120])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_line_fits(report, width, language):
    with using_language(language):
        lines = printed(report, width).splitlines()
    assert len(lines) > 30
    assert max(cell_len(line) for line in lines) <= width


def test_it_is_plain_when_nobody_is_looking(report):
    assert "\x1b" not in printed(report)
    assert "\x1b[" in printed(report, tty=True)


def test_meaning_does_not_hang_on_colour(report):
    text = printed(report)
    assert "✗ not met · base.accuracy: value >= 0.9 · observed 0.853" in text
    assert "Blocked" in text
    assert "undefined" in text


def test_numbers_are_shown_with_their_doubts(report):
    text = printed(report, 120)
    row = next(line for line in text.splitlines() if line.startswith("  accuracy "))
    assert re.split(r"\s{2,}", row.strip()) == [
        *("accuracy", "85.3 %", "[79.3, 90.3]", "···············━━●━·", "150", "0"),
        *("ok", "measured"),
    ]
    assert "completion_rate: no case says whether it was completed" in text
    assert "P50 0.100 s" in text


def test_chinese_columns_line_up(report):
    with using_language("zh"):
        lines = printed(report, 120).splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("指标 "))
    rows = lines[start + 2 : start + 6]
    ends = {cell_len(row[: row.index("]") + 1]) for row in rows if "]" in row}
    assert len(ends) == 1


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_text_carries_no_escape_and_no_markup(text):
    report = runs.report_of(":memory:", **everywhere(text))
    plain = printed(report)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b]", plain)
    assert max(cell_len(line) for line in plain.splitlines()) <= 80
    plain.encode("utf-8")
    coloured = printed(report, tty=True)
    sequences = set(re.findall(r"\x1b[^m]*m?", coloured))
    assert all(re.fullmatch(r"\x1b\[[0-9;]*m", sequence) for sequence in sequences)
    assert "evil.example" not in "".join(sequences)


def test_markup_is_shown_as_it_is():
    assert "[bold]rich[/bold]" in printed(
        runs.report_of(":memory:", **everywhere("[bold]rich[/bold]"))
    )


def test_an_empty_run_is_told_in_a_few_lines():
    text = printed(runs.report_of(":memory:", [], about={"state": "running"}, numbers={"x": 1}))
    assert "Overall score  –" in text
    assert "not finished" in text
    assert len(text.splitlines()) < 12


def test_many_groups_are_cut_short():
    groups = [
        {
            "group": f"s{n}",
            "n": 1,
            "indicators": {"base.accuracy": runs.value("base.accuracy", n / 200)},
        }
        for n in range(200)
    ]
    numbers = runs.summary(breakdowns={"scene": groups})
    text = printed(runs.report_of(":memory:", [], numbers=numbers))
    assert "… and 192 more" in text
    assert "s199" not in text
