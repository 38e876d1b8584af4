"""Golden intervals, computed through the engine.

Source of the numbers: a prototype in plain numpy, whose intervals were simulated 20,000 times per
setting (docs/decisions/0025-intervals-second-edition.md).
"""

import random

import pytest

from steelyard.indicators.intervals import wilson
from tests.indicators.tables import values_of

SIZES = [1, 1, 2, 2, 3, 3, 5, 8, 13, 20, 30, 40]
PASSES = [1, 0, 2, 1, 3, 2, 4, 7, 10, 17, 22, 36]
LATENCIES = [0.8, 0.9, 0.9, 1.0, 1.1, 1.1, 1.2, 1.3, 1.5, 1.9, 2.6, 7.4]
CONFUSION = [[51, 6, 3], [5, 28, 2], [1, 1, 3]]


def near(*numbers):
    return pytest.approx(numbers, abs=5.1e-5)


def clustered(sizes, passes, name="k{}"):
    return [
        {"case_id": f"{at}-{case}", "cluster_id": name.format(at), "passed": case < k}
        for at, (m, k) in enumerate(zip(sizes, passes, strict=True))
        for case in range(m)
    ]


def accuracy(rows):
    return values_of(rows)["base.accuracy"]


def test_unequal_clusters():
    found = accuracy(clustered(SIZES, PASSES))
    assert found.interval[:2] == near(0.6616, 0.9143)
    assert found.status == "low_n"
    [note] = [note for note in found.notes if "equivalent" in note]
    assert "5.1 independent groups (12, the largest holds 31 %)" in note


def test_unequal_clusters_all_passed():
    assert accuracy(clustered(SIZES, SIZES)).interval[:2] == near(0.5724, 1)


def test_unequal_clusters_none_passed():
    assert accuracy(clustered(SIZES, [0] * 12)).interval[:2] == near(0, 1 - 0.5724)


def test_equal_clusters():
    assert accuracy(clustered([10] * 4, [9, 6, 8, 10])).interval[:2] == near(0.4681, 0.9619)


