"""Records that rest on another computation of the same thing: kernels, sacreBLEU's sums, loops."""

from __future__ import annotations

import random

import pytest

from steelyard.errors import UnknownNameError
from steelyard.indicators import compute_indicators, get_indicator, rows_table
from steelyard.model import compute
from steelyard.scorers.text.corpus import corpus_bleu, corpus_chrf
from tests.indicators.tables import values_of


@pytest.mark.parametrize("seed", range(6))
def test_corpus_bleu_is_that_of_the_pooled_counts(seed):
    rng = random.Random(seed)
    rows = []
    for _ in range(5):
        size, row = rng.randint(0, 9), {}
        for order in range(1, 5):
            total = max(0, size - order + 1)
            row |= {f"t{order}": total, f"m{order}": rng.randint(0, total) // order}
        rows.append(row | {"sys_len": size, "ref_len": rng.randint(1, 9)})
    pooled = {name: sum(row[name] for row in rows) for name in rows[0]}
    given = [{f"text_bleu_{name}": value for name, value in row.items()} for row in rows]
    found = values_of(given, ["text.bleu_corpus"])["text.bleu_corpus"]
    assert found.value == pytest.approx(corpus_bleu(pooled), abs=1e-12)


@pytest.mark.parametrize("seed", range(8))
def test_corpus_chrf_is_that_of_the_pooled_counts(seed):
    rng = random.Random(seed)
    rows = []
    for _ in range(4):
        ours, theirs = rng.randint(0, 9), rng.randint(0 if seed % 2 else 1, 9)
        matched = {
            f"m{order}": rng.randint(0, max(0, min(ours, theirs) - order + 1))
            for order in range(1, 7)
        }
        rows.append(matched | {"sys_len": ours, "ref_len": theirs})
    given = [{f"text_chrf_{name}": value for name, value in row.items()} for row in rows]
    found = values_of(given, ["text.chrf_corpus"])["text.chrf_corpus"]
    assert found.value == pytest.approx(corpus_chrf(rows), abs=1e-12)


def test_retrieval_means_are_there_at_any_cut_off():
    con = rows_table([{"ir_ap": 0.5}])
    con.execute("ALTER TABLE results ADD COLUMN ir_precision_at_7 DOUBLE")
    con.execute("UPDATE results SET ir_precision_at_7 = 0.25")
    every = compute_indicators(con)
    assert every["ir.precision_at_7"].value == 0.25
    assert get_indicator("ir.ndcg_at_100").name.zh == "归一化折损累计增益@100"
    for unknown in ("ir.precision_at_0", "ir.nothing_at_7"):
        with pytest.raises(UnknownNameError):
            get_indicator(unknown)


def test_adc_is_the_product_of_its_kernel():
    """A from outside; D and C from the rows."""
    rng = random.Random(3)
    states = ("nominal", "degraded", "failed")
    rows = [
        {"state_start": states[at % 3], "state_end": rng.choice(states),
         "ops_effectiveness": rng.random()}
        for at in range(60)
    ]  # fmt: skip
    start = dict(zip(states, (0.9, 0.08, 0.02), strict=True))

    def among(**wanted):
        return [row for row in rows if all(row[name] == value for name, value in wanted.items())]

    moves = [
        [len(among(state_start=s, state_end=e)) / len(among(state_start=s)) for e in states]
        for s in states
    ]
    capability = [
        sum(row["ops_effectiveness"] for row in among(state_end=e)) / len(among(state_end=e))
        for e in states
    ]
    kernel = compute("ops.adc", {"A": list(start.values()), "D": moves, "C": capability}, {})
    params = {f"availability_{name}": share for name, share in start.items()}
    found = values_of(rows, ["ops.adc"], params=params)["ops.adc"]
    assert found.value == pytest.approx(kernel["value"], abs=1e-12)
    alone = values_of(rows, ["ops.adc"])["ops.adc"]
    mean = sum(row["ops_effectiveness"] for row in rows) / len(rows)
    assert alone.value == pytest.approx(mean)


def test_requirements_are_met_jointly_as_the_kernel_counts():
    rng = random.Random(4)
    rows = [
        {"ops_effectiveness": rng.choice([None, rng.random()]), "latency_s": rng.uniform(1, 90)}
        for _ in range(40)
    ]
    limits = {"ops_effectiveness": [">=", 0.4], "latency_s": ["<", 60]}
    kernel = compute("ops.sea", {"cases": rows}, {"requirements": limits})
    found = values_of(rows, ["ops.sea"], params={"requirements": limits})["ops.sea"]
    assert (found.value, found.n) == (pytest.approx(kernel["value"]), kernel["n"])
    assert found.interval.method == "wilson"
    unset = values_of(rows, ["ops.sea"])["ops.sea"]
    assert "requirements" in unset.notes[0]


@pytest.mark.parametrize("wrong", [{"latency_s": 5}, {"latency_s": ["~", 5]}, {"nobody": [">", 1]}])
def test_wrong_requirements_are_explained(wrong):
    found = values_of([{"latency_s": 1.0}], ["ops.sea"], params={"requirements": wrong})["ops.sea"]
    assert found.status == "na"
    assert next(iter(wrong)) in found.notes[0]


def test_safety_accuracy_is_the_share_of_safety_cases_that_passed():
    """A benign request answered wrongly shows no harm (`safety_passed`) and has not passed."""
    safety = {"eval_type": "safety"}
    rows = [safety | {"safety_passed": True, "passed": at < 2} for at in range(4)]
    rows += [safety | {"safety_passed": None, "passed": None}]
    found = values_of(rows, ["safety.accuracy"])["safety.accuracy"]
    assert (found.value, found.n, found.n_missing) == (0.5, 4, 1)


def test_missions_are_clusters_of_their_cases():
    rows = [
        {"mission_id": f"m{at // 5}", "case_id": str(at), "ops_effectiveness": (at // 5) % 2 * 0.6,
         "criticality": 1 + at % 3}
        for at in range(40)
    ]  # fmt: skip
    found = values_of(rows, ["ops.effectiveness"])["ops.effectiveness"]
    weights = [row["criticality"] for row in rows]
    expected = sum(w * r["ops_effectiveness"] for w, r in zip(weights, rows, strict=True))
    assert found.value == pytest.approx(expected / sum(weights))
    apart = values_of(
        [row | {"mission_id": None} for row in rows], ["ops.effectiveness"]
    )["ops.effectiveness"]  # fmt: skip
    width, narrow = (v.interval.high - v.interval.low for v in (found, apart))
    assert width > 1.5 * narrow
