"""A project's library as a ZIP of the files that the command line uses, and back.

NAME.yaml              plans
scorecards/NAME.yaml   and indicators/, environments/, requirements/
agents/NAME.yaml       the `agent:` of a plan; secrets are in it by name only
datasets/NAME.EXT      the newest version, as it was uploaded
library.json           descriptions, and how datasets are read
"""

from __future__ import annotations

import zipfile
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

import orjson
import yaml
from sqlalchemy.orm import Session

from steelyard.cases.files import bare_name
from steelyard.errors import DataError, SteelyardError
from steelyard.i18n import say, t
from steelyard.indicators.lined import read_lined
from steelyard.server.db.tables import AgentRow, DatasetVersion
from steelyard.server.errors import NotFoundError
from steelyard.server.library import agents, datasets, documents
from steelyard.server.library.checks import FOLDERS, file_of
from steelyard.server.library.intake import Taken, shown_name, take_in
from steelyard.server.library.packed import check_names, check_packed
from steelyard.server.library.plain import check_plain
from steelyard.server.library.storage import Incoming, Storage, pieces, scratch_file
from steelyard.server.people.policy import Actor
from steelyard.server.settings import Settings

INDEX = "library.json"
_KINDS = {folder: kind for kind, folder in FOLDERS.items()}
_MOST_TEXT = 1_000_000
_MOST_DESCRIPTION = 10_000


@dataclass(frozen=True, slots=True)
class Unpacked:
    """An archive, read and checked, with nothing of it in the catalogue yet.

    Attributes:
        texts: documents by kind and name.
        configs: agents by name.
        data: datasets by name.
        about: what the index says of each file.
        described: descriptions, by what they are of.
        problems: files that were left out, and why.
    """

    texts: dict[tuple[str, str], str] = field(default_factory=dict)
    configs: dict[str, Any] = field(default_factory=dict)
    data: dict[str, Taken] = field(default_factory=dict)
    about: dict[str, dict[str, Any]] = field(default_factory=dict)
    described: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Listed:
    """What an archive is made of.

    Attributes:
        texts: files by name.
        objects: files that lie in the storage: name to path there.
        index: what is said of each file.
        size: bytes of the objects.
    """

    texts: dict[str, str] = field(default_factory=dict)
    objects: dict[str, str] = field(default_factory=dict)
    index: dict[str, dict[str, Any]] = field(default_factory=dict)
    size: int = 0


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import made or changed, by file; and what it left out, with the reason."""

    made: list[str]
    problems: list[str]


def list_library(session: Session, project_id: str) -> Listed:
    """Return what the archive of a project holds; whatever is archived is left out."""
    found = Listed()
    for document, newest in documents.newest_of(session, project_id):
        name = file_of(document.kind, document.name)
        found.texts[name] = newest.text
        found.index[name] = {"description": document.description}
    for agent in session.scalars(agents.agents_of(project_id)):
        name = _unused(found.index, f"agents/{file_name(agent.name)}", ".yaml")
        found.texts[name] = agent_text(agent)
        found.index[name] = {"name": agent.name, "description": agent.description}
    for stem, suffix, about, version in _newest(session, project_id):
        name = _unused(found.index, stem, suffix)
        found.objects[name] = version.path
        found.size += version.size
        found.index[name] = about
    return found


def write_library(storage: Storage, listed: Listed, target: Path) -> None:
    """Write the archive of a project to a file; it takes time and holds no session."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in listed.texts.items():
            archive.writestr(name, text)
        for name, path in listed.objects.items():
            with archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as out:
                for piece in pieces(storage.open(path)):
                    out.write(piece)
        archive.writestr(INDEX, orjson.dumps(listed.index, option=orjson.OPT_INDENT_2))


