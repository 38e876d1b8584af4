from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from steelyard.report.content import Bin
from steelyard.report.svg import axis, histogram, interval_bar

share = st.floats(0, 1)


def drawn(markup: str, name: str) -> list[dict[str, str]]:
    return [e.attrib for e in ET.fromstring(markup).iter() if e.get("class") == name]


@given(share, share, share)
def test_the_dot_is_where_the_value_is_and_the_bar_where_the_interval_is(value, a, b):
    low, high = sorted((a, b))
    markup = interval_bar(value, low, high, label="x", width=110)
    (dot,), (bar,) = drawn(markup, "dot"), drawn(markup, "ci")
    assert abs(float(dot["cx"]) - (5 + 100 * value)) <= 0.051
    assert abs(float(bar["x"]) - (5 + 100 * low)) <= 0.051
    assert abs(float(bar["width"]) - max(1, 100 * (high - low))) <= 0.051


@given(st.floats(-1e9, 1e9), st.floats(0, 1e9))
def test_nothing_is_drawn_outside(value, top):
    (dot,) = drawn(interval_bar(value, None, None, label="x", top=top, width=110), "dot")
    assert 5 <= float(dot["cx"]) <= 105


def test_an_undefined_value_has_no_dot():
    markup = interval_bar(None, None, None, label="–")
    assert drawn(markup, "dot") == drawn(markup, "ci") == []


def test_labels_are_escaped():
    for markup in (
        interval_bar(0.5, None, None, label='"><script>'),
        axis(("<b>", "&")),
        histogram([Bin(1, 10, 1)], {"<P50>": 2}, label='"<'),
    ):
        ET.fromstring(markup)
        assert "<script" not in markup


def test_histogram_bars_grow_with_their_counts_and_marks_stand_at_their_seconds():
    bins = [Bin(0.01, 0.1, 10), Bin(0.1, 1, 1000), Bin(1, 10, 0)]
    markup = histogram(bins, {"P50": 0.1}, label="x")
    heights = [float(bar["height"]) for bar in drawn(markup, "column")]
    assert heights[0] * 100 > heights[1] > heights[0] > 0 == heights[2]
    (mark,) = drawn(markup, "mark")
    second = drawn(markup, "column")[1]
    assert abs(float(mark["x1"]) - float(second["x"])) < 1


def test_a_histogram_of_equal_seconds_still_has_a_scale():
    markup = histogram([Bin(0.250, 0.262, 5)], {"P50": 0.25}, label="x")
    assert re.findall(r">([\d.]+ s)<", markup)[:2] == ["0.25 s", "0.262 s"]
