"""Runs in and out: a bundle as a zip, its table as Parquet, its report in every format."""

from __future__ import annotations

import lzma
import re
import shutil
import zipfile
import zlib
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
from sqlalchemy import select
from sqlalchemy.orm import Session

from steelyard import bundle as disk
from steelyard.bundle import Bundle, layout, sql_text
from steelyard.errors import BundleError, DataError, InputError, SteelyardError
from steelyard.i18n import say, t
from steelyard.machine import trouble_of
from steelyard.model import RunState
from steelyard.report import RunReport, formats_of, report_of, write_report
from steelyard.server.db import new_id
from steelyard.server.db.tables import Run
from steelyard.server.errors import ConflictError
from steelyard.server.heavy_work import read_heavy
from steelyard.server.library.packed import check_names, check_packed
from steelyard.server.library.storage import Storage, open_storage
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor
from steelyard.server.settings import Settings
from steelyard.server.tasks import runs
from steelyard.server.tasks.pushed import check_said
from steelyard.server.tasks.replaced import again_if_replaced

_BUFFER = 1 << 20
# What is left of a run once it is finished. A journal or asks would let it be gone on with: by its
# own plan, which nobody here has checked.
_TAKEN = re.compile(
    rf"(?:{layout.RESULTS_PREFIX}\d{{1,9}}/[^/]+\.parquet"
    r"|(?:manifest|summary|report|signature)\.json|report\.html"
    rf"|{layout.EARLIER_SIGNATURES}/\d{{4,9}}\.json|(?:rejects|judge-cache|overrides)\.jsonl)"
)
# What unpacking says of a zip that is damaged, locked or packed in a way that is not known here.
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    NotImplementedError,
    RuntimeError,
)
TABLE = "parquet"


def report_formats() -> tuple[str, ...]:
    """Return the formats a run can be downloaded in."""
    return (*formats_of(RunReport.__name__), TABLE, "zip")


def take_pushed_run(settings: Settings, file: Path) -> str:
    """Take in the zip of a bundle as `take_run` does, in a bounded process."""
    return read_heavy(file.stat().st_size, _take_pushed_run, settings, file)


def _take_pushed_run(settings: Settings, file: Path) -> str:
    return take_run(open_storage(settings), settings, file)


def take_run(storage: Storage, settings: Settings, file: Path) -> str:
    """Unpack and check the zip of a bundle; return the id under which it lies in the storage.

    Raises:
        DataError: it is no such zip, tries to leave its folder, or unpacks to too much.
    """
    check_packed(file, "run.zip", settings.expansion_ratio)
    run_id = new_id()
    with TemporaryDirectory(dir=storage.scratch) as scratch:
        folder = Path(scratch) / "run"
        _unpack(file, folder)
        _check(folder)
        target = storage.run_folder(run_id)
        shutil.move(folder, target)
    storage.save_run(run_id)
    return run_id


def add_run(session: Session, actor: Actor, storage: Storage, project_id: str, run_id: str) -> Run:
    """Put a run that was taken in into the catalogue.

    Raises:
        ConflictError: the project has this run already.
    """
    path = storage.run_folder(run_id)
    found = runs.read_headline(path)
    assert found is not None
    known = select(Run.id).where(Run.project_id == project_id, Run.run_id == found["run_id"])
    if (other := session.scalar(known)) is not None:
        raise ConflictError(t("tasks.pushed_before", id=other))
    name = str(Bundle(path).manifest.values["name"])[:200]
    run = Run(id=run_id, project_id=project_id, name=name, path=f"runs/{run_id}", state="")
    run.created_by = actor.user_id
    runs.note(run, found)
    session.add(run)
    session.flush()
    subject = audit.Subject(run.id, run.name, project_id)
    audit.record(session, actor, "run.push", subject, after={"run_id": run.run_id})
    return run


@again_if_replaced
def write_run(path: Path, to: str, target: Path) -> None:
    """Write the report of a run, or its table, to a file.

    Raises:
        InputError: there is no such format.
        BundleError: there are no results yet.
    """
    bundle = Bundle(path)
    if to == TABLE:
        with disk.connect(bundle.results_path) as connection:
            file = sql_text(str(target))
            query = f"COPY (SELECT * FROM results ORDER BY row) TO {file} (FORMAT parquet)"
            connection.execute(query).fetchall()
        return
    if to not in report_formats():
        allowed = ", ".join(report_formats())
        raise InputError(t("tasks.bad_format", found=to[:20], allowed=allowed))
    write_report(report_of(bundle), to, target, results=bundle.results_path)


def _unpack(file: Path, folder: Path) -> None:
    folder.mkdir()
    try:
        with zipfile.ZipFile(file) as archive:
            entries = check_names(archive)
            prefix = _prefix([entry.filename for entry in entries])
            for entry in entries:
                name = entry.filename.removeprefix(prefix)
                if not _TAKEN.fullmatch(name):
                    continue
                target = folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(entry) as source, target.open("wb") as out:
                    shutil.copyfileobj(source, out, _BUFFER)
    except OSError as error:  # its own words would name a file of ours
        if (trouble := trouble_of(error)) is not None:
            raise trouble from None
        problem = error.strerror or t("tasks.pushed_broken")
        raise DataError(t("tasks.not_a_bundle", problem=problem)) from None
    except _BROKEN as error:
        problem = str(error) or t("tasks.pushed_broken")
        raise DataError(t("tasks.not_a_bundle", problem=problem)) from None


def _prefix(names: list[str]) -> str:
    """Return the folder that a zip has its files in, if it has them in one."""
    manifests = [name for name in names if name.rpartition("/")[2] == layout.MANIFEST]
    if len(manifests) != 1:
        raise DataError(t("tasks.not_a_bundle", problem=layout.MANIFEST))
    prefix = manifests[0].removesuffix(layout.MANIFEST)
    if not all(name.startswith(prefix) for name in names):
        raise DataError(t("tasks.not_a_bundle", problem=prefix))
    return prefix


def _check(folder: Path) -> None:
    """See that a bundle is finished, and that its results and summary can be read."""
    try:
        bundle = Bundle(folder)
        if bundle.state is not RunState.FINISHED:
            raise BundleError(t("bundle.not_finished", path="zip", state=bundle.state))
        results = bundle.results_path
        if results.parent != folder or not results.is_dir():
            raise BundleError(t("bundle.not_a_bundle", path=results.name))
        check_said(bundle)
        bundle.check_results()
        connection = disk.connect(results)
        try:
            connection.execute("SELECT count(*), max(row) FROM results").fetchall()
        finally:
            connection.close()
    except SteelyardError as error:
        # Where it was unpacked is nobody's concern.
        said = say(error).replace(f"{folder}/", "").replace(str(folder), "zip")
        raise DataError(t("tasks.not_a_bundle", problem=said)) from None
    except duckdb.Error:
        raise DataError(t("tasks.not_a_bundle", problem=t("tasks.pushed_results"))) from None
    except Exception:  # noqa: BLE001 - whatever a forged bundle brings about
        raise DataError(t("tasks.not_a_bundle", problem=t("tasks.pushed_odd"))) from None
