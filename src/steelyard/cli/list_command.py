"""`steelyard list`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click
import orjson

from steelyard.cli.frame import LocalCommand
from steelyard.errors import UserError
from steelyard.i18n import pick, t

Rows = list[tuple[str, str]]


@click.command(cls=LocalCommand, help=t("cli.list_help"))
@click.argument("what", required=False)
@click.option("--json", "as_json", is_flag=True, help=t("cli.json_help"))
def command(what: str | None, as_json: bool) -> None:  # noqa: FBT001 - click passes by name
    """List what can be named in a plan."""
    if what is not None and what not in LISTS:
        raise UserError(t("cli.list_unknown", name=what, allowed=", ".join(LISTS)))
    if what is None:
        rows = [(name, str(len(rows()))) for name, rows in LISTS.items()]
    else:
        rows = LISTS[what]()
    print_rows(rows, as_json=as_json)


def print_rows(rows: Rows, *, as_json: bool) -> None:
    """Print names with what they are about."""
    if as_json:
        click.echo(orjson.dumps([{"name": name, "about": about} for name, about in rows]).decode())
        return
    width = max((len(name) for name, _ in rows), default=0)
    for name, about in rows:
        click.echo(f"{name:<{width}}  {about}".rstrip())


def _algorithms(kind: str | None = None) -> Rows:
    from steelyard.model import ALGORITHMS

    return [(a.id, pick(a.title)) for a in ALGORITHMS if kind is None or a.kind == kind]


def indicator_rows() -> Rows:
    """Return what a scorecard can name."""
    from steelyard.indicators import load_catalog

    return [(id_, pick(record.name)) for id_, record in load_catalog().items()]


def scorecard_rows() -> Rows:
    """Return the built-in scorecards."""
    from steelyard.scorecards import load_scorecard, template_names

    return [(name, pick(load_scorecard(name).name)) for name in template_names()]


def _adapters() -> Rows:
    from steelyard.agents import AGENTS

    return [(adapter.name, pick(adapter.title)) for adapter in AGENTS]


def _formats() -> Rows:
    from steelyard.cases import READERS

    return [(reader.name, " ".join(reader.extensions)) for reader in READERS]


def _steps() -> Rows:
    from steelyard.cases import STEPS

    return [(step.name, pick(step.words)) for step in STEPS]


def _runs() -> Rows:
    from steelyard.bundle import Bundle
    from steelyard.errors import BundleError

    rows: Rows = []
    for manifest in sorted(Path("runs").glob("*/manifest.json")):
        try:
            rows.append((str(manifest.parent), Bundle(manifest.parent).state))
        except BundleError as error:
            rows.append((str(manifest.parent), str(error)))
    return rows


LISTS: dict[str, Callable[[], Rows]] = {
    "algorithms": _algorithms,
    "scorers": lambda: _algorithms("scorer"),
    "indicators": indicator_rows,
    "scorecards": scorecard_rows,
    "adapters": _adapters,
    "formats": _formats,
    "steps": _steps,
    "runs": _runs,
}
