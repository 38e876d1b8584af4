"""Indicator records: what the catalog's YAML says, checked and frozen.

An indicator is data. A built-in one, one in a user's file and one made in a form are the same
record and pass the same checks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, NamedTuple, get_args

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import IndicatorStatus, Param, Words

IntervalKind = Literal["auto", "wilson", "clopper_pearson", "cluster_t", "quantile", "none"]
Direction = Literal["up", "down"]
ScoreRule = Literal["identity", "complement", "goalpost", "ratio_cap", "half", "none"]


class Flag(NamedTuple):
    """A remark made when a condition on the sums holds, and the status it gives, if any."""

    when: str
    note: Words
    status: IndicatorStatus | None = None


class ScoreAs(NamedTuple):
    """How a value becomes a score: a rule and the parameters that hold its references."""

    rule: ScoreRule = "identity"
    references: tuple[str, ...] = ()


_AS_IT_IS = ScoreAs()


@dataclass(frozen=True, slots=True)
class Formula:
    """How an indicator is computed.

    Attributes:
        sql: the expression.
        where: the rows it is about.
        let: local names in `sql`, in order.
        by: for nested aggregates: the name of the group, and the columns that put a row in it.
        each: names computed per group, over which `sql` then aggregates.
        flags: remarks.
    """

    sql: str
    where: str | None = None
    let: Mapping[str, str] = field(default_factory=dict)
    by: tuple[str, tuple[str, ...]] | None = None
    each: Mapping[str, str] = field(default_factory=dict)
    interval: IntervalKind = "auto"
    flags: tuple[Flag, ...] = ()


@dataclass(frozen=True, slots=True)
class Indicator:
    """One indicator of the catalog."""

    id: str
    version: int
    name: Words
    meaning: Words
    undefined: Words
    formula: Formula
    variants: Mapping[tuple[str, str], Formula] = field(default_factory=dict)
    params: tuple[Param, ...] = ()
    run_params: frozenset[str] = frozenset()
    direction: Direction = "up"
    range: tuple[float | None, float | None] = (0.0, 1.0)
    unit: str = ""
    score: ScoreAs = _AS_IT_IS

    def formula_for(self, params: Mapping[str, Any]) -> Formula:
        """Return the formula that the parameters select."""
        for (name, value), formula in self.variants.items():
            if str(params.get(name)) == value:
                return formula
        return self.formula


def read_record(
    id_: str, raw: Mapping[str, Any], *, shared: Mapping[str, Any], where: str | None
) -> Indicator:
    """Return the record of one indicator.

    Args:
        id_: its id.
        raw: what the YAML says under the id.
        shared: definitions of parameters, by name.
        where: the population of the family, when the record names none.
    """
    _refuse_unknown(id_, raw, _RECORD_KEYS)
    formula = _formula(id_, raw, Formula(sql="", where=where))
    variants = {}
    for key, changes in raw.get("variants", {}).items():
        name, _, value = key.partition("=")
        _refuse_unknown(f"{id_} {key}", changes, _FORMULA_KEYS)
        variants[name, value] = _formula(id_, changes, formula)
    params = {name: {**shared.get(name, {}), **(own or {})} for name, own in _params(raw).items()}
    low, high = raw.get("range", (0, 1))
    return Indicator(
        id=id_,
        version=int(raw["version"]),
        name=_words(id_, raw, "name"),
        meaning=_words(id_, raw, "meaning"),
        undefined=_words(id_, raw, "undefined"),
        formula=formula,
        variants=variants,
        params=tuple(_param(id_, name, facts) for name, facts in params.items()),
        run_params=frozenset(name for name, facts in params.items() if facts.get("scope") == "run"),
        direction=_one_of(id_, "direction", raw.get("direction", "up"), get_args(Direction)),
        range=(None if low is None else float(low), None if high is None else float(high)),
        unit=str(raw.get("unit", "")),
        score=_score(id_, raw.get("score", "identity")),
    )


def _formula(id_: str, raw: Mapping[str, Any], base: Formula) -> Formula:
    """Return `base` with what `raw` changes; a new `sql` starts without the old `let` and `by`."""
    if "sql" in raw:
        base = replace(base, let={}, by=None, each={}, flags=())
    changes: dict[str, Any] = {key: raw[key] for key in ("sql", "where", "let") if key in raw}
    if "each" in raw:
        changes["each"] = dict(raw["each"])
    if "by" in raw:
        by = raw["by"]
        ((name, columns),) = by.items() if isinstance(by, Mapping) else ((by, [by]),)
        changes["by"] = (name, tuple(columns))
    if "interval" in raw:
        changes["interval"] = _one_of(id_, "interval", raw["interval"], get_args(IntervalKind))
    if "flags" in raw:
        changes["flags"] = tuple(
            Flag(flag["when"], _words(id_, flag, "note"), flag.get("status"))
            for flag in raw["flags"]
        )
    return replace(base, **changes)


def _params(raw: Mapping[str, Any]) -> dict[str, Any]:
    params = raw.get("params", {})
    return dict(params) if isinstance(params, Mapping) else dict.fromkeys(params)


def _param(id_: str, name: str, facts: Mapping[str, Any]) -> Param:
    return Param(
        name=name,
        type=facts["type"],
        default=facts.get("default"),
        words=_words(f"{id_} ${name}", facts, "words"),
        choices=tuple(facts.get("choices", ())),
        minimum=facts.get("minimum"),
        maximum=facts.get("maximum"),
    )


def _score(id_: str, raw: Any) -> ScoreAs:
    rule, references = next(iter(raw.items())) if isinstance(raw, Mapping) else (raw, ())
    names = (references,) if isinstance(references, str) else tuple(references)
    return ScoreAs(_one_of(id_, "score", rule, get_args(ScoreRule)), names)


def _words(id_: str, raw: Mapping[str, Any], key: str) -> Words:
    text = raw.get(key)
    if not isinstance(text, Mapping) or set(text) != {"en", "zh"}:
        raise InputError(t("indicators.words_missing", id=id_, key=key))
    return Words(str(text["en"]), str(text["zh"]))


def _one_of(id_: str, key: str, value: Any, allowed: tuple[Any, ...]) -> Any:
    if value not in allowed:
        names = ", ".join(allowed)
        message = t("indicators.record_value", id=id_, key=key, found=value, allowed=names)
        raise InputError(message)
    return value


def _refuse_unknown(id_: str, raw: Mapping[str, Any], allowed: frozenset[str]) -> None:
    for key in raw:
        if key not in allowed:
            names = ", ".join(sorted(allowed))
            raise InputError(t("indicators.record_key", id=id_, key=key, allowed=names))


_FORMULA_KEYS = frozenset(part.name for part in fields(Formula))
_RECORD_KEYS = _FORMULA_KEYS | {
    part.name for part in fields(Indicator) if part.name not in ("id", "formula", "run_params")
}