def unpack(storage: Storage, settings: Settings, file: Path) -> Unpacked:
    """Read an archive through; it takes time and holds no session.

    Raises:
        DataError: it is no archive, or one that reaches outside itself.
        TooLargeError: it unpacks to too much.
    """
    check_packed(file, "ZIP", settings.expansion_ratio)
    found = Unpacked()
    try:
        archive = zipfile.ZipFile(file)
    except zipfile.BadZipFile:
        raise DataError(t("storage.not_zip")) from None
    with archive:
        entries = check_names(archive)
        index = next((entry for entry in entries if entry.filename == INDEX), None)
        found.about.update(_index(archive, index))
        for entry in entries:
            try:
                if entry is not index:
                    _take(storage, settings, found, archive, entry)
            except SteelyardError as error:
                found.problems.append(f"{entry.filename}: {say(error)}")
    return found


def import_library(
    session: Session, actor: Actor, settings: Settings, project_id: str, found: Unpacked
) -> Imported:
    """Put what was unpacked into a project.

    New things are made, known ones get a new draft or version; what is wrong is left out and told.
    """
    made: list[str] = []
    problems = list(found.problems)
    for name, act in _acts(session, actor, settings, project_id, found):
        try:
            with session.begin_nested():
                act()
            made.append(name)
        except SteelyardError as error:
            problems.append(f"{name}: {say(error)}")
    return Imported(made, problems)


def agent_text(agent: AgentRow) -> str:
    """Return an agent as the file of it."""
    text: str = yaml.safe_dump({"agent": agent.config}, allow_unicode=True, sort_keys=False)
    return text


def file_name(name: str) -> str:
    """Return a name of ours as the name of a file."""
    return shown_name(name.replace("/", "_").replace("\\", "_"))


def _unused(index: Mapping[str, Any], stem: str, suffix: str) -> str:
    """Return the name of a file that no other has; names may differ in what files cannot."""
    name, number = f"{stem}{suffix}", 1
    while name in index:
        number += 1
        name = f"{stem}-{number}{suffix}"
    return name


def _newest(
    session: Session, project_id: str
) -> Iterator[tuple[str, str, dict[str, Any], DatasetVersion]]:
    for dataset in session.scalars(datasets.datasets_of(project_id)):
        try:
            version = datasets.find_version(session, dataset)
        except NotFoundError:
            continue  # nothing was uploaded yet
        suffix = "".join(Path(version.file_name).suffixes[-2:]) or f".{version.spec['format']}"
        about = {"name": dataset.name, "description": dataset.description, "reading": version.spec}
        yield f"datasets/{file_name(dataset.name)}", suffix, about, version


def _index(archive: zipfile.ZipFile, entry: zipfile.ZipInfo | None) -> dict[str, dict[str, Any]]:
    if entry is None:
        return {}
    try:
        content = orjson.loads(_bytes(archive, entry))
    except orjson.JSONDecodeError:
        raise DataError(t("library.bad_index", file=INDEX)) from None
    if not isinstance(content, dict) or not all(isinstance(v, dict) for v in content.values()):
        raise DataError(t("library.bad_index", file=INDEX))
    return content


def _take(
    storage: Storage,
    settings: Settings,
    found: Unpacked,
    archive: zipfile.ZipFile,
    entry: zipfile.ZipInfo,
) -> None:
    path = PurePosixPath(entry.filename)
    folder = "" if str(path.parent) == "." else str(path.parent)
    about = found.about.get(entry.filename, {})
    if entry.filename == INDEX:
        raise DataError(t("library.twice_in_archive", name=INDEX))
    elif folder == "datasets":
        _take_data(storage, settings, found, archive, entry)
    elif path.suffix not in (".yaml", ".yml"):
        raise DataError(t("library.not_ours"))
    elif folder == "agents":
        name = _name(about, path.stem)
        _refuse_twice(name, found.configs)
        found.configs[name] = _config(entry.filename, _text(archive, entry))
        _describe(found, f"agents/{name}", about)
    elif folder in _KINDS:
        kind = _KINDS[folder]
        _refuse_twice(path.stem, [name for other, name in found.texts if other == kind])
        found.texts[kind, path.stem] = _text(archive, entry)
        _describe(found, file_of(kind, path.stem), about)
    else:
        raise DataError(t("library.not_ours"))


