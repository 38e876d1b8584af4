"""Inspect AI: logs of version 2, `.eval` (a ZIP with one entry per sample) and `.json`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from steelyard.errors import DataError, InputError
from steelyard.i18n import t
from steelyard.interop.imports.files import first_object, head, json_document
from steelyard.interop.imports.inspect_sample import PREFIX, figure_of, keys_of, row_of, values_of
from steelyard.interop.imports.inspect_zip import InspectZip
from steelyard.interop.imports.record import (
    Imported,
    Importer,
    ImportOptions,
    Row,
    Setting,
    Skipped,
    SourceRun,
)
from steelyard.interop.imports.verdict import THRESHOLD, Columns, rule_for
from steelyard.model import Words

VERSION = 2
_ZIP = b"PK\x03\x04"
_LETTERS = ("C", "I", "P", "N")


def sniff(path: Path) -> bool:
    """Whether a file is an Inspect log."""
    start = head(path)
    if start.startswith(_ZIP):
        return path.suffix == ".eval" or b"_journal/start.json" in start
    if b'"eval"' not in start and b'"eval_id"' not in start:
        return False
    whole = first_object(path)
    return bool({"eval", "version"} <= whole.keys()) or (
        b'"version"' in start and b'"task"' in start and b'"model"' in start
    )


def read(path: Path, options: ImportOptions) -> Imported:
    """Open a log; samples of a `.eval` are read one at a time, a `.json` is read whole."""
    log = InspectZip(path) if head(path, 4) == _ZIP else _Whole(path)
    header = _checked(path, log.header)
    skipped, columns = Skipped(), Columns(PREFIX)
    scorer = _Main(header, log, options)

    def rows() -> Iterator[Row]:
        count = 0
        for place, sample in log.samples():
            count += 1
            yield row_of(sample, place, header, scorer, columns, options, skipped)
        wanted = _wanted(header)
        if count < wanted:
            skipped.add("imports.skip_unfinished", path, wanted - count)

    return Imported(_source(header), rows(), skipped, named=columns.marked)


class _Whole:
    """A `.json` log."""

    def __init__(self, path: Path) -> None:
        self._path = path
        value = json_document(path)
        if not isinstance(value, dict):
            raise DataError(t("imports.not_object", place=path, found=type(value).__name__))
        self.header: dict[str, Any] = value

    def samples(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield (place, sample)."""
        for number, sample in enumerate(self.header.get("samples") or (), 1):
            place = t("imports.entry", file=self._path, name=f"samples[{number}]")
            if not isinstance(sample, dict):
                raise DataError(t("imports.not_object", place=place, found=type(sample).__name__))
            yield place, sample

    def scores(self) -> Iterator[dict[str, Any]]:
        """Yield the scores of every sample."""
        return (sample.get("scores") or {} for _, sample in self.samples())


class _Main:
    """The scorer whose scores are the run's: the one asked for, the headline, or the first.

    Attributes:
        name: the scorer; None when there are no scores.
        key: which of its values, when it gives several.
        rule: which of its scores say passed.
    """

    def __init__(
        self, header: dict[str, Any], log: InspectZip | _Whole, options: ImportOptions
    ) -> None:
        wanted = options.settings.get("scorer")
        self.name, self.key = self._choose(header, _scorers(header), wanted)
        if wanted is not None and self.key is not None:
            _refuse_unknown(wanted, self.name, self.key, log)
        values = (values_of(scores, self.name, self.key) for scores in log.scores())
        # A letter is a verdict, also the one for what is partly right.
        self.rule = rule_for(
            (1.0 if value in _LETTERS else figure_of(value) for value in values), options
        )

    @staticmethod
    def _choose(
        header: dict[str, Any], names: list[str], wanted: str | None
    ) -> tuple[str | None, str | None]:
        results = header.get("results") or {}
        headline = results.get("headline") or {}
        if wanted is not None:
            name, _, key = wanted.partition("/")
            if name not in names:
                raise _no_scorer(wanted, names)
            return name, key or None
        if headline.get("scorer") in names:
            name, score = headline["scorer"], headline.get("score")
            return name, None if score == name else score
        return (names[0] if names else None), None


