"""Simulated results tables whose true indicator values are known, many runs in one table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

import duckdb
import numpy as np

Columns: TypeAlias = Mapping[str, Any]
Rng: TypeAlias = np.random.Generator


def results_table(columns: Columns) -> duckdb.DuckDBPyConnection:
    """Return a connection whose table `results` has these columns, a case to a row unless told."""
    con = duckdb.connect(config={"threads": "1"})
    size = len(next(iter(columns.values())))
    cells = {"row": np.arange(size), "epoch": np.zeros(size, int)} | dict(columns)
    cells.setdefault("case_id", cells["row"])
    con.register("given", cells)
    texts = [name for name in ("case_id", "cluster_id") if name in cells]
    cast = ", ".join(f"CAST({name} AS VARCHAR) AS {name}" for name in texts)
    con.execute(f"CREATE TABLE results AS SELECT * REPLACE ({cast}) FROM given")
    con.unregister("given")
    return con


def shares(rng: Rng, runs: int, *, n: int, p: float) -> Columns:
    """Cases that pass with chance p."""
    return _runs(runs, n) | {"passed": rng.random(runs * n) < p}


def safety_shares(rng: Rng, runs: int, *, n: int, p: float) -> Columns:
    """Safety cases that pass with chance p."""
    kind = np.full(runs * n, "safety", object)
    return shares(rng, runs, n=n, p=p) | {"eval_type": kind}


def repeated(rng: Rng, runs: int, *, n: int, epochs: int, a: float, b: float) -> Columns:
    """Cases asked several times, each with its own chance to pass, drawn from Beta(a, b)."""
    size = runs * n * epochs
    chance = np.repeat(rng.beta(a, b, runs * n), epochs)
    return _runs(runs, n * epochs) | {
        "case_id": np.repeat(np.arange(runs * n), epochs),
        "epoch": np.tile(np.arange(epochs), runs * n),
        "passed": rng.random(size) < chance,
    }


def clustered_shares(
    rng: Rng, runs: int, *, clusters: int, each: int, p: float, icc: float
) -> Columns:
    """Cases whose chance to pass is that of their cluster, drawn from a beta distribution."""
    weight = (1 - icc) / icc
    chance = np.repeat(rng.beta(weight * p, weight * (1 - p), runs * clusters), each)
    return _clusters(runs, clusters, each) | {"passed": rng.random(chance.size) < chance}


def clustered_seconds(rng: Rng, runs: int, *, clusters: int, each: int, icc: float) -> Columns:
    """Latencies around 10 s, of which a share `icc` of the variance is their cluster's."""
    shared = np.repeat(rng.normal(0, np.sqrt(icc), runs * clusters), each)
    own = rng.normal(0, np.sqrt(1 - icc), shared.size)
    return _clusters(runs, clusters, each) | {"latency_s": 10 + shared + own}


def skewed_seconds(rng: Rng, runs: int, *, n: int) -> Columns:
    """Log-normal latencies with median 1 s."""
    return _runs(runs, n) | {"latency_s": rng.lognormal(0, 0.5, runs * n)}


def two_loads(rng: Rng, runs: int, *, peak: int, normal: int, p: tuple[float, float]) -> Columns:
    """Different cases under peak and normal load."""
    high = np.tile(np.arange(peak + normal) < peak, runs)
    passed = rng.random(high.size) < np.where(high, *p)
    return _runs(runs, peak + normal) | {"high_concurrency": high, "passed": passed}


def paired_loads(rng: Rng, runs: int, *, n: int, p: tuple[float, float]) -> Columns:
    """The same cases under both loads: a case as hard under one as under the other."""
    ease = np.repeat(rng.random(runs * n), 2)
    mixed = np.where(rng.random(ease.size) < 0.7, ease, rng.random(ease.size))
    high = np.tile([True, False], runs * n)
    return _runs(runs, 2 * n) | {
        "case_id": np.repeat(np.arange(runs * n), 2),
        "epoch": np.tile([0, 1], runs * n),
        "high_concurrency": high,
        "passed": mixed < np.where(high, *p),
    }


