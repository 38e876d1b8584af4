"""The checks of the command line, on texts of a project instead of files of a folder."""

from __future__ import annotations

import hashlib
import pickle
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, NamedTuple

from pydantic import ValidationError

from steelyard.conditions.environments import Environment, load_requirements
from steelyard.conditions.environments.located import explain, read_yaml
from steelyard.errors import InputError, SteelyardError
from steelyard.i18n import language, say, t
from steelyard.indicators.lined import check_size, place_of, read_lined
from steelyard.indicators.sandbox import check_files, read_file
from steelyard.pipeline import check_names
from steelyard.plan import Plan, load_plan, refuse_pasted_secrets
from steelyard.scorecards import Weighing, load_weighing
from steelyard.server.heavy_work import run_once
from steelyard.server.library.algorithms import algorithms_of, refuse_disabled
from steelyard.server.library.allowed import check_plan_agents
from steelyard.server.settings import Settings

Key = tuple[str, str]  # kind and name of a document
Texts = Mapping[Key, str]
# Kind to the folder its files lie in; a plan names the others relative to itself.
FOLDERS = {
    "plan": "",
    "scorecard": "scorecards",
    "indicator": "indicators",
    "environment": "environments",
    "requirements": "requirements",
}
_SECONDS = 60
# A name is also the name of a file.
_NAME = re.compile(r"[^\W_](?:[\w .-]{0,98}[\w-])?")


class Draft(str):
    """The text of a document that was never published: it gives way to those that were."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """What is wrong with a text, each as a sentence; and what is known of it when nothing is."""

    problems: list[str]
    facts: dict[str, Any] = field(default_factory=dict)


class Bounds(NamedTuple):
    """What a project may do: as the service is set, less the algorithms it has disabled.

    Its plans may name the secrets listed, and no others.
    """

    settings: Settings
    disabled: Collection[str] = ()
    secrets: Collection[str] = ()


class CheckRequest(NamedTuple):
    """A text to be checked as a document, with everything the check needs.

    Attributes:
        bounds: what the project may do.
        kind: of the document.
        name: of the document, for messages.
        text: to be checked.
        neighbours: documents of the project that it names.
    """

    bounds: Bounds
    kind: str
    name: str
    text: str
    neighbours: Texts = MappingProxyType({})


def check_text(request: CheckRequest) -> Checked:
    """Check a text as a document of its kind, in a bounded process; equal checks are done once.

    Raises:
        TooManyError: too much else is waiting.
        UnavailableError: it took too long.
    """
    try:
        check_size(request.name, request.text)
    except SteelyardError as error:
        return Checked(say(error).splitlines())
    plain = request._replace(neighbours=dict(request.neighbours))
    key = hashlib.sha256(pickle.dumps((language(), plain))).hexdigest()
    return run_once(("check", key), _check_text, plain, seconds=_SECONDS)


def _check_text(request: CheckRequest) -> Checked:
    bounds, kind, name, text, neighbours = request
    with TemporaryDirectory(prefix="steelyard-") as scratch:
        folder = Path(scratch)
        path = folder / file_of(kind, name)
        try:
            texts = {**neighbours, (kind, name): text}
            lay_out(folder, texts)
            # Refuses what would grow without end before any other reader sees it.
            read_lined(str(path), text)
            facts = _CHECKS[kind](bounds, path, texts)
        except SteelyardError as error:
            said = say(error).replace(f"{folder}/", "")
            return Checked(said.splitlines())
    return Checked([], facts)


def load_project_plan(bounds: Bounds, path: Path) -> Plan:
    """Read the plan at a path among the documents of its project, as far as the service allows it.

    Raises:
        UserError: something in it is wrong or not allowed.
    """
    content = read_lined(path.name, path.read_text(encoding="utf-8-sig"))
    refuse_pasted_secrets(content)
    refuse_outside_paths(content)
    plan = load_plan(path, secrets=bounds.secrets)
    check_plan_agents(bounds.settings, plan)
    weighing = load_weighing(plan.scorecard, plan.indicators, base=path.parent)
    check_names(plan, weighing)
    refuse_disabled(bounds.disabled, algorithms_of(plan, weighing.card))
    return plan


def refuse_outside_paths(content: Any) -> None:
    """Refuse a plan that names files outside its folder: they would be the service's own.

    Raises:
        InputError: it does.
    """
    if not isinstance(content, Mapping):
        return
    named = [content.get("scorecard")]
    named += _items(content.get("indicators"))
    for environment in _items(content.get("environments")):
        if isinstance(environment, Mapping):
            named.append(environment.get("requirements"))
    for name in named:
        if isinstance(name, str) and _leaves(name):
            raise InputError(t("library.outside_path", found=name[:200]))


def project_weighing(folder: Path, scorecard: str, texts: Texts) -> Weighing:
    """Read a scorecard with those indicators of the project that are in order.

    A file with an id that one before it has is left out.

    Args:
        folder: where the documents are laid out.
        scorecard: its file there.
        texts: what is laid out.
    """
    files: list[str] = []
    taken: set[str] = set()
    for name, content in _indicator_files(folder, texts):
        ids = set(map(str, content["indicators"]))
        if taken.isdisjoint(ids) and not check_files([content]):
            files.append(name)
            taken |= ids
    return load_weighing(scorecard, files, base=folder)


def ranked(texts: Texts) -> list[tuple[Key, str]]:
    """Return documents in the order in which they count: published ones before drafts."""
    return sorted(texts.items(), key=lambda one: (isinstance(one[1], Draft), one[0]))


def lay_out(folder: Path, texts: Texts) -> None:
    """Write documents as the files that the command line uses.

    Raises:
        InputError: a name is none: it could lead out of the folder.
    """
    for (kind, name), text in texts.items():
        check_document_name(name)
        path = folder / file_of(kind, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")


def check_document_name(name: str) -> None:
    """Refuse what cannot be the name of a document.

    Raises:
        InputError: it cannot.
    """
    if not _NAME.fullmatch(name):
        raise InputError(t("library.document_name", found=name[:100]))


def file_of(kind: str, name: str) -> str:
    """Return the file a document has in an export."""
    return f"{FOLDERS[kind]}/{name}.yaml".lstrip("/")


def _indicator_files(folder: Path, texts: Texts) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the files of indicators that can be read, in the order in which they count."""
    for (kind, name), _ in ranked(texts):
        if kind != "indicator":
            continue
        file = file_of(kind, name)
        with suppress(SteelyardError):
            yield file, read_file(folder / file)


