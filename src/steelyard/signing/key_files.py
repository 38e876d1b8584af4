"""Private keys in files: made, read, and kept from everyone else."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.errors import InputError, MissingPackageError
from steelyard.i18n import t
from steelyard.signing.envelope import keyid_of
from steelyard.signing.trusted_keys import SIGNER

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_ENCRYPTED = b"BEGIN ENCRYPTED PRIVATE KEY"


class SigningKey(NamedTuple):
    """A private key, the name of its owner, and its id."""

    name: str
    keyid: str
    private: Ed25519PrivateKey

    def public_file(self) -> str:
        """Return the public key as the file that others trust."""
        from cryptography.hazmat.primitives import serialization as form

        pem = self.private.public_key().public_bytes(
            form.Encoding.PEM, form.PublicFormat.SubjectPublicKeyInfo
        )
        return f"{SIGNER}{self.name}\n{pem.decode()}"


def make_key(path: Path, name: str, passphrase: bytes | None = None) -> SigningKey:
    """Make a key: the private one at `path`, for its owner only, the public one next to it.

    Args:
        path: where the private key goes; the public one has the suffix `.pub`.
        name: whose it is, in one line.
        passphrase: encrypts the private key.

    Raises:
        InputError: one of the files exists or cannot be written.
        MissingPackageError: the extra is not installed.
    """
    form, ed25519 = _packages()
    key = _named(name, ed25519.Ed25519PrivateKey.generate())
    lock = form.BestAvailableEncryption(passphrase) if passphrase else form.NoEncryption()
    pem = key.private.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, lock).decode()
    public = path.with_suffix(".pub")
    if not name.isprintable() or not name.strip():
        raise InputError(t("signing.bad_name"))
    if public == path or public.exists():
        raise InputError(t("signing.exists", path=public))
    _write_new(path, f"{SIGNER}{name}\n{pem}", 0o600)
    _write_new(public, key.public_file(), 0o644)
    return key


def read_key(path: Path, passphrase: bytes | None = None) -> SigningKey:
    """Return the private key in a file.

    Raises:
        InputError: it cannot be read, others may read it, it is no Ed25519 key, or the passphrase
            is missing or wrong.
        MissingPackageError: the extra is not installed.
    """
    form, ed25519 = _packages()
    content = _read_private(path)
    encrypted = _ENCRYPTED in content
    if encrypted and not passphrase:
        raise InputError(t("signing.passphrase_needed", path=path))
    try:
        private = form.load_pem_private_key(content, passphrase if encrypted else None)
    except (ValueError, TypeError):
        key = "signing.passphrase_wrong" if encrypted else "signing.not_private"
        raise InputError(t(key, path=path)) from None
    if not isinstance(private, ed25519.Ed25519PrivateKey):
        raise InputError(t("signing.not_private", path=path))
    first = content.decode("utf-8", "replace").partition("-----BEGIN")[0].strip()
    return _named(first.removeprefix(SIGNER) or path.stem, private)


def is_encrypted(path: Path) -> bool:
    """Return whether the private key in a file needs a passphrase.

    Raises:
        InputError: it cannot be read, or others may read it.
    """
    return _ENCRYPTED in _read_private(path)


def _read_private(path: Path) -> bytes:
    try:
        mode, content = path.stat().st_mode, path.read_bytes()
    except OSError as error:
        raise InputError(t("signing.unreadable", path=path, why=error.strerror or error)) from None
    if os.name != "nt" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise InputError(t("signing.open_file", path=path))
    return content


def _named(name: str, private: Ed25519PrivateKey) -> SigningKey:
    return SigningKey(name, keyid_of(private.public_key().public_bytes_raw()), private)


def _write_new(path: Path, text: str, mode: int) -> None:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise InputError(t("signing.exists", path=path)) from None
    except OSError as error:
        raise InputError(t("signing.unwritable", path=path, why=error.strerror or error)) from None


def _packages() -> tuple[Any, Any]:
    try:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError:
        raise MissingPackageError(t("signing.needs_package")) from None
    return serialization, ed25519
