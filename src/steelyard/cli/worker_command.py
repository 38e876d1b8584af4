"""`steelyard worker`: workers on a machine of their own."""

from __future__ import annotations

from pathlib import Path

import click

from steelyard.cli.frame import LocalCommand
from steelyard.cli.server_extra import config_options, read_settings
from steelyard.i18n import t


@click.command(cls=LocalCommand, help=t("serve.worker_help"), epilog=t("serve.worker_epilog"))
@click.option("--workers", type=click.IntRange(1, 64), metavar="N", help=t("serve.workers_help"))
@click.option("--name", metavar="NAME", help=t("serve.name_help"))
@config_options
def command(config: Path | None, data: Path | None, workers: int | None, name: str | None) -> None:
    """Carry tasks until told to stop."""
    settings = read_settings(config, data, workers=workers, worker_id=name)
    if settings.workers == 0:  # said of the server, which leaves the work to us
        settings = read_settings(config, data, workers=1, worker_id=name)
    from steelyard.server.logs import configure_logs
    from steelyard.server.operations.ending import look_after_workers
    from steelyard.server.operations.prepare import await_tables
    from steelyard.server.tasks.supervise import Supervisor

    configure_logs(settings)
    database = await_tables(settings, click.echo)
    try:
        here = t("serve.workers_here", n=settings.workers)
        look_after_workers(Supervisor(settings, database), lambda: click.echo(here))
    finally:
        database.close()
