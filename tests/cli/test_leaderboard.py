"""`steelyard leaderboard` as a person runs it."""

from __future__ import annotations

import json

import pytest

from tests.analysis.ranked_runs import make_run
from tests.cli.shell import steelyard

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ranked")
    make_run(folder / "runs" / "good", 0.9, 1, n=60)
    make_run(folder / "runs" / "bad", 0.3, 2, n=60)
    make_run(folder / "short", 0.3, 2, n=30)
    return folder


def test_a_folder_of_runs(runs):
    done = steelyard("leaderboard", "runs/", cwd=runs)
    assert done.code == 0, done.err
    assert done.out.startswith("good is first with ")
    assert "beyond chance" in done.out
    chinese = steelyard("--lang", "zh", "leaderboard", "runs/", cwd=runs)
    assert "名次区间" in chinese.out


def test_one_document_for_programs(runs):
    done = steelyard("leaderboard", "runs", "--json", "--indicators", "base.accuracy", cwd=runs)
    board = json.loads(done.out)
    assert [line["name"] for line in board["lines"]] == ["good", "bad"]
    assert board["columns"][-1]["id"] == "base.accuracy"


def test_files_and_mistakes(runs):
    done = steelyard("leaderboard", "runs", "-o", "board.csv", cwd=runs)
    assert done.code == 0
    assert (runs / "board.csv").read_text("utf-8-sig").startswith("rank,name,score")
    other = steelyard("leaderboard", "runs", "short", cwd=runs)
    assert other.code == 1
    assert "--shared" in other.err
    both = steelyard("leaderboard", "runs", "--shared", "--unpaired", cwd=runs)
    assert (both.code, both.out) == (2, "")
