"""`steelyard login`: remember a server and a token for it."""

from __future__ import annotations

import sys

import click

from steelyard.cli.frame import LocalCommand, echo_error
from steelyard.errors import UserError
from steelyard.i18n import t


@click.command(cls=LocalCommand, help=t("remote.login_help"), epilog=t("remote.login_epilog"))
@click.argument("url", required=False)
@click.option("--project", metavar="NAME", help=t("remote.login_project_help"))
@click.option("--forget", is_flag=True, help=t("remote.forget_help"))
def command(url: str | None, project: str | None, *, forget: bool) -> None:
    """Check a token and keep it."""
    from steelyard.cli.credentials import Login, read_credentials, write_credentials
    from steelyard.client import Client
    from steelyard.client.address import Address

    known = read_credentials()
    url = url or known.default
    if url is None:
        raise UserError(t("remote.no_server"), hint=t("remote.no_server_hint"))
    address = Address.of(url)
    if forget:
        if known.servers.pop(address.url, None) is None:
            raise UserError(t("remote.not_known", url=address.url))
        known.default = next(iter(known.servers), None)
        click.echo(t("remote.forgotten", url=address.url, path=write_credentials(known)), err=True)
        return
    if address.is_open:
        echo_error(t("remote.open_line", url=address.url))
    token = _ask(address.url)
    with Client(address.url, token) as client:
        who = client.me.show().user
        if project is not None:
            client.project(project)
    known.servers[address.url] = Login(token, project)
    known.default = address.url
    path = write_credentials(known)
    click.echo(t("remote.logged_in", url=address.url, name=who.name, path=path), err=True)


def _ask(url: str) -> str:
    """Return the token from the terminal, unseen, or from standard input."""
    if sys.stdin.isatty():
        token = str(click.prompt(t("remote.token_prompt", url=url), hide_input=True, err=True))
    else:
        token = sys.stdin.readline()
    if not token.strip():
        raise UserError(t("remote.empty_token"))
    return token.strip()
