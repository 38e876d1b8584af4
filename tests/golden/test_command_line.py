"""Every worked example again, through the command line as a person types it."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest

from steelyard.cli.main import main
from tests.golden.test_examples import ROWS, _close


@pytest.mark.parametrize("row", ROWS, ids=[row["algorithm"] for row in ROWS])
def test_the_worked_example_comes_out_of_the_command_line(row, tmp_path, capsys):
    inputs = tmp_path / "inputs.json"
    inputs.write_text(json.dumps(row["inputs"]), "utf-8")
    words = ["compute", row["algorithm"], "--inputs", f"@{inputs}"]
    with contextlib.suppress(SystemExit):
        main([*words, "--params", json.dumps(row["params"])])
    found = json.loads(capsys.readouterr().out)
    for name, expected in row["expected"].items():
        assert found[name] == _close(expected, row["tolerance"])


def test_there_is_an_example_of_every_kind():
    text = (Path(__file__).parent / "examples.jsonl").read_text("utf-8")
    families = {json.loads(line)["algorithm"].partition(".")[0] for line in text.splitlines()}
    assert {"text", "base", "agent", "ir", "adapt", "robust", "port", "collab", "agg", "stat",
            "mcdm", "ops", "corr", "safety"} <= families  # fmt: skip
