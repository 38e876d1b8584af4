"""`steelyard correlate` from the command line."""

from __future__ import annotations

import json

import pytest

from steelyard import evaluate
from tests.cli.shell import steelyard

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    path = tmp_path_factory.mktemp("runs") / "one"
    asked = [
        {"input": "x" * (at % 9 + 1), "answer": str(at % 2), "metadata": {"scene": f"s{at % 3}"}}
        for at in range(36)
    ]
    evaluate(lambda text: str(len(text) % 2), asked, out=path, name="one")
    return path


def test_json_is_one_document(run):
    done = steelyard("correlate", run, "--json")
    assert done.code == 0
    found = json.loads(done.out)
    assert (found["unit"], found["n"], found["runs"]) == ("case", 36, ["one"])


def test_a_file_is_written_in_the_format_of_its_ending(run, tmp_path):
    target = tmp_path / "found.md"
    done = steelyard("correlate", run, "-o", target, "--columns", "passed,input_chars")
    assert done.code == 0
    assert done.out == ""
    assert target.read_text("utf-8").startswith("# How measures go together")


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--columns", "nonsense"], 1, "nonsense"),
        (["--control", "latency_s", "--unit", "scene"], 1, "latency_s"),
        (["--unit", "run"], 1, "--unit case"),
        (["--unit", "week"], 2, "found 'week'; allowed: one of case, scene, run"),
        (["--seed", "-1"], 2, "from 0 to"),
        (["--columns", "metadata."], 1, "'metadata.'"),
        (["--confidence", "2"], 1, "2.0"),
        (["--to", "docx"], 1, "docx"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_breaks(run, options, code, said):
    done = steelyard("correlate", run, *options)
    assert done.code == code
    assert said in done.err
    assert "Traceback" not in done.err


def test_help_teaches_in_both_languages():
    for language, words in (("en", "Examples:"), ("zh", "示例：")):
        done = steelyard("--lang", language, "correlate", "--help")
        assert words in done.out
        assert "steelyard correlate runs/nightly --control difficulty" in done.out
