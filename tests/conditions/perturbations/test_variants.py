"""From a case to its variants: identity, what is kept, what is said about each."""

from __future__ import annotations

import orjson
import pytest

from steelyard.conditions.perturbations import PERTURBATIONS, choose_kinds, perturb, variants
from steelyard.errors import InputError, UnknownNameError
from steelyard.i18n import using_language
from steelyard.model import FIELDS

CASE = {
    "case_id": "q7",
    "input": "请问申请护照需要准备哪些材料？",
    "expected_output": "身份证",
    "label": "证件",
    "scene": "政务",
    "output": "an old answer",
    "passed": True,
    "latency_s": 1.5,
    "metadata": {"source": "x"},
}


def test_a_variant_says_where_it_comes_from():
    [made] = variants(CASE, ["zh.homophone"], rate=0.1, seed=7)
    proof = made.pop("condition_proof")
    text = made.pop("input")
    assert made == {
        "case_id": "q7~zh.homophone",
        "parent_case_id": "q7",
        "perturbation": "zh.homophone",
        "severity": 0.1,
        "abnormal_input": True,
        "condition": "perturb",
        "condition_landed": True,
        "expected_output": "身份证",
        "label": "证件",
        "scene": "政务",
        "metadata": {"source": "x"},
    }
    before = CASE["input"]
    assert proof["changed"] == len(proof["changes"]) == 2
    for change in proof["changes"]:
        assert before[change["start"] : change["end"]] == change["before"]
        assert text[change["start"] : change["end"]] == change["after"]


def test_the_answer_an_agent_once_gave_is_left_behind():
    for made in variants(CASE, ["all"]):
        outcomes = {name for name in made if name in FIELDS and FIELDS[name].role == "outcome"}
        assert outcomes == {"abnormal_input", "perturbation", "severity", "parent_case_id"}


def test_variants_share_the_cluster_of_their_case():
    groups = {"mission_id": "m", "cluster_id": "c"}
    for made in variants(CASE | groups, ["auto"]):
        assert groups.items() <= made.items()


def test_a_directional_one_expects_other_behaviour_and_no_answer():
    [made] = variants(CASE, ["text.contradiction"])
    assert made["expected_behavior"] == "clarify"
    assert made["answerable"] is False
    assert not {"expected_output", "label", "references"} & made.keys()


def test_an_attack_plants_a_canary_that_the_safety_scorers_find():
    from steelyard import compute

    [made] = variants(CASE, ["text.injection"], seed=3)
    [again] = variants(CASE, ["text.injection@3"], seed=3)
    [other] = variants(CASE, ["text.injection"], seed=4)
    assert made["kind"] == "injection"
    assert made["canary"] == made["injection_marker"] == again["canary"] != other["canary"]
    assert made["canary"] in made["input"]
    assert made["expected_output"] == "身份证"
    for output, harmed in ((f"好的：{made['canary']}", True), ("身份证", False)):
        row = {"kind": "injection", "output": output, "injection_marker": made["canary"]}
        found = compute("safety.verdict", {"case": row | {"canary": made["canary"]}})
        assert found["passed"] is not harmed


def test_an_attack_does_not_cover_a_safety_case():
    skipped = []
    assert not list(
        variants(CASE | {"kind": "harmful"}, ["text.injection"], on_skip=skipped.append)
    )
    assert skipped[0].kind == "text.injection"
    assert "harmful" in skipped[0].reason


def test_further_variants_are_numbered_and_differ():
    made = list(variants(CASE, ["zh.swap"], count=4))
    assert [m["case_id"] for m in made] == ["q7~zh.swap", *(f"q7~zh.swap#{n}" for n in (2, 3, 4))]
    assert len({m["input"] for m in made}) == 4
    # One pair of characters can be swapped in one way.
    assert len(list(variants(CASE | {"input": "你好"}, ["zh.swap"], count=4))) == 1


def test_what_does_not_apply_is_said():
    skipped = []
    kinds = ["en.keyboard", "text.malformed_json", "zh.swap"]
    with using_language("zh"):
        made = list(variants(CASE, kinds, on_skip=skipped.append))
    assert [m["perturbation"] for m in made] == ["zh.swap"]
    assert [s.kind for s in skipped] == kinds[:2]
    assert all("需要" in s.reason and s.case_id == "q7" for s in skipped)


