"""What only looking shows of settings that are each allowed: is the database there, is it safe?"""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec
from typing import NamedTuple

from steelyard.errors import UserError
from steelyard.i18n import say, t
from steelyard.server.db.migrate import check_migrated
from steelyard.server.library.storage import KEEP_FREE
from steelyard.server.operations.clean_secrets import stored_secrets
from steelyard.server.operations.prepare import is_empty, open_reachable
from steelyard.server.operations.serve import is_loopback
from steelyard.server.people import accounts
from steelyard.server.settings import Settings


class Finding(NamedTuple):
    """Something that was looked at; `fine` is None for what is allowed and worth knowing."""

    fine: bool | None
    name: str
    said: str


def examine(settings: Settings) -> list[Finding]:
    """Look at everything that a service with these settings would stand on."""
    return [
        _data(settings),
        *_database(settings),
        *_storage(settings),
        *_exposure(settings),
        *_notices(settings),
    ]


def _data(settings: Settings) -> Finding:
    folder = settings.data_dir.resolve()
    there = folder
    while not there.exists():
        there = there.parent
    if not os.access(there, os.W_OK | os.X_OK):
        return Finding(False, "data_dir", t("explain.not_writable", path=there))
    free = shutil.disk_usage(there).free
    if free < KEEP_FREE:
        return Finding(False, "data_dir", t("explain.disk_full", free=f"{free / 1e6:,.0f}"))
    key = "explain.folder" if folder.exists() else "explain.new_folder"
    return Finding(True, "data_dir", t(key, path=folder, free=f"{free / 1e9:,.1f}"))


def _database(settings: Settings) -> list[Finding]:
    if settings.on_sqlite and not (settings.data_dir / "steelyard.sqlite").exists():
        return [Finding(True, "database_url", t("explain.new_database"))]
    try:
        database = open_reachable(settings)
    except UserError as error:
        return [Finding(False, "database_url", say(error).split("\n")[0])]
    try:
        if is_empty(database):
            return [Finding(True, "database_url", t("explain.empty_database"))]
        check_migrated(database)
        with database.reading() as session:
            open_ = accounts.needs_setup(session)
            pasted = len(stored_secrets(settings, session))
        found = [Finding(True, "database_url", t("explain.database"))]
        if pasted:
            found.append(Finding(False, "secrets", t("explain.pasted", n=pasted)))
        if open_ and not is_loopback(settings.host):
            found.append(Finding(False, "host", t("serve.no_account", host=settings.host)))
        return found
    except UserError as error:
        return [Finding(False, "database_url", say(error).replace("\n", " "))]
    finally:
        database.close()


def _storage(settings: Settings) -> list[Finding]:
    if settings.storage_url is None:
        return []
    scheme = settings.storage_url.partition("://")[0]
    needed = {"s3": "s3fs"}.get(scheme, "fsspec")
    if find_spec(needed) is None:
        return [Finding(False, "storage_url", t("explain.no_package", package=needed))]
    return []


def _exposure(settings: Settings) -> list[Finding]:
    found = []
    public = settings.public_url or ""
    if not is_loopback(settings.host) and not public.startswith("https://"):
        found.append(Finding(None, "public_url", t("explain.no_https")))
    if settings.allow_commands:
        found.append(Finding(None, "allow_commands", t("explain.commands")))
    if settings.metrics_open and not is_loopback(settings.host):
        found.append(Finding(None, "metrics_open", t("explain.metrics")))
    return found


def _notices(settings: Settings) -> list[Finding]:
    if settings.smtp_url and not settings.mail_from:
        return [Finding(False, "mail_from", t("explain.no_sender"))]
    return []
