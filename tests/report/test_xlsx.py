from __future__ import annotations

import io
import zipfile
from datetime import datetime
from types import SimpleNamespace

import duckdb
import openpyxl
import pytest
from python_calamine import CalamineWorkbook

from steelyard.bundle import connect
from steelyard.i18n import using_language
from steelyard.model import Words
from steelyard.report.tables import Chance, Column, Quantity, Span, Table
from steelyard.report.tables.cases import case_table, cut_note
from steelyard.report.workbook import cell_text, workbook
from steelyard.report.xlsx import xlsx
from tests.report import runs
from tests.report.hostile import HOSTILE, everywhere


def said(text):
    return Words(text, text)


def sheet(*rows, columns=None, title="Sheet", note=None):
    columns = columns or [Column(said("heading"), "text") for _ in rows[0]]
    return workbook([Table("x", said(title), columns, list(rows), note=note)])


def opened(content):
    return openpyxl.load_workbook(io.BytesIO(content))


def test_cells_have_their_types():
    when = datetime.fromisoformat("2026-03-01 10:22:33")
    made = sheet((Quantity(0.853), Quantity(1.25, "s"), 12, True, when, None, Chance(0.0123)))
    percent, seconds, count, truth, moment, nothing, chance = opened(made).active[2]
    assert (percent.value, percent.number_format) == (0.853, "0.0%")
    assert (seconds.value, seconds.number_format) == (1.25, '0.000" s"')
    assert (count.value, truth.value, moment.value, nothing.value) == (12, True, when, None)
    assert (chance.value, chance.number_format) == (0.0123, "0.0000")


def test_an_interval_is_two_columns_and_not_a_number_is_empty():
    columns = [Column(said("a"), "span"), Column(said("b"))]
    made = sheet((Span(0.1, 0.2), Quantity(float("nan"))), columns=columns)
    head, row = CalamineWorkbook.from_filelike(io.BytesIO(made)).get_sheet_by_index(0).to_python()
    assert head == ["a: low", "a: high", "b"]
    assert row == [0.1, 0.2, ""]


FORMULAS = (
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    " =1",
    '=HYPERLINK("http://evil.example")',
    "%0A=1",
)


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_stays_text_and_is_marked_as_such(text):
    cell = opened(sheet((text,))).active["A2"]
    assert (cell.data_type, cell.value) == ("s", text)
    assert cell.quotePrefix is True
    assert cell.hyperlink is None


def test_addresses_and_digits_stay_text():
    for text in ("http://evil.example", "mailto:a@b.c", "0012", "1e5", "_x0041_"):
        cell = opened(sheet((text,))).active["A2"]
        assert (cell.data_type, cell.hyperlink) == ("s", None)
        calamine = CalamineWorkbook.from_filelike(io.BytesIO(sheet((text,))))
        assert calamine.get_sheet_by_index(0).to_python()[1] == [text]


def test_a_long_text_is_cut_where_excel_counts():
    assert cell_text("x" * 32_767) == "x" * 32_767
    for text in ("x" * 1_000_000, "😀" * 20_000):
        made = cell_text(text)
        assert len(made.encode("utf-16-le")) // 2 <= 32_767
        assert made.endswith("more characters")
        kept = made.partition(" … ")[0]
        assert f"… {len(text) - len(kept):,} more" in made


def test_names_of_sheets_are_such_as_excel_takes():
    names = ["a/b:c*d?[e]\\f", "'quoted'", "History", "x" * 60, "x" * 60, "", "X" * 31]
    book = opened(workbook([Table("t", said(n), [Column(said("h"))], [(1,)]) for n in names]))
    found = book.sheetnames
    assert len({name.casefold() for name in found}) == len(names)
    assert all(0 < len(name) <= 31 and not set(name) & set("[]:*?/\\") for name in found)
    assert not any(name.startswith("'") or name.casefold() == "history" for name in found)


@pytest.fixture
def report(tmp_path):
    return runs.report_of(tmp_path / "run.duckdb", runs.rows_of_all_kinds())


def test_a_run_has_a_sheet_for_every_section(report):
    book = opened(xlsx(report))
    assert book.sheetnames == [
        *("Summary", "Scorecard", "Indicators", "Breakdowns", "Failures", "Cases", "Method")
    ]
    assert all(sheet.freeze_panes == "B2" for sheet in book)
    indicators = book["Indicators"]
    assert indicators.auto_filter.ref == f"A1:O{indicators.max_row}"
    names = [cell.value for cell in indicators[1]]
    f1 = {name: cell.value for name, cell in zip(names, indicators[3], strict=True)}
    assert (f1["Id"], f1["Value"], f1["95 % interval: low"]) == ("base.f1", 0.8041, 0.7441)
    completion = {name: cell.value for name, cell in zip(names, indicators[4], strict=True)}
    assert completion["Value"] is None
    assert "no case says" in completion["Notes"]


