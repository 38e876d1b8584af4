"""What `serve`, `worker` and `admin` share: the extra they need, and where settings come from."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.errors import MissingPackageError, UserError
from steelyard.i18n import t

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.server.settings import Settings

_PACKAGES = ("sqlalchemy", "alembic", "fastapi", "uvicorn", "dbos", "pydantic_settings")


def config_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--config` and `--data` to a command."""
    file = click.Path(path_type=Path)
    data = click.option("--data", metavar="DIR", type=file, help=t("serve.data_help"))
    config = click.option("--config", metavar="FILE", type=file, help=t("serve.config_help"))
    return config(data(function))


def read_settings(config: Path | None, data: Path | None, **given: Any) -> Settings:
    """Return the settings that file, environment and options give together.

    Raises:
        MissingPackageError: the extra is not installed.
        UserError: the file is not there, or a setting is wrong.
    """
    choose_file(config)
    from steelyard.server.settings import load_settings

    return load_settings(data_dir=None if data is None else data.resolve(), **given)


def choose_file(config: Path | None) -> None:
    """Let settings be read from that file, in this process and in its workers.

    Raises:
        MissingPackageError: the extra is not installed.
        UserError: the file is not there.
    """
    missing = [name for name in _PACKAGES if find_spec(name) is None]
    if missing:
        raise MissingPackageError(t("serve.no_extra", packages=", ".join(missing)))
    folder = os.environ.get("STEELYARD_SECRETS")
    if folder and not Path(folder).is_dir():
        raise UserError(t("serve.no_secrets", path=folder))
    named = config or os.environ.get("STEELYARD_CONFIG")
    if named is not None:
        path = Path(named).resolve()
        if not path.is_file():
            raise UserError(t("serve.no_config", path=path))
        os.environ["STEELYARD_CONFIG"] = str(path)
