"""`steelyard figures` and `Run.figures` on a real run."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import steelyard
from steelyard.cli.figures_command import command
from steelyard.errors import InputError
from steelyard.i18n import using_language

CASES = [
    {"input": f"{n}?", "answer": str(n), "scene": f"s{n % 3}"}
    for n in range(30)
]  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    out = tmp_path_factory.mktemp("runs") / "small"
    return steelyard.evaluate(lambda text: text[:-1] if len(text) < 3 else "no", CASES, out=out)


@pytest.mark.slow
def test_a_run_has_its_figures(run):
    ids = [figure.id for figure in run.figures]
    assert {"indicators", "scenes", "latency"} <= set(ids)
    scenes = run.figure("scenes")
    assert [row[-1] for row in scenes.table.rows] == [10, 10, 10]
    assert sum(row[1] * row[-1] for row in scenes.table.rows) == pytest.approx(10)
    with pytest.raises(InputError, match="'flips'"):
        run.figure("flips")


@pytest.mark.slow
def test_a_comparison_and_a_leaderboard_have_theirs(run, tmp_path):
    other = steelyard.evaluate(lambda text: text[:-1], CASES, out=tmp_path / "other")
    compared = steelyard.compare(run, other)
    flips = compared.figure("flips")
    assert {row[0].en: row[1] for row in flips.table.rows} == {
        "passed by both": 10,
        "broken": 0,
        "fixed": 20,
        "failed by both": 0,
    }
    assert "scores" in [figure.id for figure in steelyard.leaderboard(run, other).figures]


@pytest.mark.slow
def test_the_page_is_written_beside_the_run(run):
    done = CliRunner().invoke(command, [str(run.path)], catch_exceptions=False)
    assert done.exit_code == 0
    page = (run.path / "figures.html").read_text("utf-8")
    for figure in run.figures:
        assert f'data-figure="{figure.id}"' in page
    assert f"{len(run.figures)} figures" in done.stderr


def test_json_holds_what_plotly_draws_and_the_numbers(run, tmp_path):
    import plotly.graph_objects as go

    path = tmp_path / "scenes.json"
    with using_language("zh"):
        CliRunner().invoke(
            command,
            [str(run.path), "--only", "scenes", "-o", str(path), "--theme", "dark"],
            catch_exceptions=False,
        )
    content = json.loads(path.read_bytes())
    assert (content["language"], content["theme"]) == ("zh", "dark")
    (figure,) = content["figures"]
    made = go.Figure(data=figure["data"], layout=figure["layout"])
    assert made.layout.title.text == figure["title"] == "逐场景表现"
    assert made.layout.template.layout.paper_bgcolor == "#171d2b"
    assert len(figure["table"]) == 3


def test_the_list_names_ids_and_titles(run):
    done = CliRunner().invoke(command, [str(run.path), "--list"], catch_exceptions=False)
    listed = [tuple(line.split(maxsplit=1)) for line in done.stdout.splitlines()]
    assert listed == [(figure.id, figure.title.en) for figure in run.figures]
