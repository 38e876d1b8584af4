"""A scorer as a plan chooses it: its parameters, and a name when it stands there twice.

`- judge.rubric: {as: tone, rubric: tone.md}` writes `tone`, `tone_verdict`, ... instead of
`judge_rubric`, `judge_rubric_verdict`, ...
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import FIELDS, FieldType, check_params
from steelyard.scorers.scorer import SCORERS, Scorer, column_of

NAME = "as"
"""The key that names an entry, among its parameters; no scorer has a parameter of that name."""

_ALLOWED = re.compile("[a-z][a-z0-9_]{0,39}")


@dataclass(frozen=True, slots=True)
class Chosen:
    """One entry of a plan's scorers.

    Attributes:
        scorer: the scorer.
        params: its parameters, checked, defaults filled in.
        name: what the plan calls the entry; None when it goes by the scorer's id.
    """

    scorer: Scorer
    params: Mapping[str, Any]
    name: str | None = None

    @property
    def label(self) -> str:
        """What the entry is called: its name, else the scorer's id."""
        return self.name or self.scorer.algorithm.id

    @property
    def writes(self) -> dict[str, FieldType]:
        """The columns it makes, with their types."""
        made = self.scorer.columns(self.params)
        return {self.column(name): type_ for name, type_ in made.items()}

    @property
    def verdict(self) -> str | None:
        """The boolean column that may serve as the verdict, if there is one."""
        return None if self.scorer.verdict is None else self.column(self.scorer.verdict)

    def column(self, name: str) -> str:
        """Return where a column of the scorer is written: under the entry's name, if it has one."""
        if self.name is None:
            return name
        main = column_of(self.scorer.algorithm.id)
        if name == main:
            return self.name
        return f"{self.name}_{name.removeprefix(f'{main}_')}"


def with_defaults(
    id_: str, params: Mapping[str, Any], defaults: Mapping[str, Any]
) -> tuple[str, dict[str, Any]]:
    """Return an entry with those of the defaults that its scorer has and the entry is silent on."""
    known = {param.name for param in SCORERS.get(id_).algorithm.params}
    return id_, {name: defaults[name] for name in defaults if name in known} | dict(params)


def choose(id_: str, params: Mapping[str, Any]) -> Chosen:
    """Return the scorer with its parameters checked.

    Raises:
        UnknownNameError: there is no such scorer.
        InputError: a parameter is wrong, or the name cannot be one.
    """
    scorer = SCORERS.get(id_)
    name, rest = split_name(id_, params)
    return Chosen(scorer, check_params(scorer.algorithm, rest), name)


def split_name(id_: str, params: Mapping[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """Return the name of an entry, if it has one, and its parameters without it."""
    rest = dict(params)
    name = rest.pop(NAME, None)
    if name is not None and not (isinstance(name, str) and _ALLOWED.fullmatch(name)):
        raise InputError(t("scorers.bad_name", id=id_, found=repr(name)[:60]))
    return name, rest


def refuse_clashes(entries: Iterable[Chosen]) -> None:
    """Raise if two entries write the same column, or a name takes a column that has an owner."""
    writers: dict[str, Chosen] = {}
    for entry in entries:
        for column in entry.writes:
            if (other := writers.setdefault(column, entry)) is not entry:
                message = t(
                    "scorers.column_taken", id=entry.label, column=column, other=other.label
                )
                hint = t("scorers.column_taken_hint", id=entry.scorer.algorithm.id)
                raise InputError(message, hint=hint)
        if entry.name is not None:
            _refuse_owned(entry)


def _refuse_owned(entry: Chosen) -> None:
    owners = {column: scorer.algorithm.id for scorer in SCORERS for column in scorer.writes}
    owners |= dict.fromkeys(FIELDS, t("scorers.results_table"))
    for column in entry.writes:
        if column in owners:
            found = {"name": entry.name, "column": column, "owner": owners[column]}
            raise InputError(t("scorers.name_taken", id=entry.scorer.algorithm.id, **found))
