"""Reading scorecards: forms, fingerprint, and each mistake explained where it is."""

from __future__ import annotations

import json

import pytest

from steelyard.errors import InputError, UserError
from steelyard.i18n import using_language
from steelyard.scorecards import load_scorecard, read_scorecard

HEAD = "id: x\nversion: 1\n"


def leaf(more=""):
    return f"{{indicator: base.f1{more}}}"


WRONG = {
    "no yaml": ("id: [", "not YAML"),
    "no mapping": ("[]", "not a scorecard"),
    "no root": (HEAD, "'root' is missing"),
    "no id": (f"version: 1\nroot: {leaf()}", "'id' is missing"),
    "version": (f"id: x\nversion: two\nroot: {leaf()}", "'two'"),
    "key": (HEAD + f"roots: 1\nroot: {leaf()}", "'roots'"),
    "node key": (HEAD + f"root: {leaf(', wieght: 2')}", "'wieght'"),
    "typo in an indicator": (HEAD + "root: {indicator: base.f11}", "base.f1"),
    "weight": (HEAD + f"root: {{children: [{leaf(', weight: -1')}]}}", "-1"),
    "weight is text": (HEAD + f"root: {{children: [{leaf(', weight: much')}]}}", "'much'"),
    "weights sum to zero": (
        HEAD + f"root: {{children: [{leaf(', weight: 0')}]}}", "add up to 0",
    ),
    "both": (HEAD + f"root: {{indicator: base.f1, children: [{leaf()}]}}", "only one of them"),
    "neither": (HEAD + "root: {id: a}", "only one of them"),
    "no children": (HEAD + "root: {children: []}", "at least one"),
    "twice": (HEAD + f"root: {{children: [{leaf()}, {leaf()}]}}", "two children are called"),
    "cycle": (HEAD + "root: &a {id: a, children: [*a]}", "contains itself"),
    "aggregation": (HEAD + f"root: {{aggregation: mean, children: [{leaf()}]}}", "geometric"),
    "missing": (HEAD + f"root: {{missing: skip, children: [{leaf()}]}}", "renormalise"),
    "needs": (
        HEAD + f"root: {{needs: [g], otherwise: {leaf()}, children: [{leaf()}]}}", "not a child",
    ),
    "unknown parameter": (HEAD + f"root: {leaf(', params: {mdoe: answer}')}", "mdoe"),
    "wrong type of parameter": (HEAD + f"root: {leaf(', params: {mode: 3}')}", "mode"),
    "two sets of parameters": (
        HEAD + f"root: {{children: [{leaf()}, {leaf(', id: b, params: {mode: documented}')}]}}",
        "two places",
    ),
    "gate": (HEAD + f"root: {leaf(', gate: high')}", "not of the form"),
    "gates": (HEAD + f"gates: base.f1\nroot: {leaf()}", "list of texts"),
    "panel": (HEAD + f"panel: [base.f0]\nroot: {leaf()}", "base.f"),
    "reserve": (HEAD + f"root: {{children: [{leaf(', reserve: maybe')}]}}", "true or false"),
    "name": (HEAD + f"name: {{en: x}}\nroot: {leaf()}", "both en and zh"),
    "node": (HEAD + "root: 3", "not a node"),
    "fallback": (HEAD + "fallback: {mode: guess}", "replace_base"),
    "short form": (HEAD + "dimensions: [a]", "mapping"),
    "members": (HEAD + "dimensions: {a: {weight: 1}}", "members"),
    "member weight": (HEAD + "dimensions: {a: {members: {base.f1: x}}}", "'x'"),
}  # fmt: skip


@pytest.mark.parametrize(("content", "part"), WRONG.values(), ids=WRONG)
def test_a_wrong_scorecard_is_explained_in_both_languages(content, part):
    with using_language("en"), pytest.raises(UserError) as english:
        read_scorecard("mine.yaml", content)
    said = f"{english.value} {english.value.hint or ''}"
    assert part in said
    assert len(said) < 800
    with using_language("zh"):
        with pytest.raises(UserError) as chinese:
            read_scorecard("mine.yaml", content)
        assert any("\u4e00" <= letter <= "\u9fff" for letter in str(chinese.value))


def test_a_mistake_is_placed():
    text = (
        HEAD
        + "root: {id: top, children: [{id: inner, children: [{indicator: base.f1, weight: x}]}]}"
    )
    with pytest.raises(InputError, match=r"mine\.yaml: top / inner / base\.f1"):
        read_scorecard("mine.yaml", text)


def test_files_may_be_json(tmp_path):
    content = {"id": "j", "version": 3, "root": {"children": [{"indicator": "base.accuracy"}]}}
    (tmp_path / "card.json").write_text(json.dumps(content), "utf-8")
    found = load_scorecard("card.json", tmp_path)
    assert (found.id, found.version, found.indicators()) == ("j", 3, ["base.accuracy"])


def test_missing_scorecards_are_named(tmp_path):
    with pytest.raises(InputError, match="defualt"):
        load_scorecard("defualt")
    with pytest.raises(InputError, match=r"none\.yaml"):
        load_scorecard("none.yaml", tmp_path)


def test_the_fingerprint_is_of_the_meaning_not_the_text():
    short = HEAD + "dimensions: {speed: {weight: 1, members: {base.latency_mean: 2}}}"
    found = read_scorecard("a", short)
    written_out = read_scorecard("b", json.dumps(found.as_dict()))
    assert found.hash == written_out.hash
    assert found.root == written_out.root
    other = read_scorecard("a", short.replace("2}", "3}"))
    assert other.hash != found.hash


def test_names_may_be_given_apart():
    found = read_scorecard("x", HEAD + "name_zh: 甲\nname_en: A\nroot: {indicator: base.f1}")
    assert found.name == ("A", "甲")
