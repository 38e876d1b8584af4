"""Runs: pushed from here, and fetched to here."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from steelyard.bundle import Bundle
from steelyard.client.areas.runs import ProjectRuns, Run
from steelyard.client.errors import ConflictError
from steelyard.client.pack import packed, unpack
from steelyard.client.transfer import Tell


class Pushed(NamedTuple):
    """A run on the server; `new` says that it was not there before."""

    run: Run
    new: bool


class Runs(ProjectRuns):
    """Runs of a project."""

    def push_bundle(self, folder: str | Path, *, tell: Tell | None = None) -> Pushed:
        """Push a finished run; one that the project has already is not sent again.

        Raises:
            BundleError: the folder holds no finished run.
        """
        bundle = Bundle(Path(folder))
        if (known := self._known(bundle)) is not None:
            return Pushed(known, False)
        with packed(bundle.path) as file:
            try:
                return Pushed(self.push(file, tell=tell), True)  # type: ignore[arg-type]
            except ConflictError:
                # The line broke when all was sent, and sending it again found it there.
                if (known := self._known(bundle)) is None:
                    raise
                return Pushed(known, True)

    def fetch_bundle(self, run: str, folder: str | Path, *, tell: Tell | None = None) -> Path:
        """Download a run into a folder that is not there yet; `steelyard.load_run` opens it."""
        with TemporaryDirectory() as scratch:
            file = self.download(run, Path(scratch) / "run.zip", tell=tell)
            return unpack(file, Path(folder))

    def _known(self, bundle: Bundle) -> Run | None:
        identity = bundle.manifest.values["run_id"]
        name = str(bundle.manifest.values["name"])[:200]
        found = self.list(text=name, archived=True)
        return next((run for run in found if run.run_id == identity), None)
