"""From a plan on this machine to what the server needs of it.

On the server a plan names no files: its cases are a version of a dataset, its agent and scorecard
may be things of the project. Cases that a plan reads from a file here are uploaded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from steelyard.client.find import find
from steelyard.client.transfer import Tell
from steelyard.errors import PlanError
from steelyard.i18n import t
from steelyard.plan import apply_override

if TYPE_CHECKING:
    from steelyard.client.project import Project

_READING = ("format", "map", "encoding", "sheet", "delimiter")


@dataclass(frozen=True, slots=True)
class Choice:
    """What stands in for parts of a plan.

    Attributes:
        agent: name of an agent of the project, instead of the plan's.
        dataset: a dataset of the project (`name`, `name@3`) or a file here, instead of the plan's.
        scorecard: name of a published scorecard of the project, instead of the plan's.
        sets: overrides such as `run.concurrency=4`.
        tell: is told how far an upload is.
    """

    agent: str | None = None
    dataset: str | Path | None = None
    scorecard: str | None = None
    sets: Sequence[str] = ()
    tell: Tell | None = None


def prepare(
    project: Project, plan: str | Path | Mapping[str, Any], choice: Choice
) -> dict[str, Any]:
    """Return the body that asks for a task; cases in a file are uploaded.

    Raises:
        PlanError: the plan cannot be read, or its cases are not to be found.
        NotFoundError: the project has no such agent, dataset or scorecard.
    """
    folder = Path.cwd() if isinstance(plan, Mapping) else Path(plan).parent
    content = dict(plan) if isinstance(plan, Mapping) else _read(Path(plan))
    for override in choice.sets:
        apply_override(content, override)
    body: dict[str, Any] = {"plan": content}
    if choice.agent is not None:
        body["agent_id"] = find(project.agents, choice.agent, t("client.agent")).id
    if choice.scorecard is not None:
        body["scorecard_id"] = _scorecard(project, choice.scorecard)
    body["dataset_version_id"] = _cases(project, content, folder, choice)
    return body


def _read(path: Path) -> dict[str, Any]:
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise PlanError(t("plan.missing", path=path), hint=t("plan.missing_hint")) from None
    except (OSError, UnicodeDecodeError) as error:
        raise PlanError(t("plan.unreadable", path=path, error=error)) from None
    except yaml.YAMLError as error:
        raise PlanError(t("plan.bad_yaml", path=path, error=error)) from None
    if not isinstance(content, dict):
        raise PlanError(t("plan.not_a_mapping", path=path))
    return content


def _cases(project: Project, content: Mapping[str, Any], folder: Path, choice: Choice) -> str:
    """Return the version of a dataset that holds the cases."""
    own = content.get("dataset")
    spec = own if isinstance(own, dict) else {"path": own}
    named = choice.dataset if choice.dataset is not None else spec.get("path")
    if not isinstance(named, str | Path) or not str(named):
        raise PlanError(t("client.no_cases"))
    # A file on the command line is meant from here, one in the plan from the plan's folder.
    file = Path(named) if choice.dataset is not None else folder / named
    if file.is_file():
        reading = {name: spec[name] for name in _READING if spec.get(name) is not None}
        return project.datasets.put(file, reading=reading, tell=choice.tell).id
    if isinstance(named, Path) or any(mark in named for mark in "*?[") or file.is_dir():
        raise PlanError(t("client.one_file", found=named))
    return project.datasets.find_version(named).id


def _scorecard(project: Project, name: str) -> str:
    document = find(project.scorecards, name, t("client.scorecard"))
    versions = project.document_versions.list(document.id)
    published = [version for version in versions if version.number > 0]
    if not published:
        raise PlanError(t("client.not_published", name=name))
    return max(published, key=lambda version: version.number).id
