"""What the provider or the browser brought is not believed."""

from __future__ import annotations

from enum import StrEnum

from steelyard.i18n import t
from steelyard.server.errors import UnauthenticatedError


class Reason(StrEnum):
    """Why, in a stable word for the audit trail."""

    BROWSER = "browser"  # it has not begun this sign-on
    LATE = "late"
    PROVIDER = "provider"  # it let nobody in
    CODE = "code"
    TOKEN = "token"
    ALGORITHM = "algorithm"
    SIGNATURE = "signature"
    ISSUER = "issuer"
    AUDIENCE = "audience"
    TIME = "time"
    NONCE = "nonce"
    SUBJECT = "subject"
    UNKNOWN = "unknown"  # no account is linked
    TAKEN = "taken"  # the login is another account's
    DISABLED = "disabled"


class SignOnRefusedError(UnauthenticatedError):
    """A sign-on that is not let in; `subject` is who it was, once that is proven."""

    def __init__(self, reason: Reason, *, message: str | None = None, subject: str = "") -> None:
        super().__init__(message or t("sso.refused", reason=t(f"sso.because_{reason}")))
        self.reason = reason
        self.subject = subject
