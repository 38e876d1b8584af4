"""Cases one at a time: read, map, check, process. Nothing disappears without being counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from steelyard.cases.files import find_files, reader_for, shown_name
from steelyard.cases.hashset import HashSet
from steelyard.cases.mapping import Mapper
from steelyard.cases.nesting import refuse_deep
from steelyard.cases.readers.base import Source
from steelyard.cases.recorded import (
    FEATURE_CONFIG,
    RESULTS,
    as_recorded,
    is_head,
    lacking_fields,
    unfold,
)
from steelyard.cases.rows import BadRow, Record, Reject, Row, RowError, content, row_error, shorten
from steelyard.cases.spec import DatasetSpec
from steelyard.cases.steps.base import Step, build_steps
from steelyard.cases.warn import DataWarning, Warnings, note
from steelyard.errors import DataError, RunRefusedError
from steelyard.i18n import t

OnReject = Callable[[Reject], object]


def read_cases(
    spec: DatasetSpec, *, base: Path, seed: int = 0, on_reject: OnReject | None = None
) -> CaseStream:
    """Return the cases of a dataset as a stream of records.

    Args:
        spec: where they are and how to read them.
        base: what its paths are relative to.
        seed: of everything random in its steps.
        on_reject: called with every row that was set aside; not called when `spec.strict`.

    Raises:
        DataError: no such file, or (while iterating) a file that cannot be read, or a bad row when
            `spec.strict`.
        PlanError: `map` or `steps` ask for what does not exist.
    """
    return CaseStream(spec, base=base, seed=seed, on_reject=on_reject)


@dataclass(slots=True)
class StepLog:
    """What one step did to the stream. rows_in = rows_out + removed + rows_rejected."""

    step: str
    params: Any
    rows_in: int = 0
    rows_out: int = 0
    rows_rejected: int = 0
    rows_changed: int = 0

    def as_dict(self) -> dict[str, Any]:
        """Return the log as plain JSON, for the manifest."""
        return {
            "step": self.step,
            "params": self.params,
            "rows_in": self.rows_in,
            "rows_out": self.rows_out,
            "rows_rejected": self.rows_rejected,
            "rows_changed": self.rows_changed,
        }


class CaseStream:
    """The cases of a dataset. Every iteration reads the files again and counts from zero.

    Attributes:
        rows_read: rows found in the files.
        rows_rejected: rows set aside, by checks or by steps.
        rows_out: cases yielded.
        highest_grade: of the documents in `relevance`; None where there are none.
        files: the files, in the order they are read.
        names: the same as the dataset names them.
        steps: what each step did; see StepLog.
    """

    def __init__(
        self,
        spec: DatasetSpec,
        *,
        base: Path,
        seed: int = 0,
        on_reject: OnReject | None = None,
        may_be_empty: bool = False,
        most_rows: int | None = None,
    ) -> None:
        self.spec = spec
        self.base = base.absolute()
        self.seed = seed
        self.files = find_files(spec, self.base)
        self._readers = [reader_for(path, spec) for path in self.files]
        self.names = [shown_name(path, self.base) for path in self.files]
        self._on_reject = on_reject
        self._may_be_empty = may_be_empty
        self._most_rows = most_rows
        self.highest_grade: float | None = None
        self._reset()

    def __iter__(self) -> Iterator[Record]:
        mapper, steps = self._reset()
        rows = self._checked(mapper)
        for step, log in zip(steps, self.steps, strict=True):
            rows = self._through(step, log, rows)
        for _, _, record in rows:
            self.rows_out += 1
            self._keys.update(record)
            if grades := record.get("relevance"):
                self.highest_grade = max(self.highest_grade or 0.0, *map(float, grades.values()))
            yield record
        self._finish(mapper)

    @property
    def fields_seen(self) -> set[str]:
        """Known fields that at least one yielded case fills."""
        return self._keys - {"metadata"}

    @property
    def warnings(self) -> list[DataWarning]:
        """What is odd but not wrong, most frequent first."""
        return self._warnings.all()

    def _reset(self) -> tuple[Mapper, list[Step]]:
        self.rows_read = self.rows_rejected = self.rows_out = 0
        self.highest_grade = None
        self._keys: set[str] = set()
        self._warnings = Warnings()
        self._first_error: tuple[str, int, RowError] | None = None
        steps = build_steps(self.spec.steps, self.seed)
        self.steps = [StepLog(step.name, step.params) for step in steps]
        return Mapper(self.spec.map), steps

    def _raw_rows(self, mapper: Mapper) -> Iterator[tuple[str, int, Any]]:
        spec = self.spec
        for path, name, reader in zip(self.files, self.names, self._readers, strict=True):
            if self._is_empty(path, name):
                continue
            source = Source(
                path,
                name,
                encoding=spec.encoding,
                delimiter=spec.delimiter,
                sheet=spec.sheet,
                max_line_bytes=spec.max_line_bytes,
                columns=partial(_check_columns, mapper, name),
            )
            for number, (line, raw) in enumerate(reader.read(source)):
                if isinstance(raw, BadRow):
                    yield name, line, raw
                elif is_head(raw):
                    if number:
                        yield name, line, _misplaced_head(raw)
                else:
                    for one in unfold(raw, asks=RESULTS in raw and mapper.asks(raw)):
                        yield name, line, one

    def _is_empty(self, path: Path, name: str) -> bool:
        if path.stat().st_size:
            return False
        if len(self.files) == 1:
            raise RunRefusedError(t("cases.empty_file", file=name))
        self._warnings.add(note("empty_file", file=name), name)
        return True

    def _checked(self, mapper: Mapper) -> Iterator[Row]:
        ids = HashSet()
        convert, notes = mapper.convert, mapper.notes
        for name, line, given in self._raw_rows(mapper):
            raw = refuse_deep(given)
            self.rows_read += 1
            if self._most_rows is not None and self.rows_read > self._most_rows:
                raise DataError(t("cases.too_many_rows", file=name, most=self._most_rows))
            if raw.__class__ is BadRow:
                self._reject(name, line, raw.content, [raw.error])
                continue
            record, errors = convert(raw)
            case_id = record.get("case_id")
            if case_id is None:
                case_id = record["case_id"] = f"case-{self.rows_read:06d}"
            if not errors:
                if "input" not in record and (problem := _no_result(record, raw)):
                    errors.append(problem)
                elif not ids.add(case_id.encode()):
                    errors.append(_duplicate(case_id))
            if notes or "is_unknown_scene" in record:
                self._remark(mapper, record, name, line)
            if errors:
                self._reject(name, line, content(raw), errors)
            else:
                yield name, line, record

    def _remark(self, mapper: Mapper, record: Record, name: str, line: int) -> None:
        if record.get("is_unknown_scene") and record.get("scene_type") == "train":
            mapper.notes.append(note("unknown_but_train"))
        for remark in mapper.notes:
            self._warnings.add(remark, name, line)
        mapper.notes.clear()

    def _reject(self, file: str, line: int, row: str, errors: list[RowError]) -> None:
        if self.spec.strict:
            raise _stop(file, line, errors)
        self.rows_rejected += 1
        if self._first_error is None:
            self._first_error = file, line, errors[0]
        if self._on_reject is not None:
            self._on_reject(Reject(file, line, row, tuple(errors)))

    def _through(self, step: Step, log: StepLog, rows: Iterator[Row]) -> Iterator[Row]:
        def coming() -> Iterator[Row]:
            for row in rows:
                log.rows_in += 1
                yield row

        def refuse(row: Row, error: RowError) -> None:
            log.rows_rejected += 1
            self._reject(row[0], row[1], content(row[2]), [error])

        try:
            for row in step.run(coming(), refuse):
                log.rows_out += 1
                yield row
        finally:  # also when the reader of the stream stops early
            log.rows_changed = step.changed
        for remark in step.remarks():
            self._warnings.add(remark)

    def _finish(self, mapper: Mapper) -> None:
        if missing := mapper.unmatched():
            message = t("cases.map_unmatched", sources=", ".join(missing), rows=self.rows_read)
            raise DataError(message, hint=t("cases.map_unmatched_hint"))
        if not self.rows_read:
            raise RunRefusedError(t("cases.no_rows", file=", ".join(self.names[:5])))
        if self._first_error and self.rows_read == self.rows_rejected and not self._may_be_empty:
            file, line, error = self._first_error
            message = t(
                "cases.all_rejected",
                rows=self.rows_read,
                file=file,
                line=line,
                message=error.message,
            )
            raise RunRefusedError(message)


def _check_columns(mapper: Mapper, file: str, columns: list[str]) -> None:
    if not mapper.can_ask(columns):
        shown = shorten(", ".join(columns), 300)
        message = t("cases.no_input_column", file=file, columns=shown)
        hint = t("cases.no_input_column_hint", file=file, column=columns[0])
        raise DataError(message, hint=hint)


def _no_input(raw: dict[str, Any]) -> RowError:
    found = shorten(", ".join(map(str, raw)), 200) or t("cases.none")
    return row_error("no_input", field="input", found=found, allowed=t("cases.allowed_any"))


def _no_result(record: Record, raw: dict[str, Any]) -> RowError | None:
    """Make a record of results out of one without `input`; return what it lacks for that."""
    if not as_recorded(record):
        return _no_input(raw)
    if (lacking := lacking_fields(record)) is None:
        return None
    there, missing = lacking
    return row_error("half_result", field=there, found=there, allowed=", ".join(missing))


def _misplaced_head(raw: dict[str, Any]) -> BadRow:
    allowed = t("cases.allowed_first_row")
    error = row_error("misplaced_head", field=FEATURE_CONFIG, found=FEATURE_CONFIG, allowed=allowed)
    return BadRow(error, content(raw))


def _duplicate(case_id: str) -> RowError:
    allowed = t("cases.allowed_unique")
    return row_error("duplicate_id", field="case_id", found=shorten(case_id, 80), allowed=allowed)


def _stop(file: str, line: int, errors: list[RowError]) -> DataError:
    message = t("cases.strict_stop", file=file, line=line, message=errors[0].message)
    more = t("cases.strict_more", count=len(errors)) if len(errors) > 1 else ""
    return DataError(message + more, hint=t("cases.strict_hint"))
