"""Assertions of a case: what each type means, how they are weighed, and what stays undecided."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

import steelyard
from steelyard.cases.mapping import CHECKS
from steelyard.cases.rows import RowError
from steelyard.i18n import LANGUAGES, using_language
from steelyard.model import ASSERTIONS, Assertion, read_assertion
from steelyard.scorers import run_scorers
from tests.cli.shell import steelyard as shell


def score(asserts, output="", **row):
    row = {"asserts": asserts, "output": output, **row}
    batch = {name: [value] for name, value in row.items()}
    scored = run_scorers(batch, [("text.asserts", {})])
    assert scored.failures == []
    names = ("text_asserts", "text_asserts_passed", "text_asserts_evidence")
    return tuple(scored.columns[name][0] for name in names)


def holds(one, output, **row):
    [evidence] = score([one], output, **row)[2]
    return evidence["passed"]


def a(type_, value=None, **rest):
    return {"type": type_, **({} if value is None else {"value": value}), **rest}


MEANINGS = [
    (a("equals", "Paris"), "Paris", True),
    (a("equals", "Paris"), "paris", False),
    (a("equals", "ＡＢＣ１"), " ABC1\n", True),
    (a("equals", "e\u0301"), "é", True),
    (a("equals", 42), "42", True),
    (a("equals", 42.0), "42", True),
    (a("equals", {"a": [1, True]}), '{ "a": [1, true] }', True),
    (a("equals", {"a": 1}), '{"a": true}', False),
    (a("equals", ["x"]), "x", False),
    (a("contains", "北京"), "中国的首都是北京。", True),
    (a("contains", "ｶﾞ"), "ガ", True),
    (a("contains", "Beijing"), "beijing", False),
    (a("icontains", "BEIJING"), "I like ｂｅｉｊｉｎｇ", True),
    (a("icontains", "STRASSE"), "Straße", True),
    (a("contains-any", ["x", "红"]), "红色", True),
    (a("contains-any", ["x", "y"]), "红色", False),
    (a("contains-all", ["红", "蓝"]), "红与蓝", True),
    (a("contains-all", ["红", "蓝"]), "红", False),
    (a("icontains-any", ["A", "B"]), "b", True),
    (a("icontains-all", ["A", "B"]), "b", False),
    (a("starts-with", "Hello"), "\nHello, world", True),
    (a("starts-with", "Hello"), "hello", False),
    (a("ends-with", "。"), "好。\n", True),
    (a("regex", r"\d{4}-\d{2}"), "on 2024-05-01", True),
    (a("regex", "a.b"), "a\nb", False),
    (a("regex", "(?i)HELLO"), "hello", True),
    (a("regex", "，"), "甲，乙", True),  # a pattern sees the answer as it is
    (a("is-json"), ' {"a": 1}\n', True),
    (a("is-json"), "42", True),
    (a("is-json"), "```json\n{}\n```", False),
    (a("contains-json"), 'Sure:\n```json\n{"a": {"b": 1}}\n``` done', True),
    (a("contains-json"), "as shown in [1]", False),
    (a("contains-json"), "{broken {x}", False),
    (a("is-refusal"), "抱歉，我无法提供这些内容。", True),
    (a("is-refusal"), "好的。", False),
    (a("word-count", 3), "one - don't stop", True),
    (a("word-count", 7), "北京是 capital, 中国。", False),
    (a("word-count", {"min": 6, "max": 6}), "北京是 capital, 中国。", True),
    (a("length", {"max": 3}), " 北京市 ", True),
    (a("length", {"min": 4}), "北京市", False),
    (a("levenshtein", "kitten", threshold=3), "sitting", True),
    (a("levenshtein", "kitten", threshold=2), "sitting", False),
    (a("levenshtein", "Hello"), "Hello, world!", False),  # eight more than five
    (a("rouge-n", "先断电再检修", threshold=0.8), "检修前先断电", True),
    (a("rouge-n", "先断电再检修", threshold=0.9), "检修前先断电", False),
    (a("bleu", ["x y z w", "the cat is on a mat"], threshold=0.99), "the cat is on a mat", True),
    (a("rouge-l", "a b c d"), "a b c d", True),
    (a("chrf", "北京"), "上海", False),
    (a("token-f1", "a b", threshold=0.5), "b c", True),
]  # fmt: skip


@pytest.mark.parametrize(("one", "output", "wanted"), MEANINGS, ids=str)
def test_what_a_type_means(one, output, wanted):
    assert holds(one, output) is wanted
    opposite = one | {"type": f"not-{one['type']}"}
    assert holds(opposite, output) is not wanted
    assert holds(one | {"not": True}, output) is not wanted
    assert holds(opposite | {"not": True}, output) is wanted


def test_every_type_has_a_meaning_here():
    shown = {one["type"] for one, _, _ in MEANINGS}
    assert shown | {"latency", "cost", "unchecked"} == set(ASSERTIONS)


@pytest.mark.parametrize(("type_", "column"), [("latency", "latency_s"), ("cost", "cost")])
def test_limits_of_what_was_measured(type_, column):
    assert holds(a(type_, threshold=2), "x", **{column: 2.0}) is True
    assert holds(a(type_, threshold=2), None, **{column: 2.1}) is False
    [evidence] = score([a(type_, threshold=2)], "x")[2]
    assert evidence["passed"] is None
    assert column in evidence["reason"]


KEPT, BROKEN, OPEN = a("contains", "x"), a("contains", "y"), a("unchecked", "javascript")


@pytest.mark.parametrize(
    ("asserts", "threshold", "share", "passed"),
    [
        ([KEPT, KEPT], None, 1.0, True),
        ([KEPT, BROKEN], None, 0.5, False),
        ([KEPT | {"weight": 2}, BROKEN], 0.6, 2 / 3, True),
        ([KEPT | {"weight": 2}, BROKEN], 0.7, 2 / 3, False),
        ([KEPT | {"weight": 0.1}] * 3 + [BROKEN | {"weight": 0.7}], 0.3, 0.3, True),
        ([KEPT, BROKEN | {"weight": 0}], None, 1.0, True),
        ([BROKEN | {"weight": 0}], None, None, None),
        ([BROKEN], 0.0, 0.0, True),
        # The undecided count neither way: only what they cannot change is said.
        ([KEPT, OPEN], None, 1.0, None),
        ([BROKEN, OPEN], None, 0.0, False),
        ([KEPT, OPEN], 0.5, 1.0, True),
        ([BROKEN, OPEN], 0.5, 0.0, None),
        ([BROKEN, BROKEN, OPEN], 0.5, 0.0, False),
        ([OPEN], None, None, None),
        ([], None, None, None),
        (None, None, None, None),
    ],
)
def test_assertions_are_weighed(asserts, threshold, share, passed):
    found = score(asserts, "x", asserts_threshold=threshold)
    assert found[0] == (None if share is None else pytest.approx(share))
    assert found[1] is passed


MALFORMED = [
    ("x", "asserts"),
    ({"type": "contains"}, "asserts"),
    ([1], "asserts[0]"),
    ([a("contains")], "asserts[0].value"),
    ([a("contains", "")], "asserts[0].value"),
    ([a("contains", ["x"])], "asserts[0].value"),
    ([a("contains-any", "x, y")], "asserts[0].value"),
    ([a("contains-any", [])], "asserts[0].value"),
    ([a("is-json", {"type": "object"})], "asserts[0].value"),
    ([a("word-count", {"most": 3})], "asserts[0].value"),
    ([a("word-count", {"min": 3, "max": 2})], "asserts[0].value"),
    ([KEPT, a("equals", None)], "asserts[1].value"),
    ([a("equals", True)], "asserts[0].value"),
    ([a("contian", "x")], "asserts[0].type"),
    ([{"value": "x"}], "asserts[0].type"),
    ([a("contains", "x", threshold=1)], "asserts[0].threshold"),
    ([a("rouge-n", "x", threshold=75)], "asserts[0].threshold"),
    ([a("latency")], "asserts[0].threshold"),
    ([a("latency", threshold=-1)], "asserts[0].threshold"),
    ([a("contains", "x", weight="2")], "asserts[0].weight"),
    ([a("contains", "x", weight=-1)], "asserts[0].weight"),
    ([a("contains", "x", **{"not": 1})], "asserts[0].not"),
    ([a("contains", "x", transform="y")], "asserts[0].transform"),
]


@pytest.mark.parametrize(("asserts", "place"), MALFORMED, ids=str)
def test_a_malformed_assertion_is_found_in_the_data_and_never_passes(asserts, place):
    for language in LANGUAGES:
        with using_language(language):
            error = CHECKS["asserts"](asserts)
            assert isinstance(error, RowError)
            assert error.field == place
            _, passed, evidence = score(asserts, "x")
            assert passed is None
            [wrong] = [one for one in evidence if one["passed"] is None]
            assert wrong["reason"]


def test_a_pattern_that_re2_does_not_have_is_undecided_and_others_are_not_harmed():
    asserts = [a("regex", value) for value in ("(?=x)", "(", r"(x)\1", "x")]
    _, passed, evidence = score(asserts, "x")
    assert passed is None
    assert [one["passed"] for one in evidence] == [None, None, None, True]
    assert "RE2" in evidence[0]["reason"]


def test_a_pattern_cannot_stop_the_run():
    """Backtracking engines need 2^n steps for these."""
    text = "a" * 50_000 + "!"
    assert holds(a("regex", "^(a+)+$"), text) is False
    assert holds(a("regex", "(a|a)*b"), text) is False
    assert holds(a("contains-json"), '{"a":' * 20_000) in (False, None)
    assert holds(a("contains-json"), ('{"a":"' + "b" * 500) * 2_000) in (False, None)
    assert holds(a("levenshtein", "b" * 1_000_000), "a" * 1_000_000) is False


def test_odd_characters_do_no_harm():
    for output in ("\ud800", "\x00", "a\x00b\ud800", "‮", "=1+1"):
        asserts = [a("regex", "[^q]"), a("equals", output), a("regex", "\ud800")]
        evidence = score(asserts, output)[2]
        assert [one["passed"] for one in evidence[:2]] == [True, True]
        json.dumps(evidence, ensure_ascii=False).encode()


def test_evidence_is_short():
    evidence = score([a("equals", "y" * 9_000), a("contains", "x" * 9_000)], "x" * 1_000_000)[2]
    assert len(json.dumps(evidence)) < 1_000


@settings(max_examples=60, deadline=None)
@given(
    st.text("abc北京", max_size=12), st.text("abc北京", min_size=1, max_size=12), st.integers(0, 9)
)
def test_distance_is_that_of_the_package(output, value, limit):
    wanted = Levenshtein.distance(output, value) <= limit
    assert holds(a("levenshtein", value, threshold=limit), output) is wanted


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.builds(
            lambda which, weight: which | {"weight": weight},
            st.sampled_from([KEPT, BROKEN, OPEN]),
            st.integers(0, 3),
        ),
        max_size=6,
    ),
    st.floats(0, 1),
)
def test_the_verdict_is_what_every_outcome_of_the_undecided_agrees_on(asserts, threshold):
    """An independent definition: decide the undecided in both ways."""
    share, passed, _ = score(asserts, "x", asserts_threshold=threshold)
    total = sum(one["weight"] for one in asserts)

    def reached(counted):
        kept = sum(one["weight"] for one in asserts if any(one["type"] == c["type"] and
                   one["value"] == c["value"] for c in counted))  # fmt: skip
        return kept / total >= threshold - 1e-9

    if not total:
        assert (share, passed) == (None, None)
        return
    ways = {reached([KEPT]), reached([KEPT, OPEN])}
    assert passed is (ways.pop() if len(ways) == 1 else None)


def test_the_limit_is_read_as_the_scorer_measures():
    texts = {"references": [["the cat is on the mat"]], "output": ["the cat sat on the mat"]}
    for type_, id_ in (("rouge-n", "text.rouge_1"), ("bleu", "text.bleu"), ("chrf", "text.chrf")):
        value = run_scorers(texts, [(id_, {})]).columns[id_.replace(".", "_")][0]
        one = a(type_, texts["references"][0], threshold=value)
        [evidence] = score([one], texts["output"][0])[2]
        assert (evidence["passed"], evidence["found"]) == (True, value)


CASES = [
    {"id": "own", "input": "?", "asserts": [a("icontains", "北京")], "output": "ＢＪ北京"},
    {"id": "broken", "input": "?", "asserts": [a("is-json")], "output": "no"},
    {
        "id": "both",  # what the case asserts comes before the common verdict
        "input": "?",
        "expected_output": "exactly this",
        "asserts": [a("starts-with", "Not")],
        "output": "exactly this",
    },
    {"id": "plain", "input": "?", "expected_output": "北京", "output": "北京"},
    {"id": "open", "input": "?", "expected_output": "x", "asserts": [OPEN], "output": "x"},
    {"id": "silent", "input": "?", "asserts": [a("not-contains", "x")], "output": ""},
]


@pytest.mark.slow
def test_assertions_decide_their_cases_and_the_rest_is_decided_as_always(tmp_path):
    run = steelyard.evaluate({"replay": {}}, CASES, out=tmp_path / "run")
    passed, evidence = (list(run.cases[name]) for name in ("passed", "text_asserts_evidence"))
    assert passed == [True, False, False, True, None, False]
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text(encoding="utf-8"))
    assert any("text_asserts_evidence" in note for note in manifest["notes"])
    done = shell("score", tmp_path / "run")
    assert done.code == 0, done.err
    again = steelyard.load_run(tmp_path / "run").cases
    assert list(again["text_asserts_evidence"]) == evidence
    assert list(again["passed"]) == passed


def test_data_with_nothing_but_assertions_has_a_verdict(tmp_path):
    run = steelyard.evaluate({"replay": {}}, CASES[:2], out=tmp_path / "run")
    assert list(run.cases["passed"]) == [True, False]


def test_reading_gives_the_defaults():
    assert read_assertion({"type": "not-rouge-n", "value": "x"}) == Assertion(
        "rouge-n", ["x"], 0.75, 1.0, negated=True
    )
