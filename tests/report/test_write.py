from __future__ import annotations

import pytest

from steelyard.errors import InputError
from steelyard.i18n import using_language
from steelyard.report import FORMATS, write_report
from tests.report import runs


@pytest.fixture
def report(tmp_path):
    return runs.report_of(tmp_path / "run.duckdb", runs.rows_of_all_kinds())


@pytest.mark.parametrize("to", FORMATS)
def test_a_format_is_written_as_it_is_made(report, tmp_path, to):
    path = write_report(report, to, tmp_path / f"report.{to}")
    assert path.read_bytes() == FORMATS[to](report)
    assert path.stat().st_size > 1000


def test_an_unknown_format_is_refused_with_those_allowed(report, tmp_path):
    with pytest.raises(InputError, match=r"'pdf'.*html, md, json") as caught:
        write_report(report, "pdf", tmp_path / "x")
    assert "steelyard report" in caught.value.hint
    with using_language("zh"), pytest.raises(InputError, match="不支持的报告格式“pdf”"):
        write_report(report, "pdf", tmp_path / "x")


def test_a_place_that_cannot_be_written_is_named(report, tmp_path):
    target = tmp_path / "missing" / "report.html"
    with pytest.raises(InputError, match=r"missing.report\.html.*No such file"):
        write_report(report, "html", target)
