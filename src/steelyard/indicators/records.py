"""Indicator records: what the catalog's YAML says, checked and frozen.

An indicator is data. A built-in one, one in a user's file and one made in a form are the same
record and pass the same checks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, NamedTuple, get_args

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, IndicatorStatus, Param, Words

IntervalKind = Literal[
    "auto", "wilson", "clopper_pearson", "cluster_t", "mover_ratio", "quantile", "none"
]
Direction = Literal["up", "down"]
ScoreRule = Literal["identity", "complement", "goalpost", "ratio_cap", "half", "sql", "none"]
Repeats = Literal["averaged", "counted"]
Range = tuple[float | None, float | None]


class Flag(NamedTuple):
    """A remark made when a condition on the sums holds, and the status it gives, if any.

    With `no_score`, the value is shown and has no score.
    """

    when: str
    note: Words
    status: IndicatorStatus | None = None
    no_score: bool = False


class ScoreAs(NamedTuple):
    """How a value becomes a score: a rule and its references, each a number or a parameter.

    The rule `sql` is an expression of its own over the same rows.
    """

    rule: ScoreRule = "identity"
    references: tuple[str | float, ...] = ()
    sql: str = ""


@dataclass(frozen=True, slots=True)
class Formula:
    """How an indicator is computed.

    Attributes:
        sql: the expression.
        where: the rows it is about.
        let: local names, in order.
        by: for nested aggregates: the name of the group, and what puts a row in it.
        each: names computed per group, over which `sql` then aggregates.
        interval: its method; `auto` chooses by kind.
        flags: remarks.
        score: how the value becomes a score.
        direction: which way is better.
        range: least and greatest value there can be.
        repeats: whether repeats of a case are averaged, or every row counts.
        needs: groups of columns of which one must be filled, where the expression does not show it.
        quiet: whether it is best when nothing happens. It then has no score when rows it rests on
            have an outcome and none of them succeeded, or hardly any task did.
        needs_success: whether its score means something only if tasks succeed, such as a ratio of
            success to success: an agent that does nothing keeps all of it. It then has no score
            when hardly any task succeeded. Implied by `quiet`.
    """

    sql: str
    where: str | None = None
    let: Mapping[str, str] = field(default_factory=dict)
    by: tuple[str, tuple[str, ...]] | None = None
    each: Mapping[str, str] = field(default_factory=dict)
    interval: IntervalKind = "auto"
    flags: tuple[Flag, ...] = ()
    score: ScoreAs = ScoreAs()  # noqa: RUF009  frozen
    direction: Direction = "up"
    range: Range = (0.0, 1.0)
    repeats: Repeats = "averaged"
    needs: tuple[tuple[str, ...], ...] = ()
    quiet: bool = False
    needs_success: bool = False

    def texts(self) -> list[str]:
        """Return every expression in it."""
        keys = () if self.by is None else self.by[1]
        flags = (flag.when for flag in self.flags)
        found = [self.sql, self.where or "", self.score.sql, *self.let.values(), *keys]
        return [text for text in (*found, *self.each.values(), *flags) if text]


class Family(NamedTuple):
    """What the records of one file share."""

    where: str | None = None
    let: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Indicator:
    """One indicator of the catalog.

    `kernel` says that `compute` of this id is a plain formula on given inputs, registered
    elsewhere; the record is its aggregate over a results table. `rows_named` are further names
    under which `compute` takes the rows.
    """

    id: str
    version: int
    name: Words
    meaning: Words
    undefined: Words
    formula: Formula
    variants: Mapping[tuple[str, str], Formula] = field(default_factory=dict)
    params: tuple[Param, ...] = ()
    run_params: frozenset[str] = frozenset()
    unit: str = ""
    kernel: bool = False
    rows_named: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()

    @property
    def range(self) -> Range:
        """Least and greatest value there can be."""
        return self.formula.range

    @property
    def direction(self) -> Direction:
        """Which way is better."""
        return self.formula.direction

    @property
    def score(self) -> ScoreAs:
        """How the value becomes a score."""
        return self.formula.score

    def formula_for(self, params: Mapping[str, Any]) -> Formula:
        """Return the formula that the parameters select."""
        for (name, value), formula in self.variants.items():
            given = params.get(name)
            if (str(given).lower() if isinstance(given, bool) else str(given)) == value:
                return formula
        return self.formula


def read_record(
    id_: str, raw: Mapping[str, Any], *, shared: Mapping[str, Any], family: Family | None = None
) -> Indicator:
    """Return the record of one indicator.

    Args:
        id_: its id.
        raw: what the YAML says under the id.
        shared: definitions of parameters, by name.
        family: what the record does not say itself.
    """
    family = family or Family()
    _refuse_unknown(id_, raw, _RECORD_KEYS)
    for key in ("version", "sql"):
        if key not in raw:
            raise InputError(t("indicators.record_lacks", id=id_, key=key))
    formula = _formula(id_, raw, Formula(sql="", where=family.where), family)
    variants = {}
    for key, changes in raw.get("variants", {}).items():
        name, _, value = key.partition("=")
        _refuse_unknown(f"{id_} {key}", changes, _FORMULA_KEYS)
        variants[name, value] = _formula(id_, changes, formula, family)
    params = {name: {**shared.get(name, {}), **(own or {})} for name, own in _params(raw).items()}
    return Indicator(
        id=id_,
        version=_whole(id_, "version", raw["version"]),
        name=_words(id_, raw, "name"),
        meaning=_words(id_, raw, "meaning"),
        undefined=_words(id_, raw, "undefined"),
        formula=formula,
        variants=variants,
        params=tuple(_param(id_, name, facts) for name, facts in params.items()),
        run_params=frozenset(name for name, facts in params.items() if facts.get("scope") == "run"),
        unit=str(raw.get("unit", "")),
        kernel=bool(raw.get("kernel", False)),
        rows_named=tuple(raw.get("rows_named", ())),
        examples=tuple(_example(example) for example in raw.get("examples", ())),
    )


def _formula(id_: str, raw: Mapping[str, Any], base: Formula, family: Family) -> Formula:
    """Return `base` with what `raw` changes; a new `sql` starts without the old `let` and `by`."""
    if "sql" in raw:
        base = replace(base, let=dict(family.let), by=None, each={}, flags=(), needs=())
    changes: dict[str, Any] = {
        key: read(id_, raw[key]) for key, read in _READERS.items() if key in raw
    }
    if "let" in raw:
        changes["let"] = {**family.let, **raw["let"]}
    return replace(base, **changes)


def _by(id_: str, raw: Any) -> tuple[str, tuple[str, ...]]:
    ((name, keys),) = raw.items() if isinstance(raw, Mapping) else ((raw, [raw]),)
    return name, (keys,) if isinstance(keys, str) else tuple(keys)


def _range(id_: str, raw: Any) -> Range:
    low, high = (None if end is None else float(end) for end in raw)
    return low, high


def _flags(id_: str, raw: Any) -> tuple[Flag, ...]:
    return tuple(Flag(one["when"], _words(id_, one, "note"), one.get("status")) for one in raw)


def _params(raw: Mapping[str, Any]) -> dict[str, Any]:
    params = raw.get("params", {})
    return dict(params) if isinstance(params, Mapping) else dict.fromkeys(params)


def _param(id_: str, name: str, facts: Mapping[str, Any]) -> Param:
    if "type" not in facts:
        raise InputError(t("indicators.record_lacks", id=f"{id_} ${name}", key="type"))
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
    rule = _one_of(id_, "score", rule, get_args(ScoreRule))
    if rule == "sql":
        return ScoreAs(rule, (), _text(id_, "score", references))
    many = references if isinstance(references, (list, tuple)) else (references,)
    return ScoreAs(rule, tuple(many))


def _example(raw: Mapping[str, Any]) -> Example:
    """Return a worked example; a row with `times: 6` stands for six of it."""
    cases = [
        {name: value for name, value in row.items() if name != "times"}
        for row in raw["cases"]
        for _ in range(row.get("times", 1))
    ]
    return Example({"cases": cases}, raw["expected"], raw.get("params", {}))


def _words(id_: str, raw: Mapping[str, Any], key: str) -> Words:
    text = raw.get(key)
    if not isinstance(text, Mapping) or set(text) != {"en", "zh"}:
        raise InputError(t("indicators.words_missing", id=id_, key=key))
    return Words(str(text["en"]), str(text["zh"]))


def _text(id_: str, key: str, value: Any) -> str:
    if not isinstance(value, str):
        raise InputError(t("indicators.record_text", id=id_, key=key, found=repr(value)))
    return value


def _whole(id_: str, key: str, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise InputError(t("indicators.record_version", id=id_, key=key, found=repr(value)))
    return value


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


def _text_of(key: str) -> Callable[[str, Any], str]:
    return lambda id_, value: _text(id_, key, value)


def _choice_of(key: str, choices: Any) -> Callable[[str, Any], Any]:
    return lambda id_, value: _one_of(id_, key, value, get_args(choices))


_READERS: dict[str, Callable[[str, Any], Any]] = {
    "sql": _text_of("sql"),
    "where": _text_of("where"),
    "each": lambda _, raw: dict(raw),
    "by": _by,
    "needs": lambda _, raw: tuple(tuple(group.split("|")) for group in raw),
    "interval": _choice_of("interval", IntervalKind),
    "direction": _choice_of("direction", Direction),
    "repeats": _choice_of("repeats", Repeats),
    "range": _range,
    "score": _score,
    "flags": _flags,
    "quiet": lambda _, raw: raw is True,
    "needs_success": lambda _, raw: raw is True,
}
_FORMULA_KEYS = frozenset(part.name for part in fields(Formula))
_RECORD_KEYS = _FORMULA_KEYS | {
    part.name for part in fields(Indicator) if part.name not in ("id", "formula", "run_params")
}
