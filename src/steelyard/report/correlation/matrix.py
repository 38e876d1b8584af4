"""The matrix as a triangle, and its closest pairs one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.model import Words
from steelyard.report.correlation.relations import evidence_words
from steelyard.report.correlation.table import Cell, Table, chance, word
from steelyard.report.labels import label
from steelyard.report.numbers import NOTHING, coefficient_text, count_text

if TYPE_CHECKING:
    from steelyard.analysis.correlation import Coefficient, Correlation, Pair

_SHOWN = 12


def names_of(found: Correlation) -> dict[str, Words]:
    """Return what the measures are called, by their ids, safe to look at."""
    return {measure.id: label(measure.name, measure.id) for measure in found.measures}


def matrix_table(found: Correlation, *, most: int | None = None) -> Table | None:
    """Return Spearman's ρ of every two measures; columns go by number. None for one measure.

    Args:
        found: the analysis.
        most: measures there is room for; None: all.
    """
    if not found.pairs:
        return None
    ids = [measure.id for measure in found.measures][:most]
    names = names_of(found)
    pairs = {(pair.a, pair.b): pair for pair in found.pairs}
    rows: list[list[Cell]] = []
    for at, id_ in enumerate(ids):
        cells = [_cell(pairs[other, id_]) for other in ids[:at]]
        name = Words(f"{at + 1} {names[id_].en}", f"{at + 1} {names[id_].zh}")
        rows.append([name, *cells, *([""] * (len(ids) - 1 - at))])
    headings: list[Cell] = [word("measure"), *(str(at) for at in range(1, len(ids)))]
    hint = word("matrix_hint", level=f"{1 - found.confidence:.2g}")
    left_out = len(found.measures) - len(ids)
    more = word("more_measures", n=left_out) if left_out else None
    return Table(word("matrix"), headings, rows, "l" + "r" * (len(ids) - 1), hint, more)


def pair_table(found: Correlation, *, everything: bool = False) -> Table | None:
    """Return the closest pairs: those established first, and among them the strongest.

    With `everything` all pairs, and Kendall's and the point-biserial correlation too.
    """
    if not found.pairs:
        return None
    names = names_of(found)
    ordered = sorted(
        found.pairs,
        key=lambda pair: (
            pair.structural is not None,
            pair.evidence != "established",
            -abs(pair.spearman.value or 0.0),
        ),
    )
    shown = ordered if everything else ordered[:_SHOWN]
    within = any(pair.within is not None for pair in shown)
    partial = any(pair.partial is not None for pair in shown)
    rows = [_row(pair, names, full=everything, within=within, partial=partial) for pair in shown]
    headings: list[Cell] = [word("pair"), "ρ", word("interval")]
    headings += ["τ-b", word("biserial")] if everything else []
    headings += [word("within")] if within else []
    headings += [word("partial")] if partial else []
    headings += ["q", "n", word("evidence")]
    sides = "l" + "r" * (len(headings) - 2) + "l"
    left_out = len(ordered) - len(shown)
    more = word("more_pairs", n=left_out) if left_out else None
    hint = word("partial_hint", control=_control(found)) if partial else None
    return Table(word("pairs"), headings, rows, sides, hint, more)


def _control(found: Correlation) -> Words:
    names = names_of(found) | {name: word(f"column_{name}") for name in ("scene", "domain")}
    return names.get(found.control or "", Words(found.control or "", found.control or ""))


def _cell(pair: Pair) -> str:
    value = pair.spearman.value
    if pair.structural is not None:
        return "≡"
    if value is None:
        return NOTHING
    mark = "*" if pair.evidence == "established" else ""
    return f"{value:.2f}{mark}".replace("-", "−").replace("0.", ".", 1)


def _row(
    pair: Pair, names: dict[str, Words], *, full: bool, within: bool, partial: bool
) -> list[Cell]:
    rho = pair.spearman
    a, b = names[pair.a], names[pair.b]
    row: list[Cell] = [Words(f"{a.en} – {b.en}", f"{a.zh} – {b.zh}"), coefficient_text(rho.value)]
    row.append(_interval(rho))
    row += [coefficient_text(pair.kendall.value), _maybe(pair.point_biserial)] if full else []
    row += [_maybe(pair.within)] if within else []
    row += [_maybe(pair.partial)] if partial else []
    return [*row, chance(pair.q), count_text(rho.n), _remark(pair)]


def _remark(pair: Pair) -> Words:
    if pair.structural is not None:
        return word("structural", why=pair.structural)
    if pair.spearman.value is None and pair.spearman.reason is not None:
        return pair.spearman.reason
    said = evidence_words(established=pair.evidence == "established")
    return word("reverses", said=said) if pair.reverses else said


def _maybe(found: Coefficient | None) -> str:
    return "" if found is None else coefficient_text(found.value)


def _interval(found: Coefficient) -> str:
    if found.ci_low is None or found.ci_high is None:
        return ""
    return f"[{coefficient_text(found.ci_low)}, {coefficient_text(found.ci_high)}]"
