from __future__ import annotations

import re
from pathlib import Path

import pytest

from steelyard.agents.failures import BY_STATUS, parse_retry_after, verdict_on
from steelyard.agents.secrets import Secrets
from steelyard.errors import AgentSetupError


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None),
        ("0", 0),
        ("120", 120),
        ("1.5", 1.5),
        ("-3", 0),
        ("nan", None),
        ("inf", None),
        ("soon", None),
        ("", None),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0),  # the past means now; date from RFC 9110, 10.2.3
        ("Wed, 21 Oct 2015 07:28:00 -0000", 0),
    ],
)
def test_retry_after(header, seconds):
    assert parse_retry_after(header) == seconds


def test_the_guide_has_the_table_of_statuses():
    guide = Path(__file__).parents[2].joinpath("docs/guide/agents.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\d, ]+) \| (agent|infra) \| (yes|no) \| (.*?) \|", guide, re.M)
    documented = {int(code): row[1:] for row in rows for code in row[0].split(",")}
    assert set(BY_STATUS) <= set(documented)
    for status, (kind, again, more) in documented.items():
        verdict = verdict_on(status)
        assert (verdict.kind, verdict.retryable) == (kind, again == "yes")
        assert verdict.fatal == ("stops" in more)
        assert verdict.throttled == ("slows" in more)


@pytest.fixture
def secrets(monkeypatch):
    monkeypatch.setenv("S_LONG", "Bearer abcdefghijkl")
    monkeypatch.setenv("S_SHORT", " EMPTY\n")
    known = Secrets({"Authorization": "S_LONG", "key": "S_SHORT"})
    assert known.read() == {"Authorization": "Bearer abcdefghijkl", "key": "EMPTY"}
    return known


def test_errors_lose_every_secret(secrets):
    assert secrets.scrub("Bearer abcdefghijkl, abcdefghijkl, EMPTY") == "***, ***, ***"


def test_replies_keep_placeholders_that_are_words(secrets):
    value = {"a": ["list is EMPTY", 1, None], "abcdefghijkl": "x abcdefghijkl y"}
    assert secrets.clean(value) == {"a": ["list is EMPTY", 1, None], "***": "x *** y"}


def test_repr_names_variables_only(secrets):
    assert repr(secrets) == "Secrets(S_LONG, S_SHORT)"


def test_a_line_break_inside_a_secret_is_refused_without_showing_it(monkeypatch):
    monkeypatch.setenv("S_BROKEN", "abc\r\nX-Injected: def")
    with pytest.raises(AgentSetupError, match="S_BROKEN") as caught:
        Secrets({"Authorization": "S_BROKEN"}).read()
    assert "Injected" not in str(caught.value)