def _take_data(
    storage: Storage,
    settings: Settings,
    found: Unpacked,
    archive: zipfile.ZipFile,
    entry: zipfile.ZipInfo,
) -> None:
    about = found.about.get(entry.filename, {})
    file_name = PurePosixPath(entry.filename).name
    name = _name(about, bare_name(file_name))
    _refuse_twice(name, found.data)
    with scratch_file(storage.scratch) as file:
        with Incoming(file, settings.upload_bytes) as incoming:
            for piece in pieces(archive.open(entry)):  # type: ignore[arg-type]
                incoming.write(piece)
        reading = about.get("reading")
        given = reading if isinstance(reading, Mapping) else {}
        found.data[name] = take_in(storage, settings, file, file_name, given)
    _describe(found, f"datasets/{name}", about)


def _config(source: str, text: str) -> Any:
    content = read_lined(source, text)
    config = content.get("agent") if isinstance(content, Mapping) else None
    if not isinstance(config, Mapping):
        raise DataError(t("library.not_ours"))
    return orjson.loads(check_plain(config))


def _refuse_twice(name: str, known: Container[str]) -> None:
    if name in known:
        raise DataError(t("library.twice_in_archive", name=name))


def _bytes(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    with archive.open(entry) as stream:
        content = stream.read(_MOST_TEXT + 1)
    if len(content) > _MOST_TEXT:
        raise DataError(t("library.long_text", found=entry.file_size, most=_MOST_TEXT))
    return content


def _text(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> str:
    try:
        return _bytes(archive, entry).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DataError(t("library.not_utf8")) from None


def _name(about: Mapping[str, Any], otherwise: str) -> str:
    name = about.get("name")
    return name[:200] if isinstance(name, str) and name.strip() else otherwise[:200]


def _describe(found: Unpacked, what: str, about: Mapping[str, Any]) -> None:
    said = about.get("description")
    found.described[what] = said[:_MOST_DESCRIPTION] if isinstance(said, str) else ""


def _acts(
    session: Session, actor: Actor, settings: Settings, project_id: str, found: Unpacked
) -> Iterator[tuple[str, Any]]:
    """Yield what is to be done, each under the name of what it is done to."""

    def put_text(kind: str, name: str, text: str) -> None:
        known = documents.find_by_name(session, project_id, kind, name)
        if known is None:
            said = found.described[file_of(kind, name)]
            documents.create_document(
                session, actor, project_id, kind, name, text, description=said
            )
        else:
            documents.save_draft(session, actor, known, text)

    def put_agent(name: str, config: Any) -> None:
        query = agents.agents_of(project_id, archived=True).where(AgentRow.name == name)
        known = session.scalar(query)
        if known is None:
            said = found.described[f"agents/{name}"]
            agents.create_agent(
                session, actor, settings, project_id, name, config, description=said
            )
        else:
            agents.change_agent(session, actor, settings, known, config=config)

    def put_data(name: str, taken: Taken) -> None:
        query = datasets.datasets_of(project_id, archived=True)
        known = next((one for one in session.scalars(query) if one.name == name), None)
        if known is None:
            said = found.described[f"datasets/{name}"]
            known = datasets.create_dataset(session, actor, project_id, name, said)
        datasets.add_version(session, actor, known, taken)

    for (kind, name), text in found.texts.items():
        yield file_of(kind, name), lambda k=kind, n=name, x=text: put_text(k, n, x)
    for name, config in found.configs.items():
        yield f"agents/{name}", lambda n=name, c=config: put_agent(n, c)
    for name, taken in found.data.items():
        yield f"datasets/{name}", lambda n=name, x=taken: put_data(n, x)
