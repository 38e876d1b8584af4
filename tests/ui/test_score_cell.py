"""The score of a list says which number it is."""

from __future__ import annotations

import pytest

from steelyard.i18n import using_language
from steelyard.server.db.tables import Run
from steelyard.server.library.seen import scored
from steelyard.ui.pages.agents import trend_score
from steelyard.ui.pages.runs import score_cell


@pytest.mark.parametrize(
    ("measure", "language", "said"),
    [
        ("base.accuracy", "en", "68.9 % [67.0, 70.7] · Pass rate"),
        ("base.accuracy", "zh", "68.9 % [67.0, 70.7] · 通过率"),
        ("overall", "en", "68.9 % [67.0, 70.7] · Overall score"),
        ("ir.ndcg_at_10", "en", "68.9 % [67.0, 70.7] · nDCG@10"),
        (None, "en", "68.9 % [67.0, 70.7] · Overall score"),  # of before headlines
    ],
)
def test_the_kind_of_number_is_named(measure, language, said):
    headline = {"measure": measure, "score": 0.689, "ci_low": 0.67, "ci_high": 0.707}
    with using_language(language):
        assert score_cell(headline) == (said, 0.689, 0.67, 0.707)


def test_no_number_has_no_name():
    assert score_cell({"measure": "base.accuracy", "score": None}) is None


@pytest.mark.parametrize(
    ("measure", "provenance", "language", "said"),
    [
        ("base.accuracy", "measured", "en", "Pass rate · measured"),
        ("base.accuracy", "declared", "zh", "通过率 · 申报"),
        ("overall", "claimed", "en", "Overall score · partly claimed"),
        ("overall", "claimed", "zh", "总体得分 · 含自称"),
    ],
)
def test_the_source_is_said(measure, provenance, language, said):
    headline = {"measure": measure, "score": 0.689, "provenance": provenance}
    with using_language(language):
        assert score_cell(headline)[0] == f"68.9 % · {said}"


def test_a_trend_says_the_same_of_its_last_run():
    run = Run(
        id="r1",
        name="run",
        project_id="p1",
        score=0.689,
        headline={"measure": "overall", "score": 0.689, "provenance": "claimed"},
    )
    with using_language("en"):
        assert trend_score((scored(run),)) == score_cell(run.headline)
