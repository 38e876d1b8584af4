"""What an expression grows to before it runs: references followed, SQL printed.

Both can double with every step, so both are worked out by arithmetic, without building anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators.functions import FUNCTIONS
from steelyard.indicators.load import get_indicator
from steelyard.indicators.parse import parse
from steelyard.indicators.quiet import IDLE_COLUMNS, for_nothing
from steelyard.indicators.records import Formula, Indicator
from steelyard.indicators.resolve import Resolved
from steelyard.indicators.tree import (
    Aggregate,
    Atom,
    Call,
    Column,
    Node,
    Population,
    Reference,
    atoms_of,
    children,
    walk,
)

_MAX_NODES = 2000
_MAX_VISITS = 200
_MAX_SQL = 200_000
_MARK = "\x01"


@dataclass(frozen=True, slots=True)
class Text:
    """One expression of a record: the field it stands in, its name there, and its text."""

    field: str
    name: str | None
    text: str


def texts_of(formula: Formula) -> Iterator[Text]:
    """Yield every expression of a formula."""
    for name, text in formula.let.items():
        yield Text("let", name, text)
    if formula.where is not None:
        yield Text("where", None, formula.where)
    if formula.by is not None:
        for text in formula.by[1]:
            yield Text("by", None, text)
    for name, text in formula.each.items():
        yield Text("each", name, text)
    yield Text("sql", None, formula.sql)
    if formula.score.sql:
        yield Text("score", None, formula.score.sql)
    for flag in formula.flags:
        yield Text("flags", None, flag.when)


def formulas_of(record: Indicator) -> list[Formula]:
    """Return the formula of a record and those of its variants."""
    return [record.formula, *record.variants.values()]


def check_references(record: Indicator) -> None:
    """Raise when following an indicator's references has no end, or too far an end.

    Raises:
        InputError: they go in a circle, or grow too large.
        UnknownNameError: one of them does not exist.
    """
    visits, nodes = _expanded(record, (), {})
    if visits > _MAX_VISITS or nodes > _MAX_NODES:
        raise InputError(t("sandbox.references", id=record.id, allowed=_MAX_NODES))


def check_levels(formula: Formula) -> None:
    """Raise when a reference, which is a finished number, stands inside an aggregate over rows.

    Raises:
        InputError: it does, directly or through a local name.
    """
    finished: set[str] = set()
    for text in texts_of(formula):
        tree = parse(text.text)
        if text.field == "let" and text.name is not None and _mentions(tree, finished):
            finished.add(text.name)
        for node in walk(tree):
            if isinstance(node, Aggregate) and any(_mentions(c, finished) for c in children(node)):
                raise InputError(t("sandbox.reference_inside", name=node.function))


def _mentions(tree: Node, finished: set[str]) -> bool:
    return any(
        isinstance(node, Reference) or (isinstance(node, Column) and node.name in finished)
        for node in walk(tree)
    )


def columns_of(record: Indicator) -> set[str]:
    """Return every column an indicator may look at, through references too."""
    found: set[str] = set()
    seen: set[str] = set()
    waiting = [record]
    while waiting:
        one = waiting.pop()
        for formula in formulas_of(one):
            for text in texts_of(formula):
                for node in walk(parse(text.text)):
                    if isinstance(node, Column):
                        found.add(node.name)
                    elif isinstance(node, Reference) and node.id not in seen:
                        seen.add(node.id)
                        waiting.append(get_indicator(node.id))
            found.update(name for group in formula.needs for name in group)
            found.update(IDLE_COLUMNS if for_nothing(formula) else ())
    return found


def check_printed(resolved: Resolved) -> None:
    """Raise when the SQL of an indicator would be too long; some functions print arguments twice.

    Raises:
        InputError: it would.
    """
    trees = [resolved.tree, *(flag for flag, _ in resolved.flags)]
    trees += [] if resolved.score is None else [resolved.score]
    if resolved.nested is not None:
        trees += resolved.nested.each.values()
    size = sum(_atom_size(atom) for tree in trees for atom in atoms_of(tree))
    if resolved.nested is not None:
        size += sum(map(_printed, resolved.nested.keys))
        size += _population_size(resolved.nested.population) + sum(map(_printed, trees))
    if size > _MAX_SQL:
        raise InputError(t("sandbox.printed", id=resolved.record.id))


def _expanded(
    record: Indicator, path: tuple[str, ...], known: dict[str, tuple[int, int]]
) -> tuple[int, int]:
    """Return how many records are visited, and how many nodes written, with nothing shared."""
    if record.id in path:
        raise InputError(t("indicators.cycle", path=" → ".join((*path, record.id))))
    if record.id in known:
        return known[record.id]
    visits, nodes = 1, 0
    for formula in formulas_of(record):
        references: Counter[str] = Counter()
        local: dict[str, tuple[int, Counter[str]]] = {}
        for text in texts_of(formula):
            size, used = _written_out(parse(text.text), local)
            if text.field == "let" and text.name is not None:
                local[text.name] = (size, used)
            else:
                nodes += size
                references += used
        for id_, times in references.items():
            below = _expanded(get_indicator(id_), (*path, record.id), known)
            visits, nodes = visits + below[0], nodes + times * below[1]
    known[record.id] = (min(visits, 10**9), min(nodes, 10**9))
    return known[record.id]


def _written_out(
    node: Node, local: Mapping[str, tuple[int, Counter[str]]]
) -> tuple[int, Counter[str]]:
    size, used = 0, Counter[str]()
    for part in walk(node):
        if isinstance(part, Column) and part.name in local:
            more, others = local[part.name]
            size += more
            used.update(others)
        else:
            size += 1
            if isinstance(part, Reference):
                used[part.id] += 1
    return min(size, 10**9), used


def _atom_size(atom: Atom) -> int:
    size = 50 + sum(_printed(part) for part in (atom.where, atom.value) if part is not None)
    return size + _population_size(atom.population)


def _population_size(population: Population) -> int:
    parts = [*population.known, *([] if population.where is None else [population.where])]
    return sum(map(_printed, parts)) + 50 * len(population.required)


def _printed(node: Node) -> int:
    if not isinstance(node, Call):
        return 40
    below = [_printed(arg) for arg in node.args]
    own, times = _print_of(node.function, len(below))
    grown = own + sum(size * count for size, count in zip(below, times, strict=True))
    return min(grown, 10**12)


@cache
def _print_of(function: str, arity: int) -> tuple[int, tuple[int, ...]]:
    """Return how long a function prints, and how often it prints each of its arguments."""
    marks = [f"{_MARK}{at}{_MARK}" for at in range(arity)]
    text = FUNCTIONS[function].sql(*marks)
    return len(text), tuple(text.count(mark) for mark in marks)
