"""`robust.perturb`: what changes in the verdict when the input is perturbed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from steelyard.analysis.generalisation.cells import truth_cell
from steelyard.analysis.generalisation.record import add_indicator
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Port, Words

_ID = "robust.perturb"


class Pair(NamedTuple):
    """A case: whether the clean question passed, and each variant of it."""

    clean: bool
    variants: Sequence[bool]


class Perturbed(NamedTuple):
    """What disturbing the questions does; None where nothing can be said.

    Attributes:
        retention: variants' pass rate to that of the clean questions, at most 1.
        pdr: performance drop rate, 1 − the ratio; negative when variants do better.
        flip_rate: how often a variant fails whose clean question passed.
        consistency: how often a variant gets the verdict of its clean question.
        worst_case: share of cases that pass clean and in every variant.
    """

    retention: float | None
    pdr: float | None
    flip_rate: float | None
    consistency: float | None
    worst_case: float | None


def perturb(pairs: Sequence[Pair]) -> Perturbed:
    """Compare variants with their clean questions, each case counting once."""
    if not pairs:
        return Perturbed(None, None, None, None, None)
    clean = fmean(pair.clean for pair in pairs)
    passing = [fmean(pair.variants) for pair in pairs]
    ratio = fmean(passing) / clean if clean else None
    flips = [1 - rate for pair, rate in zip(pairs, passing, strict=True) if pair.clean]
    same = [rate if pair.clean else 1 - rate for pair, rate in zip(pairs, passing, strict=True)]
    return Perturbed(
        retention=None if ratio is None else min(1.0, ratio),
        pdr=None if ratio is None else 1 - ratio,
        flip_rate=fmean(flips) if flips else None,
        consistency=fmean(same),
        worst_case=fmean(pair.clean and all(pair.variants) for pair in pairs),
    )


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    pairs = []
    for at, row in enumerate(inputs["pairs"], 1):
        clean = truth_cell(_ID, at, row, "clean")
        variants = [truth for truth in _variants(at, row) if truth is not None]
        if clean is not None and variants:
            pairs.append(Pair(clean, variants))
    found = perturb(pairs)
    missing = len(inputs["pairs"]) - len(pairs)
    notes = []
    if not pairs:
        notes.append(t("generalisation.no_pairs"))
    elif found.retention is None:
        notes.append(t("generalisation.no_base"))
    return {**found._asdict(), "n": len(pairs), "n_missing": missing, "notes": notes}


def _variants(at: int, row: Mapping[str, Any]) -> list[bool | None]:
    given = row.get("variants")
    if given is None:
        return []
    if not isinstance(given, (list, tuple)):
        raise InputError(t("generalisation.variants", id=_ID, at=at, found=repr(given)[:60]))
    return [truth_cell(_ID, at, {"variants": value}, "variants") for value in given]


add_indicator(
    _ID,
    (
        Words("Robustness to perturbation", "扰动鲁棒性"),
        Words(
            "How verdicts hold when inputs are perturbed: retention, drop, flips, agreement and "
            "the share of cases that survive every variant.",
            "问题受扰动后判定的保持情况：保持率、下降率、翻转率、一致率及全部变体均通过的比例。",
        ),
    ),
    "per case the mean over variants; retention = min(1, variants / clean), pdr = 1 − variants / "
    "clean, flip = P(variant fails | clean passes), worst = P(clean and all variants pass)",
    (
        (
            Port(
                "pairs",
                "rows",
                Words(
                    "list of {clean, variants: [passed]}", "用例列表 {clean, variants: [是否通过]}"
                ),
            ),
        ),
        (
            Port("retention", "float", Words("share kept, at most 1", "保持率，不超过 1")),
            Port("pdr", "float", Words("performance drop rate", "性能下降率")),
            Port(
                "flip_rate", "float", Words("passes that turn to failures", "由通过变为失败的比例")
            ),
            Port("consistency", "float", Words("same verdict as clean", "判定一致率")),
            Port("worst_case", "float", Words("pass clean and all variants", "全部通过的用例比例")),
            Port("n", "int", Words("cases counted", "计入用例数")),
            Port("n_missing", "int", Words("cases left out", "未计入用例数")),
        ),
    ),
    _compute,
    examples=(
        Example(
            {
                "pairs": [
                    {"clean": True, "variants": [True, True, False]},
                    {"clean": True, "variants": [True, True, True]},
                    {"clean": False, "variants": [False, True, False]},
                    {"clean": True, "variants": [False, False, False]},
                ]
            },
            {
                "retention": 0.6667,
                "pdr": 0.3333,
                "flip_rate": 0.4444,
                "consistency": 0.5833,
                "worst_case": 0.25,
            },
        ),
    ),
    references=(
        "M. T. Ribeiro et al., Beyond accuracy: behavioral testing with CheckList, ACL 2020",
        "K. Zhu et al., PromptBench, arXiv 2306.04528, 2023",
    ),
)