def _scorecard(_bounds: Bounds, path: Path, texts: Texts) -> dict[str, Any]:
    card = project_weighing(path.parent.parent, f"scorecards/{path.name}", texts).card
    return {
        "id": card.id,
        "version": card.version,
        "hash": card.hash,
        "indicators": sorted(card.indicators()),
    }


def _indicator(_bounds: Bounds, path: Path, texts: Texts) -> dict[str, Any]:
    file = read_file(path)
    problems = [problem.message for problem in check_files([file])]
    problems = problems or _taken(path, file, texts)
    if problems:
        raise InputError("\n".join(problems))
    return {"indicators": sorted(map(str, file["indicators"]))}


def _taken(path: Path, file: Mapping[str, Any], texts: Texts) -> list[str]:
    """Say which ids of a file of indicators another document has published."""
    own = file_of("indicator", path.stem)
    published = {key: text for key, text in texts.items() if not isinstance(text, Draft)}
    return [
        t("library.indicator_taken", place=place_of(str(path), raw), name=Path(name).stem, id=id_)
        for name, other in _indicator_files(path.parent.parent, published)
        for id_, raw in file["indicators"].items()
        if name != own and id_ in other["indicators"]
    ]


def _requirements(_bounds: Bounds, path: Path, _texts: Texts) -> dict[str, Any]:
    found = load_requirements(path)
    return {"requirements": len(found), "critical": sum(one.is_critical for one in found)}


def _environment(_bounds: Bounds, path: Path, _texts: Texts) -> dict[str, Any]:
    document = read_yaml(path)
    try:
        found = Environment.model_validate(document.content)
    except ValidationError as error:
        fields = list(Environment.model_fields)
        said = [explain(one, document, (), fields) for one in error.errors()]
        raise InputError("\n".join(said)) from None
    return {"environment": found.name, "starts": found.start is not None}


def _plan(bounds: Bounds, path: Path, _texts: Texts) -> dict[str, Any]:
    plan = load_project_plan(bounds, path)
    return {"plan": plan.name, "algorithms": sorted(algorithms_of(plan))}


def _items(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else []


def _leaves(name: str) -> bool:
    path = PurePosixPath(name.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or name.startswith("~") or ":" in name


_CHECKS: dict[str, Callable[[Bounds, Path, Texts], dict[str, Any]]] = {
    "scorecard": _scorecard,
    "indicator": _indicator,
    "requirements": _requirements,
    "environment": _environment,
    "plan": _plan,
}
