"""Which columns of a run are measures of a case, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from steelyard.analysis.correlation.case_table import Subject, column_types
from steelyard.bundle import sql_name, sql_text
from steelyard.errors import InputError
from steelyard.i18n import LANGUAGES, t, using_language
from steelyard.i18n.words.correlation import WORDS
from steelyard.model import FIELDS, Words
from steelyard.scorers import SCORERS
from steelyard.scorers.scorer import column_of

if TYPE_CHECKING:
    Role = Literal["outcome", "circumstance"]

MOST = 24  # measures of a matrix that people can still read
_OUTCOMES = ("passed", "completed", "score")
_CIRCUMSTANCES = (
    *("latency_s", "first_token_s", "input_tokens", "output_tokens", "cost", "attempts"),
    *("input_chars", "output_chars", "difficulty", "confidence", "adaptation_time"),
    *("agent_steps", "agent_tools_called", "agent_tool_errors"),
    *("communication_rounds", "messages_total"),
)
_NUMERIC = re.compile("BOOLEAN|DOUBLE|FLOAT|REAL|DECIMAL|U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?")
_LENGTHS = {"input_chars": "input", "output_chars": "output"}
_METADATA = "metadata."
_EASY_TO_HARD = (
    *(("very easy", 0), ("easy", 1), ("medium", 2), ("normal", 2), ("moderate", 2), ("hard", 3)),
    *(("difficult", 3), ("very hard", 4), ("expert", 4), ("简单", 1), ("容易", 1), ("低", 1)),
    *(("中等", 2), ("一般", 2), ("中", 2), ("困难", 3), ("难", 3), ("高", 3), ("极难", 4)),
)


@dataclass(frozen=True, slots=True)
class Column:
    """A measure before it is computed.

    Attributes:
        id: its name in the results table.
        name: what people call it.
        role: whether it says how well it went, or what went along with it.
        sql: its value in a row.
        verdict: whether it is true or false.
        unit: of its values.
    """

    id: str
    name: Words
    role: Role
    sql: str
    verdict: bool = False
    unit: str = ""


def columns_of(subject: Subject, wanted: Sequence[str] | None = None) -> list[Column]:
    """Return the measures of a run: those wanted, or (None) those that most analyses need.

    Args:
        subject: the run.
        wanted: names of columns, of `input_chars` and `output_chars`, or `metadata.<key>`.

    Raises:
        InputError: a column is not there, or holds no numbers.
    """
    types = column_types(subject)
    if wanted is not None:
        return [_wanted(name, types, subject) for name in dict.fromkeys(wanted)]
    names = [*_OUTCOMES, *_scored(subject.scorers, types), *_CIRCUMSTANCES]
    found = (_column(name, types, subject.scorers) for name in dict.fromkeys(names))
    return [column for column in found if column is not None]


def verdict_column(subject: Subject) -> str | None:
    """Return the column that decides `passed`; None when no scorer does."""
    for entry in subject.scorers:
        if isinstance(entry, Mapping) and entry.get("verdict") and entry["id"] in SCORERS:
            scorer = SCORERS.get(str(entry["id"]))
            return str(entry.get("as") or scorer.verdict)
    return None


def _wanted(name: str, types: Mapping[str, str], subject: Subject) -> Column:
    if name.startswith(_METADATA) and name != _METADATA and "metadata" in types:
        key = sql_text("$." + _quoted(name.removeprefix(_METADATA)))
        # JSON true and false are 1 and 0.
        text = f"json_extract_string(metadata, {key})"
        number = f"coalesce(TRY_CAST({text} AS DOUBLE), TRY_CAST({text} AS BOOLEAN)::DOUBLE)"
        return Column(name, Words(name, name), "circumstance", number)
    found = _column(name, types, subject.scorers)
    if found is None:
        known = [name for name in types if _column(name, types, subject.scorers) is not None]
        allowed = ", ".join([*known, *_LENGTHS, f"{_METADATA}*"])
        raise InputError(
            t("correlation.no_column", name=name, run=subject.name),
            hint=t("correlation.no_column_hint", allowed=allowed),
        )
    return found


def _quoted(key: str) -> str:
    escaped = key.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _column(name: str, types: Mapping[str, str], scorers: Iterable[Any]) -> Column | None:
    role: Role = "circumstance" if name in _CIRCUMSTANCES else "outcome"
    unit = "s" if name.endswith("_s") or name == "adaptation_time" else ""
    words = _name(name, scorers)
    if name in _LENGTHS:
        source = _LENGTHS[name]
        sql = f"length({sql_name(source)})"
        known = types.get(source) in ("VARCHAR", "JSON")
        return Column(name, words, role, sql) if known else None
    if name not in types:
        return None
    if name == "difficulty":
        return Column(name, words, role, difficulty_sql(types))
    if not _NUMERIC.match(types[name]):
        return None
    return Column(name, words, role, sql_name(name), types[name] == "BOOLEAN", unit)


def difficulty_sql(types: Mapping[str, str]) -> str:
    """Return SQL for a difficulty that is a number, or one of the usual words for one."""
    if _NUMERIC.match(types["difficulty"]):
        return "difficulty"
    cases = " ".join(f"WHEN {sql_text(word)} THEN {at}" for word, at in _EASY_TO_HARD)
    return (
        f"coalesce(TRY_CAST(difficulty AS DOUBLE), CASE lower(trim(difficulty)) {cases}"
        " ELSE NULL END)"
    )


def _scored(scorers: Iterable[Any], types: Mapping[str, str]) -> list[str]:
    """Return the columns of the run's scorers that are results, not the counts behind them."""
    names: list[str] = []
    for entry in scorers:
        id_ = str(entry["id"] if isinstance(entry, Mapping) else entry)
        if id_ not in SCORERS:
            continue
        named = entry.get("as") if isinstance(entry, Mapping) else None
        main = str(named or column_of(id_))
        if main in types:
            names.append(main)
        if types.get(main) not in ("DOUBLE", "FLOAT"):
            # Beside a verdict, or without a main result, what is a share; digits mark cutoffs.
            names += [
                name
                for name, kind in SCORERS.get(id_).writes.items()
                if kind == "float" and name in types and not re.search(r"\d", name)
            ]
    return [name for name in dict.fromkeys(names) if name not in FIELDS]


def _name(name: str, scorers: Iterable[Any]) -> Words:
    key = f"column_{name}"
    if key in WORDS:
        made = []
        for language in LANGUAGES:
            with using_language(language):
                made.append(t(f"correlation.{key}"))
        return Words(*made)
    for entry in scorers:
        id_ = str(entry["id"] if isinstance(entry, Mapping) else entry)
        if column_of(id_) == name and id_ in SCORERS:
            return SCORERS.get(id_).algorithm.title
    return Words(name, name)