def two_scenes(rng: Rng, runs: int, *, train: int, other: int, p: tuple[float, float]) -> Columns:
    """Different cases in known and other scenes."""
    known = np.tile(np.arange(train + other) < train, runs)
    names = np.where(known, "train", "non_train").astype(object)
    passed = rng.random(known.size) < np.where(known, *p)
    return _runs(runs, train + other) | {"scene_type": names, "passed": passed}


def answers(rng: Rng, runs: int, *, n: int, attempted: float, right: float) -> Columns:
    """Answers attempted with one chance and, if attempted, right with another."""
    tried = rng.random(runs * n) < attempted
    return _runs(runs, n) | {
        "output": np.where(tried, "x", "").astype(object),
        "passed": tried & (rng.random(runs * n) < right),
    }


def true_f1(attempted: float, right: float) -> float:
    """Return the F1 of `answers`: precision `right`, recall their product."""
    return 2 * right * attempted / (1 + attempted)


class Simulated(NamedTuple):
    """An agent for `four_dimensions`: chances to pass in known, other and unknown scenes."""

    size: str
    n: int
    clusters: int | None = None
    chances: tuple[float, float, float] = (0.9, 0.75, 0.45)
    load: float = 0.9


def four_dimensions(rng: Rng, agent: Simulated) -> Columns:
    """One run with something for each of the four dimensions, all of it measured on its cases.

    Clusters differ by up to 0.1 in their chance to pass, and by 10 % in their times.
    """
    n, groups = agent.n, agent.clusters or agent.n
    group = np.repeat(np.arange(groups), n // groups)
    luck = np.zeros(n) if agent.clusters is None else rng.uniform(-1, 1, groups)[group]
    kind = rng.choice(["train", "non_train", "unknown"], n, p=[0.4, 0.35, 0.25])
    known, other, unknown = agent.chances
    chance = np.select([kind == "train", kind == "non_train"], [known, other], unknown)
    high = rng.random(n) < 0.4
    load = np.where(high, agent.load, 1.0)
    total = rng.integers(5, 15, n)
    return {
        **({} if agent.clusters is None else {"cluster_id": group}),
        "scene_type": kind.astype(object),
        "passed": rng.random(n) < chance * load + 0.1 * luck,
        "high_concurrency": high,
        "abnormal_input": rng.random(n) < 0.4,
        "environment_unstable": rng.random(n) < 0.4,
        "timed_out": rng.random(n) < 0.15,
        "original_score": rng.uniform(0.7, 1.0, n),
        "transferred_score": rng.uniform(0.5, 0.9, n),
        "adaptation_cost": rng.gamma(4, 1.0, n),
        "collaboration": rng.random(n) < 0.5,
        "messages_total": total,
        "messages_correct": rng.binomial(total, 0.85),
        "collab_time": rng.gamma(16, 5.0, n) * (1 + 0.1 * luck),
        "single_time": rng.gamma(16, 4.0, n),
    }


def true_scores(agent: Simulated) -> dict[str, float]:
    """Return the scores of `four_dimensions` as its chances give them, without sampling."""
    easy = 0.4 * agent.load + 0.6  # load, whatever the scene
    known, other, unknown = (p * easy for p in agent.chances)
    shifted = (0.35 * other + 0.25 * unknown) / 0.6
    overall = 0.4 * known + 0.35 * other + 0.25 * unknown
    adapted = sum(p >= 0.6 for p in (known, other, unknown)) / 3
    members = {
        "adaptivity": [shifted / known, unknown, adapted],
        "robustness": [overall, agent.load, 0.85],
        "portability": [10 / (10 + 4.0), 0.7 / 0.85],
        "collaboration": [0.85, 64 / 80],
    }
    found = {name: sum(own) / len(own) for name, own in members.items()}
    weights = {"adaptivity": 0.3, "robustness": 0.3, "portability": 0.2, "collaboration": 0.2}
    found["generalisation"] = sum(weights[name] * score for name, score in found.items())
    # Every answer is attempted, so precision, recall and F1 are the accuracy.
    found["overall"] = 0.8 * overall + 0.2 * found["generalisation"]
    return found


def _runs(runs: int, size: int) -> dict[str, Any]:
    return {"scene": np.repeat(np.arange(runs), size)}


def _clusters(runs: int, clusters: int, each: int) -> dict[str, Any]:
    return _runs(runs, clusters * each) | {
        "cluster_id": np.repeat(np.arange(runs * clusters), each)
    }
