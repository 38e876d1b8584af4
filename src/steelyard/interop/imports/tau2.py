"""tau2-bench: `results.json`, whole or with a folder `simulations` of one file per simulation.

A case is a task, a trial is a repeat. The question is what the simulated user is told to want; the
trajectory is everything agent and user did.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from steelyard.errors import DataError
from steelyard.i18n import t
from steelyard.interop.imports.files import head, json_document
from steelyard.interop.imports.record import (
    Imported,
    Importer,
    ImportOptions,
    Row,
    Skipped,
    SourceRun,
)
from steelyard.interop.imports.shapes import object_of
from steelyard.interop.imports.tau2_row import make_row
from steelyard.interop.imports.verdict import Columns
from steelyard.model import Words

_SIMULATIONS = "simulations"


def _sniff(path: Path) -> bool:
    start = head(path)
    return (
        path.suffix == ".json"
        and b'"info"' in start
        and (b'"agent_info"' in start or b'"user_info"' in start)
        and b'"num_trials"' in start
    )


def _read(path: Path, options: ImportOptions) -> Imported:
    document = json_document(path)
    if not isinstance(document, dict) or not isinstance(document.get("tasks"), list):
        raise DataError(
            t("imports.field", place=path, field="tasks", found=type(document).__name__,
              wanted=t("tau2.wanted_tasks"))
        )  # fmt: skip
    tasks = {str(one.get("id")): one for one in document["tasks"] if isinstance(one, dict)}
    files = _files(path, document)
    skipped = Skipped()
    info = object_of(document.get("info"))
    columns = Columns("tau2")

    def rows() -> Iterator[Row]:
        errors, domain = options.error_kind("infra"), _domain(info)
        for place, one in _simulations(path, document, files):
            task = tasks.get(str(one.get("task_id")))
            if task is None:
                skipped.add("tau2.skip_no_task", place)
                continue
            row = make_row(one, task, columns, errors=errors, skipped=skipped, place=place)
            yield row | {"place": place, "domain": domain}

    source = _source(document, info)
    return Imported(source, rows(), skipped, tuple(files), columns.marked)


def _simulations(
    path: Path, document: dict[str, Any], files: list[Path]
) -> Iterator[tuple[str, dict[str, Any]]]:
    for file in files:
        yield str(file), _checked(json_document(file), str(file))
    for number, one in enumerate(document.get(_SIMULATIONS) or (), start=1):
        place = t("tau2.simulation", file=path, n=number)
        yield place, _checked(one, place)


def _checked(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise DataError(t("imports.not_object", place=place, found=type(value).__name__))
    return value


def _files(path: Path, document: dict[str, Any]) -> list[Path]:
    """Return the files of simulations that stand beside, unless they are in the document."""
    if document.get(_SIMULATIONS):
        return []
    return sorted((path.parent / _SIMULATIONS).glob("*.json"))


def _source(document: dict[str, Any], info: dict[str, Any]) -> SourceRun:
    agent, user = object_of(info.get("agent_info")), object_of(info.get("user_info"))
    return SourceRun(
        tool="tau2-bench",
        version=info.get("git_commit"),
        model=agent.get("llm") or agent.get("implementation"),
        task=_domain(info) or "tau2",
        started_at=document.get("timestamp"),
        config={
            "agent": agent.get("implementation"),
            "user": user.get("implementation"),
            "user_llm": user.get("llm"),
            "num_trials": info.get("num_trials"),
            "max_steps": info.get("max_steps"),
            "seed": info.get("seed"),
        },
    )


def _domain(info: dict[str, Any]) -> str | None:
    name = object_of(info.get("environment_info")).get("domain_name")
    return str(name) if name else None


IMPORTER = Importer(
    id="tau2",
    title=Words("tau2-bench results", "tau2-bench 结果"),
    reads=Words(
        "results.json of tau2-bench, whole or with its folder simulations/",
        "tau2-bench 的 results.json，或其连同 simulations/ 目录",
    ),
    patterns=("*.json",),
    sniff=_sniff,
    read=_read,
)
