"""What goes wrong on a page, in words: a notice when something was tried, else in its place."""

from __future__ import annotations

import logging
import secrets

from nicegui import ui

from steelyard.errors import BundleError, BundleLockedError, SteelyardError
from steelyard.i18n import say, t
from steelyard.server.errors import UnauthenticatedError

_log = logging.getLogger("steelyard.ui")


def problem_text(error: Exception) -> str:
    """Return a sentence for the visitor; what nobody foresaw goes to the log under a number."""
    if isinstance(error, BundleError):
        # It speaks of folders of this machine and of commands: that is for the log.
        _log.warning("a run cannot be used on a page: %s", error)
        return t("ui_runs.in_use" if isinstance(error, BundleLockedError) else "ui_runs.unusable")
    if isinstance(error, SteelyardError):
        return say(error)
    number = secrets.token_hex(4)
    _log.error("unforeseen error %s on a page", number, exc_info=error)
    return t("ui.unforeseen", number=number)


def show_problem(error: Exception) -> None:
    """Tell the visitor whose handler failed."""
    if isinstance(error, UnauthenticatedError):
        ui.navigate.to("/login")
        return
    ui.notify(problem_text(error), type="negative", multi_line=True, close_button=t("ui.close"))
