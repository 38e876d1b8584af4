"""A comparison as it is read: terminal, Markdown, JSON."""

from __future__ import annotations

import re
from dataclasses import replace
from io import StringIO

import orjson
import pytest
from rich.console import Console

from steelyard.analysis.comparison import How, compare_runs
from steelyard.i18n import using_language
from steelyard.report.comparison import headline, json, markdown, terminal
from steelyard.report.comparison.changes import change_text, ratio_text
from steelyard.report.numbers import p_text, scale_of, signed
from tests.analysis.comparison_runs import verdicts, write_run

HOSTILE = (
    "<script>alert(1)</script> \x1b[31mred\x1b[0m [link](javascript:x) | `tick` \u202eturned =1+1"
)
SCENES = [f"s{at % 3}" for at in range(60)]


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    base = verdicts([at % 3 > 0 for at in range(60)], scene=SCENES)
    new = verdicts([at % 4 > 0 for at in range(60)], scene=SCENES)
    for row in new:
        row |= {"output": HOSTILE, "latency_s": 0.2 + row["passed"] * 0.1, "cost": 0.01}
    for row in base:
        row |= {"latency_s": 0.3, "cost": 0.02, "input": HOSTILE}
    for row in new:
        row["input"] = HOSTILE
    return [
        write_run(folder / "base", base, name=f"base {HOSTILE}"),
        write_run(folder / "new", new, name="new"),
        write_run(folder / "third", base, name="third"),
    ]


@pytest.fixture(scope="module")
def comparison(runs):
    return compare_runs(*runs[:2])


def printed(comparison, *, width=100, **options):
    text = StringIO()
    terminal(comparison, Console(file=text, width=width, highlight=False), **options)
    return text.getvalue()


@pytest.mark.slow
def test_the_verdict_comes_first(comparison):
    run = comparison.runs[0]
    said = headline(comparison, run)
    assert said.endswith(f"{run.flips.fixed} cases fixed, {run.flips.broken} broken.")
    assert "points [" in said
    flat = " ".join(printed(comparison).split())
    assert flat.startswith(" ".join(said.split()))


@pytest.mark.slow
@pytest.mark.parametrize(
    "verdict", ["better", "worse", "not_established", "same", "untested", "sources_differ"]
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_verdict_is_a_sentence(comparison, verdict, language):
    run = comparison.runs[0]
    told = replace(run, overall=replace(run.overall, verdict=verdict))
    with using_language(language):
        said = headline(comparison, told)
    assert said[-1] in ".。"
    assert not re.search(r"[{}]|comparison\.", said)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("width", [60, 100, 160])
def test_the_terminal_holds_everything_and_no_escape(comparison, language, width):
    with using_language(language):
        text = printed(comparison, width=width, everything=True)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "⟨U+001B⟩" in text
    assert max(map(len, text.splitlines())) <= width
    if width > 90:
        for shown in ("s0", "s1", "s2", "McNemar", "F1"):
            assert shown in text


def test_markdown_is_harmless_and_whole(comparison):
    text = markdown(comparison)
    fenced = re.sub(r"^```text\n.*?^```$", "", text, flags=re.M | re.S)
    assert "<script" not in fenced
    assert not re.search(r"(?<!\\)\]\(javascript", fenced)
    assert "\x1b" not in text
    assert "\u202e" not in text
    tables = [line for line in fenced.splitlines() if line.startswith("|")]
    assert len(tables) > 15
    for section in ("Scores", "Indicators", "By scene", "What it cost", "Cases that flipped"):
        assert f"### {section}" in text


def test_markdown_in_chinese_has_no_english_headings(comparison):
    with using_language("zh"):
        text = markdown(comparison)
    assert "### 得分" in text
    assert not re.search(r"^### [A-Z]", text, flags=re.M)


def test_json_is_plain_and_versioned(comparison):
    content = orjson.loads(json(comparison))
    assert (content["schema"], content["kind"]) == (1, "comparison")
    [run] = content["runs"]
    assert run["overall"]["id"] == "overall"
    assert run["overall"]["name"] == {"en": "Overall score", "zh": "总体得分"}
    assert {"base", "new", "value", "ci_low", "ci_high", "p", "p_adjusted"} <= run["overall"].keys()
    assert run["flips"]["cases"][0]["diff"]
    assert content["gates"] == []
    assert content == orjson.loads(orjson.dumps(comparison.as_dict()))


@pytest.mark.slow
def test_several_runs_have_a_table_of_all(runs):
    comparison = compare_runs(*runs, how=How(flips=2))
    text = printed(comparison)
    assert "All runs against" in text
    assert text.index("All runs against") > text.index("third")  # their verdicts come first
    assert "## third" in markdown(comparison)


def test_gates_are_shown(comparison):
    gates = (
        {
            "text": "overall: ci_low > -0.02",
            "passed": False,
            "observed": -0.5,
            "reason": None,
            "run": "new",
        },
        {
            "text": "flips: broken <= 3",
            "passed": False,
            "observed": None,
            "reason": "no verdicts",
            "run": "new",
        },
    )
    told = replace(comparison, gates=gates)
    for text in (printed(told), markdown(told).replace("\\", "").replace("&gt;", ">")):
        assert "✗ overall: ci_low > -0.02 · found −0.500" in text
        assert "no verdicts" in text


def test_what_is_not_paired_says_so(runs):
    comparison = compare_runs(*runs[:2], how=How(unpaired=True))
    for text in (printed(comparison), markdown(comparison)):
        assert "not paired: 60 cases in the base, 60 in the new run" in text
        assert "Cases that flipped" not in text


def test_short_times_are_shown_in_short_units():
    assert scale_of("s", 0.2, 0.3) == ("s", 1.0)
    assert scale_of("s", 0.002, None) == ("ms", 1e3)
    assert scale_of("s", 4e-6, 7e-6) == ("µs", 1e6)
    assert scale_of("", 1e-6, 1e-6) == ("", 1.0)


def test_numbers_of_changes():
    assert signed(0.0) == "0"
    assert [change_text(x, "") for x in (0.0634, -0.0004, 0.00001, None)] == [
        "+6.3",
        "−0.04",
        "0",
        "–",
    ]
    assert change_text(-0.1264, "s") == "−0.126 s"
    assert [p_text(p) for p in (None, 0.0004, 0.05, 1.0)] == ["–", "<0.001", "0.050", "1.000"]
    assert [ratio_text(r) for r in (None, 1.0, 0.777, 2.0)] == ["–", "0 %", "−22.3 %", "+100.0 %"]
