"""Public keys of those whose signatures are trusted."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import NamedTuple

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.signing.ed25519 import is_point
from steelyard.signing.envelope import keyid_of

SIGNER = "Signer: "  # the line before the key that names its owner
_BEGIN, _END = "-----BEGIN PUBLIC KEY-----", "-----END PUBLIC KEY-----"
_DER = bytes.fromhex("302a300506032b6570032100")  # an Ed25519 public key follows


class TrustedKey(NamedTuple):
    """A public key and the name of its owner."""

    name: str
    raw: bytes


def read_trusted_keys(paths: list[Path]) -> dict[str, TrustedKey]:
    """Return the keys in these files, and in the `.pub` files of these folders, by their id.

    Raises:
        InputError: there is no key, or a file that is none.
    """
    files = [file for path in paths for file in (_public(path) if path.is_dir() else [path])]
    if not files:
        raise InputError(t("signing.no_keys", path=", ".join(map(str, paths))))
    found = [_read(file) for file in files]
    return {keyid_of(key.raw): key for key in found}


def _public(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.pub"))


def _read(path: Path) -> TrustedKey:
    try:
        before, _, rest = path.read_text("utf-8").partition(_BEGIN)
        der = base64.b64decode("".join(rest.partition(_END)[0].split()), validate=True)
    except OSError as error:
        raise InputError(t("signing.unreadable", path=path, why=error.strerror or error)) from None
    except ValueError:
        before, der = "", b""
    if len(der) != len(_DER) + 32 or not der.startswith(_DER) or not is_point(der[len(_DER) :]):
        raise InputError(t("signing.not_a_key", path=path), hint=t("signing.not_a_key_hint"))
    return TrustedKey(before.strip().removeprefix(SIGNER) or path.stem, der[len(_DER) :])
