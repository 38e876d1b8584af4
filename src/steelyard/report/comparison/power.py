"""How many cases are needed: a sentence, what it rests on, and a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from steelyard.i18n import pick, t
from steelyard.indicators import get_indicator
from steelyard.report.numbers import (
    confidence_text,
    count_text,
    in_points,
    significant,
    value_text,
)
from steelyard.report.terminal_style import say, table_of, title

if TYPE_CHECKING:
    from rich.console import Console

    from steelyard.analysis.comparison.planning import PowerPlan


def print_power(plan: PowerPlan, console: Console) -> None:
    """Print the answer in the current language."""
    for line in answer(plan):
        console.print(Text(line, style="bold"))
    say(console, _rests(plan))
    for note in plan.notes:
        say(console, note)
    if plan.see is not None and len(plan.rows) > 1:
        _needed(plan, console)
    _smallest(plan, console)


def answer(plan: PowerPlan) -> list[str]:
    """Return the answer in plain words, and what it would be at worst."""
    unit = get_indicator(plan.indicator).unit
    times = t("power.times", k=plan.epochs) if plan.epochs > 1 else ""
    facts = {
        "name": pick(get_indicator(plan.indicator).name),
        "power": confidence_text(plan.power),
        "times": times,
    }
    if plan.see is not None:
        lines = [
            t(
                "power.answer_needed",
                see=_amount(plan.see, unit),
                n=count_text(plan.needed),
                **facts,
            )
        ]
        worst = None if plan.worst is None else count_text(plan.worst)
    else:
        smallest = _amount(plan.smallest or 0.0, unit)
        lines = [t("power.answer_smallest", n=count_text(plan.cases), smallest=smallest, **facts)]
        worst = None if plan.worst is None else _amount(plan.worst, unit)
    if worst is not None:
        key = "power.worst_needed" if plan.see is not None else "power.worst_smallest"
        lines.append(t(key, worst=worst))
    return lines


def _rests(plan: PowerPlan) -> str:
    spread = plan.spread
    within = ""
    if spread.separated:
        sigmas = (significant(one) for one in (spread.sigma2_a, spread.sigma2_b))
        within = t("power.within", **dict(zip("ab", sigmas, strict=True)))
    return t(
        f"power.rests_{spread.source}",
        n=count_text(spread.cases),
        omega2=significant(spread.omega2),
        within=within,
    )


def _needed(plan: PowerPlan, console: Console) -> None:
    title(console, t("power.table_needed"))
    heads = ("epochs", "cases", "asks")
    table = table_of(*(t(f"power.head_{name}") for name in heads))
    for row in plan.rows:
        asks = None if row.cases is None else row.cases * row.epochs
        table.add_row(str(row.epochs), count_text(row.cases), count_text(asks))
    console.print(table)


def _smallest(plan: PowerPlan, console: Console) -> None:
    unit = get_indicator(plan.indicator).unit
    title(console, t("power.table_smallest"))
    table = table_of(t("power.head_cases"), *(f"K = {row.epochs}" for row in plan.rows))
    for n in plan.rows[0].seen:
        cells = (_amount(row.seen[n], unit) for row in plan.rows)
        table.add_row(count_text(n), *cells)
    console.print(table)


def _amount(value: float, unit: str) -> str:
    """Return a difference: points of a share, or a number with its unit."""
    if in_points(unit):
        return t("power.points", value=significant(value * 100, 2))
    return value_text(value, unit)
