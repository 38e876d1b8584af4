"""Where workers keep replies until the run collects them: a shared folder, or S3 and its like.

A segment is a few whole journal lines under a name of its own, written at once; nothing is ever
appended to, because object stores cannot.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steelyard.bundle import write_atomic
from steelyard.errors import MissingPackageError
from steelyard.i18n import t

_ENDING = ".jsonl"


@dataclass(frozen=True, slots=True)
class Store:
    """The segments of one run.

    Attributes:
        place: a folder that every node sees, or a URL that fsspec knows.
        run_id: keeps runs that share a place apart.
    """

    place: str
    run_id: str

    def put(self, name: str, lines: bytes) -> None:
        """Keep a segment; once this returns, it is there as a whole."""
        if self._is_url:
            self._files().pipe_file(self._path(name), lines)
            return
        path = Path(self._path(name))
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, lines)

    def get(self, name: str) -> bytes:
        """Return a segment."""
        if self._is_url:
            content: bytes = self._files().cat_file(self._path(name))
            return content
        return Path(self._path(name)).read_bytes()

    def names(self) -> list[str]:
        """Return the segments there are."""
        if not self._is_url:
            return sorted(path.stem for path in Path(self._folder).glob(f"*{_ENDING}"))
        files = self._files()
        files.invalidate_cache()
        found = files.find(self._folder)
        return sorted(str(path).rsplit("/", 1)[-1].removesuffix(_ENDING) for path in found)

    def remove(self, names: list[str]) -> None:
        """Remove segments, and the run's folder with the last of them."""
        if self._is_url:
            for name in names:
                self._files().rm_file(self._path(name))
            return
        for name in names:
            Path(self._path(name)).unlink(missing_ok=True)
        folder = Path(self._folder)
        if folder.exists() and not any(folder.iterdir()):
            folder.rmdir()

    @property
    def _is_url(self) -> bool:
        return "://" in self.place

    @property
    def _folder(self) -> str:
        return f"{self.place.rstrip('/')}/{self.run_id}"

    def _path(self, name: str) -> str:
        return f"{self._folder}/{name}{_ENDING}"

    def _files(self) -> Any:
        """Return the file system; fsspec keeps one per place."""
        try:
            import fsspec  # type: ignore[import-untyped]
        except ImportError:
            raise MissingPackageError(t("cluster.no_fsspec")) from None
        return fsspec.core.url_to_fs(self.place)[0]
