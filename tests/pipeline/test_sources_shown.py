"""Every surface of a real run says where its numbers come from, and all say the same number."""

from __future__ import annotations

import csv
from io import StringIO

import orjson
import pytest
from rich.console import Console

import steelyard
from steelyard.analysis.comparison import compare_runs
from steelyard.bundle import Bundle
from steelyard.bundle.overrides import derive
from steelyard.cli.scorecard_tree import show_run
from steelyard.i18n import using_language
from steelyard.interop.exports import export_run
from steelyard.interop.exports.mlflow import source_tags
from steelyard.pipeline import Options, rescore, run
from steelyard.plan import load_plan, make_plan
from steelyard.pytest_plugin.explain import score_line
from steelyard.report import html, terminal
from steelyard.report.comparison.sentences import own_reports
from steelyard.report.job_summary import job_summary
from steelyard.report.markdown import markdown
from steelyard.report.numbers import value_text
from steelyard.report.scorecard import walk
from steelyard.report.tables import tables_of
from steelyard.scorecards import read_headline
from steelyard.server.tasks import runs as listed
from tests.ui.missions import write_missions

CASES = [
    {"id": f"c{at}", "input": f"what is {at} + 1?", "expected_output": str(at + 1),
     "scene": f"s{at % 2}"}
    for at in range(40)
]  # fmt: skip


def answer(text):
    number = int(str(text).split()[2])
    said = str(number + 1) if number % 4 else "no idea"
    return {"output": said, "completed": True}


