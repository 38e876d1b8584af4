"""What a draft comes to on a run that exists; nothing is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from steelyard import bundle as disk
from steelyard.bundle import Bundle
from steelyard.errors import InputError
from steelyard.indicators.sandbox import Limits, read_file, try_indicator
from steelyard.scorecards import Custom, summarise
from steelyard.server.heavy_work import run_heavy
from steelyard.server.library.checks import Texts, file_of, lay_out, project_weighing
from steelyard.server.library.plain import check_plain

LIMITS = Limits(seconds=20.0, memory_mb=1024)


def try_indicators(
    text: str, run: Path, *, params: Mapping[str, Any] | None = None, by: Sequence[str] = ()
) -> dict[str, Any]:
    """Compute a file of indicators on a run, in a locked process.

    Raises:
        InputError: something in the file is wrong; each problem is a line.
        TooManyError: too much else is waiting.
    """
    check_plain([dict(params or {}), list(by)])
    return run_heavy(_try_indicators, text, run, dict(params or {}), list(by))


def try_scorecard(name: str, text: str, neighbours: Texts, run: Path) -> dict[str, Any]:
    """Score a run by a scorecard; return its tree, overall score and gates.

    Raises:
        InputError: the scorecard is wrong.
        BundleError: the run has no results yet.
        TooManyError: too much else is waiting.
    """
    return run_heavy(_try_scorecard, name, text, dict(neighbours), run)


def _try_indicators(
    text: str, run: Path, params: Mapping[str, Any], by: Sequence[str]
) -> dict[str, Any]:
    with TemporaryDirectory(prefix="steelyard-") as scratch:
        path = Path(scratch) / "draft.yaml"
        path.write_text(text, encoding="utf-8")
        try:
            files = [read_file(path)]
            problems, found = try_indicator(files, run, LIMITS, params=params, by=by)
        except InputError as error:
            raise InputError(str(error).replace(f"{scratch}/", "")) from None
    if problems:
        said = "\n".join(problem.message for problem in problems)
        raise InputError(said.replace(f"{scratch}/", ""))
    return {
        "indicators": [value.as_dict() for value in found.values.values()],
        "groups": {
            column: [
                {"group": group, "indicators": [value.as_dict() for value in values.values()]}
                for group, values in groups.items()
            ]
            for column, groups in found.groups.items()
        },
    }


def _try_scorecard(name: str, text: str, neighbours: Texts, run: Path) -> dict[str, Any]:
    with TemporaryDirectory(prefix="steelyard-") as scratch:
        folder = Path(scratch)
        texts = {**neighbours, ("scorecard", name): text}
        lay_out(folder, texts)
        try:
            weighing = project_weighing(folder, file_of("scorecard", name), texts)
        except InputError as error:
            raise InputError(str(error).replace(f"{folder}/", "")) from None
    bundle = Bundle(run)
    known = bundle.manifest.values
    connection = disk.connect_for_analysis(bundle.results_path)
    try:
        found = summarise(
            connection,
            params=known["plan"].get("params") or {},
            by=(),
            gates=known["plan"].get("gates") or (),
            provenance=known["provenance"],
            scorecard=weighing.card,
            custom=Custom(weighing.files, bundle.results_path),
        )
    finally:
        connection.close()
    return {key: found[key] for key in ("overall", "tree", "gates", "scorecard")}
