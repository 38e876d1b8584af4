"""A run on disk: create it, open it, know what is done, finish it."""

from __future__ import annotations

import shutil
from array import array
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from steelyard.bundle import journal, layout
from steelyard.bundle.answered import Answered, rows_of
from steelyard.bundle.atomic import clear_temporary
from steelyard.bundle.checksums import checksum_of_file, load_json
from steelyard.bundle.manifest import Manifest
from steelyard.bundle.results import generations, part_name
from steelyard.bundle.rows import RowMaker
from steelyard.errors import BundleError, JournalDamagedError
from steelyard.i18n import t
from steelyard.model import RESUMABLE, RunState


class Bundle:
    """One run's directory. Open an existing one with `Bundle(path)`.

    Attributes:
        path: the directory.
        called: what people know the run by, where its plan and directory would not tell them.
    """

    def __init__(self, path: Path | str, called: str | None = None) -> None:
        self.path = Path(path)
        self.called = called
        self.manifest = Manifest.load(self.path)

    @classmethod
    def create(cls, path: Path, values: dict[str, Any]) -> Bundle:
        """Make the directory and its manifest; refuse one that already holds something."""
        if (path / layout.MANIFEST).exists():
            state = Manifest.load(path).state
            message = t("bundle.exists", path=path, state=state)
            raise BundleError(message, hint=t("bundle.exists_hint", path=path))
        path.mkdir(parents=True, exist_ok=True)
        clear_temporary(path)
        if {one.name for one in path.iterdir()} - {layout.MANIFEST_BACKUP}:
            raise BundleError(t("bundle.not_empty", path=path))
        Manifest.create(path, values)
        return cls(path)

    @property
    def spoken(self) -> str:
        """What a sentence about it says: what it is called, else where it is."""
        return self.called or str(self.path)

    @property
    def state(self) -> RunState:
        """Where the run is."""
        return self.manifest.state

    @property
    def rows(self) -> int:
        """How many asks the run has when it is whole."""
        values = self.manifest.values
        return int(values["asks"]) * int(values["epochs"])

    @property
    def asks_path(self) -> Path:
        """The file of asks."""
        return self.path / layout.ASKS

    @property
    def journal_path(self) -> Path:
        """The file of replies."""
        return self.path / layout.JOURNAL

    @property
    def results_path(self) -> Path:
        """The directory of the current results table."""
        name = self.manifest.values.get("results")
        if name is None:
            message = t("bundle.not_finished", path=self.path, state=self.state)
            raise BundleError(message, hint=t("bundle.not_finished_hint", path=self.path))
        return self.path / str(name)

    def summary(self) -> dict[str, Any]:
        """Return what scoring found: indicators, overall score, breakdowns."""
        path = self.path / layout.SUMMARY
        if not path.exists():
            message = t("bundle.not_finished", path=self.path, state=self.state)
            raise BundleError(message, hint=t("bundle.not_finished_hint", path=self.path))
        try:
            summary: dict[str, Any] = load_json(path.read_bytes())
        except ValueError as error:
            message = t("bundle.summary_damaged", path=path, error=error)
            hint = t("bundle.summary_damaged_hint", path=self.path)
            raise BundleError(message, hint=hint) from error
        return summary

    def check_results(self) -> None:
        """Compare every part of the results table with its checksum; release 0.1 kept none.

        Raises:
            BundleError: a part is missing or bytes of it changed.
        """
        kept = self.manifest.values.get("results_crc32")
        for number, checksum in enumerate(kept or ()):
            path = self.results_path / part_name(number)
            if not path.exists() or checksum_of_file(path) != checksum:
                again = self.state in RESUMABLE and self.journal_path.exists()
                hint = "bundle.part_damaged_resume_hint" if again else "bundle.part_damaged_hint"
                message = t("bundle.part_damaged", path=path)
                raise BundleError(message, hint=t(hint, path=self.path))

    @property
    def journal_header(self) -> dict[str, Any]:
        """The first line of the journal: which plan its replies belong to."""
        plan_hash = self.manifest.values["plan_hash"]
        return {"row": -1, "steelyard_journal": 1, "plan_hash": plan_hash}

    def offsets(self) -> array[int]:
        """Return where each row's reply starts in the journal; -1 where there is none.

        Every line is checked on the way.
        """
        found = array("q", [-1]) * self.rows
        if not self.journal_path.exists():
            return found
        for line in journal.read_lines(self.journal_path):
            if line.number == 1:
                header = journal.decode(line.content)
                journal.check_header(header, self.manifest.values["plan_hash"], self.journal_path)
                continue
            self._place(line, found)
        return found

    def answered(self, found: array[int]) -> Iterator[Answered]:
        """Yield every answered ask with its replies, in order, as they lie on disk."""
        epochs = int(self.manifest.values["epochs"])
        # Replies lie almost in the order of the asks: seeking mostly stays inside the buffer.
        with (
            self.asks_path.open("rb") as asks,
            self.journal_path.open("rb", buffering=1 << 20) as replies,
        ):
            for number, ask in enumerate(asks):
                heard = []
                for epoch in range(epochs):
                    offset = found[number * epochs + epoch]
                    if offset >= 0:
                        replies.seek(offset)
                        heard.append((epoch, replies.readline()))
                if heard:
                    yield Answered(ask, heard)

    def answered_rows(self, found: array[int], maker: RowMaker) -> Iterator[dict[str, Any]]:
        """Yield the results row of every answered ask, in order."""
        return rows_of(self.answered(found), maker)

    def has_summary_of(self, results: str) -> bool:
        """Whether the summary on disk was made from the results directory of that name."""
        if not (self.path / layout.SUMMARY).exists():
            return False
        with suppress(BundleError):  # a damaged one is made again
            return bool(self.summary().get("of") == results)
        return False

    def clear_run_files(self, *, keep_failed: bool = False) -> None:
        """Remove what a finished run no longer needs: asks, journal, older results.

        With `keep_failed` asks and journal stay where some cases failed: those can be asked again.
        """
        self.clear_old_results()
        clear_temporary(self.path)
        counts = self.manifest.values.get("counts", {})
        if keep_failed and (counts.get("error") or counts.get("timeout")):
            return
        self.journal_path.unlink(missing_ok=True)
        self.asks_path.unlink(missing_ok=True)

    def clear_old_results(self) -> None:
        """Remove results tables that the manifest no longer points at."""
        for path in generations(self.path):
            if path != self.results_path:
                shutil.rmtree(path)

    def _place(self, line: journal.Line, found: array[int]) -> None:
        row = line.row
        path = self.journal_path
        if not 0 <= row < len(found):
            message = t("bundle.unknown_row", path=path, line=line.number, row=row, rows=len(found))
            raise JournalDamagedError(message)
        if found[row] >= 0:
            message = t("bundle.duplicate_row", path=path, row=row, second=line.number)
            raise JournalDamagedError(message)
        found[row] = line.offset
