"""What goes together with passing, what says nearly the same, and the front of several runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.model import Words
from steelyard.report.correlation.matrix import names_of
from steelyard.report.correlation.table import Cell, Table, word
from steelyard.report.labels import label
from steelyard.report.numbers import (
    NOTHING,
    coefficient_text,
    count_text,
    interval_text,
    seconds_text,
    significant,
    value_text,
)
from steelyard.report.text import one_line

if TYPE_CHECKING:
    from steelyard.analysis.correlation import Correlation, Driver


def driver_table(found: Correlation) -> Table | None:
    """Return what is associated with the target; None when there is nothing to say."""
    explained = found.drivers
    if explained is None or not explained.drivers or not explained.r2:
        return None
    rows = [_driver(driver) for driver in explained.drivers]
    shares = "share" if explained.method == "lmg" else "lost"
    headings: list[Cell] = [word("measure"), word(shares), word("interval")]
    headings += [word(f"weight_{explained.model}"), word("interval")]
    said = {
        "target": names_of(found).get(explained.target, word(f"column_{explained.target}")),
        "r2": value_text(explained.r2, "%"),
        "n": count_text(explained.n),
    }
    return Table(word("drivers"), headings, rows, "lrrrr", word("drivers_hint", **said))


def driver_remarks(found: Correlation) -> list[Words]:
    """Return why there are no drivers, or what was left out of them."""
    explained = found.drivers
    if explained is None:
        return []
    if explained.reason is not None and not explained.drivers:
        return [word("no_drivers", why=explained.reason)]
    remarks = [word("no_cause")]
    if explained.reason is not None:
        remarks.append(word("no_weights", why=explained.reason))
    if explained.left_out:
        names = names_of(found)
        shown = [names.get(id_, word(f"column_{id_}")) for id_ in explained.left_out]
        remarks.append(word("left_out", names=_listed(shown)))
    return remarks


def redundancy_remarks(found: Correlation) -> list[Words]:
    """Return what could be merged, as sentences."""
    known, names = found.redundancy, names_of(found)
    if known is None:
        return []
    said = [
        word("same_thing", a=names[a], b=names[b], why=why)
        for a, b, why in (
            (pair.a, pair.b, pair.structural) for pair in found.pairs if pair.structural
        )
    ]
    twins = {frozenset(pair) for pair in known.structural}
    for cluster in known.clusters:
        if frozenset(cluster.members) not in twins:
            members = _listed([names[id_] for id_ in cluster.members])
            said.append(word("cluster", names=members, weakest=significant(cluster.weakest)))
    for vif in known.vifs:
        if vif.value is None or vif.value > known.vif_limit:
            shown = "∞" if vif.value is None else significant(vif.value)
            said.append(word("vif", name=names[vif.id], value=shown))
    return said or [word("no_redundancy")]


def pareto_table(found: Correlation) -> Table | None:
    """Return the runs with what beats them; None for one run."""
    if not found.pareto:
        return None
    rows: list[list[Cell]] = [
        [
            one_line(point.run, 60),
            value_text(point.quality.value, "%"),
            interval_text(point.quality.ci_low, point.quality.ci_high, "%"),
            seconds_text(point.latency_s),
            NOTHING if point.cost is None else significant(point.cost),
            _front(point.front),
            ", ".join(one_line(name, 30) for name in point.dominated_by),
        ]
        for point in found.pareto
    ]
    headings: list[Cell] = [word("run"), word("accuracy"), word("interval"), word("median_s")]
    headings += [word("column_cost"), word("front"), word("dominated_by")]
    return Table(word("pareto"), headings, rows, "lrrrrll", word("pareto_hint"))


def _front(front: bool | None) -> Cell:  # noqa: FBT001 - a cell of the table
    if front is None:
        return word("not_compared")
    return word("on_front") if front else ""


def _driver(driver: Driver) -> list[Cell]:
    name = label(driver.name, driver.id)
    if driver.levels is not None:
        name = word("with_levels", name=name, n=driver.levels)
    share, weight = driver.share, driver.coefficient
    row: list[Cell] = [name, value_text(share.value, "%")]
    row.append(interval_text(share.ci_low, share.ci_high, "%"))
    if weight is None:
        return [*row, "", ""]
    return [
        *row,
        coefficient_text(weight.value),
        _span(coefficient_text(weight.ci_low), coefficient_text(weight.ci_high)),
    ]


def _span(low: str, high: str) -> str:
    return f"[{low}, {high}]" if low and high and NOTHING not in (low, high) else ""


def _listed(names: list[Words]) -> Words:
    return Words(", ".join(name.en for name in names), "、".join(name.zh for name in names))