def test_headings_follow_the_language(report):
    with using_language("zh"):
        book = opened(xlsx(report))
    assert book.sheetnames == ["摘要", "指标体系", "指标", "分组", "失败", "用例", "方法与溯源"]
    assert [cell.value for cell in book["指标"][1]][:3] == ["标识", "名称", "值"]


def test_every_case_is_there_with_types_when_the_table_is(tmp_path):
    rows = runs.rows_of_all_kinds()
    rows[0] |= {"started_at": 1_772_360_553.0, "input": "=cmd|' /C calc'!A0"}
    con = runs.open_results(tmp_path / "run.duckdb", rows)
    made = opened(workbook([case_table(con)])).active
    con.close()
    names = [cell.value for cell in made[1]]
    assert made.max_row == 21
    first = dict(zip(names, made[2], strict=True))
    assert first["Started (UTC)"].value == datetime.fromisoformat("2026-03-01 10:22:33")
    assert (first["Passed"].value, first["Seconds"].value) == (True, 0.01)
    assert (first["Input"].data_type, first["Input"].quotePrefix) == ("s", True)
    assert "text_keyword_jaccard" in names
    failed = {name: cell.value for name, cell in zip(names, made[20], strict=True)}
    assert (failed["Status"], failed["Reason"], failed["Output"]) == ("timeout", "Timed out", None)


def test_rows_beyond_what_a_sheet_holds_are_counted(tmp_path):
    con = runs.open_results(tmp_path / "run.duckdb", runs.rows_of_all_kinds())
    made = opened(workbook([case_table(con, most=12)])).active
    con.close()
    assert made.max_row == 15
    assert made["A15"].value.startswith("12 rows are here; 8 more")
    assert made["A15"].value == cut_note(20, most=12).en
    assert cut_note(12, most=12) is None
    assert cut_note(10_000_000).en.startswith("1,048,570 rows are here; 8,951,430 more")


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_opens_everywhere_and_stays_text(text):
    made = xlsx(runs.report_of(":memory:", **everywhere(text)))
    assert len(made) < 200_000
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert not [name for name in parts if "hyperlink" in parts[name].lower() and "xl/" in name]
    assert not any("<f>" in part for part in parts.values())
    shown = CalamineWorkbook.from_filelike(io.BytesIO(made))
    texts = [
        c for n in shown.sheet_names for r in shown.get_sheet_by_name(n).to_python() for c in r
    ]
    assert all(len(c) <= 32_767 for c in texts if isinstance(c, str))
    for cells in opened(made):
        for row in cells.iter_rows():
            assert all(cell.data_type in ("s", "n", "b", "d", "inlineStr") for cell in row)


@pytest.mark.slow
def test_other_kinds_have_sheets_too(pair):
    book = opened(xlsx(pair.comparison))
    assert book.sheetnames[:2] == ["Runs", "Differences new"]
    overall = book["Differences new"]
    names = [cell.value for cell in overall[1]]
    found = dict(zip(names, overall[2], strict=True))
    expected = pair.comparison.runs[0].overall
    assert found["Difference"].value == pytest.approx(expected.value)
    assert found["Difference"].number_format == "+0.0%;-0.0%;0.0%"
    assert opened(xlsx(pair.leaderboard)).sheetnames == [
        *("Ranking", "Parts", "Every two lines compared", "Runs")
    ]
    assert "Measures" in opened(xlsx(pair.correlation)).sheetnames


@pytest.fixture(scope="module")
def pair(two_runs):
    return SimpleNamespace(**two_runs)


@pytest.mark.slow
def test_many_wide_rows_are_read_in_little_memory(tmp_path):
    made = duckdb.connect()
    made.execute(
        "COPY (SELECT i AS row, repeat('x' || i, 1500) AS input, repeat('y' || i, 1500) AS output,"
        " true AS passed FROM range(12000) t(i))"
        f" TO '{tmp_path / '00000.parquet'}' (ROW_GROUP_SIZE 2048)"
    )
    made.close()
    con = connect(tmp_path)
    rows = [row[0] for row in case_table(con).rows]
    con.close()
    assert rows == list(range(12000))
