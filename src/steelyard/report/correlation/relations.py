"""The four relations as a table, and latency by quarters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from steelyard.model import Words
from steelyard.report.correlation.table import (
    Cell,
    Table,
    plain_ratio,
    word,
)
from steelyard.report.numbers import (
    NOTHING,
    coefficient_text,
    count_text,
    interval_text,
    points_text,
    seconds_text,
    value_text,
)
from steelyard.report.sources import source_words
from steelyard.report.wording import words

if TYPE_CHECKING:
    from steelyard.analysis.correlation import (
        AccuracyCompletion,
        Coefficient,
        F1Balance,
        GeneralisationBase,
        LatencyAccuracy,
        Relations,
    )
    from steelyard.analysis.generalisation import Rate

_Text = Callable[[float | None], str]


def relation_table(found: Relations) -> Table:
    """Return the four relations of one run."""
    rows: list[list[Cell]] = []
    for name, part in (
        ("accuracy_completion", _accuracy_completion(found.accuracy_completion)),
        ("f1_balance", _f1_balance(found.f1_balance)),
        ("latency_accuracy", _latency_accuracy(found.latency_accuracy)),
        ("generalisation_base", _generalisation_base(found.generalisation_base)),
    ):
        lines = list(part) or [[word("nothing"), NOTHING, "", "", word(f"no_{name}")]]
        rows += [[word(name) if at == 0 else "", *line] for at, line in enumerate(lines)]
    headings: list[Cell] = [word("relation"), word("measured_as"), word("value")]
    headings += [word("interval"), "n", word("evidence")]
    partly = source_words(found.provenance, made_of_parts=True)
    return Table(word("relations"), headings, rows, "llrrrl", words("source_line", source=partly))


def band_table(found: LatencyAccuracy) -> Table | None:
    """Return accuracy by quarters of latency; None for fewer than two."""
    if len(found.bands) < 2:
        return None
    rows: list[list[Cell]] = [
        [
            f"{seconds_text(band.low_s)} – {seconds_text(band.high_s)}",
            value_text(band.accuracy.value, "%"),
            interval_text(band.accuracy.ci_low, band.accuracy.ci_high, "%"),
            count_text(band.accuracy.n),
        ]
        for band in found.bands
    ]
    headings: list[Cell] = [word("band"), word("accuracy"), word("interval"), "n"]
    return Table(word("bands"), headings, rows, "lrrr")


def evidence_words(*, established: bool) -> Words:
    """Return whether something is established."""
    return word("established" if established else "not_established")


def _accuracy_completion(found: AccuracyCompletion | None) -> Iterator[list[Cell]]:
    if found is None:
        return
    gap = word("points", value=points_text(found.gap).lstrip("+"))  # a distance
    yield [word("gap"), gap, "", count_text(found.n), ""]
    yield [word("phi"), *_coefficient(found.phi)]
    cells = {
        "both": found.both,
        "only_right": found.only_right,
        "only_completed": found.only_completed,
        "neither": found.neither,
    }
    shown = {name: f"{value:,.1f}".removesuffix(".0") for name, value in cells.items()}
    yield [word("two_by_two", **shown), "", "", "", ""]


def _f1_balance(found: F1Balance | None) -> Iterator[list[Cell]]:
    if found is None:
        return
    named = {
        "precision": value_text(found.precision, "%"),
        "recall": value_text(found.recall, "%"),
    }
    yield [word("balance", **named), plain_ratio(found.balance), "", "", found.reason or ""]


def _latency_accuracy(found: LatencyAccuracy | None) -> Iterator[list[Cell]]:
    if found is None:
        return
    fast_slow = {
        "median": seconds_text(found.median_s),
        "fast": value_text(found.fast.value, "%"),
        "slow": value_text(found.slow.value, "%"),
    }
    n = found.fast.n + found.slow.n
    yield _rate(word("fast_slow", **fast_slow), found.difference, points_text, 0.0, found.reason, n)
    scored = word(f"column_{found.scored}")
    yield [word("ranked", scored=scored), *_coefficient(found.spearman)]


def _generalisation_base(found: GeneralisationBase | None) -> Iterator[list[Cell]]:
    if found is None:
        return
    for key, ratio in (("train", found.train_ratio), ("non_train", found.non_train_ratio)):
        yield _rate(word(f"{key}_ratio"), ratio, plain_ratio, 1.0, found.reason, ratio.n)
    yield _rate(word("drop"), found.drop, points_text, 0.0, found.drop_reason, found.drop.n)


def _rate(
    name: Words, rate: Rate, text: _Text, nothing: float, reason: Words | None, n: int
) -> list[Cell]:
    in_points = text is points_text
    value: Cell = text(rate.value)
    if in_points and rate.value is not None:
        value = word("points", value=value)
    if rate.ci_low is None or rate.ci_high is None:
        return [name, value, "", count_text(n) if n else "", reason or ""]
    sure = not rate.ci_low <= nothing <= rate.ci_high
    interval = f"[{text(rate.ci_low)}, {text(rate.ci_high)}]"
    return [name, value, interval, count_text(n), evidence_words(established=sure)]


def _coefficient(found: Coefficient) -> list[Cell]:
    n = count_text(found.n)
    if found.ci_low is None or found.ci_high is None:
        return [coefficient_text(found.value), "", n, found.reason or ""]
    sure = not found.ci_low <= 0 <= found.ci_high
    interval = f"[{coefficient_text(found.ci_low)}, {coefficient_text(found.ci_high)}]"
    return [coefficient_text(found.value), interval, n, evidence_words(established=sure)]
