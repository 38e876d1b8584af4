"""The first run: a code that only who started the service can know.

Without it, whoever reached an empty service first would own it.
"""

from __future__ import annotations

import hmac
import secrets

from steelyard.i18n import t
from steelyard.server.people.policy import ForbiddenError
from steelyard.server.private_file import private_text
from steelyard.server.settings import Settings

_FILE = "setup-code"


def setup_code(settings: Settings) -> str:
    """Return the code, making it at the first call; it is in a file that only the service reads."""
    return private_text(settings.data_dir / _FILE, lambda: secrets.token_urlsafe(12))


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
