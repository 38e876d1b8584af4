from __future__ import annotations

from importlib import import_module

import pytest

from steelyard.errors import InputError
from steelyard.i18n import using_language
from steelyard.report import FORMATS, formats_of, suffix_of, write_report
from steelyard.report.write import writer
from tests.report import runs


@pytest.fixture
def report(tmp_path):
    return runs.report_of(tmp_path / "run.duckdb", runs.rows_of_all_kinds())


@pytest.mark.slow
@pytest.mark.parametrize("to", ["html", "md", "json", "junit", "summary"])
def test_a_format_is_written_as_it_is_made(report, tmp_path, to):
    path = write_report(report, to, tmp_path / f"report.{to}")
    made = writer(report, to)(report)
    assert path.read_bytes() == (made if isinstance(made, bytes) else made.encode())
    assert path.stat().st_size > 500


@pytest.mark.parametrize(("kind", "to"), [(k, to) for k, named in FORMATS.items() for to in named])
def test_every_writer_that_is_named_is_there(kind, to):
    module, _, function = FORMATS[kind][to].partition(":")
    assert callable(getattr(import_module(f"steelyard.report.{module}"), function))


def test_an_unknown_format_is_refused_with_those_allowed(report, tmp_path):
    with pytest.raises(InputError, match=r"'docx'.*html, md, json, xlsx, pdf") as caught:
        write_report(report, "docx", tmp_path / "x")
    assert "steelyard report" in caught.value.hint
    with using_language("zh"), pytest.raises(InputError, match="不支持的报告格式“docx”"):
        write_report(report, "docx", tmp_path / "x")


def test_a_format_knows_how_its_file_ends():
    assert [suffix_of(to) for to in ("html", "junit", "summary")] == ["html", "xml", "md"]
    assert formats_of("Leaderboard") == ("html", "md", "json", "csv", "xlsx", "pdf")


def test_a_place_that_cannot_be_written_is_named(report, tmp_path):
    target = tmp_path / "missing" / "report.html"
    with pytest.raises(InputError, match=r"missing.report\.html.*No such file"):
        write_report(report, "html", target)
