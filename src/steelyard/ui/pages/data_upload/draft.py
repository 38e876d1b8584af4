"""An upload that is being looked at: the file, how it is read, what was found in it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard.cases import Reject
from steelyard.errors import DataError
from steelyard.i18n import say
from steelyard.server.db.tables import Dataset, DatasetVersion
from steelyard.server.errors import NotFoundError
from steelyard.server.library import columns, datasets, intake, pooled_reading
from steelyard.server.library.storage import open_storage
from steelyard.server.people.policy import Actor, Role
from steelyard.ui import uploads
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@dataclass(slots=True)
class Draft:
    """What the page knows of the file; everything that reads it runs in a thread."""

    visit: Visit
    parked: uploads.Parked
    dataset: Dataset | None = None  # that gets a new version
    name: str = ""
    reading: dict[str, Any] = field(default_factory=dict)
    columns: list[columns.ColumnSeen] = field(default_factory=list)
    looked_at: int = 0
    profile: dict[str, Any] | None = None  # None while the file cannot be read as cases
    trouble: str = ""
    spec: dict[str, Any] = field(default_factory=dict)
    stamp: tuple[int, int] = (0, 0)  # of the file that was read through
    rejects: list[Reject] = field(default_factory=list)
    fixes: dict[int, dict[str, Any]] = field(default_factory=dict)
    reading_now: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def read(self) -> None:
        """Read the file through as it is to be read now."""
        async with self.reading_now:  # two changes in a row are read one after the other
            await self.visit.work(Role.EVALUATOR, self._read)

    async def map(self, column: str, target: str) -> None:
        """Take a column as a field; "" keeps it as metadata. The file is read again."""
        named = dict(self.reading.get("map") or {})
        own = next(one for one in self.columns if one.name == column)
        last = column.removeprefix("metadata.")
        named.pop(column, None)
        if not target and own.field is not None:
            named[column] = f"metadata.{last}"
        elif target:
            named[column] = target
        self.reading = {**self.reading, "map": named}
        await self.read()

    async def correct(self) -> int:
        """Put the rows that were put right into the file; it becomes JSON lines."""
        count = len(self.fixes)
        await self.visit.work(Role.EVALUATOR, self._correct)
        await self.read()
        return count

    async def keep(self, name: str, description: str) -> tuple[Dataset, DatasetVersion, bool]:
        """Take the file in, with the rows put right, as a dataset or as a version.

        The last of what is returned says whether the content is new.
        """
        settings = self.visit.settings

        def take() -> intake.Taken:
            storage, file = open_storage(settings), self.parked.file
            if self.profile is not None and self.stamp == _stamp(file):
                return intake.keep_checked(storage, file, self.name, self.spec, self.profile)
            return pooled_reading.take_in(settings, file, self.name, self.reading)

        def add(session: Session, actor: Actor) -> tuple[Dataset, DatasetVersion, bool]:
            project = self.visit.here.id
            if self.dataset is None:
                found = datasets.create_dataset(session, actor, project, name, description)
            else:
                found = datasets.find_dataset(session, project, self.dataset.id)
            version, is_new = datasets.add_version(session, actor, found, taken)
            return found, version, is_new

        await self._refuse_taken(name)
        if self.fixes:
            await self.correct()
        taken = await self.visit.work(Role.EVALUATOR, take)
        made = await self.visit.act(Role.EVALUATOR, add)
        uploads.forget_file(self.parked)
        return made

    async def _refuse_taken(self, name: str) -> None:
        """Say that the name is taken while the file is still here."""
        if self.dataset is None:
            await self.visit.ask(
                lambda session, _: datasets.refuse_taken_name(session, self.visit.here.id, name)
            )

    def _read(self) -> None:
        file = self.parked.file
        if not file.exists():
            raise NotFoundError(uploads.gone_words())
        self.stamp = _stamp(file)
        found, self.looked_at = pooled_reading.look_at_columns(file, self.name, self.reading)
        self.columns = found
        self.profile, self.trouble, self.rejects = None, "", []
        try:
            given = (self.visit.settings, file, self.name, self.reading)
            self.spec, profile = pooled_reading.check_upload(*given)
        except DataError as error:
            # Often only the names of the columns are not ours, which the page lets people say.
            self.trouble = say(error)
            return
        self.profile = profile
        if profile["rows_rejected"]:
            self.rejects = pooled_reading.rejects_in(file, self.name, self.reading)
        self.fixes = {line: row for line, row in self.fixes.items() if line in self._lines()}

    def _lines(self) -> set[int]:
        return {one.line for one in self.rejects}

    def _correct(self) -> None:
        file = self.parked.file
        corrected = file.with_name(f"{file.name}-corrected")
        try:
            self.name, self.reading = pooled_reading.correct_upload(
                file, self.name, self.reading, self.fixes, corrected
            )
            corrected.replace(file)
        finally:
            corrected.unlink(missing_ok=True)
        self.fixes = {}


def _stamp(file: Path) -> tuple[int, int]:
    """Return what changes when another file is sent to the same place."""
    found = file.stat()
    return found.st_mtime_ns, found.st_size
