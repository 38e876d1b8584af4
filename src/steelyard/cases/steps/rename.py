"""rename: move a value to another name.

- rename: {source.topic: domain}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from steelyard.cases.mapping import METADATA
from steelyard.cases.rows import Record, Row, RowError
from steelyard.cases.steps.base import STEPS, Refuse, Step
from steelyard.cases.steps.fields import check_target, field_name, put_value, value_of
from steelyard.cases.steps.options import Options
from steelyard.i18n import t
from steelyard.model import Words


class Rename(Step):
    """Moves values; a value that does not fit its new field refuses the row."""

    name = "rename"
    words = Words("move a value to another name", "重命名字段")

    def __init__(self, options: Options, salt: str) -> None:
        super().__init__(options, salt)
        self._moves: list[tuple[str, str]] = []
        for old, new in options.items():
            if not isinstance(new, str):
                raise options.wrong(old, new, t("cases.allowed_text"))
            source, target = field_name(old), field_name(new)
            if source in ("input", "case_id"):
                raise options.error(t("cases.step_source", name=source))
            check_target(options, target)
            self._moves.append((source, target))

    def run(self, rows: Iterable[Row], refuse: Refuse) -> Iterator[Row]:
        """Yield rows with their values moved; rows that lack a value stay as they are."""
        for row in rows:
            problem = self._move(row[2])
            if problem is None:
                yield row
            else:
                refuse(row, problem)

    def _move(self, record: Record) -> RowError | None:
        moved = False
        for source, target in self._moves:
            value = value_of(record, source)
            if value is None:
                continue
            if problem := put_value(record, target, value):
                return problem
            (record if source in record else record[METADATA]).pop(source)
            moved = True
        self.changed += moved
        return None


STEPS.add("rename", Rename)
