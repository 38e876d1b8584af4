"""The manifest: what was run, with what, and how far it is.

It ends in a checksum, and a backup is written before it. A kill between the two leaves a backup
that is one step ahead; since a step is recorded after it was done, going on from there is right.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from steelyard.bundle.atomic import write_atomic
from steelyard.bundle.checksums import dump_json, load_json
from steelyard.bundle.layout import MANIFEST, MANIFEST_BACKUP
from steelyard.bundle.lock import writing
from steelyard.errors import BundleError
from steelyard.i18n import t
from steelyard.model import TRANSITIONS, RunState

FORMAT = 1


class Manifest:
    """The manifest of one bundle: a JSON object with a state that moves by the table.

    Values are plain JSON and documented in docs/reference/bundle.md.
    """

    def __init__(self, path: Path, values: dict[str, Any]) -> None:
        self._path = path
        self.values = values

    @classmethod
    def create(cls, directory: Path, values: dict[str, Any]) -> Manifest:
        """Write the manifest of a new bundle."""
        head = {"format": FORMAT, "state": RunState.CREATED, "history": []}
        manifest = cls(directory / MANIFEST, {**head, **values})
        manifest._record(RunState.CREATED)
        manifest.save()
        return manifest

    @classmethod
    def load(cls, directory: Path) -> Manifest:
        """Read the manifest of the bundle at `directory`."""
        path = directory / MANIFEST
        try:
            values = load_json(path.read_bytes())
        except FileNotFoundError:
            if (directory / MANIFEST_BACKUP).exists():
                raise _damaged(path, t("bundle.file_missing")) from None
            raise BundleError(
                t("bundle.not_a_bundle", path=directory), hint=t("bundle.not_a_bundle_hint")
            ) from None
        except NotADirectoryError:
            raise BundleError(
                t("bundle.is_file", path=directory), hint=t("bundle.is_file_hint")
            ) from None
        except OSError as error:
            raise BundleError(t("bundle.bad_manifest", path=path, error=error)) from error
        except ValueError as error:
            raise _damaged(path, error) from error
        if not isinstance(values, dict) or not isinstance(values.get("format"), int):
            raise BundleError(t("bundle.bad_manifest", path=path, error="format"))
        if values["format"] > FORMAT:
            raise BundleError(t("bundle.newer_format", path=path, found=values["format"]))
        return cls(path, values)

    @property
    def state(self) -> RunState:
        """Where the run is."""
        return RunState(self.values["state"])

    def move(self, state: RunState, **changes: Any) -> None:
        """Go to `state`, with other values changed in the same breath."""
        if state is not self.state:
            if state not in TRANSITIONS[self.state]:
                raise BundleError(t("bundle.bad_move", old=self.state, new=state))
            self._record(state)
        self.update(state=state, **changes)

    def update(self, **changes: Any) -> None:
        """Change values and save."""
        self.values.update(changes)
        self.save()

    def save(self) -> None:
        """Replace the file on disk, its backup first."""
        content = dump_json(self.values)
        write_atomic(self._path.with_name(MANIFEST_BACKUP), content)
        write_atomic(self._path, content)

    def _record(self, state: RunState) -> None:
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        self.values["history"].append({"state": state, "at": now})


def restore_manifest(directory: Path) -> None:
    """Replace a damaged or missing manifest by its backup; what was damaged is kept.

    Raises:
        BundleError: the backup is missing or damaged, too.
    """
    path, backup = directory / MANIFEST, directory / MANIFEST_BACKUP
    try:
        Manifest.load(directory)
    except BundleError:
        if not backup.exists():
            raise
        with writing(directory):
            content = backup.read_bytes()
            try:
                load_json(content)
            except ValueError as error:
                message = t("bundle.backup_damaged", path=path, backup=backup.name, error=error)
                raise BundleError(message, hint=t("bundle.backup_damaged_hint")) from error
            if path.exists():
                path.replace(path.with_name(f"{MANIFEST}.damaged"))
            write_atomic(path, content)


def _damaged(path: Path, error: object) -> BundleError:
    """Say what is safe, and the command that goes on where there is one."""
    directory, message = path.parent, t("bundle.manifest_damaged", path=path, error=error)
    if not (directory / MANIFEST_BACKUP).exists():
        return BundleError(message, hint=t("bundle.backup_damaged_hint"))
    return BundleError(message, hint=t("bundle.manifest_damaged_hint", path=directory))
