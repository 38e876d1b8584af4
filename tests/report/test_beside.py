"""What stands beside the score: the panel and missions taken apart, in every form."""

from __future__ import annotations

from io import StringIO

import duckdb
import pytest
from rich.console import Console

from steelyard.i18n import using_language
from steelyard.report import collect, html, markdown, terminal
from tests.report.runs import row, value

CARD = {"scorecard": {"panel": ["ops.adc", "ops.sea", "safety.accuracy"]}}


def report_of(rows, *, params=None, panel=CARD, columns=("state_start", "state_end")):
    con = duckdb.connect()
    names = ["row", "epoch", "case_id", "status", "passed", "ops_effectiveness", "t_act", *columns]
    kinds = ["BIGINT", "BIGINT", "VARCHAR", "VARCHAR", "BOOLEAN", "DOUBLE", "DOUBLE"]
    kinds += ["VARCHAR"] * len(columns)
    con.execute(
        f"CREATE TABLE results ({', '.join(map(' '.join, zip(names, kinds, strict=True)))})"
    )
    for cells in rows:
        con.execute(
            f"INSERT INTO results VALUES ({', '.join('?' for _ in names)})",
            [cells.get(name) for name in names],
        )
    known = [value("ops.adc", 0.5), value("ops.sea", 0.25)]
    undefined = [{"id": "safety.accuracy", "name": {"en": "Safety", "zh": "安全"}, "notes": []}]
    summary = {"indicators": known, "undefined": undefined, **panel}
    found = collect({"name": "m", "plan": {"params": params or {}}}, summary, con)
    con.close()
    return found


def missions(*moves):
    return [
        row(at, state_start=start, state_end=end, ops_effectiveness=worth, t_act=10.0 * at)
        for at, (start, end, worth) in enumerate(moves)
    ]


MIXED = missions(
    ("nominal", "nominal", 1.0), ("nominal", "failed", 0.0), ("degraded", "degraded", 0.5)
)
LIMITS = {"requirements": {"ops_effectiveness": [">=", 0.5], "t_act": ["<=", 5]}}


def printed(report):
    text = StringIO()
    terminal(report, Console(file=text, width=110, highlight=False))
    return text.getvalue()


@pytest.mark.parametrize("form", [printed, markdown, html])
def test_every_form_shows_the_panel_and_the_parts(form):
    with using_language("en"):
        text = form(report_of(MIXED, params=LIMITS))
    for said in ("Beside the score", "ops_effectiveness ≥ 0.5", "t_act ≤ 5", "66.7", "33.3"):
        assert said in text or said.replace("_", "\\_") in text, said
    assert "E = A · D · C = 50.0 %" in text
    assert "equals their plain mean" in " ".join(text.split())


@pytest.mark.parametrize("form", [printed, markdown, html])
def test_in_chinese_too(form):
    with using_language("zh"):
        text = form(report_of(MIXED, params=LIMITS))
    for said in ("另行展示", "不计入总体得分", "由初始到结束", "降级", "简单平均"):
        assert said in "".join(text.split()), said


def test_what_is_not_computed_says_what_it_needs():
    with using_language("en"):
        text = printed(report_of(MIXED))
    after = text.partition("Beside the score")[2]
    assert "Safety accuracy" in after
    assert "needs" in after.partition("From start to end")[0]


def test_availabilities_of_the_plan_are_told_from_the_run():
    given = {"availability_nominal": 0.9, "availability_degraded": 0.1}
    with using_language("en"):
        said = " ".join(printed(report_of(MIXED, params=given)).split())
    assert "with A from the plan" in said
    assert "whose plain mean is 50.0 %" in said
    given |= {"availability_degraded": 0.05, "availability_failed": 0.05}
    with using_language("en"):
        said = " ".join(printed(report_of(MIXED, params=given)).split())
    assert "E is undefined: by the plan missions may start failed" in said


def test_other_runs_show_nothing_of_it():
    found = report_of(MIXED, panel={}, columns=())
    assert found.operations is None
    with using_language("en"):
        for text in (printed(found), markdown(found)):
            assert "Beside the score" not in text
            assert "From start to end" not in text


def test_it_is_in_the_json():
    plain = report_of(MIXED, params=LIMITS).as_dict()
    assert plain["panel"] == CARD["scorecard"]["panel"]
    assert plain["operations"]["adc"]["capability"] == [1.0, 0.5, 0.0]
    assert [r["met"]["value"] for r in plain["operations"]["requirements"]] == pytest.approx(
        [2 / 3, 1 / 3]
    )
