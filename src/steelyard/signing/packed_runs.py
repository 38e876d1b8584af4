"""A run in a zip: signed in place, or packed for sending after it was signed."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from steelyard.bundle import replacing, zipped
from steelyard.errors import BundleError
from steelyard.i18n import t
from steelyard.signing.key_files import SigningKey
from steelyard.signing.run_files import UNREADABLE, RunFiles
from steelyard.signing.sign import sign_run


def sign_zip(path: Path, key: SigningKey) -> dict[str, Any]:
    """Sign the run in a zip, which is replaced by one with the signature.

    Raises:
        BundleError: it is no zip of a run, or has entries that do not belong into one.
    """
    with TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as scratch:
        folder = Path(scratch)
        _unpack(path, folder)
        statement = sign_run(folder, key)
        write_zip(folder, path)
    return statement


def write_zip(folder: Path, target: Path) -> None:
    """Pack a run into a zip."""
    with replacing(target) as file:
        for piece in zipped(folder):
            file.write(piece)


def _unpack(path: Path, folder: Path) -> None:
    try:
        with RunFiles(path) as files:
            if files.problems:
                said = [
                    t(f"signing.{one.code}", path=one.path, detail=one.detail)
                    for one in files.problems
                ]
                raise BundleError(t("signing.refused", path=path, why="\n".join(said)))
            for name in files.names:
                target = folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                with files.open(name) as source, target.open("wb") as out:
                    shutil.copyfileobj(source, out, 1 << 20)
    except UNREADABLE:
        raise BundleError(t("signing.archive", path=path)) from None
