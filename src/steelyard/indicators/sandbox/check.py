"""`check_indicator`: what is wrong with a record, found before it is let near any data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from steelyard.errors import InputError, UnknownNameError, UserError
from steelyard.i18n import say, t
from steelyard.indicators.lined import place_of
from steelyard.indicators.load import using_indicators
from steelyard.indicators.params import params_of
from steelyard.indicators.parse import parse
from steelyard.indicators.records import Indicator
from steelyard.indicators.resolve import resolve
from steelyard.indicators.sandbox.cost import (
    check_levels,
    check_printed,
    check_references,
    formulas_of,
    texts_of,
)
from steelyard.indicators.sandbox.files import MOST, File, load_files, read_one
from steelyard.indicators.table import known_table

_LONGEST = 800
_REFERENCES = {"goalpost": 2, "ratio_cap": 1, "half": 1}


class Problem(NamedTuple):
    """What is wrong with one record."""

    id: str
    place: str
    message: str


def check_indicator(record: Mapping[str, Any], *, source: str = "-") -> list[Problem]:
    """Return what is wrong with a record that has an `id`; nothing when it can be used.

    Nothing of it is run.
    """
    from pathlib import Path

    try:
        return check_files(load_files([record], Path(), source))
    except UserError as error:
        return [Problem(str(record.get("id", "-")), source, error.message)]


def check_files(files: Iterable[File]) -> list[Problem]:
    """Return the first thing that is wrong with each record of some files."""
    files = list(files)
    if sum(len(file["indicators"]) for file in files) > MOST:
        source = str(files[-1]["source"])
        return [Problem("-", source, t("sandbox.many", source=source, allowed=MOST))]
    problems: list[Problem] = []
    records: dict[str, tuple[File, Indicator]] = {}
    for file in files:
        for id_, raw in file["indicators"].items():
            place = place_of(str(file["source"]), raw)
            try:
                if str(id_) in records:
                    raise InputError(t("sandbox.taken_twice", place=place, id=id_))
                records[str(id_)] = (file, read_one(file, str(id_), raw))
            except UserError as error:
                problems.append(Problem(str(id_), place, say(error)))
    with using_indicators({id_: record for id_, (_, record) in records.items()}):
        problems += [
            problem for file, record in records.values() if (problem := _problem(file, record))
        ]
    return problems


def refuse_problems(files: Sequence[File]) -> None:
    """Raise with the problems of some files, if there are any.

    Raises:
        InputError: there are; each is a line.
    """
    problems = check_files(files)
    if problems:
        raise InputError("\n".join(problem.message for problem in problems))


def _problem(file: File, record: Indicator) -> Problem | None:
    source, raw = str(file["source"]), file["indicators"][record.id]
    for formula in formulas_of(record):
        for text in texts_of(formula):
            try:
                parse(text.text)
            except UserError as error:
                inner = raw.get(text.field) if text.name is not None else None
                place = (
                    place_of(source, inner, text.name)
                    if isinstance(inner, Mapping)
                    else place_of(source, raw, text.field)
                )
                field = text.field if text.name is None else f"{text.field}.{text.name}"
                return _told(record.id, place, field, error)
    try:
        _check_meaning(record)
    except UserError as error:
        return _told(record.id, place_of(source, raw, "sql"), "sql", error)
    return None


def _check_meaning(record: Indicator) -> None:
    check_references(record)
    for formula in formulas_of(record):
        check_levels(formula)
    _check_score(record)
    table = known_table()
    choices: list[dict[str, Any]] = [{}, *({name: value} for name, value in record.variants)]
    names = {param.name: param for param in record.params}
    for choice in choices:
        for name in choice:
            if name not in names:
                allowed = ", ".join(names) or t("indicators.none")
                message = t("indicators.unknown_param", id=record.id, name=name, allowed=allowed)
                raise InputError(message)
        values = params_of(record, {}) | choice
        check_printed(resolve(record, values, table))
        check_printed(resolve(record, values, table, grouped=True))
        for flag in record.formula_for(values).flags:
            resolve(_flag_alone(record, values, flag.when), values, table)


def _flag_alone(record: Indicator, values: Mapping[str, Any], when: str) -> Indicator:
    """Return a record that is nothing but a condition, which must be true or false."""
    formula = record.formula_for(values)
    sql = f"case when ({when}) then 1 else 0 end"
    return replace(record, formula=replace(formula, sql=sql, flags=()), variants={})


def _check_score(record: Indicator) -> None:
    """Raise when the score has too few references, or one the record does not list."""
    names = {param.name for param in record.params}
    for formula in formulas_of(record):
        rule, found = formula.score.rule, len(formula.score.references)
        if found != _REFERENCES.get(rule, 0):
            allowed_number = _REFERENCES.get(rule, 0)
            message = t("sandbox.score_references", rule=rule, found=found, allowed=allowed_number)
            raise InputError(message)
        for name in formula.score.references:
            if isinstance(name, str) and name not in names:
                allowed = ", ".join(sorted(names)) or t("indicators.none")
                message = t("indicators.unknown_param", id=record.id, name=name, allowed=allowed)
                raise InputError(message)


def _told(id_: str, place: str, field: str, error: UserError) -> Problem:
    said = say(error)
    if isinstance(error, UnknownNameError) and not error.close:
        said = t("sandbox.no_reference", id=error.name)
    if len(said) > _LONGEST:  # it quotes an expression that nobody wrote by hand
        said = f"{said[: _LONGEST // 2]} … {said[-_LONGEST // 4 :]}"
    message = t("sandbox.problem", place=place, id=id_, field=field, message=said)
    return Problem(id_, place, message)
