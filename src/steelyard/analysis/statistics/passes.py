"""`stat.pass_at_k`, `stat.pass_hat_k`: at least one of k tries passes, or all of them do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from steelyard.analysis.statistics.register import statistic
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Port, Words


def pass_at_k(n: int, c: int, k: int) -> float | None:
    """Return the chance that at least one of `k` tries passes, from `c` passes in `n`.

    Unbiased: 1 − C(n−c, k) / C(n, k). None with fewer than `k` tries.
    """
    return None if n < k else 1 - _all_from(n, n - c, k)


def pass_hat_k(n: int, c: int, k: int) -> float | None:
    """Return the chance that all of `k` tries pass, from `c` passes in `n`.

    Unbiased: C(c, k) / C(n, k). None with fewer than `k` tries.
    """
    return None if n < k else _all_from(n, c, k)


def _all_from(n: int, kind: int, k: int) -> float:
    """Return the chance that `k` drawn from `n` without return are all of one kind."""
    if kind < k:
        return 0.0
    chance = 1.0
    for taken in range(k):
        chance *= (kind - taken) / (n - taken)
    return chance


def _compute(
    id_: str,
    method: Callable[[int, int, int], float | None],
    inputs: Mapping[str, Any],
    params: Mapping[str, Any],
) -> dict[str, Any]:
    n, c, k = (inputs[name] for name in ("n", "c", "k"))
    for name, value, least in (("n", n, 0), ("k", k, 1)):
        if value < least:
            raise InputError(t("analysis.least", id=id_, name=name, found=value, least=least))
    if not 0 <= c <= n:
        raise InputError(t("analysis.successes", id=id_, found=c, trials=n))
    value = method(n, c, k)
    return {"value": value, "notes": [t("analysis.tries", n=n, k=k)] if value is None else []}


_PORTS = (
    (
        Port("n", "int", Words("tries of the case", "该用例的尝试次数")),
        Port("c", "int", Words("tries that passed", "通过次数")),
        Port("k", "int", Words("tries allowed", "允许的次数")),
    ),
    (Port("value", "float", Words("chance in [0, 1]", "概率，取值 [0, 1]")),),
)

statistic(
    "stat.pass_at_k",
    (
        Words("pass@k", "pass@k"),
        Words(
            "Chance that at least one of k tries passes; undefined with fewer than k tries.",
            "k 次尝试中至少一次通过的概率；尝试不足 k 次时无定义。",
        ),
    ),
    "1 − C(n − c, k) / C(n, k)",
    _PORTS,
    partial(_compute, "stat.pass_at_k", pass_at_k),
    examples=(
        Example({"n": 10, "c": 3, "k": 1}, {"value": 0.3}),
        Example({"n": 10, "c": 3, "k": 5}, {"value": 0.9167}),
        Example({"n": 2, "c": 1, "k": 3}, {"value": None}),
    ),
    references=(
        "M. Chen et al., Evaluating large language models trained on code, arXiv 2107.03374, 2021",
    ),
)

statistic(
    "stat.pass_hat_k",
    (
        Words("pass^k", "pass^k"),
        Words(
            "Chance that all of k tries pass; undefined with fewer than k tries.",
            "k 次尝试全部通过的概率；尝试不足 k 次时无定义。",
        ),
    ),
    "C(c, k) / C(n, k)",
    _PORTS,
    partial(_compute, "stat.pass_hat_k", pass_hat_k),
    examples=(
        Example({"n": 10, "c": 8, "k": 3}, {"value": 0.4667}),
        Example({"n": 2, "c": 2, "k": 3}, {"value": None}),
    ),
    references=("S. Yao et al., τ-bench, arXiv 2406.12045, 2024",),
)
