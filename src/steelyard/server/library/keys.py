"""The keys that secrets are encrypted with: a file that only the service reads, or a variable.

There may be several, the newest first: it encrypts, all of them decrypt. Rotating puts a new one in
front and encrypts everything anew.
"""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from steelyard.bundle.atomic import write_atomic
from steelyard.errors import UserError
from steelyard.i18n import t
from steelyard.server.private_file import private_text
from steelyard.server.settings import Settings

VARIABLE = "STEELYARD_KEY"
_FILE = "secret-keys"


class Keys:
    """Encrypts and decrypts."""

    def __init__(self, texts: list[str]) -> None:
        try:
            self._box = MultiFernet([Fernet(text) for text in texts])
        except ValueError:
            raise UserError(t("library.bad_key", variable=VARIABLE, file=_FILE)) from None

    def __repr__(self) -> str:
        return "Keys(…)"

    def lock(self, content: bytes) -> bytes:
        """Encrypt with the newest key."""
        return self._box.encrypt(content)

    def unlock(self, content: bytes) -> bytes:
        """Decrypt with whichever key it was.

        Raises:
            UserError: none of them is.
        """
        try:
            return self._box.decrypt(content)
        except InvalidToken:
            raise UserError(t("library.no_key", variable=VARIABLE, file=_FILE)) from None


def open_keys(settings: Settings) -> Keys:
    """Return the keys of a service; the first call makes one, unless the variable has it."""
    return Keys(_texts(settings))


def add_key(settings: Settings) -> Keys:
    """Put a new key in front of the file's.

    Raises:
        UserError: the keys are in the variable, where only an operator can change them.
    """
    if os.environ.get(VARIABLE):
        raise UserError(t("library.key_in_variable", variable=VARIABLE))
    texts = [Fernet.generate_key().decode(), *_texts(settings)]
    _write(settings.data_dir / _FILE, texts)
    return Keys(texts)


def drop_old_keys(settings: Settings) -> None:
    """Keep only the newest key of the file; call it when everything is encrypted with it."""
    if not os.environ.get(VARIABLE):
        _write(settings.data_dir / _FILE, _texts(settings)[:1])


def has_keys(settings: Settings) -> bool:
    """Whether there is any key yet."""
    return bool(os.environ.get(VARIABLE)) or (settings.data_dir / _FILE).exists()


def key_file(settings: Settings) -> list[str]:
    """Return the keys of the file, for a backup; none when a variable has them."""
    path = settings.data_dir / _FILE
    return path.read_text().split() if path.exists() and not os.environ.get(VARIABLE) else []


def put_back(settings: Settings, texts: list[str]) -> None:
    """Write the keys of a backup, unless a variable has them."""
    if texts and not os.environ.get(VARIABLE):
        _write(settings.data_dir / _FILE, texts)


def _texts(settings: Settings) -> list[str]:
    if given := os.environ.get(VARIABLE):
        return given.replace(",", " ").split()
    made = private_text(settings.data_dir / _FILE, lambda: Fernet.generate_key().decode() + "\n")
    return made.split()


def _write(path: Path, texts: list[str]) -> None:
    old = os.umask(0o077)
    try:
        write_atomic(path, "".join(f"{text}\n" for text in texts).encode())
    finally:
        os.umask(old)
