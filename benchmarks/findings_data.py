"""Simulated runs for the findings benchmark: results tables of agents whose truth is known."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import duckdb
import numpy as np
import pandas as pd

from steelyard.analysis.findings import Findings, Known, findings
from steelyard.analysis.generalisation import Generalisation, Rate
from steelyard.analysis.generalisation.rate import rate_of
from steelyard.conditions.perturbations import PERTURBATIONS
from steelyard.indicators import compute_indicators

USUAL_PERTURBATIONS = ("en.keyboard", "en.ocr", "text.distractor", "text.truncate_tail")
USUAL_FAULTS = ("reset", "latency")
LOADS = (("baseline", 1.0), ("peak", 32.0), ("recovery", 1.0), ("ramp", 8.0), ("ramp", 16.0))
ENVIRONMENTS = ("edge", "cloud")
_BOOLEANS = (
    *("passed", "abnormal_input", "condition_landed", "collaboration", "timed_out", "completed"),
    *("safety_canary_leak", "safety_harmful_tool_call", "safety_injection", "safety_pii"),
)
_KINDS = (
    dict.fromkeys(_BOOLEANS, "BOOLEAN")
    | dict.fromkeys(
        ("scene", "scene_type", "condition", "perturbation", "fault", "phase"), "VARCHAR"
    )
    | dict.fromkeys(("parent_case_id", "deployment_env", "expected_behavior", "status"), "VARCHAR")
    | dict.fromkeys(("error_kind", "eval_type", "cluster_id", "output", "messages"), "VARCHAR")
    | dict.fromkeys(("severity", "load_level", "latency_s", "clean_success"), "DOUBLE")
)


@dataclass(frozen=True)
class Agent:
    """An agent, and the cases it is tried on.

    Attributes:
        n: cases of the baseline.
        p: chance to pass.
        scenarios: that the cases name.
        conditioned: cases that are requested again under every condition.
        perturbations: ids of the perturbations among those conditions.
        faults: ids of the faults among them.
        clusters: sizes of clusters; none: every case is one of its own.
        icc: correlation of passing inside a cluster.
        lost: share of the verdicts lost in a group, such as `{"perturbation:en.ocr": 1.0}`.
        epochs: of every case of the baseline.
        facts: what else is true of it: `timeouts`, `leaks`, `idle`, ...
        measures: further columns of numbers, none related to passing.
    """

    n: int = 160
    p: float = 0.85
    scenarios: int = 8
    conditioned: int = 60
    perturbations: tuple[str, ...] = USUAL_PERTURBATIONS
    faults: tuple[str, ...] = USUAL_FAULTS
    clusters: tuple[int, ...] = ()
    icc: float = 0.0
    lost: Mapping[str, float] = field(default_factory=dict)
    epochs: int = 1
    facts: frozenset[str] = frozenset()
    measures: tuple[str, ...] = ()


def report_of(agent: Agent, seed: int) -> Findings:
    """Return the findings of one simulated run, by the function that every report calls."""
    with results_of(agent, seed) as con:
        return findings(Known(con, {"indicators": []}, level_of(con)))


def level_of(con: duckdb.DuckDBPyConnection) -> Generalisation:
    """Return the pass rate of the baseline and its interval, without tables of scenarios."""
    found = compute_indicators(con, ["base.accuracy"])["base.accuracy"]
    return Generalisation(rate_of(found), Rate(None), (), {}, ())


@contextmanager
def results_of(agent: Agent, seed: int) -> Iterator[duckdb.DuckDBPyConnection]:
    """Give a connection with the results table of one simulated run."""
    rows = _rows(agent, np.random.default_rng(seed))
    frame = pd.DataFrame(rows)
    columns = ", ".join(
        f'CAST("{name}" AS {_KINDS[name]}) AS "{name}"' if name in _KINDS else f'"{name}"'
        for name in frame
    )
    con = duckdb.connect()
    try:
        con.execute("SET threads = 1")
        con.register("frame", frame)
        con.execute(f"CREATE TABLE stored AS SELECT {columns} FROM frame")
        con.unregister("frame")
        con.execute("CREATE VIEW results AS SELECT * FROM stored")
        yield con
    finally:
        con.close()


def _rows(agent: Agent, chance: np.random.Generator) -> list[dict[str, Any]]:
    n = sum(agent.clusters) or agent.n
    able = _passes(agent, chance, n)
    rows: list[dict[str, Any]] = []
    for at in range(n):
        case = _case(agent, at, n)
        for epoch in range(agent.epochs):
            passed = bool(able[at]) if epoch == 0 else bool(chance.random() < agent.p)
            latency = float(chance.lognormal(0, 0.5))
            slow = ["slow"] if latency > 1 else []
            lost = max(agent.lost.get(key, 0.0) for key in ("all", *slow, *_groups(case)))
            row = case | {
                "epoch": epoch,
                "passed": passed and not chance.random() < lost,
                "latency_s": latency,
                "status": "ok",
                "output": "an answer",
            }
            numbers = {name: float(chance.lognormal(0, 0.5)) for name in agent.measures}
            rows.append(row | numbers | _facts(agent, at, chance))
    if agent.conditioned:
        rows += _conditions(agent, rows[: agent.conditioned * agent.epochs : agent.epochs], chance)
    for number, row in enumerate(rows):
        row["row"] = number
    return rows


def _passes(agent: Agent, chance: np.random.Generator, n: int) -> np.ndarray[Any, Any]:
    """Return who passes: inside a cluster, with the chance ICC, as its other cases do."""
    if not agent.clusters or not agent.icc:
        return chance.random(n) < agent.p
    common = np.repeat(chance.random(len(agent.clusters)) < agent.p, agent.clusters)
    # Two cases follow their cluster with the chance root(ICC) each.
    follows = chance.random(n) < np.sqrt(agent.icc)
    return np.where(follows, common, chance.random(n) < agent.p)


def _case(agent: Agent, at: int, n: int) -> dict[str, Any]:
    cluster = None
    if agent.clusters:
        cluster = int(np.searchsorted(np.cumsum(agent.clusters), at, side="right"))
    # With clusters, a scenario has whole clusters, as in a dataset made of documents.
    scenario = (at if cluster is None else cluster) % agent.scenarios
    return {
        "case_id": f"case-{at:04}",
        "cluster_id": None if cluster is None else f"cluster-{cluster:03}",
        "scene": f"s{scenario}",
        "scene_type": "train" if scenario < agent.scenarios / 2 else "non_train",
        "abnormal_input": (at // agent.scenarios) % 4 == 0,
    }


def _groups(case: Mapping[str, Any]) -> list[str]:
    unseen = ["unseen"] if case["scene_type"] == "non_train" else []
    abnormal = ["abnormal"] if case["abnormal_input"] else []
    return [f"scenario:{case['scene']}", *unseen, *abnormal]


def _facts(agent: Agent, at: int, chance: np.random.Generator) -> dict[str, Any]:
    made: dict[str, Any] = {}
    if "timeouts" in agent.facts and at % 5 == 0:
        made |= {"status": "timeout", "timed_out": True, "passed": False, "output": None}
    if "errors" in agent.facts and at % 5 == 0:
        made |= {"status": "error", "error_kind": "agent", "passed": False, "output": None}
    if "blanks" in agent.facts and at % 5 == 0:
        made |= {"passed": False, "output": " "}
    if "leaks" in agent.facts:
        made |= {"safety_canary_leak": at == 7}
    if "injections" in agent.facts:
        made |= {"safety_injection": at == 7}
    if "calls" in agent.facts:
        made |= {"safety_harmful_tool_call": at == 7}
    if "data" in agent.facts and at % 4 == 3:
        made |= {"safety_pii": at == 7, "eval_type": "safety"}
    if agent.facts & {"idle", "team"}:
        said = ("lead", "scout") if "idle" in agent.facts else ("lead", "scout", "clerk")
        names = [said[int(chance.integers(len(said)))] for _ in range(9)]
        other = {"lead": "clerk", "scout": "lead", "clerk": "scout"}
        messages = [{"sender": name, "receiver": other[name], "text": "so"} for name in names]
        made |= {"collaboration": True, "messages": json.dumps(messages)}
    return made


def _conditions(
    agent: Agent, base: list[dict[str, Any]], chance: np.random.Generator
) -> list[dict[str, Any]]:
    kinds: list[tuple[str, dict[str, Any]]] = [
        *((f"perturbation:{k}", _perturbed(k)) for k in agent.perturbations),
        *((f"fault:{k}", {"condition": "fault", "fault": k}) for k in agent.faults),
        *((f"load:{phase} {level:g}", {"condition": "load", "phase": phase, "load_level": level})
          for phase, level in LOADS),
        *((f"environment:{k}", {"condition": "environment", "deployment_env": k})
          for k in ENVIRONMENTS),
    ]  # fmt: skip
    rows = []
    for key, made in kinds:
        lost = agent.lost.get(key, 0.0)
        slower = agent.lost.get(f"{made['condition']}_time", 0.0)
        for case in base:
            # The same case mostly comes out the same, and changes both ways alike.
            again = chance.random() < agent.p if chance.random() < 0.3 else case["passed"]
            rows.append(
                case
                | made
                | {
                    "case_id": f"{case['case_id']}~{key}",
                    "parent_case_id": case["case_id"],
                    "condition_landed": True,
                    "clean_success": float(case["passed"]),
                    "passed": bool(again) and not chance.random() < lost,
                    "latency_s": float(chance.lognormal(slower, 0.5)),
                }
            )
    return rows


def _perturbed(id_: str) -> dict[str, Any]:
    made = {"condition": "perturb", "perturbation": id_, "severity": 0.2}
    return made | {"expected_behavior": PERTURBATIONS.get(id_).behavior}
