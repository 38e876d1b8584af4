"""Log lines: one per event, whatever is in them, and no secret."""

from __future__ import annotations

import io
import json
import logging

import pytest

from steelyard.server.logs import about, configure_logs
from tests.server.conftest import make_settings


@pytest.fixture
def lines(tmp_path):
    """Return a function that logs in a format and gives the lines; it is undone afterwards."""
    root = logging.getLogger()
    before = root.handlers[:], root.level
    stream = io.StringIO()

    def configure(log_format, **always):
        configure_logs(make_settings(tmp_path, log_format=log_format), stream, **always)
        return lambda: stream.getvalue().splitlines()

    yield configure
    logging.captureWarnings(capture=False)
    root.handlers[:], root.level = before


HOSTILE = "a\nb\r\x1b[31mc\u2028d\x00\ud800"
log = logging.getLogger("steelyard.test")


def test_nothing_begins_a_line_of_its_own(lines):
    written = lines("text")
    log.warning("path %s", HOSTILE, extra={"facts": {"agent": HOSTILE, "n": 3, "none": None}})
    try:
        raise ValueError(HOSTILE)
    except ValueError:
        log.exception("failed")
    found = written()
    assert sum(line.startswith("2") for line in found) == 2
    assert all(line.startswith(("2", "  | ")) for line in found)
    assert all(line.isprintable() for line in found)
    assert found[0].endswith(r'agent="a\nb\r\u001b[31mc\u2028d\u0000\\ud800" n=3')


def test_a_line_of_json_is_an_object(lines):
    written = lines("json", worker="w-0")
    with about(task="t1"):
        log.warning("path %s", HOSTILE, extra={"facts": {"status": 200}})
    log.info("after")
    first, second = map(json.loads, written())
    assert first["message"].startswith("path a\nb\r")
    assert (first["worker"], first["task"], first["status"]) == ("w-0", "t1", 200)
    assert first["level"] == "warning"
    assert first["time"].endswith("Z")
    assert "task" not in second


@pytest.mark.parametrize("log_format", ["text", "json"])
@pytest.mark.parametrize(
    "said",
    [
        "token syt_hunter22hunter22",
        "Authorization: Bearer hunter22hunter22",
        "postgresql://me:hunter22@host/name",
        "password=hunter22 next",
        "{'password': 'hunter22'}",
        '"api_key": "hunter22"',
        "Cookie: steelyard_session=hunter22",
        "steelyard_session=hunter22; other",
    ],
)
def test_what_looks_like_a_secret_is_struck_out(lines, log_format, said):
    written = lines(log_format)
    log.warning("%s", said, extra={"facts": {"more": said}})
    try:
        raise ValueError(said)
    except ValueError:
        log.exception("failed")
    text = "\n".join(written())
    assert "hunter22" not in text
    assert "failed" in text


def test_an_ordinary_sentence_is_left_alone(lines):
    written = lines("text")
    log.info("task 01h asked http://127.0.0.1:8000/v1 for 3 passwords", extra={"facts": {"a": "x"}})
    assert "asked http://127.0.0.1:8000/v1 for 3 passwords a=x" in written()[0]
