"""A run on disk as one file, to be sent; and back again."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from steelyard.bundle import Bundle, zipped
from steelyard.errors import BundleError, DataError
from steelyard.i18n import t
from steelyard.model import RunState


@contextmanager
def packed(folder: Path) -> Iterator[IO[bytes]]:
    """Give the zip of a finished run as a file that has no name.

    Raises:
        BundleError: it is no run, or one that is not finished.
    """
    bundle = Bundle(folder)
    if bundle.state is not RunState.FINISHED:
        raise BundleError(t("bundle.not_finished", path=folder, state=bundle.state))
    with TemporaryFile() as file:
        for piece in zipped(folder):
            file.write(piece)
        file.seek(0)
        yield file


def unpack(file: Path, folder: Path) -> Path:
    """Lay a downloaded run out in a folder that is not there yet.

    Raises:
        DataError: the folder is there, or what was downloaded is no run.
    """
    if folder.exists():
        raise DataError(t("client.exists", path=folder))
    try:
        with zipfile.ZipFile(file) as archive:
            archive.extractall(folder)
        Bundle(folder)
    except (zipfile.BadZipFile, BundleError):
        shutil.rmtree(folder, ignore_errors=True)
        raise DataError(t("client.no_bundle")) from None
    return folder
