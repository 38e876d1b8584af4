"""A log that holds the answers of several agents: a folder of runs, one for each."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steelyard.i18n import t
from steelyard.i18n.numbers import value_text
from steelyard.report.text import one_line

if TYPE_CHECKING:
    from steelyard.bundle import Bundle

Settings = dict[str, str]


def agents_in(
    paths: Sequence[Path], format_: str | None, settings: Mapping[str, str]
) -> list[Settings]:
    """Return the settings that choose each agent of a log; empty when there is only one."""
    from steelyard.interop import find_logs

    logs = find_logs(paths, format_)
    if len(logs) != 1 or (find := logs[0].importer.agents) is None:
        return []
    found = find(logs[0].path, settings)
    return found if len(found) > 1 else []


def import_each(
    agents: Sequence[Settings],
    folder: Path,
    make: Callable[[Settings, Path], Bundle],
    *,
    as_json: bool,
) -> None:
    """Make a run of every agent inside `folder`, and say what there is now."""
    if not as_json:
        click.echo(t("imports.several_runs", n=len(agents), folder=folder), err=True)
    made: list[Bundle] = []
    for name, settings in zip(_names(agents), agents, strict=True):
        made.append(make(settings, folder / name))
    if as_json:
        from steelyard.cli.outcome import show_outcome

        for bundle in made:
            show_outcome(bundle, as_json=True)
        return
    for bundle in made:
        _show(bundle)
    click.echo(t("imports.several_hint", folder=folder), err=True)


def _show(bundle: Bundle) -> None:
    by_id = {item["id"]: item["value"] for item in bundle.summary()["indicators"]}
    accuracy = by_id.get("base.accuracy")
    shown = value_text(accuracy, "%")
    click.echo(f"{shown:>7}  {one_line(str(bundle.path))}")


def _names(agents: Sequence[Settings]) -> list[str]:
    """Return a folder name for each agent, told apart by a number where they would be the same."""
    names: list[str] = []
    for settings in agents:
        text = "-".join(settings.values())
        name = re.sub(r"[^\w.]+", "-", text)[:60].strip("-._") or "run"
        taken = sum(one == name or one.startswith(f"{name}-") for one in names)
        names.append(f"{name}-{taken + 1}" if name in names else name)
    return names
