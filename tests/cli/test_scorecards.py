"""`steelyard indicators` and `steelyard scorecard`, as a person uses them."""

from __future__ import annotations

import json

import pytest

from tests.cli.shell import steelyard

MINE = """indicators:
  mine.quick:
    name: {en: Quick, zh: 快}
    sql: "rate(latency_s < 30)"
"""
CARD = """id: team
version: 1
root:
  children:
    - {indicator: base.accuracy}   # keep me
    - {indicator: mine.quick}
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cards")
    assert steelyard("init", "eval", cwd=folder).code == 0
    (folder / "mine.yaml").write_text(MINE, "utf-8")
    (folder / "team.yaml").write_text(CARD, "utf-8")
    (folder / "m.csv").write_text(",base.accuracy,mine.quick\nbase.accuracy,1,3\nmine.quick,,1\n")
    (folder / "bad.csv").write_text(",a,b,c\na,1,2,1/3\nb,,1,5\nc,,,1\n", "utf-8")
    done = steelyard("run", "eval/plan.yaml", "--out", "run", cwd=folder)
    assert done.code == 0, done.err
    return folder


@pytest.mark.slow
def test_list_and_explain_are_those_of_the_other_commands():
    assert steelyard("indicators", "list").out == steelyard("list", "indicators").out
    ours, theirs = (steelyard(*w, "explain", "base.f1") for w in (["indicators"], []))
    assert ours.out == theirs.out
    assert "needs: passed" in ours.out
    assert "base.f1" in steelyard("indicators", "explain", "base.f11").err
    assert steelyard("indicators", "explain", "stat.wilson").code == 1


@pytest.mark.slow
def test_check_says_what_is_right_and_what_is_wrong(project):
    done = steelyard("indicators", "check", "mine.yaml", cwd=project)
    assert (done.code, done.err) == (0, "")
    assert "✓ mine.quick" in done.out
    (project / "wrong.yaml").write_text(MINE + "  mine.bad: {sql: 'rate(pased)'}\n", "utf-8")
    done = steelyard("indicators", "check", "wrong.yaml", "--lang", "zh", cwd=project)
    assert done.code == 1
    assert "✓ mine.quick" in done.out
    assert "wrong.yaml:5" in done.out
    found = json.loads(steelyard("indicators", "check", "wrong.yaml", "--json", cwd=project).out)
    assert found["ok"] is False
    assert [problem["id"] for problem in found["problems"]] == ["mine.bad"]


@pytest.mark.slow
def test_try_on_a_run_and_on_rows(project):
    words = ("indicators", "try", "mine.yaml", "run", "--by", "scene")
    done = steelyard(*words, cwd=project)
    assert done.code == 0, done.err
    assert "100 %" in done.out
    assert "scene" in done.out
    found = json.loads(steelyard(*words, "--json", cwd=project).out)
    assert found["indicators"][0]["value"] == 1.0
    assert found["groups"]["scene"]
    done = steelyard("indicators", "try", "wrong.yaml", "run", cwd=project)
    assert done.code == 1
    assert "Traceback" not in done.err


@pytest.mark.slow
def test_score_with_another_scorecard_does_not_score_anew(project):
    before = json.loads((project / "run" / "manifest.json").read_bytes())
    done = steelyard(
        "score", "run", "--scorecard", "team.yaml", "--indicator", "mine.yaml", cwd=project
    )
    assert done.code == 0, done.err
    assert "Quick" in done.out
    assert "Scoring" not in done.err
    after = json.loads((project / "run" / "manifest.json").read_bytes())
    assert after["results"] == before["results"]
    assert after["scorecard"]["id"] == "team"
    shown = steelyard("scorecard", "show", "run", cwd=project)
    assert "Quick" in shown.out
    assert "Coverage" in shown.out
    as_json = json.loads(steelyard("scorecard", "show", "run", "--json", cwd=project).out)
    assert as_json["tree"]["children"][1]["indicator"] == "mine.quick"
    done = steelyard("score", "run", "--scorecard", "nothing", cwd=project)
    assert done.code == 1
    assert "mission" in done.err


@pytest.mark.slow
def test_other_scorers_and_another_scorecard_at_once(project):
    words = ("run", "eval/plan.yaml", "--out", "both")
    assert steelyard(*words, cwd=project).code == 0
    words = ("score", "both", "--scorer", "text.exact_match", "--scorecard", "safety")
    done = steelyard(*words, cwd=project)
    assert done.code == 0, done.err
    manifest = json.loads((project / "both" / "manifest.json").read_bytes())
    assert manifest["scorecard"]["id"] == "safety"
    assert [scorer["id"] for scorer in manifest["scorers"]] == ["text.exact_match"]


@pytest.mark.slow
def test_run_takes_a_scorecard(project):
    words = ("run", "eval/plan.yaml", "--out", "other", "--scorecard", "safety")
    done = steelyard(*words, cwd=project)
    assert done.code == 0, done.err
    manifest = json.loads((project / "other" / "manifest.json").read_bytes())
    assert manifest["scorecard"]["id"] == "safety"


@pytest.mark.slow
def test_new_check_and_show(project):
    assert steelyard("scorecard", "new", "-o", "own.yaml", cwd=project).code == 0
    assert steelyard("scorecard", "new", "-o", "own.yaml", cwd=project).code == 1
    done = steelyard("scorecard", "check", "own.yaml", cwd=project)
    assert (done.code, done.out[:6]) == (0, "✓ own ")
    done = steelyard("scorecard", "check", "team.yaml", cwd=project)
    assert done.code == 1
    assert "team.yaml:6" in done.err
    assert "--indicator" in done.err
    words = ("scorecard", "check", "team.yaml", "--indicator", "mine.yaml")
    assert steelyard(*words, cwd=project).code == 0
    done = steelyard("scorecard", "show", "documented", "--lang", "zh")
    assert "适应性" in done.out
    assert "Adaptivity" in done.out
    assert "6.00 %" in done.out


@pytest.mark.slow
def test_weights_are_found_shown_and_written(project):
    done = steelyard("scorecard", "weights", "--ahp", "m.csv", "--json", cwd=project)
    found = json.loads(done.out)
    assert found["weights"] == pytest.approx([0.75, 0.25])
    assert found["cr"] == 0
    (project / "w.yaml").write_text(CARD.replace("mine.quick", "base.f1"), "utf-8")
    (project / "w.csv").write_text(",base.accuracy,base.f1\n,1,3\n,,1\n", "utf-8")
    done = steelyard("scorecard", "weights", "--ahp", "w.csv", "--write", "w.yaml", cwd=project)
    assert done.code == 0, done.err
    text = (project / "w.yaml").read_text("utf-8")
    assert "# keep me" in text
    assert "weight: 0.75" in text


def test_judgements_that_contradict_are_refused_with_the_one_to_revise(project):
    before = (project / "team.yaml").read_bytes()
    done = steelyard(
        "scorecard", "weights", "--ahp", "bad.csv", "--write", "team.yaml", cwd=project
    )
    assert done.code == 1
    assert "'b' against 'c'" in done.out.replace("\n", " ")
    assert (project / "team.yaml").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "say"),
    [
        ([], "No method"),
        (["--entropy"], "three runs"),
        (["m.csv"], "--ahp"),
        (["--entropy", "run"], "at least 3"),
        (["--ahp", "none.csv"], "none.csv"),
        (["--ahp", "m.csv", "bad.csv"], "bad.csv"),
    ],
)
def test_wrong_uses_of_weights_are_explained(project, words, say):
    done = steelyard("scorecard", "weights", *words, cwd=project)
    assert done.code == 1
    assert say in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("words", [["indicators", "try"], ["scorecard", "weights"]])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_help_of_what_is_below(words, language):
    done = steelyard(*words, "--help", STEELYARD_LANG=language)
    assert done.code == 0
    assert ("示例" if language == "zh" else "Examples") in done.out
