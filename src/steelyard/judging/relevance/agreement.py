"""How far the judge agrees with people, and what its mean is once corrected by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from steelyard.analysis.statistics.prediction_powered import ENOUGH_LABELS
from steelyard.i18n import t
from steelyard.judging.relevance.grade import Graded
from steelyard.model import compute

GOOD_KAPPA = 0.6
BINS = ((0, 2), (3, 4), (5, 7), (8, 10))
"""Not, marginally, well and highly relevant; grades are rounded to whole ones first."""


def compare_with_people(
    graded: Sequence[Graded], labels: Mapping[tuple[str, str], float], min_relevance: float
) -> dict[str, Any]:
    """Return κ (relevant or not; and quadratic over four bins), the table, and the corrected mean.

    The status is `degenerate` when a κ is below 0.6, `na` when none can be computed.
    """
    judged = {one.pair[:2]: one.relevance for one in graded if one.relevance is not None}
    both = [(labels[pair], judged[pair]) for pair in judged if pair in labels]
    human, judge = [person for person, _ in both], [machine for _, machine in both]
    binary = compute(
        "stat.kappa",
        {
            "a": [person >= min_relevance for person in human],
            "b": [machine >= min_relevance for machine in judge],
        },
    )
    bins = {"a": [_bin(person) for person in human], "b": [_bin(machine) for machine in judge]}
    weighted = compute("stat.kappa", bins, {"weights": "quadratic"})
    unlabelled = [relevance for pair, relevance in judged.items() if pair not in labels]
    corrected = compute(
        "stat.ppi_mean",
        {"judge_unlabelled": unlabelled, "human": human, "judge_labelled": judge},
    )
    status = _status([binary["value"], weighted["value"]])
    return {
        "status": status,
        "labels": len(labels),
        "compared": len(both),
        "min_relevance": min_relevance,
        "kappa": {"relevant": binary, "graded": weighted},
        "bins": [f"{low}-{high}" for low, high in BINS],
        "table": _table(bins["a"], bins["b"]),
        "mean": {
            "judge": fmean(judged.values()) if judged else None,
            "human": fmean(human) if human else None,
            "corrected": {name: corrected[name] for name in ("value", "lo", "hi", "se")},
        },
        "notes": _notes(status, len(both), len(unlabelled)),
    }


def _bin(grade: float) -> int:
    return sum(1 for low, _ in BINS[1:] if grade >= low - 0.5)


def _table(human: Sequence[int], judge: Sequence[int]) -> list[list[int]]:
    """Return the counts: a row per bin of people, a column per bin of the judge."""
    table = [[0] * len(BINS) for _ in BINS]
    for person, machine in zip(human, judge, strict=True):
        table[person][machine] += 1
    return table


def _status(kappas: Sequence[float | None]) -> str:
    known = [kappa for kappa in kappas if kappa is not None]
    if not known:
        return "na"
    return "degenerate" if min(known) < GOOD_KAPPA else "ok"


def _notes(status: str, compared: int, unlabelled: int) -> list[str]:
    notes = []
    if status == "degenerate":
        notes.append(t("judge.degenerate", good=GOOD_KAPPA))
    if status == "na":
        notes.append(t("judge.no_kappa"))
    if compared < ENOUGH_LABELS:
        notes.append(t("agreement.few_labels", n=compared, enough=ENOUGH_LABELS))
    if compared and not unlabelled:
        notes.append(t("judge.all_labelled"))
    return notes
