"""Reading scorecards: forms, fingerprint, and each mistake explained where it is."""

from __future__ import annotations

import json

import pytest

from steelyard.errors import InputError, UserError
from steelyard.i18n import using_language
from steelyard.scorecards import load_scorecard, read_scorecard
from tests.looped import looped

HEAD = "id: x\nversion: 1\n"


def leaf(more=""):
    return f"{{indicator: base.f1{more}}}"


WRONG = {
    "no yaml": ("id: [", "not YAML"),
    "anchors that multiply": (
        "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
        + "".join(f"b{n}: &b{n} [{', '.join(['*' + ('a' if n == 0 else f'b{n - 1}')] * 10)}]\n"
                  for n in range(8)),
        "more than 20000",
    ),
    "a tag": (HEAD + "root: !!python/object/apply:os.system [ls]", "not YAML"),
    "a key twice": (HEAD + f"root: {leaf()}\nroot: {leaf()}", "second time"),
    "a number beyond numbers": (
        HEAD + f"root: {{children: [{leaf(', weight: 0x' + 'F' * 900)}]}}", "weight is",
    ),
    "weight is not a number": (HEAD + f"root: {{children: [{leaf(', weight: .nan')}]}}", "nan"),
    "weight is infinite": (HEAD + f"root: {{children: [{leaf(', weight: .inf')}]}}", "inf"),
    "weight is true": (HEAD + f"root: {{children: [{leaf(', weight: true')}]}}", "True"),
    "version huge": (f"id: x\nversion: {10**12}\nroot: {leaf()}", "whole number"),
    "an indicator that is a list": (HEAD + "root: {indicator: [base.f1]}", "must be a text"),
    "aggregation of a leaf": (HEAD + f"root: {leaf(', aggregation: geometric')}", "aggregation"),
    "gate on nothing": (HEAD + f"gates: ['base.f9: value > 1']\nroot: {leaf()}", "base.f9"),
    "gate on a node": (
        HEAD + f"root: {{gate: 'value > 0', children: [{leaf()}]}}", "'gate'",
    ),
    "gate without a limit": (
        HEAD + f"gates: [{{indicator: base.f1, op: '>='}}]\nroot: {leaf()}", "not a gate",
    ),
    "gate with a key": (
        HEAD + f"gates: [{{indicator: base.f1, op: '>=', limit: 1, if: 2}}]\nroot: {leaf()}",
        "'if'",
    ),
    "short form key": (HEAD + "overall: {f2: 1}\ndimensions: {}", "'f2'"),
    "short form fallback": (HEAD + "fallback: {functinal: 1}", "functional"),
    "parameters of nothing": (
        HEAD + "params: {ir.map: {k: 3}}\ndimensions: {a: {members: {base.f1: 1}}}", "ir.map",
    ),
    "weights of a list": (HEAD + f"root: {{weights: [1], children: [{leaf()}]}}", "no way to find"),
    "weights by guess": (HEAD + f"root: {{weights: {{method: x}}, children: [{leaf()}]}}", "ahp"),
    "weights beside weight": (
        HEAD + "root: {weights: {method: direct, values: [1, 2]}, children: "
        f"[{leaf(', weight: 1')}, {leaf(', id: b')}]}}", "weight of its own",
    ),
    "weights for others": (
        HEAD + f"root: {{weights: {{method: direct, values: [1, 2]}}, children: [{leaf()}]}}",
        "2 children, but there are 1",
    ),
    "judgements of no square": (
        HEAD + f"root: {{weights: {{method: ahp, matrix: [[1, 2]]}}, children: [{leaf()}]}}",
        "as many of both",
    ),
    "a judgement that is none": (
        HEAD + "root: {weights: {method: ahp, matrix: [[1, x], [1, 1]]}, "
        f"children: [{leaf()}, {leaf(', id: b')}]}}", "'x' is not a judgement",
    ),
    "judgements that contradict": (
        HEAD + "root: {weights: {method: ahp, matrix: [[1, 2, 1/3], [1/2, 1, 5], [3, 1/5, 1]]}, "
        f"children: [{leaf(', id: a')}, {leaf(', id: b')}, {leaf(', id: c')}]}}",
        "Look again at 'b' against 'c'",
    ),
    "one set": (
        HEAD + f"root: {{weights: {{method: combined, sets: []}}, children: [{leaf()}]}}",
        "at least",
    ),
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


@looped(("content", "part"), WRONG.values(), ids=WRONG)
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
    with pytest.raises(InputError, match=r"mine\.yaml:3: top / inner / base\.f1"):
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


CHILDREN = (
    "[{id: a, indicator: base.f1}, {id: b, indicator: base.accuracy},"
    " {id: c, indicator: base.recall}]"
)
AHP = "{method: ahp, matrix: [[1, 1/3, 5], [3, 1, 7], [1/5, 1/7, 1]]}"


@pytest.mark.parametrize(
    ("weights", "wanted"),
    [
        (AHP, (0.2790, 0.6491, 0.0719)),
        ("{method: direct, values: [5, 3, 2]}", (0.5, 0.3, 0.2)),
        ("{method: direct, values: {c: 2, a: 5, b: 3}}", (0.5, 0.3, 0.2)),
        (
            "{method: ahp, matrices: [[[1, 1/3, 5], [3, 1, 7], [1/5, 1/7, 1]],"
            " [[1, 1/3, 5], [3, 1, 7], [1/5, 1/7, 1]]], lambdas: [2, 1]}",
            (0.2790, 0.6491, 0.0719),
        ),
        (
            "{method: combined, how: HOW, sets: [{method: direct, values: [5, 3, 2]},"
            " {method: direct, values: [0.300341, 0.154544, 0.545115]}]}".replace("HOW", "linear"),
            (0.4002, 0.2273, 0.3726),
        ),
        (
            "{method: combined, how: HOW, sets: [{method: direct, values: [5, 3, 2]},"
            " {method: direct, values: [0.300341, 0.154544, 0.545115]}]}".replace("HOW", "game"),
            (0.3867, 0.2175, 0.3958),
        ),
    ],
)
def test_weights_by_method(weights, wanted):
    """The values are those of the methods' own worked examples."""
    text = HEAD + f"root: {{weights: {weights}, children: {CHILDREN}}}"
    found = read_scorecard("x", text)
    assert [child.weight for child in found.root.children] == pytest.approx(wanted, abs=5e-5)
    again = read_scorecard("frozen", json.dumps(found.as_dict()))
    assert again.hash == found.hash


def test_gates_may_be_mappings():
    text = (
        HEAD + "gates: [{indicator: base.f1, use: ci_low, op: '>=', limit: 0.5}]\nroot: " + leaf()
    )
    assert read_scorecard("x", text).gates == ("base.f1: ci_low >= 0.5",)


def test_names_may_be_given_apart():
    found = read_scorecard("x", HEAD + "name_zh: 甲\nname_en: A\nroot: {indicator: base.f1}")
    assert found.name == ("A", "甲")
