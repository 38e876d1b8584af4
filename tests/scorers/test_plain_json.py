"""Cells of JSON columns, as objects and as text."""

from __future__ import annotations

from steelyard.scorers.plain_json import number, objects, plain


def test_json_cells():
    assert plain('{"a": 1}') == plain({"a": 1}) == {"a": 1}
    assert plain('"[1]"') == [1]
    assert plain("not json") == "not json"
    assert plain("[" * 5000 + "]" * 5000).startswith("[[")
    assert plain(None) is None
    assert objects('[{"a": 1}, 2, "x"]') == [{"a": 1}]
    assert objects('{"a": 1}') is None
    found = [number(value) for value in (1, True, 0.5, float("nan"), float("inf"), "1", None)]
    assert found == [1.0, 1.0, 0.5, None, None, None, None]
