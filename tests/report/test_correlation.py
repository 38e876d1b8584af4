"""How measures go together, as every reader meets it."""

from __future__ import annotations

import io
import json as stdlib_json
import re
import string

import pytest
from rich.console import Console

import steelyard
from steelyard.analysis.correlation import Asked, Effort, correlate, correlate_runs
from steelyard.analysis.generalisation import generalisation_tables
from steelyard.i18n import pick, using_language
from steelyard.i18n.words.correlation import WORDS
from steelyard.report import markdown as run_markdown
from steelyard.report import terminal as run_terminal
from steelyard.report.correlation import correlation_lines, json, markdown, terminal
from steelyard.report.findings import finding_lines
from steelyard.report.scene_sentences import scene_sentences
from tests.analysis.test_correlation_tables import cases, noise, subject
from tests.looped import looped
from tests.report import runs
from tests.report.hostile import HOSTILE, everywhere

QUICK = Asked(effort=Effort(20, 500))


@pytest.fixture(scope="module")
def found():
    rows = noise(240)
    rows |= {"cost": [x * 2 for x in rows["latency_s"]], "completed": rows["passed"]}
    return correlate(
        [subject(rows, name="nightly")], Asked(control="difficulty", effort=QUICK.effort)
    )


def printed(found, width=100, *, everything=False):
    out = io.StringIO()
    terminal(found, Console(file=out, width=width, highlight=False), everything=everything)
    return out.getvalue()


def fields(sentence):
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@looped("key", WORDS)
def test_both_languages_say_the_same_things(key):
    english, chinese = WORDS[key]
    assert english
    assert chinese
    assert fields(english) == fields(chinese)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_part_is_told_in_both_languages(found, language):
    at = ("en", "zh").index(language)
    with using_language(language):
        texts = printed(found, 160), markdown(found)
    for text in texts:
        for key in ("relations", "bands", "matrix", "pairs", "redundancy", "drivers", "no_cause"):
            assert WORDS[key][at] in text
        assert "correlation." not in text
        assert not re.search(r"\{\w+\}", text)


def test_the_numbers_are_those_of_the_records(found):
    text = " ".join(printed(found, 160, everything=True).split())
    one = next(p for p in found.pairs if {p.a, p.b} == {"passed", "difficulty"})
    rho = f"{one.spearman.value:+.2f}".replace("-", "−")
    low, high = (f"{x:+.2f}".replace("-", "−") for x in (one.spearman.ci_low, one.spearman.ci_high))
    assert f"Passed – Difficulty {rho} [{low}, {high}]" in text
    assert "not tested: the same wherever both are known" in text
    assert "Response time, Cost: |ρ| is at least 1.00" in text.replace("\n", " ")
    assert "more pairs" in printed(found)
    assert "more pairs" not in text


def test_a_narrow_terminal_cuts_the_matrix_and_says_so(found):
    text = printed(found, 60)
    assert max(len(line.rstrip()) for line in text.splitlines()) <= 60
    assert "do not fit here" in " ".join(text.split())


def test_json_holds_everything(found):
    content = stdlib_json.loads(json(found))
    assert content["schema"] == 1
    assert content["unit"] == "case"
    assert len(content["pairs"]) == len(found.pairs)
    assert content["control"] == "difficulty"
    assert content["relations"][0]["latency_accuracy"]["difference"].keys() >= {"value", "ci_low"}


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_names_stay_text(text):
    stored = text.encode("utf-8", "replace").decode("utf-8")
    rows = noise(40)
    first = subject(rows | {"scene": [stored] * 20 + ["b"] * 20}, name=stored)
    second = subject(rows, name=stored + "2")
    made = correlate([first, second], Asked(unit="case", effort=QUICK.effort))
    shown = printed(made)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\x9b\u202e]", shown)
    written = markdown(made)
    assert "<script" not in written
    assert "](" not in written.replace("\\](", "")
    stdlib_json.loads(json(made))


@pytest.mark.slow
def test_a_run_report_tells_what_stands_out():
    rows = [
        runs.row(n, passed=n >= 15, scene="pit" if n < 20 else f"s{n % 3}", latency_s=0.1 + n / 99)
        for n in range(80)
    ]
    report = runs.report_of(":memory:", rows)
    kinds = [finding.kind for finding in report.findings]
    assert kinds[:2] == ["level", "scenario"]
    for language, title in (("en", "What stands out"), ("zh", "要点")):
        with using_language(language):
            out = io.StringIO()
            run_terminal(report, Console(file=out, width=300, highlight=False))
            text = run_markdown(report)
            assert title in out.getvalue()
            assert f"## {title}" in text
            worst = next(f for f in report.findings if f.kind == "scenario")
            assert pick(worst.sentence) in out.getvalue()
            out = io.StringIO()
            run_terminal(report, Console(file=out, width=300, highlight=False), everything=True)
            assert ("The four relations", "四项关系")[language == "zh"] in out.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("text", [HOSTILE[0], HOSTILE[12], HOSTILE[13], HOSTILE[17]])
def test_a_hostile_run_is_related_too(text):
    report = runs.report_of(":memory:", **everywhere(text))
    out = io.StringIO()
    run_terminal(report, Console(file=out, width=100, highlight=False), everything=True)
    assert "\x1b" not in out.getvalue()
    for lines in (finding_lines(report), correlation_lines(report)):
        assert "<script" not in "\n".join(lines)
        assert "\n".join(lines) in run_markdown(report)


def test_scenes_in_sentences():
    rows = cases(90, passed=[n >= 25 for n in range(90)], scene=[f"s{n // 30}" for n in range(90)])
    tables = generalisation_tables(subject(rows).con, {"indicators": []})
    worst, new = (pick(sentence) for sentence in scene_sentences(tables))
    assert worst.startswith("Weakest of 3 scenes: s0, 16.7 % against 100 % elsewhere")
    assert "established" in worst
    assert new.startswith("A scene never seen: near")
    two = cases(40, passed=[True, False] * 20, scene=["a"] * 20 + ["b"] * 20)
    said = scene_sentences(generalisation_tables(subject(two).con, {"indicators": []}))
    assert "at least 3 are needed" in said[-1].en


@pytest.mark.slow
def test_from_python(tmp_path):
    asked = [{"input": "x" * (at % 9 + 1), "answer": str(at % 2)} for at in range(24)]
    for name in ("a", "b"):
        steelyard.evaluate(lambda text: str(len(text) % 2), asked, out=tmp_path / name, name=name)
    found = steelyard.correlate(tmp_path / "a")
    assert "over 24 cases of 1 run" in str(found)
    assert found.content.pairs == correlate_runs([steelyard.load_run(tmp_path / "a")._bundle]).pairs
    both = steelyard.correlate(tmp_path / "a", steelyard.load_run(tmp_path / "b"), unit="case")
    assert both.content.runs == ("a", "b")
    assert both.report("md", tmp_path / "c.md").read_text("utf-8").startswith("# How measures")
    assert "<Correlated" in repr(both)
