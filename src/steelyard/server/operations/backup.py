"""Back a service up while it works.

First the catalogue as of one moment, then the files: whatever a row names was there before the row
was, and a run that has gone on since is only further than its task says, as after a crash. What the
durable engine knows is left out; tasks that were under way are found by their silence and go on.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson
from sqlalchemy import select

from steelyard import __version__
from steelyard.bundle import layout
from steelyard.errors import UserError
from steelyard.i18n import t
from steelyard.server.db import Database
from steelyard.server.db.base import now
from steelyard.server.db.migrate import check_migrated
from steelyard.server.db.tables import DatasetVersion, Run
from steelyard.server.errors import NotFoundError
from steelyard.server.library import keys
from steelyard.server.library.storage import Storage, open_storage
from steelyard.server.operations.archive import FORMAT, KEYS, MANIFEST, writing_archive
from steelyard.server.operations.dump import dump_tables, rows_of
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor
from steelyard.server.settings import Settings

Tell = Callable[[str], None]
_TRIES = 20
# These grow or are cut while a run goes on; every other file is replaced by a new one.
_GROWING = (layout.JOURNAL, layout.JUDGE_CACHE)


@dataclass
class BackedUp:
    """What became of a backup.

    Attributes:
        rows: of all tables.
        objects: uploads taken.
        runs: bundles taken.
        size: of the file, in bytes.
        gone: runs and uploads that were removed while the backup was made.
        missing: those that the service has lost.
    """

    rows: int = 0
    objects: int = 0
    runs: int = 0
    size: int = 0
    gone: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)


def back_up(
    settings: Settings, database: Database, actor: Actor, file: Path, tell: Tell
) -> BackedUp:
    """Write a backup of the whole service to a file.

    Raises:
        UserError: the file is there, or cannot be written.
    """
    storage = open_storage(settings)
    done = BackedUp()
    with (
        TemporaryDirectory(dir=storage.scratch, prefix="backup-") as scratch,
        writing_archive(file) as archive,
    ):
        folder = Path(scratch)
        (folder / "tables").mkdir()
        # A key that secrets were encrypted with may be dropped meanwhile, or a new one come.
        before = keys.key_file(settings)
        catalogue = dump_tables(database, folder / "tables", lambda name: tell(f"tables {name}"))
        texts = dict.fromkeys([*keys.key_file(settings), *before])
        done.rows = sum(catalogue["tables"].values())
        for name, path in _files(storage, folder, done):
            tell(name)
            with path.open("rb") as stream:
                archive.add(name, stream)
        if texts:
            archive.add_bytes(KEYS, "".join(f"{one}\n" for one in texts).encode())
        _sort_out(database, done)
        about = {"format": FORMAT, "version": __version__, "made_at": now().isoformat()}
        manifest = {**about, **catalogue, "gone": done.gone, "files": archive.files}
        archive.add_bytes(MANIFEST, orjson.dumps(manifest))
    done.size = file.stat().st_size
    _record(database, actor, file, done)
    return done


def _files(storage: Storage, folder: Path, done: BackedUp) -> Iterator[tuple[str, Path]]:
    """Yield every file of the backup under its name in it; runs are put aside first of all."""
    tables, runs = folder / "tables", folder / "runs"
    _stage_runs(storage, tables / "runs.jsonl", runs, done)
    for path in sorted(tables.iterdir()):
        yield f"tables/{path.name}", path
    yield from _objects(storage, tables / "dataset_versions.jsonl", done)
    for path in sorted(runs.rglob("*")):
        if path.is_file():
            yield f"runs/{path.relative_to(runs).as_posix()}", path


def _stage_runs(storage: Storage, rows: Path, target: Path, done: BackedUp) -> None:
    """Put every run aside as it is now; quickly, so that few change meanwhile."""
    target.mkdir()
    for row in rows_of(rows):
        source = storage.run_folder(row["id"])
        if not (source / layout.MANIFEST).exists():
            if row["state"] != "created":  # otherwise nobody has begun it
                done.missing.append(f"runs/{row['id']}")
            continue
        if _stage(source, target / row["id"]):
            done.runs += 1
        else:
            done.missing.append(f"runs/{row['id']}")


def _stage(source: Path, target: Path) -> bool:
    """Put a run aside, in a state that a kill at one moment would have left it in."""
    for _ in range(_TRIES):
        try:
            begun = _identity(source)
            for path in sorted(one for one in source.rglob("*") if one.is_file()):
                if path.name != layout.LOCK and not path.name.endswith(".tmp"):
                    _take(path, target / path.relative_to(source))
            if begun == _identity(source):
                return True
        except FileNotFoundError:
            if not source.exists():
                break
        shutil.rmtree(target, ignore_errors=True)
    shutil.rmtree(target, ignore_errors=True)
    if source.exists():
        raise UserError(t("admin.restless", path=source))
    return False


def _identity(source: Path) -> tuple[int, int, int]:
    found = (source / layout.MANIFEST).stat()
    return found.st_ino, found.st_mtime_ns, found.st_size


def _take(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if path.name in _GROWING:
        shutil.copyfile(path, target)
        return
    try:
        os.link(path, target)
    except FileNotFoundError:
        raise
    except OSError:  # a file system without links
        shutil.copyfile(path, target)


def _objects(storage: Storage, rows: Path, done: BackedUp) -> Iterator[tuple[str, Path]]:
    for name in sorted({row["path"] for row in rows_of(rows)}):
        try:
            path = storage.local(name)
        except NotFoundError:
            done.missing.append(name)
            continue
        done.objects += 1
        yield name, path


def _sort_out(database: Database, done: BackedUp) -> None:
    """Tell what was removed meanwhile, as people may, from what is lost."""
    if not done.missing:
        return
    with database.reading() as session:
        named = set(session.scalars(select(Run.path)))
        named |= set(session.scalars(select(DatasetVersion.path)))
    done.gone = [path for path in done.missing if path not in named]
    done.missing = [path for path in done.missing if path in named]


def _record(database: Database, actor: Actor, file: Path, done: BackedUp) -> None:
    try:
        check_migrated(database)
    except UserError:
        return  # an older trail is not written to
    facts = {"file": file.name, "rows": done.rows, "objects": done.objects, "runs": done.runs}
    with database.transaction() as session:
        audit.record(session, actor, "service.backup", after=facts)
