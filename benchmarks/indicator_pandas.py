"""The default scorecard's indicators as one would write them in pandas: values only."""

from __future__ import annotations

from typing import Any

import pandas as pd

from benchmarks.indicator_data import PARAMS


def scorecard(frame: pd.DataFrame) -> dict[str, float | None]:
    """Return the value of every indicator of the default scorecard."""
    f = frame
    success = f["completed"].where(f["completed"].notna(), f["passed"])
    f = f.assign(success=success)
    functional = f[f["eval_type"].fillna("functional") == "functional"]
    unknown = (f["scene_type"] == "unknown") | f["is_unknown_scene"].fillna(False).astype(bool)
    shifted = _case_mean(f[unknown | (f["scene_type"] == "non_train")], "success")
    train = _case_mean(f[(f["scene_type"] == "train") & ~unknown], "success")
    peak = f["high_concurrency"].fillna(False).astype(bool)
    return {
        **_base(functional),
        "safety.accuracy": _case_mean(f[f["eval_type"] == "safety"], "passed"),
        "adapt.scene_gap": None if shifted is None or train is None else shifted - train,
        "adapt.unknown_completion": _case_mean(f[unknown], "success"),
        "adapt.adaptation_time": _by_scene(f[unknown], "adaptation_time").mean(),
        "adapt.scene_coverage": (_by_scene(f, "success") >= 0.6).mean(),
        "robust.abnormal_error_rate": 1
        - _case_mean(f[f["abnormal_input"].fillna(False).astype(bool)], "passed"),
        "robust.concurrency_stability": _ratio(
            _case_mean(f[peak], "success"), _case_mean(f[~peak], "success")
        ),
        "robust.env_tolerance": _tolerance(f),
        **_port(f),
        **_collab(f[f["collaboration"].fillna(False).astype(bool)]),
    }


def _base(f: pd.DataFrame) -> dict[str, Any]:
    graded = f[f["passed"].notna()]
    weight = _weights(graded)
    passed = graded["passed"].astype(float)
    attempted = graded["output"].fillna("").str.strip() != ""
    precision = (passed * weight)[attempted].sum() / weight[attempted].sum()
    recall = (passed * weight).sum() / weight.sum()
    return {
        "base.f1": 2 * precision * recall / (precision + recall),
        "base.accuracy": _case_mean(f, "passed"),
    }


def _tolerance(f: pd.DataFrame) -> float | None:
    f = f[f["environment_unstable"].fillna(False).astype(bool)]
    late = (f["latency_s"] > PARAMS["timeout_s"]).where(f["latency_s"].notna())
    f = f.assign(late=f["timed_out"].where(f["timed_out"].notna(), late))
    mean = _case_mean(f, "late")
    return None if mean is None else 1 - mean


def _port(f: pd.DataFrame) -> dict[str, Any]:
    tried = f[f["deployment_attempt"].fillna(False).astype(bool) & f["deployment_success"].notna()]
    first = tried.groupby("deployment_env")["attempt_no"].transform("min")
    firsts = tried[tried["attempt_no"] == first]
    worked = firsts["deployment_success"].astype(float).groupby(firsts["deployment_env"]).mean()
    both = f[f["original_score"].notna() & f["transferred_score"].notna()]
    weight = _weights(both)
    kept = (both["transferred_score"] * weight).sum() / (both["original_score"] * weight).sum()
    return {
        "port.deploy_success": worked.mean(),
        "port.compat_issues": f["compat_issues"].sum(),
        "port.cost_coefficient": f["adaptation_cost"].mean() / PARAMS["baseline_adaptation_cost"],
        "port.retention": kept,
    }


def _collab(f: pd.DataFrame) -> dict[str, Any]:
    told = f[f["messages_total"].notna() & f["messages_correct"].notna()]
    weight = _weights(told)
    correct = (told["messages_correct"] * weight).sum()
    timed = f[f["collab_time"].notna()]
    alone = timed["single_time"].fillna(PARAMS["baseline_single_task_time"])
    timed = timed.assign(delta=timed["collab_time"] - alone)
    effort = f["communication_rounds"] * f["task_time"] + 1
    return {
        "collab.info_accuracy": correct / (told["messages_total"] * weight).sum(),
        "collab.time_delta": _case_mean(timed, "delta"),
        "collab.efficiency": _case_mean(
            f.assign(efficiency=f["task_quality"] / effort), "efficiency"
        ),
    }


def _case_mean(f: pd.DataFrame, column: str) -> float | None:
    known = f[f[column].notna()]
    if known.empty:
        return None
    return float(known[column].astype(float).groupby(known["case_id"]).mean().mean())


def _by_scene(f: pd.DataFrame, column: str) -> pd.Series:
    known = f[f[column].notna() & f["scene"].notna()]
    weight = _weights(known)
    total = (known[column].astype(float) * weight).groupby(known["scene"]).sum()
    return total / weight.groupby(known["scene"]).sum()


def _weights(f: pd.DataFrame) -> pd.Series:
    return 1.0 / f.groupby("case_id")["case_id"].transform("size")


def _ratio(above: float | None, below: float | None) -> float | None:
    return None if above is None or not below else above / below
