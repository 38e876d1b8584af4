"""The tables of a comparison: runs, differences, groups, seconds and cost, changed cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from steelyard.model import Words
from steelyard.report.headline import number_name
from steelyard.report.sources import difference_source, headline_source
from steelyard.report.tables.table import (
    Cell,
    Chance,
    Column,
    Kind,
    Quantity,
    Span,
    Table,
    Tone,
    moment,
)
from steelyard.report.wording import words
from steelyard.scorecards.headline import OVERALL

if TYPE_CHECKING:
    from steelyard.analysis.comparison.content import (
        AgainstBase,
        Comparison,
        Difference,
        Side,
        Slice,
        Usage,
    )

_TONES = {"better": "good", "worse": "bad"}
_UNITLESS = ("cost", "input_tokens", "output_tokens", "attempts")


def comparison_tables(comparison: Comparison) -> list[Table]:
    """Return every table of the comparison."""
    made = [_runs(comparison)]
    if comparison.gates:
        made.append(_gates(comparison))
    for against in comparison.runs:
        made += [*_of_run(against), *([_flips(against)] if against.flips else [])]
    return made


def verdict_tone(verdict: str) -> Tone:
    """Return a verdict as a word and what it calls for."""
    return Tone(words(f"tables.verdict_{verdict}"), _TONES.get(verdict, "calm"))  # type: ignore[arg-type]


def _of_run(against: AgainstBase) -> list[Table]:
    name = against.run.label
    found = [_differences(against)]
    for column, slices in against.groups.items():
        known = column if column in ("scene", "domain") else None
        said: Any = words(f"tables.by_{known}") if known else column
        title = words("tables.slices_of", column=said, run=name)
        found.append(Table(f"by-{column}-{name}", title, _slice_columns(), _slices(slices)))
    if against.spent:
        title = words("tables.usage_of", run=name)
        rows = [_usage(one) for one in against.spent]
        found.append(Table(f"usage-{name}", title, _usage_columns(), rows))
    return found


def _runs(comparison: Comparison) -> Table:
    columns = (
        *(_head("run", "text"), _head("own_headline", "text"), _head("value")),
        *(_head("interval", "span"), _head("source", "text"), _head("matched")),
        # A line of the comparison says these on every page.
        *(_head(name, "detail") for name in ("only_base", "only_new", "changed")),
        *(_head("rows_of"), _head("agent", "text")),
        *(_head("dataset", "text"), _head("created_at", "text"), _head("id", "detail")),
    )
    rows = [_side(comparison.base, None)]
    rows += [_side(against.run, against) for against in comparison.runs]
    return Table("runs", words("tables.runs"), columns, rows)


def _side(side: Side, against: AgainstBase | None) -> tuple[Cell, ...]:
    paired = against.pairing if against else None
    counts: tuple[Cell, ...] = (side.cases, None, None, None)
    if paired is not None:
        counts = (paired.matched, paired.only_base, paired.only_new, paired.changed)
    last = (side.rows, side.agent, side.dataset, moment(side.created_at), side.run_id)
    return (side.label, *_own_headline(side.headline), *counts, *last)


def _own_headline(shown: Mapping[str, Any]) -> tuple[Cell, ...]:
    """Return the first number of a run's own report, as that report shows it."""
    id_ = shown.get("id", OVERALL)
    return (
        number_name(id_),
        Quantity(shown.get("value")),
        Span(shown.get("ci_low"), shown.get("ci_high")),
        headline_source(id_, shown.get("provenance")),
    )


def _differences(against: AgainstBase) -> Table:
    columns = (
        *(_head("indicator", "text"), _head("base"), _head("new"), _head("difference")),
        *(_head("interval", "span"), _head("verdict", "text"), _head("source", "text")),
        *(
            *(_head("p"), _head("p_adjusted")),
            _head("effect", "detail"),
            _head("n"),
            _head("method_column", "detail"),
            _head("notes", "aside"),
        ),
    )
    rows = [_difference(one) for one in against.differences()]
    title = words("tables.differences_of", run=against.run.label)
    return Table(f"differences-{against.run.label}", title, columns, rows)


