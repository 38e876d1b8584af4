from __future__ import annotations

import math
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard
from steelyard.indicators import load_catalog
from steelyard.report import numbers


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.0123, "0.0123"),
        (0.1, "0.100"),
        (1.2345, "1.23"),
        (9.996, "10.0"),
        (99.96, "100"),
        (123.4, "123"),
        (12345.6, "12,346"),
        (-0.5, "−0.500"),
        (1e-12, "1.00e-12"),
        (math.nan, "–"),
        (math.inf, "–"),
    ],
)
def test_three_significant_digits(value, text):
    assert numbers.significant(value) == text


@given(st.floats(1e-6, 999).map(lambda x: x or 1.0))
def test_what_is_read_is_within_half_a_percent(value):
    assert float(numbers.significant(value)) == pytest.approx(value, rel=0.00501)


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.8534, "", "85.3 %"),
        (0.0, "", "0 %"),
        (1.0, "%", "100 %"),
        (1.125, "ratio", "112 %"),
        (0.21449, "s", "0.214 s"),
        (7.3e-06, "s", "7.30 µs"),
        (0.0285, "s", "28.5 ms"),
        (-0.0285, "s", "−28.5 ms"),
        (0.0, "s", "0 s"),
        (754.0, "s", "12.6 min"),
        (14400.0, "s", "4.00 h"),
        (None, "s", "–"),
        (None, "", "–"),
        (3.0, "issues", "3.00 issues"),
    ],
)
def test_values_carry_their_unit_and_none_is_never_zero(value, unit, text):
    assert numbers.value_text(value, unit) == text


@given(st.floats(0, 1, exclude_max=True))
def test_only_all_is_a_hundred_percent(value):
    assert numbers.bare(value, "") != "100"


def test_intervals():
    assert numbers.interval_text(0.791, 0.902, "") == "[79.1, 90.2]"
    assert numbers.interval_text(None, 0.9, "") == ""
    assert numbers.interval_text(0.5, 2, "s") == "[0.500, 2.00]"
    assert numbers.interval_text(0.0881, 0.12, "s") == "[88.1 ms, 0.120 s]"
    assert numbers.interval_text(0, 0.005, "s") == "[0 s, 5.00 ms]"


@pytest.mark.parametrize(
    ("difference", "text"),
    [(None, "–"), (0, "0"), (0.075, "+7.5"), (-0.379, "−37.9"), (0.0004, "+0.04"), (1e-6, "0")],
)
def test_points_have_a_sign_and_one_digit(difference, text):
    assert numbers.points_text(difference) == text


def test_an_indicator_that_is_a_difference_of_shares_is_in_points():
    assert numbers.value_text(-0.1, "points") == "−10.0 pp"
    assert numbers.value_text(0.0, "points") == "0 pp"
    assert numbers.interval_text(-0.2, 0.01, "points") == "[−20.0, +1.0]"
    assert numbers.value_text(-0.1, "") == "−10.0 %"
    gap = load_catalog()["adapt.scene_gap"]
    assert (gap.unit, numbers.in_points(gap.unit)) == ("points", True)
    assert not numbers.is_proportion(gap.unit)


def test_intervals_of_points():
    assert numbers.points_interval_text(-0.034, 0.05) == "[−3.4, +5.0]"
    assert numbers.points_interval_text(None, 0.05) == ""


@pytest.mark.parametrize(
    ("share", "text"),
    [(None, "–"), (0, "0 %"), (0.004, "<1 %"), (0.3125, "31 %"), (0.996, ">99 %"), (1, "100 %")],
)
def test_whole_percent_is_never_all_or_nothing_by_rounding(share, text):
    assert numbers.share_text(share) == text


def test_p_values_and_coefficients():
    assert [numbers.p_text(p) for p in (None, 0.0, 0.0123)] == ["–", "<0.001", "0.012"]
    shown = [numbers.coefficient_text(x) for x in (None, -0.424, 0.5, -0.001)]
    assert shown == ["–", "−0.42", "+0.50", "+0.00"]


def test_ticks_are_short():
    assert [numbers.tick_text(x, "s") for x in (2e-05, 0.02, 0.5)] == ["20 µs", "20 ms", "0.5 s"]


# How a number was formatted by hand before there was one formatter.
_BY_HAND = re.compile(r""":[+,]?\.\d%|\* 100:|replace\("-", "−"\)""")
_ALLOWED = {"i18n/numbers.py", "report/correlation/matrix.py", "report/figures/differences.py"}


def test_percent_and_points_come_from_the_one_formatter():
    package = Path(steelyard.__file__).parent
    found = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if _BY_HAND.search(path.read_text(encoding="utf-8"))
    }
    assert found <= _ALLOWED  # cells of a matrix and ticks of an axis have little room


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (None, "–"),
        (0.0026249, "2.62 ms"),
        (0.0, "0 s"),
        (4.2134, "4.21 s"),
        (59.99, "60.0 s"),
        (725, "12 min 5 s"),
        (12000, "3 h 20 min"),
    ],
)
def test_durations(seconds, text):
    assert numbers.duration_text(seconds) == text


def test_moments():
    assert numbers.moment_text("2026-03-01T10:22:33+00:00") == "2026-03-01 10:22:33 UTC"
    assert numbers.moment_text(0) == "1970-01-01 00:00:00 UTC"
    assert numbers.moment_text("2026-03-01T18:22:33+08:00") == "2026-03-01 18:22:33 UTC+08:00"
    assert numbers.moment_text("yesterday") == "yesterday"
    assert numbers.moment_text(1e300) == "1e+300"


def test_sizes():
    sizes = [None, 12, 61234, 5e9, 5e13]
    assert [numbers.size_text(size) for size in sizes] == [
        *("–", "12.0 B", "61.2 kB", "5.00 GB", "50.0 TB"),
    ]


def test_a_count_is_whole_and_needs_no_unit():
    assert numbers.value_text(3.0, "count") == "3"
    assert numbers.value_text(12345.0, "count") == "12,345"
    assert numbers.value_text(0.5, "count") == "0.500"