def printed(report, language="en"):
    text = StringIO()
    with using_language(language):
        terminal(report, Console(file=text, width=110, highlight=False), everything=True)
    return text.getvalue()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Runs of one agent: measured only, with a claim accepted, with values of the dataset."""
    folder = tmp_path_factory.mktemp("runs")
    declared = [case | {"completed": at % 2 == 0} for at, case in enumerate(CASES)]
    plans = {"measured": {}, "claimed": {"accept": ["completed"]}, "declared": {}}
    return {
        name: steelyard.evaluate(
            answer,
            declared if name == "declared" else CASES,
            out=folder / name,
            name=name,
            scorecard="default",
            **plan,
        )
        for name, plan in plans.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize("source", ["measured", "declared", "claimed"])
def test_tables_of_scenes_say_their_source(made, source):
    report = made[source].content
    line = "Source: measured" + ("" if source == "measured" else f"; {source}: Completion")
    assert f"{line}\n" in printed(report)
    assert f"\n{line}\n" in markdown(report)
    assert line in html(report, drawn=False)
    [table] = [table for table in tables_of(report) if table.id == "breakdowns"]
    at = [column.title.en for column in table.columns].index("Source")
    assert {row[at].en for row in table.rows} == {"measured", source}


@pytest.mark.slow
def test_the_same_in_chinese(made):
    assert "来源：实测；自称：完成率\n" in printed(made["claimed"].content, "zh")


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("measured", "measured"),
        ("declared", "partly declared"),
        ("claimed", "partly claimed"),
    ],
)
def test_the_first_number_says_its_source_wherever_it_is_shown(made, source, word):
    found = made[source]
    score = value_text(found.score, "%")
    assert repr(found).startswith(f"<Run '{source}': Overall score {score} ({word}), 40 rows")
    assert f"({word})" in score_line(found)
    kept = listed.read_headline(found.path)["headline"]
    assert (kept["measure"], kept["score"]) == ("overall", found.score)
    assert kept["provenance"] == source
    assert f"| {word} |" in job_summary(found.content)


def test_exports_name_the_columns_that_were_not_measured(made, tmp_path):
    written = export_run(made["claimed"].path, "csv", tmp_path / "claimed.csv")
    assert [note.names for note in written.notes if note.code == "claimed_columns"] == [
        ("completed",)
    ]
    with (tmp_path / "claimed.csv").open(encoding="utf-8") as file:
        assert {row["claimed_columns"] for row in csv.DictReader(file)} == {"completed"}
    export_run(made["measured"].path, "csv", tmp_path / "measured.csv")
    assert b"claimed_columns" not in (tmp_path / "measured.csv").read_bytes()
    tags = source_tags(made["claimed"].summary)
    assert set(tags) == {"steelyard.claimed"}
    assert tags["steelyard.claimed"].startswith("overall, base.completion_rate")
    assert source_tags(made["measured"].summary) == {}


def test_events_say_the_source_of_each_score(made, tmp_path):
    export_run(made["measured"].path, "otel", tmp_path / "events.jsonl")
    text = (tmp_path / "events.jsonl").read_text("utf-8")
    assert "steelyard.provenance" in text
    assert '"measured"' in text


def test_completed_and_wrong_says_who_says_completed(made):
    said = {name: printed(found.content) for name, found in made.items()}
    assert "cases that the agent claims to have completed" in " ".join(said["claimed"].split())
    assert "cases that the dataset declares as completed" in " ".join(said["declared"].split())
    assert "claims to have completed" not in said["measured"]


def test_the_tree_of_a_scorecard_says_the_sources_of_its_leaves(made, capsys):
    show_run(made["claimed"].summary)
    assert "Source: measured; claimed: Scene coverage\n" in capsys.readouterr().out
    show_run(made["measured"].summary)
    assert "Source: measured\n" in capsys.readouterr().out


def test_correlations_say_the_sources_of_what_they_relate(made, tmp_path):
    measures = {
        one.id: one.provenance for one in steelyard.correlate(made["declared"]).content.measures
    }
    assert measures["completed"] == "declared"
    assert measures["passed"] == "measured"
    said = str(steelyard.correlate(made["declared"]))
    assert "Source: measured; declared: Completed" in said
    assert "The four relations · Source: partly declared" in said
    assert "The four relations · Source: measured" in str(steelyard.correlate(made["measured"]))


@pytest.mark.slow
def test_compare_shows_the_score_of_the_reports_also_after_scoring_again(made, tmp_path):
    base = Bundle(made["measured"].path)
    values = base.manifest.values
    overrides = [{"row": at, "passed": True} for at in range(0, 40, 4)]
    people = tmp_path / "people"
    people.mkdir()
    derive(base, people, overrides, {"run_id": "people", "base": str(tmp_path)})
    plan = make_plan(values["plan"], source="test")
    rescore(Bundle(people), plan, Options())
    for other in (Bundle(people), Bundle(made["claimed"].path)):
        comparison = compare_runs(base, other)
        said = own_reports(comparison)
        for bundle, side in ((base, comparison.base), (other, comparison.runs[0].run)):
            shown = read_headline(bundle.summary())
            assert side.headline["value"] == shown.value
            assert side.headline["provenance"] == shown.provenance
            assert f"Overall score {value_text(shown.value, '')}" in said
        overall = comparison.runs[0].overall
        assert overall.base == pytest.approx(read_headline(base.summary()).value)
        assert overall.new == pytest.approx(read_headline(other.summary()).value)
    before, after = (read_headline(Bundle(path).summary()) for path in (base.path, people))
    assert after.value > before.value  # what people decided counts


@pytest.mark.slow
def test_a_number_has_one_name_and_one_value(tmp_path):
    """Quality of the loop was one number on one page and another one elsewhere."""
    plan = write_missions(tmp_path, 24)
    bundle = run(load_plan(plan), tmp_path, tmp_path / "run", Options())
    report = steelyard.load_run(bundle.path).content
    found = next(one for one in report.indicators if one.id == "ops.ooda")
    shown = value_text(found.value, found.unit)
    named: dict[str, set[str]] = {}
    numbers = [(one.name, one.value) for one in report.indicators if one.unit == ""]
    numbers += [(part.name, part.score) for part in walk(report.scorecard)]
    for name, value in numbers:
        if value is not None:
            for language in (name.en, name.zh):
                named.setdefault(language, set()).add(value_text(value, "%"))
    assert {name: values for name, values in named.items() if len(values) > 1} == {}
    assert named["Quality of the loop"] == named["环节质量"] == {shown}
    assert shown in printed(report).split("Quality of the loop")[1].split("\n")[0]
    assert shown in markdown(report).split("Quality of the loop |")[1].split("\n")[0]
    plain = orjson.loads((bundle.path / "report.json").read_bytes())
    [kept] = [one for one in plain["indicators"] if one["id"] == "ops.ooda"]
    assert kept["value"] == found.value
