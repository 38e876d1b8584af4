"""Long reading in a process of its own, so that whoever else is served does not wait for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

from steelyard.i18n import Language, language, using_language
from steelyard.server.db.tables import DatasetVersion
from steelyard.server.library import intake
from steelyard.server.library.storage import open_storage
from steelyard.server.settings import Settings

T = TypeVar("T")
_LARGE = 5_000_000  # bytes; below, starting a process takes longer than reading


def check_upload(
    settings: Settings, file: Path, file_name: str, reading: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read a file through as `intake.check_upload` does, apart when it is large."""
    given = (settings, file, file_name, dict(reading))
    if file.stat().st_size < _LARGE:
        return intake.check_upload(*given)
    return _apart(intake.check_upload, *given)


def process(
    settings: Settings, version: DatasetVersion, steps: Sequence[Any], seed: int
) -> intake.Taken:
    """Carry out steps as `intake.process` does, apart when there is much to read."""
    given = (settings, version, list(steps), seed)
    return _process(*given) if version.size < _LARGE else _apart(_process, *given)


def _process(
    settings: Settings, version: DatasetVersion, steps: list[Any], seed: int
) -> intake.Taken:
    return intake.process(open_storage(settings), settings, version, steps, seed)


def _apart(function: Callable[..., T], *given: Any) -> T:
    # Not forked: a copy of the service's threads and connections would be of no use.
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_in_language, language(), function, given).result()


def _in_language(wanted: Language, function: Callable[..., T], given: tuple[Any, ...]) -> T:
    with using_language(wanted):
        return function(*given)
