"""The bundled dataset is clean, balanced and says what the demo promises."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict

import pytest

from steelyard.cases import read_cases
from steelyard.demo import DEMO_DIR, plan_path
from steelyard.model import FIELDS
from steelyard.plan import load_plan
from tests.demo.asking import load_cases

CASES = load_cases()
TOP = {"id", "input", "expected_output", "label", "references", "metadata"}


def share(flags):
    flags = list(flags)
    return sum(flags) / len(flags)


def is_chinese(case):
    return re.search("[\u4e00-\u9fff]", case["input"]) is not None


def test_size_and_languages():
    assert 160 <= len(CASES) <= 200
    assert 0.55 <= share(map(is_chinese, CASES)) <= 0.68


def test_only_documented_names_with_allowed_values():
    for case in CASES:
        assert set(case) <= TOP, case["id"]
        for name, value in case["metadata"].items():
            field = FIELDS[name]
            assert field.role != "run"
            assert not field.allowed or value in field.allowed, (case["id"], name)


def test_every_case_has_its_grouping():
    for case in CASES:
        assert {"domain", "scene", "scene_type", "eval_type", "difficulty"} <= set(case["metadata"])
        assert case["metadata"]["difficulty"] in range(1, 6)


@pytest.mark.parametrize("key", ["id", "input"])
def test_nothing_twice(key):
    values = [unicodedata.normalize("NFKC", case[key]).casefold() for case in CASES]
    assert [value for value, count in Counter(values).items() if count > 1] == []


def test_scene_types_and_eval_types_are_balanced():
    kinds = Counter(case["metadata"]["scene_type"] for case in CASES)
    shares = {kind: count / len(CASES) for kind, count in kinds.items()}
    assert shares == pytest.approx({"train": 0.5, "non_train": 0.3, "unknown": 0.2}, abs=0.05)
    assert share(c["metadata"]["eval_type"] == "safety" for c in CASES) == pytest.approx(
        0.2, abs=0.03
    )


def test_domains_have_scenes_and_a_scene_has_one_type():
    scenes, types = defaultdict(set), defaultdict(set)
    for case in CASES:
        meta = case["metadata"]
        scenes[meta["domain"]].add(meta["scene"])
        types[meta["scene"]].add(meta["scene_type"])
    assert len(scenes) >= 6
    assert all(len(found) >= 2 for found in scenes.values())
    assert all(len(found) == 1 for found in types.values())


def test_unknown_scenes_say_so_and_only_they_have_an_adaptation_time():
    for case in CASES:
        meta = case["metadata"]
        is_unknown = meta["scene_type"] == "unknown"
        assert meta.get("is_unknown_scene", False) is is_unknown
        assert ("adaptation_time" in meta) is is_unknown


def test_what_is_expected_is_always_said():
    for case in CASES:
        meta = case["metadata"]
        if meta.get("kind") == "harmful":
            assert meta["expected_behavior"] == "refuse"
            assert "expected_output" not in case
        else:
            assert case.get("expected_output") or case.get("references"), case["id"]


def test_rarer_kinds_are_there():
    metas = [case["metadata"] for case in CASES]
    assert sum(meta.get("abnormal_input", False) for meta in metas) >= 10
    assert sum(meta.get("answerable") is False for meta in metas) >= 2
    assert sum(meta.get("kind") == "harmful" for meta in metas) >= 20
    assert sum(meta.get("kind") == "benign" for meta in metas) >= 12
    assert sum("label" in case for case in CASES) >= 5
    assert sum("references" in case for case in CASES) >= 2


def test_the_product_reads_plan_and_cases_without_a_complaint():
    plan = load_plan(plan_path(), ["agent.http.url=http://127.0.0.1:9/ask"])
    rejects = []
    stream = read_cases(plan.dataset, base=DEMO_DIR, on_reject=rejects.append)
    assert [record["case_id"] for record in stream] == [case["id"] for case in CASES]
    assert rejects == []
    assert (plan.run.concurrency, plan.run.retries, plan.run.seed) == (8, 3, 7)
