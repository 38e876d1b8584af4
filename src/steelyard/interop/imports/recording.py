"""Rows of other tools' logs, written as a dataset and a recording that `replay` answers from.

Logs of several files become one recording: repeats of a case in later files are further epochs, and
cases of several tasks are told apart by the task's name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from steelyard.agents.answer import ANSWER_KEYS, reply_from
from steelyard.errors import AskError, DataError, InputError
from steelyard.i18n import pick, t
from steelyard.interop.imports.files import sha256
from steelyard.interop.imports.find import Log
from steelyard.interop.imports.metadata import Metadata
from steelyard.interop.imports.record import Imported, ImportOptions, Row, Skipped
from steelyard.interop.imports.verdict import number
from steelyard.model import FIELDS

CASES, ANSWERS = "cases.jsonl", "answers.jsonl"
_CASE = frozenset(name for name, one in FIELDS.items() if one.role == "case")
_ANSWER = frozenset(
    [name for name, one in FIELDS.items() if one.role == "outcome"]
    + ["status", "error", "error_reason", "first_token_s"]
)
_TEXTS = ("model", "task", "started_at")
"""Facts of a run that are compared with those of others."""
_TELL_EVERY = 10_000
_MOST_REPEATS = 100_000
_JSON = orjson.OPT_APPEND_NEWLINE | orjson.OPT_NON_STR_KEYS


@dataclass(slots=True)
class Recording:
    """What was written.

    Attributes:
        folder: where `cases.jsonl` and `answers.jsonl` are.
        sources: one per log: its facts, its file and checksum, how many answers it gave.
        skipped: what was left out of all logs.
        cases: different cases.
        answers: answers, one per case and repeat.
        failed: answers among them that say what failed instead.
        verdicts: answers that the log says passed or failed.
        epochs: most repeats any case has.
        scores: names of foreign scores that are numbers, each with how many answers have it.
        fields: fields that cases fill.
        named: of `scores`, those not named as in the log, each with its name there.
    """

    folder: Path
    sources: list[dict[str, Any]] = field(default_factory=list)
    skipped: Skipped = field(default_factory=Skipped)
    cases: int = 0
    answers: int = 0
    failed: int = 0
    verdicts: int = 0
    epochs: int = 0
    scores: dict[str, int] = field(default_factory=dict)
    fields: set[str] = field(default_factory=set)
    named: dict[str, str] = field(default_factory=dict)

    @property
    def gaps(self) -> int:
        """Answers that some case has and others lack: they will be missing, not wrong."""
        return self.cases * self.epochs - self.answers


def write_recording(
    logs: Sequence[Log],
    folder: Path,
    options: ImportOptions,
    *,
    mapping: Mapping[str, str] | None = None,
    tell: Callable[[int], None] = lambda _: None,
) -> Recording:
    """Read logs and write `cases.jsonl` and `answers.jsonl` into `folder`.

    Args:
        logs: what `find_logs` found.
        folder: an existing folder.
        options: what the user chose.
        mapping: names in the cases' metadata to fields of ours: `{"topic": "domain"}`.
        tell: hears now and then how many answers have been read.

    Raises:
        DataError: a log is damaged.
        InputError: the logs are of several models, or a name in `mapping` is wrong.
    """
    for log in logs:
        log.importer.check(options)
    opened = [_opened(log, options) for log in logs]
    _one_model(logs, opened)
    tasks = {one.source.task for one in opened}
    recording = Recording(folder)
    metadata = Metadata(mapping or {})
    with (folder / CASES).open("wb") as cases, (folder / ANSWERS).open("wb") as answers:
        writer = _Writer(recording, metadata, cases, answers, tell)
        for log, one in zip(logs, opened, strict=True):
            before = recording.answers
            writer.write(one, prefix=one.source.task if len(tasks) > 1 else None)
            files = [{"path": str(path), "sha256": sha256(path)} for path in (log.path, *one.files)]
            facts = {"format": log.importer.id, **asdict(one.source), "files": files}
            recording.sources.append(facts | {"answers": recording.answers - before})
    metadata.refuse_unseen()
    return recording


class _Writer:
    """Splits rows into what was asked and what came back."""

    def __init__(
        self,
        recording: Recording,
        metadata: Metadata,
        cases: BinaryIO,
        answers: BinaryIO,
        tell: Callable[[int], None],
    ) -> None:
        self._recording = recording
        self._metadata = metadata
        self._cases = cases
        self._answers = answers
        self._tell = tell
        self._task: str | None = None
        self._known: set[str] = set()
        self._repeats: dict[str, int] = {}
        """Repeats of each case in the logs before this one."""

    def write(self, log: Imported, *, prefix: str | None) -> None:
        """Write one log; with `prefix`, its cases belong to a task beside others."""
        self._task = prefix
        skipped, seen = log.skipped, set[tuple[str, int]]()
        for row in log.rows:
            place = row.pop("place", "")
            if not _asks(row.get("input")):
                skipped.add("imports.skip_no_input", place)
                continue
            if not _is_repeat(row.get("epoch")):
                skipped.add("imports.skip_bad_value", f"{place}: epoch {row['epoch']!r:.60}")
                continue
            case_id, epoch = self._identity(row)
            if (case_id, epoch) in seen:
                skipped.add("imports.skip_twice", place)
                continue
            if self._keep(case_id, epoch, row, skipped, place):
                seen.add((case_id, epoch))
        for case_id, epoch in seen:
            self._repeats[case_id] = max(self._repeats.get(case_id, 0), epoch + 1)
        self._recording.skipped.update(skipped)
        scores = self._recording.scores
        self._recording.named |= {own: said for own, said in log.named.items() if own in scores}

    def _identity(self, row: Row) -> tuple[str, int]:
        case_id = row.get("case_id")
        if case_id is None or not str(case_id).strip():
            case_id = name_of(row["input"])
        name = str(case_id).strip()
        if self._task is not None:
            name = f"{self._task}/{name}"
        return name, int(row.get("epoch") or 0) + self._repeats.get(name, 0)

    def _keep(self, case_id: str, epoch: int, row: Row, skipped: Skipped, place: str) -> bool:
        """Write a row down; False when a value in it cannot be what its name promises."""
        # In the order of the row: the same log makes the same bytes.
        answer = {name: row[name] for name in row if name in _ANSWER and row[name] is not None}
        said = {name: value for name, value in answer.items() if name in ANSWER_KEYS}
        try:
            reply_from({"output": None} | said)
            line = orjson.dumps({"case_id": case_id, "epoch": epoch, **answer}, option=_JSON)
            case = None if case_id in self._known else self._case(case_id, row)
        except (AskError, TypeError) as error:
            skipped.add("imports.skip_bad_value", f"{place}: {error}")
            return False
        if case is not None:
            self._known.add(case_id)
            self._cases.write(case)
            self._recording.cases += 1
        self._answers.write(line)
        self._count(answer, epoch)
        return True

    def _case(self, case_id: str, row: Row) -> bytes:
        named = {name: row[name] for name in row if name in _CASE and row[name] is not None}
        case = named | {"case_id": case_id}
        case["metadata"] = self._metadata.sort_out(row.get("metadata") or {}, case)
        if self._task is not None:
            case.setdefault("scene", self._task)
        self._recording.fields.update(case)
        return orjson.dumps(case, option=_JSON, default=str)

    def _count(self, answer: Row, epoch: int) -> None:
        recording = self._recording
        recording.answers += 1
        recording.failed += answer.get("status", "ok") != "ok"
        recording.verdicts += "passed" in answer
        recording.epochs = max(recording.epochs, epoch + 1)
        for name, value in answer.get("foreign_scores", {}).items():
            if number(value) is not None:
                recording.scores[name] = recording.scores.get(name, 0) + 1
        if recording.answers % _TELL_EVERY == 0:
            self._tell(recording.answers)


def name_of(question: Any) -> str:
    """Return a name for a question, the same one in every log, so that runs can be compared."""
    text = orjson.dumps(question, option=_JSON | orjson.OPT_SORT_KEYS, default=str)
    return hashlib.sha256(text).hexdigest()[:12]


def _asks(question: Any) -> bool:
    return bool(question.strip() if isinstance(question, str) else question)


def _is_repeat(epoch: Any) -> bool:
    """Whether it can be the number of a repeat; a huge one would make a run of nothing but gaps."""
    value = number(epoch)
    return epoch is None or (
        value is not None and value.is_integer() and 0 <= value < _MOST_REPEATS
    )


def _opened(log: Log, options: ImportOptions) -> Imported:
    """Open a log; its rows are read when they are asked for."""
    with _of_its_shape(log):
        opened = log.importer.read(log.path, options)
    for name in _TEXTS:
        value = getattr(opened.source, name)
        if not isinstance(value, str | None):
            found, wanted = repr(value)[:60], t("imports.wanted_text")
            raise DataError(
                t("imports.field", place=log.path, field=name, found=found, wanted=wanted)
            )
    return replace(opened, rows=_rows(log, iter(opened.rows)))


def _rows(log: Log, rows: Iterator[Row]) -> Iterator[Row]:
    last = ""
    while True:
        with _of_its_shape(log, last):
            row = next(rows, None)
        if row is None:
            return
        last = str(row.get("place") or last)
        yield row


@contextmanager
def _of_its_shape(log: Log, last: str = "") -> Iterator[None]:
    """Say what is wrong with a log that is JSON, but not what its tool writes."""
    try:
        yield
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
        tool, problem = pick(log.importer.title), f"{type(error).__name__}: {error}"[:200]
        place = t("imports.after", place=last) if last else str(log.path)
        message = t("imports.shape", place=place, tool=tool, problem=problem)
        raise DataError(message, hint=t("imports.shape_hint")) from error


def _one_model(logs: Sequence[Log], opened: Sequence[Imported]) -> None:
    """Refuse logs of several models: a run is of one agent."""
    models = {
        one.source.model: log.path
        for log, one in zip(logs, opened, strict=True)
        if one.source.model is not None
    }
    if len(models) > 1:
        found = ", ".join(f"{model} ({path})" for model, path in models.items())
        raise InputError(t("imports.several_models", found=found))
