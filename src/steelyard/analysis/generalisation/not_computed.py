"""What could not be computed, and which field, parameter or scorer would make it computable."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from steelyard.errors import UserError
from steelyard.indicators import load_catalog
from steelyard.indicators.params import params_of
from steelyard.indicators.resolve import resolve, unset_params
from steelyard.indicators.table import known_table
from steelyard.model import FIELDS, Words

if TYPE_CHECKING:
    from steelyard.indicators import Indicator
    from steelyard.indicators.table import Table

What = Literal["value", "score"]


@dataclass(frozen=True, slots=True)
class Named:
    """An indicator by id and name."""

    id: str
    name: Words


@dataclass(frozen=True, slots=True)
class Lack:
    """Indicators that lack the same things.

    Attributes:
        part: the part of the scorecard they belong to, or else their family (`text`, `ir`, ...).
        name: of that part; None for a family.
        weighed: whether the scorecard weighs them.
        what: whether it is the value that is missing, or only the score.
        indicators: the indicators.
        fields: fields that no row fills; of each group any one will do.
        params: parameters that are not set.
        scorers: scorers that did not run.
        why: what else is the matter, when nothing of that is lacking.
    """

    part: str
    name: Words | None
    weighed: bool
    what: What
    indicators: tuple[Named, ...]
    fields: tuple[tuple[str, ...], ...] = ()
    params: tuple[str, ...] = ()
    scorers: tuple[str, ...] = ()
    why: Words | None = None


def not_computed(
    summary: Mapping[str, Any], columns: Mapping[str, int], params: Mapping[str, Any]
) -> tuple[Lack, ...]:
    """Return what a run could not compute, gathered by what is lacking; the scorecard's first.

    Args:
        summary: of the run.
        columns: of its results table, with how many rows fill them.
        params: of its plan.
    """
    catalog = load_catalog()
    leaves = {leaf.id: leaf for leaf in _leaves(summary.get("tree"))}
    undefined = {record["id"] for record in summary.get("undefined") or ()}
    undefined |= {id_ for id_, leaf in leaves.items() if leaf.value is None}
    unscored = {id_ for id_, leaf in leaves.items() if leaf.score is None} - undefined
    given = {**_card_params((summary.get("scorecard") or {}).get("root")), **params}
    seen = _Seen(columns, known_table(), _makers())
    lacks = []
    for id_ in [*leaves, *(id_ for id_ in catalog if id_ not in leaves)]:
        if id_ in catalog and (id_ in undefined or id_ in unscored):
            what: What = "value" if id_ in undefined else "score"
            lacks.append(_lack(catalog[id_], what, leaves.get(id_), seen, given))
    strangers = [r for r in summary.get("undefined") or () if r["id"] not in catalog]
    lacks += [_of_stranger(record) for record in strangers]
    return tuple(_gathered(lacks))


def _of_stranger(record: Mapping[str, Any]) -> Lack:
    """Return what the summary says about an indicator that is not, or no more, in the catalog."""
    id_, name = str(record["id"]), record.get("name") or {}
    why = " ".join(str(note) for note in record.get("notes") or ())
    return Lack(
        part=id_.partition(".")[0],
        name=None,
        weighed=False,
        what="value",
        indicators=(Named(id_, Words(name.get("en", id_), name.get("zh", id_))),),
        why=Words(why, why),
    )


class _Seen(NamedTuple):
    """How full the columns are, what an expression may name, and who writes the other columns."""

    columns: Mapping[str, int]
    table: Table
    makers: Mapping[str, str]


class _Leaf(NamedTuple):
    id: str
    part: str
    name: Words
    value: float | None
    score: float | None


def _leaves(node: Mapping[str, Any] | None, above: Mapping[str, Any] | None = None) -> list[_Leaf]:
    """Return the leaves of a weighed tree, each with the node it belongs to."""
    if node is None:
        return []
    if "indicator" in node:
        part = above or node
        name = Words(part["name"]["en"], part["name"]["zh"])
        return [_Leaf(node["indicator"], part["id"], name, node["value"], node["score"])]
    found = [leaf for child in node["children"] for leaf in _leaves(child, node)]
    return found + _leaves(node.get("instead"))


def _card_params(node: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the parameters that the leaves of a scorecard give their indicators."""
    if node is None:
        return {}
    if "indicator" in node:
        return {node["indicator"]: node["params"]} if node.get("params") else {}
    found: dict[str, Any] = {}
    for child in node["children"]:
        found |= _card_params(child)
    return found


def _lack(
    record: Indicator,
    what: What,
    leaf: _Leaf | None,
    seen: _Seen,
    given: Mapping[str, Any],
) -> Lack:
    found = Lack(
        part=record.id.partition(".")[0] if leaf is None else leaf.part,
        name=None if leaf is None else leaf.name,
        weighed=leaf is not None,
        what=what,
        indicators=(Named(record.id, record.name),),
    )
    try:
        values = params_of(record, given)
    except UserError:  # an old run may have been made with parameters that are gone
        values = params_of(record, {})
    if what == "score":
        found = replace(found, params=_unset_references(record, values))
    else:
        found = _of_value(found, record, values, seen)
    if found.fields or found.params or found.scorers:
        return found
    why = record.undefined if what == "value" else None
    return replace(found, why=found.why or why)


def _of_value(found: Lack, record: Indicator, values: Mapping[str, Any], seen: _Seen) -> Lack:
    try:
        resolved = resolve(record, values, seen.table)
    except UserError as error:  # a formula that cannot be computed is no reason to have no report
        return replace(found, why=Words(str(error), str(error)))
    groups = [*resolved.any_of, *((name,) for name in resolved.required)]
    empty = [group for group in groups if not any(seen.columns.get(name) for name in group)]
    # What every row must have says more than "this or another".
    needed = {group[0] for group in empty if len(group) == 1}
    empty = [group for group in empty if len(group) == 1 or not needed.intersection(group)]
    fields = [group for group in empty if any(name in FIELDS for name in group)]
    scorers = [seen.makers[name] for group in empty for name in group if name in seen.makers]
    return replace(
        found,
        fields=tuple(dict.fromkeys(fields)),
        params=tuple(unset_params(resolved)),
        scorers=tuple(dict.fromkeys(scorers)),
    )


def _unset_references(record: Indicator, values: Mapping[str, Any]) -> tuple[str, ...]:
    score = record.formula_for(values).score
    names = [name for name in score.references if isinstance(name, str)]
    names += re.findall(r"\$(\w+)", score.sql)
    return tuple(name for name in dict.fromkeys(names) if values.get(name) is None)


def _makers() -> dict[str, str]:
    """Return which scorer writes a column that no dataset brings."""
    from steelyard.scorers import SCORERS  # here: readers of stored reports need no scorer

    return {
        column: scorer.algorithm.id
        for scorer in SCORERS
        for column in scorer.writes
        if column not in FIELDS
    }


def _gathered(lacks: Iterable[Lack]) -> list[Lack]:
    """Put together what lacks the same; of a family all that needs other scorers."""
    together: dict[Any, Lack] = {}
    for lack in lacks:
        only_scorers = lack.scorers and not (lack.fields or lack.params)
        key: Any = (lack.part, lack.weighed, lack.what)
        if lack.weighed or not only_scorers:
            key += (lack.fields, lack.params, lack.scorers, lack.why)
        if key in together:
            other = together[key]
            lack = replace(
                other,
                indicators=other.indicators + lack.indicators,
                scorers=tuple(dict.fromkeys(other.scorers + lack.scorers)),
            )
        together[key] = lack
    return list(together.values())
