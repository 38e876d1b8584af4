"""The manifest: what was run, with what, and how far it is."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson

from steelyard.bundle.atomic import write_atomic
from steelyard.bundle.layout import MANIFEST
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
            values = orjson.loads(path.read_bytes())
        except FileNotFoundError:
            raise BundleError(
                t("bundle.not_a_bundle", path=directory), hint=t("bundle.not_a_bundle_hint")
            ) from None
        except NotADirectoryError:
            raise BundleError(
                t("bundle.is_file", path=directory), hint=t("bundle.is_file_hint")
            ) from None
        except (orjson.JSONDecodeError, OSError) as error:
            raise BundleError(t("bundle.bad_manifest", path=path, error=error)) from error
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
        """Replace the file on disk."""
        write_atomic(self._path, orjson.dumps(self.values, option=orjson.OPT_INDENT_2))

    def _record(self, state: RunState) -> None:
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        self.values["history"].append({"state": state, "at": now})
