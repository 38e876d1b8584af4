"""The page of all comparisons says what was measured, what is short and why, what is missing."""

from __future__ import annotations

import json

import pytest

from benchmarks import suite
from benchmarks.machine import WAITING
from benchmarks.shortfalls import SHORTFALLS, UNEXPLAINED
from benchmarks.suite_page import PAGE, page
from benchmarks.suite_table import number
from tests.benchmarks.found import GONE, found


def section(text, title):
    return text.partition(f"## {title}\n\n")[2].partition("\n## ")[0]


def test_every_line_with_a_goal_is_in_one_table():
    text = section(page(found()), "Goals")
    assert (
        "| start-up: `steelyard --help` |  | 0.07 CPU s (0.06–0.09) |  |  | ≤ 0.15 CPU s | met |"
        in text
    )
    assert (
        "| runner: CPU per case | raw aiohttp 3.14.5 | 0.25 CPU ms | 0.15 CPU ms "
        "| 1.75 × theirs (1.50–2.00) | ≤ 2 × | met |" in text
    )
    assert "3.00 × ours (2.00–4.00) | ≥ 4 × | **short** |" in text
    assert "without a goal" not in text


def test_a_missing_peer_stands_in_the_table_and_in_a_list():
    text = page(found())
    assert f"| {GONE.missing} | ≥ 50 × | not measured |" in section(text, "Goals")
    expected = f"- runner: CPU per case, against Inspect AI: {GONE.missing}"
    assert section(text, "Not measured").strip() == expected
    assert "4 goals were measured: 2 met, 2 short. 1 lines could not be measured." in text


def test_what_is_short_is_explained_or_says_that_it_is_not():
    text = section(page(found()), "Short of the goal")
    known = SHORTFALLS["retrieval/scattered-queries/*"]
    assert f"| 3.00 | ≥ 4 | {known.why} | {known.next_step} |" in text
    assert f"| 2.00 | ≥ 5 | {UNEXPLAINED.why} | {UNEXPLAINED.next_step} |" in text


def test_lines_without_a_goal_have_a_table_of_their_own():
    text = section(page(found()), "Without a goal")
    assert (
        "| text: without a goal | sacreBLEU 2.6.0 | 10.0 CPU µs | 1,234 CPU µs | 123 × ours |"
        in text
    )


def test_growth_is_shown_when_it_was_measured():
    text = section(page(found()), "Growth")
    assert "| stage | 1,000 rows | 10,000 rows | time exponent | memory exponent |" in text
    assert "| score | 0.5 s, 80.0 MB | 5.00 s, 81.0 MB | 1.00 | 0.01 |" in text
    assert "| report | 0.1 s, 70.0 MB |  |  |  |" in text
    assert "## Growth" not in page(found(growth=None))


def test_the_page_says_how_busy_the_machine_was():
    assert "When it began, 0.3 processes wanted one of 2 cores" in page(found())


def test_a_quick_run_and_a_failed_comparison_are_said_to_be_so():
    failed = {"runner": {"failed": "ended with exit code 1", "seconds": 2.0}}
    text = page(found(quick=True, comparisons=failed))
    assert "**This was a quick run**" in text
    assert "**`runner` failed**: ended with exit code 1." in text


@pytest.mark.parametrize(
    ("value", "shown"), [(1234.4, "1,234"), (12.34, "12.3"), (1.234, "1.23"), (0.01234, "0.0123")]
)
def test_numbers_have_about_three_figures(value, shown):
    assert number(value) == shown


def test_the_page_is_in_step_with_the_numbers():
    kept = json.loads(suite.RESULT.read_text("utf-8"))
    assert PAGE.read_text("utf-8") == page(kept)


def test_what_was_measured_again_takes_its_old_place_and_is_said():
    old = found()["measures"]
    fresh = [{**old[4], "title": "anew"}]
    names = [one["id"] for one in suite.replaced(old, "text", fresh)]
    assert names == [*(one["id"] for one in old[:4]), "text/unknown"]
    assert suite.replaced(old, "journal", fresh) == [*old, *fresh]
    again = {"failed": "", "seconds": 1.0, "again": "2026-01-05", WAITING: "0.1"}
    text = page(found(comparisons={"text": again}))
    assert "*text* were measured again on 2026-01-05, when 0.1 processes wanted a core." in text
    assert "again" not in page(found()).partition("## Goals")[0]