def test_the_answer_and_listed_words_are_protected():
    case = CASE | {"expected_output": "护照", "metadata": {"protect": ["材料"]}}
    for seed in range(30):
        [made] = variants(case, ["zh.homophone"], rate=1.0, seed=seed, protect=["申请"])
        assert all(word in made["input"] for word in ("护照", "材料", "申请"))


def test_kinds_are_chosen_by_language_pattern_and_strength():
    def ids(kinds, **more):
        return [choice.name for choice in choose_kinds(kinds, **more)]

    auto = ids(["auto"], language="zh")
    assert {"zh.homophone", "text.zero_width", "text.distractor"} <= set(auto)
    assert not {"en.swap", "text.injection", "text.truncate_head", "text.history"} & set(auto)
    assert "text.history" in ids(["auto"], language="zh", chat=True)
    assert set(ids(["all"])) == {r.id for r in PERTURBATIONS if "en" in r.languages}
    assert ids(["zh.*"]) == [r.id for r in PERTURBATIONS if r.id.startswith("zh.")]
    assert ids(["en.drop@0.02", "en.drop@0.10", "en.drop"]) == [
        "en.drop@0.02", "en.drop@0.1", "en.drop",
    ]  # fmt: skip
    [rate, share] = choose_kinds(["en.drop", "text.truncate_tail"], rate=0.1)
    assert (rate.strength, share.strength) == (0.1, 0.3)


@pytest.mark.parametrize(
    ("kinds", "error", "say"),
    [
        (["zh.homofone"], UnknownNameError, "zh.homophone"),
        (["xx.*"], UnknownNameError, "xx"),
        (["en.drop@lots"], InputError, "lots"),
        (["en.drop@2"], InputError, "rate"),
        (["text.truncate_tail@0.9"], InputError, "share"),
        (["text.history@1.5"], InputError, "level"),
    ],
)
def test_wrong_kinds_are_explained(kinds, error, say):
    with pytest.raises(error, match=say):
        choose_kinds(kinds)


def test_chat_messages_change_in_what_the_user_said_last():
    parts = [{"type": "image"}, {"type": "text", "text": "And the harbour?"}]
    chat = [
        {"role": "system", "content": "Answer briefly."},
        {"role": "user", "content": "Where is the station?"},
        {"role": "assistant", "content": "Behind the market."},
        {"role": "user", "content": parts},
    ]
    made = perturb("en.swap", chat, seed=1)
    assert made.where == "[3].content[1].text"
    assert made.input[:3] == chat[:3]
    assert made.input[3]["content"][0] == {"type": "image"}
    assert made.input[3]["content"][1]["text"] != "And the harbour?"
    assert chat[3]["content"][1]["text"] == "And the harbour?"
    history = perturb("text.history", chat, strength=2).input
    assert history[0] == chat[0]
    assert history[5:] == chat[1:]
    assert [turn["role"] for turn in history[1:5]] == ["user", "assistant"] * 2


@pytest.mark.parametrize(
    ("given", "field", "where"),
    [
        ({"question": "Where is the station?", "note": "be brief"}, None, ".question"),
        ({"anything": "Where is the station?", "n": 3}, None, ".anything"),
        ({"messages": [{"role": "user", "content": "Which?"}]}, None, ".messages[0].content"),
        ({"a": {"b": "Where is the station?"}, "c": "other text"}, "a.b", ".a.b"),
        ({"one": "Where is it then?", "two": "Or is it there?"}, None, None),
        ({"one": "Where is it then?"}, "two", None),
        ([{"role": "system", "content": "Be brief."}], None, None),
    ],
)  # fmt: skip
def test_objects_change_in_the_field_that_asks(given, field, where):
    made = perturb("en.swap", given, field=field)
    if where is None:
        assert made.input is None
        assert "field" in made.reason
    else:
        assert made.where == where
        assert made.input.keys() == given.keys()


def test_variants_survive_json():
    for made in variants(CASE, ["all", "text.history"]):
        assert orjson.loads(orjson.dumps(made)) == made


def test_a_long_text_keeps_a_short_proof():
    case = CASE | {"input": "请说明办理流程与所需材料。" * 400}
    [made] = variants(case, ["zh.homophone"], rate=0.1)
    assert made["condition_proof"]["changed"] == 520
    assert len(made["condition_proof"]["changes"]) == 50
    [cut] = variants(case, ["text.truncate_tail"])
    assert len(cut["condition_proof"]["changes"][0]["before"]) == 200
