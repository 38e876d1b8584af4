"""`steelyard demo`."""

from __future__ import annotations

from pathlib import Path

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t


@click.command(cls=LocalCommand, help=t("cli.demo_help"))
@click.option("--out", type=click.Path(path_type=Path), help=t("cli.out_help"))
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help=t("cli.set_help"))
@click.option("--json", "as_json", is_flag=True, help=t("cli.json_help"))
def command(
    out: Path | None,
    sets: tuple[str, ...],
    as_json: bool,  # noqa: FBT001 - click passes by name
) -> None:
    """Weigh the bundled agent."""
    from steelyard.bundle.layout import default_directory
    from steelyard.cli.outcome import show_outcome
    from steelyard.cli.progress import choose_progress
    from steelyard.demo import demo_agent, plan_path
    from steelyard.pipeline import Options, run
    from steelyard.plan import load_plan

    with demo_agent() as url:
        addresses = [f"agent.http.url={url}", f"single.http.url={url}/specialist"]
        plan = load_plan(plan_path(), [*addresses, *sets])
        if not as_json:
            cases = (plan_path().parent / str(plan.dataset.path)).read_bytes().count(b"\n")
            click.echo(t("cli.demo_intro", url=url, n=cases), err=True)
        options = Options(progress=choose_progress(as_json=as_json))
        bundle = run(plan, plan_path().parent, out or default_directory(plan.name), options)
    show_outcome(bundle, as_json=as_json)
    if not as_json:
        click.echo(t("cli.demo_next", report=bundle.path / "report.html"), err=True)
