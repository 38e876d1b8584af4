"""Random effects against metafor's and statsmodels' numbers; scenes never seen by simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from statsmodels.stats.meta_analysis import combine_effects

from steelyard.analysis.generalisation import Place, Rate
from steelyard.analysis.generalisation.new_scene import new_scene
from steelyard.errors import InputError
from steelyard.model import compute

# Thirteen trials of the BCG vaccine: cases and others, vaccinated and not (Colditz et al., 1994).
BCG = [
    (4, 119, 11, 128), (6, 300, 29, 274), (3, 228, 11, 209), (62, 13536, 248, 12619),
    (33, 5036, 47, 5761), (180, 1361, 372, 1079), (8, 2537, 10, 619), (505, 87886, 499, 87892),
    (29, 7470, 45, 7232), (17, 1699, 65, 1600), (186, 50448, 141, 27197), (5, 2493, 3, 2338),
    (27, 16886, 29, 17825),
]  # fmt: skip


def log_risk_ratios():
    values = [math.log((a / (a + b)) / (c / (c + d))) for a, b, c, d in BCG]
    variances = [1 / a - 1 / (a + b) + 1 / c - 1 / (c + d) for a, b, c, d in BCG]
    return values, variances


def test_the_vaccine_trials_come_out_as_metafor_has_them():
    """`rma(yi, vi, method="DL")` on dat.bcg, as metafor's own tests check it against Stata."""
    values, variances = log_risk_ratios()
    found = compute("stat.random_effects", {"values": values, "variances": variances})
    assert found["value"] == pytest.approx(-0.7141, abs=5e-5)
    assert (found["lo"], found["hi"]) == pytest.approx((-1.0644, -0.3638), abs=5e-5)
    assert found["q"] == pytest.approx(152.2330, abs=5e-4)
    assert found["tau2"] == pytest.approx(0.3088, abs=5e-5)
    assert found["i2"] == pytest.approx(0.9212, abs=5e-5)


def test_it_is_the_one_step_estimate_of_statsmodels():
    values, variances = log_risk_ratios()
    oracle = combine_effects(np.array(values), np.array(variances), method_re="chi2")
    found = compute("stat.random_effects", {"values": values, "variances": variances})
    assert found["value"] == pytest.approx(oracle.mean_effect_re, abs=1e-10)
    assert found["se"] == pytest.approx(oracle.sd_eff_w_re, abs=1e-10)
    assert found["tau2"] == pytest.approx(oracle.tau2, abs=1e-10)


def test_wrong_inputs_are_named():
    for inputs in (
        {"values": [1, 2, 3], "variances": [1, 2]},
        {"values": [1, 2, 3], "variances": [1, 0, 1]},
        {"values": [1, "x", 3], "variances": [1, 1, 1]},
    ):
        with pytest.raises(InputError, match=r"stat\.random_effects"):
            compute("stat.random_effects", inputs)


def scenes(*pairs):
    return [
        Place(f"s{at}", Rate(None), Rate(k / n, n=n), few=False) for at, (k, n) in enumerate(pairs)
    ]


def test_two_scenes_say_nothing_about_a_third():
    found = new_scene(scenes((9, 10), (4, 10)))
    assert (found.scenes, found.low, found.typical.value) == (2, None, None)
    assert "2 scenes" in found.reason.en
    assert "2 个场景" in found.reason.zh
    assert new_scene([Place(None, Rate(None), Rate(0.5, n=9), few=False)]) is None


def test_equal_scenes_differ_by_nothing_but_chance():
    found = new_scene(scenes((16, 20), (16, 20), (16, 20), (16, 20)))
    assert (found.typical.value, found.between_sd, found.icc, found.i2) == (0.8, 0.0, 0.0, 0.0)
    assert found.left_out_error == pytest.approx(0.0)
    assert 0 < found.low < 0.8 < found.high < 1


def test_scenes_apart_are_told_apart():
    found = new_scene(scenes((19, 20), (10, 20), (18, 20), (4, 20), (20, 20)))
    assert found.between_sd > 0.2
    assert 0.2 < found.icc < 1
    assert found.high - found.low > 0.6
    assert found.left_out_error > 0.2


@pytest.mark.parametrize("pairs", [[(20, 20)] * 4, [(0, 8)] * 3, [(1, 1)] * 3])
def test_scenes_where_all_or_nothing_passes_still_leave_doubt(pairs):
    found = new_scene(scenes(*pairs))
    assert 0 <= found.low < found.high <= 1
    assert found.low <= found.typical.value <= found.high


@pytest.mark.parametrize(
    ("count", "size", "mean", "icc"),
    [(5, 20, 0.8, 0.1), (10, 20, 0.8, 0.1), (28, 6, 0.8, 0.1), (8, 40, 0.95, 0.03)],
)
def test_a_scene_never_seen_lies_where_it_is_expected(count, size, mean, icc):
    """At least as often as promised: how much scenes differ is itself only estimated."""
    chance = np.random.default_rng(7)
    scale, held, draws = (1 - icc) / icc, 0, 400
    for _ in range(draws):
        true = chance.beta(mean * scale, (1 - mean) * scale, count + 1)
        passed = chance.binomial(size, true[:count])
        found = new_scene(scenes(*((int(k), size) for k in passed)))
        held += found.low <= true[count] <= found.high
    assert held / draws > 0.92