def _difference(found: Difference) -> tuple[Cell, ...]:
    indent = "\u2003" * found.depth
    unit = found.unit
    return (
        Words(indent + found.name.en, indent + found.name.zh),
        Quantity(found.base, unit),
        Quantity(found.new, unit),
        Quantity(found.value, unit, signed=True),
        Span(found.ci_low, found.ci_high, unit, signed=True),
        verdict_tone(found.verdict),
        difference_source(found),
        Chance(found.p),
        Chance(found.p_adjusted),
        found.effect,
        found.n,
        found.ci_method,
        " ".join(found.notes),
    )


def _slice_columns() -> tuple[Column, ...]:
    return (
        *(_head("group", "text"), _head("base"), _head("new"), _head("difference")),
        *(_head("interval", "span"), _head("verdict", "text"), _head("source", "text")),
        *(_head("p"), _head("p_adjusted"), _head("n")),
    )


def _slices(slices: tuple[Slice, ...]) -> list[tuple[Cell, ...]]:
    rows = []
    for one in slices:
        name: Cell = words("page.no_group") if one.group is None else one.group
        _, *cells = _difference(one.difference)
        rows.append((name, *cells[:8], one.difference.n))
    return rows


def _usage_columns() -> tuple[Column, ...]:
    return (
        *(_head("what", "text"), _head("base"), _head("new"), _head("per_case")),
        *(_head("interval", "span"), _head("ratio"), Column(words("tables.ratio"), "span")),
        *(_head("verdict", "text"), _head("source", "text"), _head("p"), _head("n")),
    )


def _usage(found: Usage) -> tuple[Cell, ...]:
    unit = found.unit or ("number" if found.id in _UNITLESS else "")
    return (
        words(f"tables.usage_{found.id}"),
        Quantity(found.base, unit),
        Quantity(found.new, unit),
        Quantity(found.value, unit, signed=True),
        Span(found.ci_low, found.ci_high, unit, signed=True),
        found.ratio,
        Span(found.ratio_low, found.ratio_high, "number"),
        verdict_tone(found.verdict),
        difference_source(found),
        Chance(found.p),
        found.n,
    )


def _flips(against: AgainstBase) -> Table:
    columns = (
        *(_head("case", "text"), _head("change", "text"), _head("scene", "text")),
        *(_head("input", "long"), _head("expected", "long"), _head("base_output", "long")),
        _head("new_output", "long"),
    )
    title = words("tables.flips_of", run=against.run.label)
    return Table(f"flips-{against.run.label}", title, columns, list(_flipped(against)))


def _flipped(against: AgainstBase) -> Iterator[tuple[Cell, ...]]:
    for flip in against.flips.cases if against.flips else ():
        tone: Any = "bad" if flip.change == "broken" else "good"
        yield (
            flip.case_id,
            Tone(words(f"tables.{flip.change}"), tone),
            flip.scene,
            flip.input,
            flip.expected,
            flip.base_output if flip.base_error is None else flip.base_error,
            flip.new_output if flip.new_error is None else flip.new_error,
        )


def _gates(comparison: Comparison) -> Table:
    columns = (
        *(_head("gate", "text"), _head("met", "text"), _head("observed"), _head("reason", "long")),
    )
    rows = [_gate(gate) for gate in comparison.gates]
    return Table("gates", words("tables.gates"), columns, rows)


def _gate(gate: Mapping[str, Any]) -> tuple[Cell, ...]:
    passed = bool(gate.get("passed"))
    met = Tone(words("tables.yes" if passed else "tables.no"), "good" if passed else "bad")
    return str(gate.get("text")), met, gate.get("observed"), gate.get("reason")


def _head(key: str, kind: Kind = "number") -> Column:
    return Column(words(f"tables.{key}"), kind)
