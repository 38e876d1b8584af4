"""`steelyard compare` and `steelyard power`, as people run them."""

from __future__ import annotations

import json

import pytest
from junitparser import JUnitXml

import steelyard as library
from tests.analysis.comparison_runs import verdicts, write_run
from tests.cli.shell import steelyard

SCENES = [f"s{at % 2}" for at in range(60)]


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    for name, every in (("old", 3), ("new", 20)):
        rows = verdicts([at % every > 0 for at in range(60)], scene=SCENES)
        write_run(folder / name, rows)
    return folder


@pytest.mark.slow
def test_it_says_the_verdict_first(runs):
    done = steelyard("compare", runs / "old", runs / "new")
    assert done.code == 0
    assert done.out.startswith("new is better than old overall: +22.7 points [")
    assert "19 cases fixed, 2 broken" in " ".join(done.out.split())
    chinese = steelyard("compare", runs / "old", runs / "new", "--lang", "zh")
    assert chinese.out.startswith("new 总体优于 old：+22.7 个百分点")


@pytest.mark.slow
def test_a_gate_that_fails_gives_exit_code_3(runs):
    gate = "flips: broken <= 0"
    fine = "overall: ci_low > -0.02"
    done = steelyard("compare", runs / "old", runs / "new", "--fail-on", gate, "--fail-on", fine)
    assert done.code == 3
    assert f"✗ {gate} · found 2" in done.out
    assert gate in done.err
    assert "✓ overall: ci_low > -0.02" in done.out


@pytest.mark.slow
def test_json_is_one_document_also_when_a_gate_fails(runs):
    done = steelyard(
        "compare", runs / "old", runs / "new", "--json", "--fail-on", "flips: broken <= 0"
    )
    assert done.code == 3
    content = json.loads(done.out)
    assert content["kind"] == "comparison"
    assert content["gates"][0]["passed"] is False
    assert "flips: broken <= 0" in done.err


@pytest.mark.slow
def test_a_gate_on_a_group_breaks_down_by_its_column(runs):
    gate = "expected_output.answer c0000: value >= 0"
    found = library.compare(runs / "old", runs / "new", by=["scene"], fail_on=[gate])
    assert found.passed
    assert list(found.content.runs[0].slices) == ["scene", "expected_output"]
    done = steelyard("compare", runs / "old", runs / "new", "--by", "scene", "--fail-on", gate)
    assert done.code == 0, done.err


def test_a_wrong_gate_is_found_before_anything_is_compared(runs):
    done = steelyard("compare", runs / "old", runs / "new", "--fail-on", "overall ci_low")
    assert (done.code, done.out) == (1, "")
    assert "overall ci_low" in done.err


@pytest.mark.slow
@pytest.mark.parametrize(("to", "beginning"), [("md", b"# new compared"), ("json", b"{")])
def test_files_are_written(runs, tmp_path, to, beginning):
    target = tmp_path / f"found.{to}"
    done = steelyard("compare", runs / "old", runs / "new", "-o", target)
    assert (done.code, done.out) == (0, "")
    assert str(target) in done.err
    assert target.read_bytes().startswith(beginning)


@pytest.mark.slow
def test_the_summary_of_the_job_is_appended_to(runs, tmp_path):
    target = tmp_path / "summary.md"
    target.write_text("before\n")
    words = ("compare", runs / "old", runs / "new", "--summary")
    done = steelyard(*words, GITHUB_STEP_SUMMARY=str(target))
    assert done.code == 0
    assert target.read_text(encoding="utf-8").startswith("before\n")
    assert "new" in target.read_text(encoding="utf-8")


@pytest.mark.slow
def test_test_results_list_every_flip_whatever_the_terminal_shows(tmp_path):
    for name, passed in (("all", True), ("none", False)):
        rows = verdicts([passed] * 30)
        write_run(tmp_path / name, [{**row, "scene": f"s{at % 2}"} for at, row in enumerate(rows)])
    target = tmp_path / "flips.xml"
    both = (tmp_path / "all", tmp_path / "none")
    assert steelyard("compare", *both, "--flips", "0", "--to", "junit", "-o", target).code == 0
    document = JUnitXml.fromfile(str(target))
    assert (document.tests, document.failures) == (30, 30)
    for suite in document:
        assert {one.name: one.value for one in suite.properties()} == {"broken": "15", "fixed": "0"}


def test_wrong_words_are_explained(runs, tmp_path):
    for words, code, said in (
        (("compare", runs / "old"), 2, "NEW"),
        (("compare", runs / "old", tmp_path), 1, str(tmp_path)),
        (("compare", runs / "old", runs / "new", "--flips", "-1"), 2, "--flips: found -1"),
        (("power", "--see", "nan"), 1, "must be above 0"),
        (("power", "--see", "1e-200"), 1, "too small"),
        (("power", "--see", "much"), 2, "it must be a number"),
        (("power", "--see", "0.02", runs / "old", runs / "new", runs / "old"), 1, "3 runs"),
    ):
        done = steelyard(*words)
        assert done.code == code, (words, done)
        assert said in done.err


@pytest.mark.slow
def test_power_answers_in_both_languages(runs):
    done = steelyard("power", "--see", "0.02")
    assert "both agents must answer 4,906" in " ".join(done.out.split())
    chinese = steelyard("power", runs / "old", runs / "new", "--cases", "500", "--lang", "zh")
    assert chinese.code == 0
    assert "使用 500 个用例" in chinese.out
    content = json.loads(steelyard("power", runs / "old", "--see", "0.05", "--json").out)
    assert content["spread"]["source"] == "run"
    assert content["needed"] < content["worst"]


@pytest.mark.slow
def test_from_python(runs, tmp_path):
    compared = library.compare(runs / "old", runs / "new", fail_on=["flips: broken <= 0"])
    assert not compared.passed
    assert compared.differences["base.accuracy"].verdict == "better"
    assert compared.flips.fixed == 19
    assert repr(compared).startswith("<Compared: new is better than old overall")
    assert "Cases that flipped" in str(compared)
    assert compared.report("json", tmp_path / "x.json").exists()
    weighed = library.compare(runs / "old", runs / "new", scorecard="documented", by=["scene"])
    assert weighed.content.scorecard == "documented"
    assert list(weighed.content.runs[0].slices) == ["scene"]
