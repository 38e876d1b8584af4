"""What commands that talk to a server share: its address, the token, the project."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from steelyard.errors import UserError
from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.client import Client, Project


def server_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--server`, `--token` and `--project` to a command."""
    project = click.option("--project", metavar="NAME", help=t("remote.project_help"))
    token = click.option("--token", metavar="TOKEN", help=t("remote.token_help"))
    server = click.option("--server", metavar="URL", help=t("remote.server_help"))
    return server(token(project(function)))


@contextmanager
def open_client(server: str | None, token: str | None) -> Iterator[Client]:
    """Give a client of the server that options, environment or the last login name.

    Raises:
        UserError: no server is named, or there is no token for it.
    """
    from steelyard.cli.credentials import read_credentials
    from steelyard.client import Client

    server = server or os.environ.get("STEELYARD_SERVER") or None
    token = token or os.environ.get("STEELYARD_TOKEN") or None
    if server is None or token is None:
        known = read_credentials()
        server = server or known.default
        if server is None:
            raise UserError(t("remote.no_server"), hint=t("remote.no_server_hint"))
        login = known.servers.get(server.rstrip("/"))
        token = token or (None if login is None else login.token)
    if token is None:
        raise UserError(
            t("remote.no_token", url=server), hint=t("remote.no_token_hint", url=server)
        )
    with Client(server, token) as client:
        yield client


@contextmanager
def open_project(server: str | None, token: str | None, project: str | None) -> Iterator[Project]:
    """Give a project: the one that is named, or the only one there is.

    Raises:
        UserError: none is named, and there are several.
    """
    with open_client(server, token) as client:
        named = project or os.environ.get("STEELYARD_PROJECT") or _saved(client.url)
        if named is None:
            known = client.projects.list()
            if len(known) != 1:
                names = ", ".join(one.slug for one in known) or "–"
                raise UserError(t("remote.which_project", names=names))
            named = known[0].id
        yield client.project(named)


def _saved(url: str) -> str | None:
    """Return the project that was chosen when logging in to a server."""
    from steelyard.cli.credentials import read_credentials

    login = read_credentials().servers.get(url)
    return None if login is None else login.project


def print_json(content: Any) -> None:
    """Print a record, or whatever it is made of, as JSON."""
    import orjson

    option = orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS
    click.echo(orjson.dumps(plain(content), option=option).decode())


def plain(content: Any) -> Any:
    """Return records as mappings, less their tags."""
    from dataclasses import fields, is_dataclass

    if is_dataclass(content):
        names = [field.name for field in fields(content) if field.name != "etag"]
        return {name: plain(getattr(content, name)) for name in names}
    if isinstance(content, dict):
        return {name: plain(value) for name, value in content.items()}
    return [plain(one) for one in content] if isinstance(content, list | tuple) else content
