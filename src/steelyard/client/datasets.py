"""Datasets: a file becomes the newest version of one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from steelyard.client.areas.dataset_versions import ProjectDatasetVersions, Version, VersionShown
from steelyard.client.areas.datasets import Dataset, ProjectDatasets
from steelyard.client.errors import NotFoundError
from steelyard.client.find import by_name, find
from steelyard.client.transfer import Tell
from steelyard.i18n import t


class Datasets(ProjectDatasets):
    """Datasets of a project."""

    def find(self, name: str) -> Dataset:
        """Return a dataset by its name or id."""
        return find(self, name, t("client.dataset"))

    def find_version(self, name: str) -> Version:
        """Return a version: `name@3`, or the newest one of `name`.

        Raises:
            NotFoundError: there is none.
        """
        named, at, number = name.rpartition("@")
        dataset = self.find(named if at and number.isdecimal() else name)
        found = self._versions.list(dataset.id)
        if at and number.isdecimal():
            found = [version for version in found if version.number == int(number)]
        if not found:
            raise NotFoundError(t("client.no_version", name=name))
        return max(found, key=lambda version: version.number)

    def put(
        self,
        file: str | Path,
        name: str | None = None,
        *,
        reading: Mapping[str, Any] | None = None,
        tell: Tell | None = None,
    ) -> VersionShown:
        """Upload a file as the newest version of a dataset, which is made if it is not there.

        Args:
            file: the cases.
            name: of the dataset; by default that of the file.
            reading: `format`, `map`, `encoding`, `sheet`, `delimiter`, as in a plan.
            tell: is told how far the upload is.
        """
        path = Path(file)
        name = name or path.stem
        dataset = by_name(self.list(text=name), name) or self.create(name)
        said = orjson.dumps(reading).decode() if reading else None
        return self._versions.upload(dataset.id, path, path.name, reading=said, tell=tell)

    @property
    def _versions(self) -> ProjectDatasetVersions:
        return ProjectDatasetVersions(self._wire, self._project)
