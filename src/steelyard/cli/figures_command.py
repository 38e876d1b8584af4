"""`steelyard figures`."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t


@click.command(cls=LocalCommand, help=t("figures.help"), epilog=t("figures.epilog"))
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--only", metavar="ID", multiple=True, help=t("figures.only_help"))
@click.option("--to", type=click.Choice(["html", "json"]), help=t("figures.to_help"))
@click.option(
    "--theme",
    type=click.Choice(["light", "dark"]),
    help=t("figures.theme_help"),
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help=t("figures.output_help"))
@click.option("--list", "listed", is_flag=True, help=t("figures.list_help"))
def command(  # click passes by name
    directory: Path,
    only: tuple[str, ...],
    to: str | None,
    theme: Literal["light", "dark"] | None,
    output: Path | None,
    listed: bool,  # noqa: FBT001
) -> None:
    """Draw the figures of a run."""
    from steelyard.bundle import Bundle
    from steelyard.report import report_of
    from steelyard.report.figures import figure_of, figures_of
    from steelyard.report.figures.write import list_figures, write_figures

    bundle = Bundle(directory)
    report = report_of(bundle)
    figures = [figure_of(report, id_) for id_ in only] if only else figures_of(report)
    if listed:
        click.echo(list_figures(figures))
        return
    kind = to or ("json" if output is not None and output.suffix == ".json" else "html")
    target = output or bundle.path / f"figures.{kind}"
    name = str(bundle.manifest.values["name"])
    write_figures(figures, target, to=kind, name=name, theme=theme)
    click.echo(t("figures.written", path=target, n=len(figures)), err=True)
