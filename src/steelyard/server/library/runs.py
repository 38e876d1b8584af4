"""The folder of a run, for what is tried on it."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.orm import Session

from steelyard.i18n import t
from steelyard.server.db.tables import Run
from steelyard.server.errors import NotFoundError
from steelyard.server.library.storage import Storage


def run_folder(session: Session, storage: Storage, project_id: str, run_id: str) -> Path:
    """Return where the bundle of a run of the project lies."""
    run = session.get(Run, run_id)
    if run is None or run.project_id != project_id:
        raise NotFoundError(t("library.no_run", id=run_id[:100]))
    return storage.run_folder(run.path.removeprefix("runs/"))
