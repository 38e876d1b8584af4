"""Judgements and rankings that were uploaded, to metrics, as heavy work."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Any, Literal, NamedTuple

from steelyard.errors import DataError, SteelyardError
from steelyard.i18n import language
from steelyard.retrieval import Choices, Rules, evaluate_files
from steelyard.server.heavy_work import run_once

_LONGEST = 60  # characters of a name, of up to four bytes each


class Uploaded(NamedTuple):
    """A file as it lies here, and what it was called."""

    file: Path
    name: str


class Wanted(NamedTuple):
    """What may be chosen about the measures."""

    cutoffs: tuple[int, ...] = (5, 10, 20)
    gain: Literal["exp", "linear"] = "exp"
    min_relevance: float | None = None
    unretrieved: Literal["skip", "zero"] = "skip"
    empty_query: Literal["skip", "zero"] = "skip"


def evaluate_uploads(
    qrels: Uploaded, rankings: Sequence[Uploaded], wanted: Wanted
) -> dict[str, Any]:
    """Evaluate rankings against judgements; every one is compared with the first.

    Raises:
        DataError: a file cannot be read, or no query of it is judged.
    """
    files = (qrels, *rankings)
    stamps = [(one.name, str(one.file), one.file.stat().st_mtime_ns) for one in files]
    key = ("retrieval", language(), wanted, *stamps)
    return run_once(key, _evaluate, qrels, tuple(rankings), wanted)


def _evaluate(qrels: Uploaded, rankings: Sequence[Uploaded], wanted: Wanted) -> dict[str, Any]:
    rules = Rules(cutoffs=wanted.cutoffs, gain=wanted.gain, empty_query=wanted.empty_query)
    choices = Choices(
        min_relevance=wanted.min_relevance,
        unretrieved=wanted.unretrieved,
        compare=len(rankings) > 1,
        by_command=False,
    )
    with TemporaryDirectory(prefix="steelyard-") as folder:
        # Formats are told by the ends of names; each has a folder so that two may be called alike.
        named = [
            _under_its_name(Path(folder) / str(n), one) for n, one in enumerate((qrels, *rankings))
        ]
        here = f"{folder}/"
        try:
            found = evaluate_files(named[0], named[1:], rules, choices)
        except SteelyardError as error:  # where files lie here is nobody's business
            raise DataError(error.message.replace(here, ""), hint=error.hint) from None
    for record in found["runs"]:  # alike ones are told apart by their folders
        record["name"] = record["name"].removeprefix(here)
    for one in found.get("comparisons", ()):
        for side in ("base", "other"):
            one[side] = one[side].removeprefix(here)
    found["notes"] = [note.replace(here, "") for note in found["notes"]]
    return found


def _under_its_name(folder: Path, given: Uploaded) -> Path:
    folder.mkdir()
    name = PurePath(given.name.replace("\\", "/").replace("\0", "")).name[-_LONGEST:] or "file"
    there = folder / (name if name not in (".", "..") else "file")
    there.symlink_to(given.file.resolve())
    return there
