"""Each processing step."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.cases import STEPS, StepSpec
from steelyard.cases.steps.base import build_steps
from steelyard.errors import DataError, PlanError, SteelyardError, UnknownNameError
from tests.cases.make import jsonl, load


def record(number=0, **fields):
    metadata = fields.pop("metadata", {})
    return {"case_id": f"c{number}", "input": f"q{number}", **fields, "metadata": metadata}


def run(step, records, seed=0):
    """Pass records through one step; return those kept, those refused, and the step."""
    (built,) = build_steps([StepSpec.model_validate(step)], seed)
    refused = []
    rows = (("f", n, r) for n, r in enumerate(records))
    kept = [row[2] for row in built.run(rows, lambda row, error: refused.append((row[2], error)))]
    return kept, refused, built


def test_the_steps():
    assert STEPS.names() == [
        "deduplicate",
        "derive",
        "filter",
        "normalise",
        "redact",
        "rename",
        "sample",
        "split",
        "stratified_sample",
    ]
    assert all(kind.words.en and kind.words.zh for kind in STEPS)


def test_filter_keeps_what_is_true_and_names_the_unseen(tmp_path):
    jsonl(tmp_path / "d.jsonl", [{"input": "a", "scene": "s"}, {"input": "b", "scene": "t"}])
    steps = [{"filter": "scene = 's'"}, {"filter": "sceen is null"}]
    cases, _, stream = load("d.jsonl", base=tmp_path, steps=steps)
    assert [c["input"] for c in cases] == ["a"]
    assert [log.as_dict() for log in stream.steps] == [
        {
            "step": "filter",
            "params": "scene = 's'",
            "rows_in": 2,
            "rows_out": 1,
            "rows_rejected": 0,
            "rows_changed": 0,
        },
        {
            "step": "filter",
            "params": "sceen is null",
            "rows_in": 1,
            "rows_out": 1,
            "rows_rejected": 0,
            "rows_changed": 0,
        },
    ]
    assert [w.message for w in stream.warnings] == ["filter: no row has 'sceen'."]


def test_deduplicate_exact_and_normalised():
    texts = ["Ａbc  d", "abc d", "abc d", "ABC\nd", "x"]
    records = [record(n, input=text) for n, text in enumerate(texts)]
    assert [r["case_id"] for r in run("deduplicate", records)[0]] == ["c0", "c1", "c3", "c4"]
    kept = run({"deduplicate": {"normalised": True}}, records)[0]
    assert [r["case_id"] for r in kept] == ["c0", "c4"]


def test_deduplicate_by_fields_keeps_rows_that_lack_them():
    records = [
        record(n, metadata=m) for n, m in enumerate([{"k": 1}, {}, {"k": 1}, {}, {"k": "1"}])
    ]
    kept = run({"deduplicate": {"by": "k"}}, records)[0]
    assert [r["case_id"] for r in kept] == ["c0", "c1", "c3", "c4"]


def test_deduplicate_ignores_the_order_of_members():
    records = [record(0, input={"a": 1, "b": 2}), record(1, input={"b": 2, "a": 1})]
    assert len(run("deduplicate", records)[0]) == 1


def test_normalise():
    message = [{"role": "user", "content": "ＡＢＣ　１２３ "}]
    records = [record(0, input=message, expected_output="a \t b\n\n\n c "), record(1, scene="Ａ")]
    kept, _, step = run("normalise", records)
    assert kept[0]["input"] == [{"role": "user", "content": "ABC 123"}]
    assert kept[0]["expected_output"] == "a b\nc"
    assert kept[1]["scene"] == "Ａ"
    assert step.changed == 1


def test_normalise_parts_can_be_switched_off():
    def one(**options):
        return run({"normalise": options}, [record(input="Ａ  b")])[0][0]["input"]

    assert one(nfkc=False) == "Ａ b"
    assert one(whitespace=False) == "A  b"


def test_rename_checks_the_new_field():
    records = [record(n, metadata={"src.topic": v}) for n, v in enumerate(["law", ["x"], None])]
    kept, refused, step = run({"rename": {"src.topic": "domain"}}, records)
    assert kept[0] == {"case_id": "c0", "input": "q0", "domain": "law", "metadata": {}}
    assert kept[1]["case_id"] == "c2"
    assert [(r["case_id"], e.field) for r, e in refused] == [("c1", "domain")]
    assert step.changed == 1


def test_rename_known_to_metadata():
    assert run({"rename": {"domain": "metadata.topic"}}, [record(domain="x")])[0][0][
        "metadata"
    ] == {"topic": "x"}


def test_derive():
    step = {
        "derive": {
            "cluster_id": "{domain}-{n} {{}}",
            "eval_type": {"value": "safety"},
            "note": "{domain}",
        }
    }
    kept, _, _ = run(step, [record(domain="law", metadata={"n": 3}), record(1, cluster_id="old")])
    assert kept[0]["cluster_id"] == "law-3 {}"
    assert kept[0]["metadata"]["note"] == "law"
    # A template that lacks a value gives nothing, not "None-3".
    assert "cluster_id" not in kept[1]
    assert kept[1]["eval_type"] == "safety"


def test_derive_refuses_what_the_field_does_not_hold():
    kept, refused, _ = run(
        {"derive": {"score": "{domain}"}}, [record(domain="x"), record(1, domain="0.5")]
    )
    assert [r["score"] for r in kept] == [0.5]
    assert [e.code for _, e in refused] == ["wrong_type"]
    kept, refused, _ = run({"derive": {"input": "{domain}"}}, [record()])
    assert [e.code for _, e in refused] == ["emptied"]


@pytest.mark.parametrize(
    "template",
    ["{domain.__class__!r}", "{domain:>10}", "{0}", "{}", "{domain[0]}", "{domain", "{a b}"],
)
def test_derive_templates_hold_names_only(template):
    with pytest.raises(PlanError, match="steps, number 1"):
        run({"derive": {"scene": template}}, [])


def test_derive_reaches_no_attribute():
    kept, _, _ = run({"derive": {"scene": "{input.__class__}"}}, [record()])
    assert "scene" not in kept[0]


# Made-up numbers that pass the public check digits (ISO 7064 for the identity number, Luhn for
# the card); 6222020000000000003 fails Luhn.
@pytest.mark.parametrize(
    ("pattern", "text", "left"),
    [
        ("cn_id", "号11010519491231002X。", "号*。"),
        ("cn_id", "id 110105194912310021", "id *"),
        ("cn_id", "991399194912310021", "*"),
        ("cn_id", "110105194913310021", "110105194913310021"),
        ("cn_mobile", "电话13800138000，", "电话*，"),
        ("cn_mobile", "+86 138-0013-8000", "*"),
        ("cn_mobile", "113800138000", "113800138000"),
        ("email", "写给a.b+c@mail.example.cn吧", "写给*吧"),
        ("email", "no at example", "no at example"),
        ("bank_card", "卡4111 1111 1111 1111", "卡*"),
        ("bank_card", "6222020000000000003", "6222020000000000003"),
        ("ipv4", "from 192.168.1.254:80", "from *:80"),
        ("ipv4", "v1.2.3.4.5 and 300.1.1.1", "v1.2.3.4.5 and 300.1.1.1"),
        (r"工号\d{6}", "工号123456到", "*到"),
    ],
)
def test_redact(pattern, text, left):
    kept, _, step = run({"redact": {"patterns": [pattern], "with": "*"}}, [record(input=text)])
    assert kept[0]["input"] == left
    assert step.changed == (text != left)


def test_redact_everywhere_by_default():
    mail = "x@y.cn"
    given = record(
        input=[{"role": "user", "content": mail}],
        references=[mail],
        output=mail,
        scene=mail,
        metadata={"note": [mail], "scene": mail},
    )
    (kept,), _, _ = run("redact", [given])
    mark = "[已脱敏]"
    assert kept["input"][0]["content"] == mark
    assert kept["references"] == [mark]
    assert kept["output"] == mark
    assert kept["scene"] == mail  # not among the default fields
    assert kept["metadata"] == {"note": [mark], "scene": mark}


def test_redact_replaces_an_identity_number_once():
    (kept,), _, _ = run("redact", [record(input="11010519491231002X 13800138000")])
    assert kept["input"] == "[已脱敏] [已脱敏]"


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"deduplicate": {"normalized": True}}, "no option 'normalized'[\\s\\S]*normalised"),
        ({"deduplicate": {"by": 3}}, "by: found 3; allowed: a text or a list"),
        ({"sample": {}}, "either n or share"),
        ({"sample": {"n": 1, "share": 0.5}}, "either n or share"),
        ({"sample": {"n": 0}}, "n: found 0; allowed: a whole number of at least 1"),
        ({"sample": {"share": 1.5}}, "share: found 1.5"),
        ({"stratified_sample": {"n": 2}}, "by: found nothing"),
        ({"split": {"a": 0.5, "b": 0.4, "keep": "a"}}, "add up to 0.9"),
        ({"split": {"a": 0.5, "b": 0.5, "keep": "c"}}, 'keep: found "c"; allowed: a, b'),
        ({"split": {"a": 0.5, "b": 0.5}}, "keep: found nothing"),
        ({"rename": {"input": "x"}}, "may not be moved"),
        ({"rename": {"x": "case_id"}}, "may not be written"),
        ({"rename": {"x": "status"}}, "may not be written"),
        ({"rename": "x"}, "options are a mapping"),
        ({"rename": {}}, "at least one entry"),
        ({"derive": {"case_id": "{scene}"}}, "may not be written"),
        ({"derive": {"scene": 3}}, "scene: found 3"),
        ({"redact": {"patterns": ["e_mail"]}}, "cn_id"),
        ({"redact": {"patterns": ["(oops"]}}, "not a regular expression"),
        ({"redact": {"fields": ["case_id"]}}, "may not be written"),
        ({"normalise": {"nfkc": "yes"}}, "true or false"),
        ({"filter": 3}, "where: found 3"),
    ],
)
def test_slips_in_options(step, message):
    with pytest.raises(PlanError, match=message) as caught:
        run(step, [])
    assert str(caught.value).startswith(f"steps, number 1 ({next(iter(step))})")


def test_unknown_step_gets_a_suggestion():
    with pytest.raises(UnknownNameError, match="deduplicate"):
        run("dedupe", [])


def test_steps_are_checked_before_any_file_is_read(tmp_path):
    (tmp_path / "d.jsonl").write_text("not json")
    with pytest.raises(SteelyardError, match="either n or share"):
        load("d.jsonl", base=tmp_path, steps=["sample"])


ids = st.lists(st.integers(0, 10_000), unique=True, max_size=60)
seeds = st.integers(0, 2**31)


def picked(step, numbers, seed):
    return [
        r["case_id"] for r in run(step, [record(n, scene=f"s{n % 3}") for n in numbers], seed)[0]
    ]


@settings(deadline=None)
@given(ids, seeds, st.integers(1, 70))
def test_sample_n(numbers, seed, n):
    step = {"sample": {"n": n}}
    kept = picked(step, numbers, seed)
    assert len(kept) == min(n, len(numbers))
    assert kept == [f"c{i}" for i in numbers if f"c{i}" in set(kept)]  # original order
    assert kept == picked(step, numbers, seed)
    assert sorted(kept) == sorted(picked(step, numbers[::-1], seed))  # not a matter of order


@settings(deadline=None)
@given(ids, seeds)
def test_sample_share_does_not_depend_on_the_others(numbers, seed):
    step = {"sample": {"share": 0.4}}
    apart = [kept for n in numbers for kept in picked(step, [n], seed)]
    assert picked(step, numbers, seed) == apart


@settings(deadline=None)
@given(ids, seeds, st.integers(1, 10))
def test_stratified_sample(numbers, seed, n):
    kept = picked({"stratified_sample": {"by": "scene", "n": n}}, numbers, seed)
    for group in range(3):
        inside = [f"c{i}" for i in numbers if i % 3 == group]
        assert len([i for i in kept if i in inside]) == min(n, len(inside))
    assert kept == [f"c{i}" for i in numbers if f"c{i}" in set(kept)]


@settings(deadline=None)
@given(ids, seeds)
def test_split_partitions(numbers, seed):
    shares = {"train": 0.6, "dev": 0.1, "test": 0.3}
    parts = {k: picked({"split": {**shares, "keep": k}}, numbers, seed) for k in shares}
    assert sorted(chain.from_iterable(parts.values())) == sorted(f"c{i}" for i in numbers)
    swapped = {"test": 0.3, "keep": "test", "dev": 0.1, "train": 0.6}
    assert picked({"split": swapped}, numbers, seed) == parts["test"]
    both = picked({"split": {**shares, "keep": ["train", "dev"]}}, numbers, seed)
    assert set(both) == set(parts["train"]) | set(parts["dev"])


def test_shares_come_true_and_seeds_differ():
    numbers = list(range(20_000))
    one, other = (picked({"split": {"a": 0.2, "b": 0.8, "keep": "a"}}, numbers, s) for s in (1, 2))
    # Standard deviation 57; five of them.
    assert abs(len(one) - 4000) < 285
    assert one != other


def test_sampling_after_splitting_is_independent(tmp_path):
    jsonl(tmp_path / "d.jsonl", [{"input": str(n)} for n in range(8000)])
    half = {"split": {"a": 0.5, "b": 0.5, "keep": "a"}}
    _, _, stream = load("d.jsonl", base=tmp_path, steps=[half, half, {"sample": {"share": 0.5}}])
    outs = [log.rows_out for log in stream.steps]
    for got, wanted in zip(outs, (4000, outs[0] / 2, outs[1] / 2), strict=True):
        assert abs(got - wanted) < 5 * (wanted / 2) ** 0.5


def test_the_cut_of_the_files_does_not_matter(tmp_path):
    rows = [{"case_id": n, "input": str(n), "scene": f"s{n % 4}"} for n in range(300)]
    jsonl(tmp_path / "one.jsonl", rows)
    (tmp_path / "many").mkdir()
    for n in range(6):
        jsonl(tmp_path / "many" / f"{n}.jsonl", rows[n * 50 : n * 50 + 50])
    steps = [{"stratified_sample": {"by": "scene", "n": 40}}, {"sample": {"n": 70}}]
    one = load("one.jsonl", base=tmp_path, seed=3, steps=steps)[0]
    assert len(one) == 70
    assert load("many", base=tmp_path, seed=3, steps=steps)[0] == one


def test_too_many_groups(monkeypatch):
    monkeypatch.setattr("steelyard.cases.steps.stratified_sample.GROUPS", 5)
    with pytest.raises(DataError, match="more than 5"):
        run({"stratified_sample": {"by": "case_id", "n": 1}}, [record(n) for n in range(6)])
