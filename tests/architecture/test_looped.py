"""A test with many values tries them all, and tells each that failed."""

from __future__ import annotations

import pytest

from tests.looped import looped


def test_every_value_is_tried_and_every_failure_told():
    seen = []

    @looped("seed", (1, 2))
    @looped(("n", "text"), [(3, "a"), pytest.param(4, "b", id="four"), (5, "c")])
    def test(n, text, seed):
        seen.append((n, text, seed))
        if n > 3:
            assert n == 3, f"seed {seed}"

    with pytest.raises(pytest.fail.Exception) as failed:
        test()
    assert seen == [
        (n, text, seed) for seed in (1, 2) for n, text in [(3, "a"), (4, "b"), (5, "c")]
    ]
    told = str(failed.value)
    assert told.startswith("2 of 2 failed")
    assert told.count("2 of 3 failed") == 2
    assert "[four]" in told
    assert "[5-'c']" in told
    assert "seed 2" in told
    assert "test_looped.py:" in told


def test_fixtures_are_given(tmp_path):
    @looped("n", range(3), ids=["one", "two", "three"])
    def test(n, tmp_path):
        assert tmp_path.exists()
        raise KeyError(n)

    with pytest.raises(pytest.fail.Exception, match=r"3 of 3 failed\n\n\[one\]"):
        test(tmp_path=tmp_path)


def test_what_would_be_lost_is_refused():
    with pytest.raises(AssertionError, match="no values"):
        looped("n", [])
    with pytest.raises(AssertionError, match="no marks"):
        looped("n", [pytest.param(1, marks=pytest.mark.slow)])
    with pytest.raises(AssertionError, match="m"):
        looped("m", [1])(lambda n: None)
