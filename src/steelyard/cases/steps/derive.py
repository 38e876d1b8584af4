"""derive: fill a field from a template or with a constant.

- derive: {cluster_id: "{domain}-{scene}", eval_type: {value: safety}}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from string import Formatter
from typing import Any

import orjson

from steelyard.cases.rows import Record, Row, RowError
from steelyard.cases.steps.base import STEPS, Refuse, Step
from steelyard.cases.steps.fields import check_target, field_name, put_value, value_of
from steelyard.cases.steps.options import Options
from steelyard.i18n import t
from steelyard.model import Words

Source = Callable[[Record], Any]

_NAME = re.compile(r"[^\W\d][\w.\-]*")


class Derive(Step):
    """Fills fields; a template that names a value the row lacks leaves the field empty."""

    name = "derive"
    words = Words("fill a field from others", "由其他字段生成字段")

    def __init__(self, options: Options, salt: str) -> None:
        super().__init__(options, salt)
        self._sources: list[tuple[str, Source]] = []
        for name, given in options.items():
            field = field_name(name)
            check_target(options, field)
            self._sources.append((field, _source(options, name, given)))

    def run(self, rows: Iterable[Row], refuse: Refuse) -> Iterator[Row]:
        """Yield rows with their fields filled; a value that does not fit refuses the row."""
        for row in rows:
            problem = self._fill(row[2])
            if problem is None:
                self.changed += 1
                yield row
            else:
                refuse(row, problem)

    def _fill(self, record: Record) -> RowError | None:
        for field, source in self._sources:
            if problem := put_value(record, field, source(record)):
                return problem
        return None


def _source(options: Options, name: str, given: Any) -> Source:
    if isinstance(given, dict) and list(given) == ["value"]:
        constant = given["value"]
        return lambda record: constant
    if not isinstance(given, str):
        raise options.wrong(name, given, t("cases.derive_allowed"))
    return _template(options, name, given)


def _template(options: Options, name: str, text: str) -> Source:
    parts: list[tuple[str, str | None]] = []
    try:
        for literal, field, form, conversion in Formatter().parse(text):
            if form or conversion or (field is not None and not _NAME.fullmatch(field)):
                raise options.wrong(name, text, t("cases.derive_names"))
            parts.append((literal, None if field is None else field_name(field)))
    except ValueError as error:
        problem = t("cases.derive_syntax", name=name, reason=str(error))
        raise options.error(problem) from error

    def fill(record: Record) -> str | None:
        pieces = []
        for literal, field in parts:
            pieces.append(literal)
            if field is not None:
                value = value_of(record, field)
                if value is None:
                    return None
                pieces.append(value if isinstance(value, str) else orjson.dumps(value).decode())
        return "".join(pieces)

    return fill


STEPS.add("derive", Derive)
