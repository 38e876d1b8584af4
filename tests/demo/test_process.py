"""The demo agent as a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request

import pytest

VARIABLE = "STEELYARD_DEMO_NOTES"


def start(tmp_path, **variables):
    env = {name: value for name, value in os.environ.items() if name != VARIABLE}
    return subprocess.Popen(
        [sys.executable, "-m", "steelyard.demo"],
        cwd=tmp_path,
        env=env | {"STEELYARD_LANG": "en"} | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize(
    ("variables", "output", "complaint"),
    [
        ({VARIABLE: "knowledge.jsonl"}, "Port 80", ""),
        ({}, "I don't know.", "names no file of notes (found: –)"),
        ({VARIABLE: "nowhere.jsonl"}, "I don't know.", "(found: nowhere.jsonl)"),
    ],
)
def test_its_notes_are_what_the_environment_says(tmp_path, variables, output, complaint):
    with start(tmp_path, **variables) as process:
        url = re.search(r"http://\S+", process.stdout.readline())[0]
        question = b'{"input": "What is the default port of HTTP?"}'
        with urllib.request.urlopen(urllib.request.Request(url, question)) as response:
            assert output in response.read().decode()
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=100)
    assert process.returncode == 0
    assert complaint in errors
    assert bool(complaint) == bool(errors)
    assert not list(tmp_path.iterdir())
