"""`steelyard perturb`: shows, lists, writes; in both languages; says what is wrong."""

from __future__ import annotations

import json

import pytest

from steelyard.cases import DatasetSpec, read_cases
from steelyard.conditions.perturbations import PERTURBATIONS
from tests.cli.shell import steelyard

CASES = (
    {"id": "en-1", "input": "Which river flows through Basel?", "answer": "the Rhine"},
    {"id": "zh-1", "input": "请问申请护照需要准备哪些材料？", "answer": "身份证"},
    {"id": "num", "input": "2 + 3 = ?", "answer": "5"},
)


@pytest.fixture
def folder(tmp_path):
    lines = "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in CASES)
    (tmp_path / "cases.jsonl").write_text(lines, encoding="utf-8")
    return tmp_path


def events(done):
    return [json.loads(line) for line in done.out.splitlines()]


def test_shows_each_case_with_what_was_changed(folder):
    done = steelyard("perturb", "cases.jsonl", "--kinds", "en.swap,zh.pinyin", cwd=folder)
    assert done.code == 0, done.err
    assert done.err == ""
    assert "Which river flows through Basel?" in done.out
    assert done.out.count("«") == 3
    assert "not applied: it needs" in done.out
    assert done.out.endswith("cases: 3, variants: 2\n")
    chinese = steelyard("perturb", "cases.jsonl", cwd=folder, STEELYARD_LANG="zh")
    assert "不适用：需要" in chinese.out
    assert "用例 3 条，变体" in chinese.out


@pytest.mark.slow
def test_the_same_seed_shows_the_same(folder):
    words = ("perturb", "cases.jsonl", "--json", "--count", "2")
    first = steelyard(*words, "--seed", 1, cwd=folder)
    assert first.out == steelyard(*words, "--seed", 1, cwd=folder, PYTHONHASHSEED="9").out
    assert first.out != steelyard(*words, "--seed", 2, cwd=folder).out


def test_writes_cases_that_can_be_read_again(folder):
    done = steelyard(
        "perturb", "cases.jsonl", "--for", "all", "--rate", 0.1, "-o", "out/v.jsonl", cwd=folder
    )
    assert done.code == 0, done.err
    made = [json.loads(line) for line in (folder / "out/v.jsonl").read_text("utf-8").splitlines()]
    assert done.out.startswith(f"Wrote out/v.jsonl: cases: 3, variants: {len(made)}")
    assert "zh.swap × 2" in done.out
    assert {variant["parent_case_id"] for variant in made} == {"en-1", "zh-1", "num"}
    assert all(variant["condition_proof"]["changes"] for variant in made)
    again = list(read_cases(DatasetSpec(path="out/v.jsonl"), base=folder))
    assert [case["perturbation"] for case in again] == [case["perturbation"] for case in made]
    assert [case["input"] for case in again] == [case["input"] for case in made]


def test_a_plan_names_its_dataset(folder):
    plan = "agent: {replay: {}}\ndataset: cases.jsonl\n"
    (folder / "plan.yaml").write_text(plan, encoding="utf-8")
    done = steelyard("perturb", folder / "plan.yaml", "--limit", 1, "--json")
    *variants, last = events(done)
    assert last == {
        "event": "done",
        "cases": 1,
        "variants": len(variants),
        "rejected": 0,
        "skipped": {},
        "output": None,
    }
    assert {event["case"]["parent_case_id"] for event in variants} == {"en-1"}


def test_lists_every_kind(folder):
    done = steelyard("perturb", "--list")
    assert all(record.id in done.out for record in PERTURBATIONS)
    found = json.loads(steelyard("perturb", "--list", "--json", "--lang", "zh").out)
    assert [item["id"] for item in found] == PERTURBATIONS.names()
    assert found[0]["strength"] == {"name": "rate", "default": 0.05, "minimum": 0.001, "maximum": 1}


@pytest.mark.parametrize(
    ("words", "code", "say"),
    [
        ((), 2, "--list"),
        (("cases.jsonl", "--kinds", "zh.homofone"), 1, "zh.homophone"),
        (("cases.jsonl", "--kinds", "en.swap@x"), 1, "en.swap@x"),
        (("cases.jsonl", "--kinds", "en.swap", "--for", "zh"), 2, "not both"),
        (("cases.jsonl", "--rate", "0"), 2, "--rate"),
        (("none.jsonl",), 1, "none.jsonl"),
        (("cases.jsonl", "--kinds", "text.malformed_json"), 1, "JSON object"),
    ],
)
def test_what_is_wrong_is_said(folder, words, code, say):
    done = steelyard("perturb", *words, cwd=folder)
    assert done.code == code
    assert say in done.err


def test_nothing_made_leaves_no_file(folder):
    words = ("--kinds", "text.malformed_json", "-o", "v.jsonl")
    assert steelyard("perturb", "cases.jsonl", *words, cwd=folder).code == 1
    assert [path.name for path in folder.iterdir()] == ["cases.jsonl"]


def test_a_plug_in_brings_its_own(folder):
    (folder / "shout.py").write_text(
        "from steelyard.conditions.perturbations import *\n"
        "from steelyard.model import Words\n"
        "add_perturbation(Perturbation(\n"
        "    id='own.shout', version=1, title=Words('Shout', '大喊'),\n"
        "    meaning=Words('Ends in marks.', '以感叹号结尾。'), kind='invariance',\n"
        "    languages=('en', 'zh'), needs=Words('a text', '文本'),\n"
        "    strength=level('marks', '个数'),\n"
        "    edit=lambda m: [Edit(len(m.text), len(m.text), '!' * int(m.strength))]))\n",
        encoding="utf-8",
    )
    words = ("--plugin", "shout.py", "--kinds", "own.shout@3", "--json", "--limit", 1)
    first, *_ = events(steelyard("perturb", "cases.jsonl", *words, cwd=folder))
    assert first["case"]["input"] == "Which river flows through Basel?!!!"
    assert first["case"]["case_id"] == "en-1~own.shout@3"
