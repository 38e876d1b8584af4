"""The file that `steelyard login` writes: a token per server, readable by its owner alone."""

from __future__ import annotations

import json
import os
import stat
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from steelyard.errors import UserError
from steelyard.i18n import t


@dataclass(frozen=True, slots=True)
class Login:
    """What is known of one server."""

    token: str = field(repr=False)
    project: str | None = None


@dataclass(slots=True)
class Credentials:
    """Servers by their address; `default` is the one that was logged in to last."""

    default: str | None = None
    servers: dict[str, Login] = field(default_factory=dict)


def credentials_path() -> Path:
    """Return where the file is, or would be."""
    if os.name == "nt":  # pragma: no cover
        base = Path(os.environ.get("APPDATA") or Path.home())
    else:
        base = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return base / "steelyard" / "credentials.json"


def read_credentials() -> Credentials:
    """Return what is in the file; nothing when there is none.

    Raises:
        UserError: others may read it, or it is damaged.
    """
    path = credentials_path()
    try:
        mode = path.stat().st_mode
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Credentials()
    except OSError as error:
        raise UserError(t("remote.unreadable", path=path, why=error.strerror or error)) from None
    if os.name != "nt" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise UserError(t("remote.open_file", path=path))
    try:
        content = json.loads(text)
        servers = {url: Login(**login) for url, login in content["servers"].items()}
        return Credentials(content["default"], servers)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise UserError(t("remote.damaged", path=path)) from None


def write_credentials(known: Credentials) -> Path:
    """Write the file anew; at no time can anyone else read it.

    Raises:
        UserError: it cannot be written.
    """
    path = credentials_path()
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    servers = {
        url: {"token": login.token, "project": login.project}
        for url, login in sorted(known.servers.items())
    }
    text = json.dumps({"default": known.default, "servers": servers}, indent=2)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(f"{text}\n")
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise UserError(t("remote.unwritable", path=path, why=error.strerror or error)) from None
    return path
