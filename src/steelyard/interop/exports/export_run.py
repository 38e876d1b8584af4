"""One door to every export."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import duckdb

from steelyard.bundle import Bundle
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.interop.exports.record import EXPORTERS, Exported, Note, Options
from steelyard.interop.exports.results import columns_from


def export_run(
    bundle: Bundle | str | Path,
    to: str,
    output: str | Path | None = None,
    options: Options | None = None,
) -> Exported:
    """Write a finished run in the format `to`.

    Args:
        bundle: the run, or its directory.
        to: id of the exporter, such as `csv`.
        output: file or folder to write; by default a file of the usual name inside the run.
        options: what else may be chosen.

    Raises:
        InputError: there is something at `output` already, or it cannot be written.
    """
    exporter = EXPORTERS.get(to)
    options = options or Options()
    run = bundle if isinstance(bundle, Bundle) else Bundle(bundle)
    run.results_path  # noqa: B018 - says so when the run is not finished
    run.check_results()
    target = Path(output) if output is not None else run.path / (exporter.name or "")
    if exporter.name is not None:
        _check_free(target, force=options.force)
    elif output is not None:
        raise InputError(t("exports.no_file", to=to))
    try:
        written = exporter.write(run, target, options)
        return replace(written, notes=(*written.notes, *_source_notes(run)))
    except (OSError, duckdb.IOException) as error:
        why = getattr(error, "strerror", None) or error
        raise InputError(
            t("exports.cannot_write", path=target, why=why), hint=t("exports.cannot_write_hint")
        ) from error


def _source_notes(run: Bundle) -> Iterator[Note]:
    """Yield which columns the run did not measure itself."""
    for source in ("declared", "claimed"):
        if names := columns_from(run, source):
            yield Note(f"{source}_columns", len(names), tuple(names))


def _check_free(target: Path, *, force: bool) -> None:
    taken = any(target.iterdir()) if target.is_dir() else target.exists()
    if taken and not force:
        raise InputError(t("exports.exists", path=target), hint=t("exports.exists_hint"))
    if not target.parent.is_dir():
        why = t("exports.no_folder", folder=target.parent)
        raise InputError(
            t("exports.cannot_write", path=target, why=why), hint=t("exports.cannot_write_hint")
        )
