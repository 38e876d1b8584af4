from __future__ import annotations

import pytest

from steelyard.errors import InputError
from steelyard.i18n import using_language
from steelyard.report.pdf import find_browser, pdf
from tests.browser.conftest import BROWSER
from tests.report import runs


def test_without_a_browser_it_says_what_was_looked_for(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("STEELYARD_BROWSER", raising=False)
    with pytest.raises(InputError, match=r"chromium.*google-chrome.*msedge") as caught:
        find_browser()
    assert "STEELYARD_BROWSER" in caught.value.hint
    with using_language("zh"), pytest.raises(InputError, match="本机未找到"):
        find_browser()


def test_a_browser_can_be_named(monkeypatch, tmp_path):
    monkeypatch.setenv("STEELYARD_BROWSER", str(tmp_path / "nothing"))
    with pytest.raises(InputError, match=r"STEELYARD_BROWSER.*nothing"):
        find_browser()


def test_a_browser_that_prints_nothing_is_reported(monkeypatch, tmp_path):
    program = tmp_path / "browser"
    program.write_text("#!/bin/sh\necho 'cannot open display' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("STEELYARD_BROWSER", str(program))
    with pytest.raises(InputError, match="cannot open display"):
        pdf(runs.report_of(":memory:", []))


@pytest.mark.slow
def test_a_report_is_printed(tmp_path):
    if BROWSER is None:
        pytest.skip("no Chromium here; scripts/browser.sh installs it where apt-get may")
    made = pdf(runs.report_of(":memory:", runs.rows_of_all_kinds()))
    assert made.startswith(b"%PDF-")
    assert len(made) > 50_000
    assert made.count(b"/Type /Page\n") + made.count(b"/Type /Page ") >= 2