def _refuse_unknown(wanted: str, name: str | None, key: str, log: InspectZip | _Whole) -> None:
    """Raise if a scorer has values, and none of them under the key that is wanted."""
    found = [keys for scores in log.scores() if (keys := keys_of(scores, name)) is not None]
    known = dict.fromkeys(one for keys in found for one in keys)
    if found and key not in known:
        raise _no_scorer(wanted, [str(name), *(f"{name}/{one}" for one in known)])


def _no_scorer(wanted: str, known: list[str]) -> InputError:
    allowed = ", ".join(known) or "–"
    return InputError(t("imports.bad_setting", name="scorer", found=wanted, allowed=allowed))


def _scorers(header: dict[str, Any]) -> list[str]:
    listed = header["eval"].get("scorers") or (header.get("results") or {}).get("scores") or ()
    names = [one.get("scorer") or one.get("name") for one in listed if isinstance(one, dict)]
    # The log names scorers of a package with it; samples do not.
    return list(dict.fromkeys(str(name).rpartition("/")[2] for name in names if name))


def _checked(path: Path, header: dict[str, Any]) -> dict[str, Any]:
    if header.get("version") != VERSION:
        found = header.get("version")
        raise DataError(t("imports.newer_version", file=path, found=found, known=VERSION))
    if not isinstance(header.get("eval"), dict):
        found, wanted = type(header.get("eval")).__name__, t("imports.wanted_object")
        raise DataError(t("imports.field", place=path, field="eval", found=found, wanted=wanted))
    return header


def _wanted(header: dict[str, Any]) -> int:
    """Return how many samples a whole run would have."""
    run = header["eval"]
    results = header.get("results") or {}
    if isinstance(results.get("total_samples"), int):
        return int(results["total_samples"])
    samples = (run.get("dataset") or {}).get("samples")
    epochs = (run.get("config") or {}).get("epochs") or 1
    return samples * epochs if isinstance(samples, int) else 0


def _source(header: dict[str, Any]) -> SourceRun:
    run, stats = header["eval"], header.get("stats") or {}
    metrics = {
        f"{score.get('name')}/{name}": metric.get("value")
        for score in (header.get("results") or {}).get("scores") or ()
        for name, metric in (score.get("metrics") or {}).items()
    }
    config = {name: value for name, value in (run.get("config") or {}).items() if value is not None}
    kept = ("epochs", "epochs_reducer", "limit", "message_limit", "token_limit", "time_limit")
    return SourceRun(
        tool="inspect_ai",
        version=(run.get("packages") or {}).get("inspect_ai"),
        model=run.get("model"),
        task=run.get("task"),
        started_at=stats.get("started_at") or run.get("created"),
        finished_at=stats.get("completed_at") or None,
        complete=header.get("status") == "success",
        config={name: config[name] for name in kept if name in config}
        | {"status": header.get("status"), "task_args": run.get("task_args") or {}},
        metrics={name: value for name, value in metrics.items() if isinstance(value, int | float)},
    )


IMPORTER = Importer(
    id="inspect",
    title=Words("Inspect AI log", "Inspect AI 日志"),
    reads=Words(
        "Inspect AI logs, .eval or .json (log version 2), also of unfinished runs",
        "Inspect AI 日志，.eval 或 .json（日志版本 2），含未完成的运行",
    ),
    patterns=("*.eval", "*.json"),
    sniff=sniff,
    read=read,
    settings=(
        Setting(
            "scorer",
            Words(
                "whose score is the run's when there are several: NAME, or NAME/KEY; "
                "the headline, else the first",
                "有多个评分器时以谁的分数为准：名称，或 名称/键；默认取主指标，否则取第一个",
            ),
        ),
        THRESHOLD,
    ),
)
