"""The first run: a code that only who started the service can know.

Without it, whoever reached an empty service first would own it.
"""

from __future__ import annotations

import hmac
import os
import secrets

from steelyard.i18n import t
from steelyard.server.people.policy import ForbiddenError
from steelyard.server.settings import Settings

_FILE = "setup-code"


def setup_code(settings: Settings) -> str:
    """Return the code, making it at the first call; it is in a file that only the service reads."""
    path = settings.data_dir / _FILE
    if not path.exists():
        settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(12))
    return path.read_text()


def check_code(settings: Settings, given: str) -> None:
    """Refuse a wrong code.

    Raises:
        ForbiddenError: it is.
    """
    if not hmac.compare_digest(setup_code(settings).encode(), given.strip().encode()):
        raise ForbiddenError(t("people.setup_code"))


def forget_code(settings: Settings) -> None:
    """Remove the code, which has done its work."""
    (settings.data_dir / _FILE).unlink(missing_ok=True)
