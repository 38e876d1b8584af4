"""What an importer is: one file that turns another tool's log into rows under our names.

A new format is one file here with one `Importer` record, named in `_BUILTINS` below. Its `read`
yields plain dictionaries, one per case and repeat:

- what was asked: `case_id`, `input`, `expected_output`, `references`, `scene`, ... and `metadata`
  (an object; names of our case fields in it are taken for these fields where they fit);
- which repeat: `epoch`, from 0;
- what came back: `output`, `latency_s`, `input_tokens`, `output_tokens`, `cost`, `trajectory`,
  `messages`, `completed`, `score` (in [0, 1]) and `passed`, when the log gives a verdict;
- `foreign_scores`: everything the other tool's scorers said, `{"<format>_<scorer>": value}`;
- when it failed: `status` (`error` or `timeout`), `error`, `error_reason`, `error_kind`;
- `place`: where the row stands in the log, for messages.

Whatever cannot be taken over is counted in `Imported.skipped` with the reason and the place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Words
from steelyard.registry import Registry

Row = dict[str, Any]
Errors = Literal["missing", "wrong"]
_PLACES_KEPT = 3


@dataclass(frozen=True, slots=True)
class Setting:
    """Something a user may choose about one format: `--set name=value`."""

    name: str
    words: Words


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What a user chose.

    Attributes:
        settings: values of the importer's own settings, by name.
        errors: what becomes of answers that failed: `missing` leaves them out of the numbers,
            `wrong` counts them as wrong; None leaves it to the importer.
    """

    settings: Mapping[str, str] = field(default_factory=dict)
    errors: Errors | None = None

    def error_kind(self, default: Literal["agent", "infra"]) -> Literal["agent", "infra"]:
        """Return who is to blame for an answer that failed."""
        if self.errors is None:
            return default
        return "infra" if self.errors == "missing" else "agent"


@dataclass(slots=True)
class Reason:
    """One reason for leaving something out: how often, and where first.

    Attributes:
        key: words key of the sentence that says it, such as `imports.skip_no_input`.
        count: how often.
        places: the first places.
    """

    key: str
    count: int = 0
    places: list[str] = field(default_factory=list)


class Skipped:
    """What was left out, counted by reason."""

    def __init__(self) -> None:
        self._reasons: dict[str, Reason] = {}

    def add(self, key: str, place: object, count: int = 1) -> None:
        """Count what is left out at `place` for the reason whose words key is `key`."""
        reason = self._reasons.setdefault(key, Reason(key))
        reason.count += count
        if len(reason.places) < _PLACES_KEPT:
            reason.places.append(str(place))

    def update(self, other: Skipped) -> None:
        """Count what another one counted."""
        for reason in other:
            mine = self._reasons.setdefault(reason.key, Reason(reason.key))
            mine.count += reason.count
            mine.places += reason.places[: _PLACES_KEPT - len(mine.places)]

    def __iter__(self) -> Iterator[Reason]:
        return iter(self._reasons.values())

    def __len__(self) -> int:
        return sum(reason.count for reason in self)

    def as_list(self) -> list[dict[str, Any]]:
        """Return the reasons as plain values, with their sentences."""
        return [
            {
                "reason": reason.key.partition(".")[2].removeprefix("skip_"),
                "text": t(reason.key),
                "count": reason.count,
                "places": reason.places,
            }
            for reason in self
        ]


@dataclass(frozen=True, slots=True)
class SourceRun:
    """Facts about the run that a log is of; what the log does not say is None or empty.

    Attributes:
        tool: who wrote the log, such as `inspect_ai`.
        version: the tool's version.
        model: what was evaluated, as the tool names it.
        task: what it was evaluated on.
        started_at: when it began, as the log says.
        finished_at: when it ended.
        complete: whether the run came to its end; an unfinished log holds only what was done.
        config: other settings of the run worth keeping.
        metrics: what the tool itself computed, by name; kept to compare with, never mixed in.
    """

    tool: str
    version: str | None = None
    model: str | None = None
    task: str | None = None
    started_at: str | None = None
    finished_at: str | None = None
    complete: bool = True
    config: Mapping[str, Any] = field(default_factory=dict)
    metrics: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Imported:
    """One log, open for reading.

    Attributes:
        source: facts about the run.
        rows: one dictionary per case and repeat, in our field names; can be read once.
        skipped: what was left out; complete when `rows` is read to its end.
        files: files that were read beside the one named, for their checksums.
        named: columns that are not named as the scores in the log are, each with the name there;
            complete when `rows` is read to its end.
    """

    source: SourceRun
    rows: Iterator[Row]
    skipped: Skipped
    files: tuple[Path, ...] = ()
    named: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Importer:
    """One format that can be imported.

    Attributes:
        id: its name after `--format`, and the prefix of its score columns.
        title: its name for people.
        reads: what files it reads, in one line.
        patterns: names its files have, as globs; a folder is searched for them.
        sniff: whether a file is of this format; quick, false rather than an error.
        read: opens a file; raises `DataError` with the place when it is damaged.
        settings: what may be chosen with `--set`.
        agents: of a file that may hold the answers of several agents: from the settings the user
            chose to those that choose each agent left.
    """

    id: str
    title: Words
    reads: Words
    patterns: tuple[str, ...]
    sniff: Callable[[Path], bool]
    read: Callable[[Path, ImportOptions], Imported]
    settings: tuple[Setting, ...] = ()
    agents: Callable[[Path, Mapping[str, str]], list[dict[str, str]]] | None = None

    def check(self, options: ImportOptions) -> None:
        """Raise `InputError` if there is a setting the format does not have."""
        known = [setting.name for setting in self.settings]
        for name in options.settings:
            if name not in known:
                allowed = ", ".join(known) or "–"
                raise InputError(
                    t("imports.no_setting", name=name, format=self.id, allowed=allowed)
                )


# Each module has its record as IMPORTER.
_BUILTINS = ("inspect_log", "lm_eval", "otel", "promptfoo", "evalscope", "tau2")


def _add_builtins() -> None:
    for name in _BUILTINS:
        importer: Importer = import_module(f"steelyard.interop.imports.{name}").IMPORTER
        IMPORTERS.add(importer.id, importer)


IMPORTERS: Registry[Importer] = Registry("importer", _add_builtins)
