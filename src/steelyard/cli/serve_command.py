"""`steelyard serve`: the service of a team, on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.frame import LocalCommand
from steelyard.cli.server_extra import config_options, read_settings
from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.server.operations.serve import Place, Service
    from steelyard.server.settings import Settings


@click.command(cls=LocalCommand, help=t("serve.help"), epilog=t("serve.epilog"))
@click.option("--host", metavar="ADDRESS", help=t("serve.host_help"))
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help=t("serve.port_help"))
@click.option("--workers", type=click.IntRange(0, 64), metavar="N", help=t("serve.workers_help"))
@click.option("--allow-loopback", is_flag=True, default=None, help=t("serve.loopback_help"))
@config_options
@click.option("--open", "browse", is_flag=True, help=t("serve.open_help"))
def command(config: Path | None, data: Path | None, *, browse: bool, **given: Any) -> None:
    """Serve until told to stop."""
    settings = read_settings(config, data, **given)
    from steelyard.server.logs import configure_logs
    from steelyard.server.operations.prepare import prepare_database
    from steelyard.server.operations.serve import serve

    configure_logs(settings)
    database = prepare_database(settings)
    try:
        serve(settings, database, lambda told: _service(told, browse=browse))
    finally:
        database.close()


def _service(settings: Settings, *, browse: bool) -> Service:
    from steelyard.api.app import create_app
    from steelyard.api.live import end_streams
    from steelyard.server.operations.serve import Service
    from steelyard.ui import mount_pages

    app = create_app(settings)
    mount_pages(app)

    def ready(place: Place) -> None:
        _announce(settings, place)
        if browse:
            click.launch(place.url)

    return Service(app, lambda: end_streams(app), ready)


def _announce(settings: Settings, place: Place) -> None:
    """Say where it is, and how the first administrator is made."""
    click.echo(t("serve.here", url=place.url))
    click.echo(t("serve.data", path=settings.data_dir.resolve()))
    if settings.workers == 0:
        click.echo(t("serve.no_workers"))
    if place.code is not None:
        click.echo(t("serve.setup", url=f"{place.url}/setup", code=place.code))