@pytest.mark.parametrize("sizes", [[2] * 5 + [60], [1] * 20 + [80]])
def test_one_cluster_dominates(sizes):
    found = accuracy(clustered(sizes, [m - m // 2 for m in sizes]))
    assert found.interval is None
    share = f"{100 * max(sizes) / sum(sizes):.0f} %"
    assert any(f"one group holds {share} of the cases" in note for note in found.notes)


def test_order_and_names_of_clusters_change_nothing():
    rows = clustered(SIZES, PASSES, "长名字 {}")
    random.Random(1).shuffle(rows)
    found, plain = accuracy(rows), accuracy(clustered(SIZES, PASSES))
    assert found.interval[:2] == pytest.approx(plain.interval[:2], abs=1e-12)


def test_epochs_of_a_case_count_as_one_case():
    """Every case asked twice with the same verdict: sizes, and so the interval, stay."""
    rows = [row | {"epoch": epoch} for row in clustered(SIZES, PASSES) for epoch in (0, 1)]
    assert accuracy(rows).interval[:2] == near(0.6616, 0.9143)


@pytest.mark.parametrize(
    ("n", "both", "base", "condition", "value", "low", "high"),
    [
        (60, 0, 51, 0, 0, 0, 0.0714),
        (60, 51, 0, 0, 1, 0.9348, 1.0697),
        (60, 60, 0, 0, 1, 0.9398, 1.0640),
        (60, 48, 3, 1, 0.9608, 0.8619, 1.0573),
        (60, 2, 49, 0, 0.0392, 0.0109, 0.1340),
        (5, 0, 5, 0, 0, 0, 0.4824),
    ],
)
@pytest.mark.parametrize("kind", ["perturb", "fault"])
def test_retention(n, both, base, condition, value, low, high, kind):
    pairs = [(1, 1)] * both + [(1, 0)] * base + [(0, 1)] * condition
    pairs += [(0, 0)] * (n - len(pairs))
    rows = [
        {
            "case_id": f"{at}~", "parent_case_id": str(at), "condition": kind,
            "condition_landed": True, "passed": bool(after), "clean_success": float(before),
        }
        for at, (before, after) in enumerate(pairs)
    ]  # fmt: skip
    id_ = {"perturb": "robust.perturb_retention", "fault": "robust.fault_tolerance"}[kind]
    found = values_of(rows)[id_]
    assert found.value == pytest.approx(value, abs=5e-5)
    assert found.interval[:2] == near(low, high)


def test_retention_over_several_kinds_rests_on_cases_not_variants():
    """Three kinds that all pass and fail alike say as much as one."""
    rows = [
        {
            "case_id": f"{at}~{kind}", "parent_case_id": str(at), "condition": "perturb",
            "perturbation": kind, "passed": at < 48 or at == 51, "clean_success": float(at < 51),
        }
        for at in range(60)
        for kind in "abc"
    ]  # fmt: skip
    found = values_of(rows)["robust.perturb_retention"]
    assert found.interval[:2] == near(0.8619, 1.0573)


def test_skewed_mean():
    rows = [{"case_id": str(at), "latency_s": s} for at, s in enumerate(LATENCIES)]
    found = values_of(rows)["base.latency_mean"]
    assert found.value == pytest.approx(1.8083, abs=5e-5)
    assert found.interval[:2] == near(1.0663, 5.4662)
    assert any("skewed" in note for note in found.notes)


def test_mean_that_is_not_skewed():
    rows = [{"case_id": str(at), "latency_s": float(at)} for at in range(1, 11)]
    found = values_of(rows)["base.latency_mean"]
    assert found.interval[:2] == near(3.3341, 7.6659)
    assert not any("skewed" in note for note in found.notes)


def answers(correct, attempted, answerable):
    return [
        {"case_id": str(at), "passed": at < correct, "output": "x" if at < attempted else ""}
        for at in range(answerable)
    ]


@pytest.mark.parametrize(
    ("counts", "value", "low", "high"),
    [
        ((0, 0, 150), 0, 0, 0.0487),
        ((0, 1, 150), 0, 0, 0.0484),
        ((1, 1, 150), 0.0132, 0.0023, 0.0710),
        ((150, 150, 150), 1, 0.9750, 1),
        ((6, 8, 10), 0.6667, 0.3178, 0.8957),
    ],
)
def test_f1(counts, value, low, high):
    found = values_of(answers(*counts))["base.f1"]
    assert found.value == pytest.approx(value, abs=5e-5)
    assert found.interval[:2] == near(low, high)


@pytest.mark.parametrize(
    ("counts", "precision", "recall"),
    [
        ((0, 0, 150), None, (0, 0, 0.0250)),
        ((0, 1, 150), 0, (0, 0, 0.0250)),
        ((1, 1, 150), 1, (0.0067, 0.0012, 0.0368)),
        ((150, 150, 150), 1, (1, 0.9750, 1)),
    ],
)
def test_precision_and_recall_from_the_same_counts(counts, precision, recall):
    found = values_of(answers(*counts))
    assert found["base.precision"].value == precision
    value, low, high = recall
    assert found["base.recall"].value == pytest.approx(value, abs=5e-5)
    assert found["base.recall"].interval[:2] == near(low, high)


def labels(confusion):
    pairs = [
        (truth, guess)
        for truth, row in enumerate(confusion)
        for guess, n in enumerate(row)
        for _ in range(n)
    ]
    return [
        {"case_id": str(at), "label": f"c{a}", "pred_label": f"c{b}", "passed": a == b}
        for at, (a, b) in enumerate(pairs)
    ]


def macro(confusion):
    params = {"mode": "classification", "average": "macro"}
    return values_of(labels(confusion), params=params)["base.f1"]


def test_macro_f1():
    found = macro(CONFUSION)
    assert found.value == pytest.approx(0.7111, abs=5e-5)
    assert found.interval[:2] == near(0.5221, 0.8472)
    assert not any("Rests on" in note for note in found.notes)


def test_macro_f1_of_one():
    assert macro([[60, 0, 0], [0, 35, 0], [0, 0, 5]]).interval[:2] == near(0.8501, 1)


def test_macro_f1_of_a_rare_class_never_recognized():
    """F1 0 of two rows shows no variance; the interval has no more trials than there are cases."""
    found = macro([[95, 3], [2, 0]])
    assert found.value == pytest.approx(0.4872, abs=5e-5)
    assert found.interval[:2] == near(0.2916, 0.6867)


def test_macro_f1_names_a_rare_class():
    found = macro([[20, 2, 0], [3, 20, 0], [1, 0, 2]])
    assert "Rests on 3 rows of class c2." in found.notes


def test_macro_f1_of_a_class_never_predicted_and_of_one_class():
    """A class that is never named has F1 0 and stays in the mean; one class alone is plain F1."""
    found = macro([[20, 0], [10, 0]])
    assert found.value == pytest.approx(0.4)
    assert found.interval[0] < 0.4 < found.interval[1]
    assert macro([[30]]).interval[:2] == pytest.approx(wilson(30, 30))


@pytest.mark.parametrize("values", [[2.0], [2.0, 2.0], []])
def test_too_little_for_a_mean_has_no_interval(values):
    rows = [{"case_id": str(at), "latency_s": s, "output": "x"} for at, s in enumerate(values)]
    found = values_of(rows or [{"case_id": "0", "passed": True}])["base.latency_mean"]
    assert found.interval is None
    assert found.value == (values[0] if values else None)
    assert found.notes


@pytest.mark.parametrize(("hits", "n"), [(30, 30), (5, 5), (20, 30), (0, 30)])
def test_success_at_k_is_a_share_of_queries(hits, n):
    rows = [{"case_id": str(at), "ir_success_at_5": float(at < hits)} for at in range(n)]
    assert values_of(rows)["ir.success_at_5"].interval[:2] == pytest.approx(wilson(hits, n))


def test_a_mean_without_spread_has_no_interval():
    rows = [{"case_id": str(at), "ir_ap": 1.0, "text_token_f1": 0.5} for at in range(30)]
    for id_ in ("ir.map", "text.token_f1"):
        found = values_of(rows)[id_]
        assert found.interval is None
        assert any("all values are equal" in note for note in found.notes)
        assert not any("look at the interval" in note for note in found.notes)
