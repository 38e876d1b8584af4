"""`steelyard import`: a run out of another tool's log."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.bundle import Bundle
    from steelyard.interop import Recording
    from steelyard.runner import Progress

_PATH = click.Path(path_type=Path)


@click.command(cls=LocalCommand, help=t("imports.help"), epilog=t("imports.epilog"))
@click.argument("path", nargs=-1, type=_PATH)
@click.option("--format", "format_", metavar="NAME", help=t("imports.format_help"))
@click.option("--out", type=_PATH, help=t("cli.out_help"))
@click.option("--name", metavar="TEXT", help=t("imports.name_help"))
@click.option("--scorers", metavar="IDS", help=t("imports.scorers_help"))
@click.option("--map", "maps", multiple=True, metavar="NAME=FIELD", help=t("imports.map_help"))
@click.option("--set", "sets", multiple=True, metavar="NAME=VALUE", help=t("imports.set_help"))
@click.option("--errors", type=click.Choice(["missing", "wrong"]), help=t("imports.errors_help"))
@click.option("--scorecard", metavar="NAME|FILE", help=t("cli.scorecard_help"))
@click.option("--list", "as_list", is_flag=True, help=t("imports.list_help"))
@click.option("--json", "as_json", is_flag=True, help=t("cli.json_help"))
def command(path: tuple[Path, ...], **options: Any) -> None:
    """Import logs as a run."""
    from steelyard.bundle.layout import default_directory
    from steelyard.cli.import_agents import agents_in, import_each
    from steelyard.cli.outcome import show_outcome
    from steelyard.cli.progress import choose_progress

    if options["as_list"]:
        _list_formats(as_json=options["as_json"])
        return
    if not path:
        raise click.UsageError(t("cli.missing", name="PATH"), click.get_current_context())
    progress = choose_progress(as_json=options["as_json"])
    chosen = _pairs("--set", options["sets"])
    if agents := agents_in(path, options["format_"], chosen):
        folder = options["out"] or default_directory(path[0].stem)

        def make(settings: dict[str, str], out: Path) -> Bundle:
            return _import(path, options | {"settings": settings, "out": out}, progress)

        import_each(agents, folder, make, as_json=options["as_json"])
        return
    bundle = _import(path, options | {"settings": chosen}, progress)
    show_outcome(bundle, as_json=options["as_json"])


def _import(paths: tuple[Path, ...], options: dict[str, Any], progress: Progress) -> Bundle:
    """Make one run."""
    with TemporaryDirectory(prefix="steelyard-import-") as scratch:
        return _replay(_record(paths, Path(scratch), options, progress), options, progress)


def _record(
    paths: tuple[Path, ...], folder: Path, options: dict[str, Any], progress: Progress
) -> Recording:
    """Read the logs and say what was found in them."""
    from steelyard.cli.import_view import show_recording
    from steelyard.errors import DataError
    from steelyard.interop import ImportOptions, find_logs, write_recording

    progress.stage("importing")
    logs = find_logs(paths, options["format_"])
    chosen = ImportOptions(options["settings"], options["errors"])
    mapping = _pairs("--map", options["maps"])
    recording = write_recording(logs, folder, chosen, mapping=mapping, tell=progress.read)
    show_recording(recording, as_json=options["as_json"])
    if not recording.answers:
        raise DataError(t("imports.nothing", file=", ".join(map(str, paths))))
    return recording


def _replay(recording: Recording, options: dict[str, Any], progress: Progress) -> Bundle:
    """Carry the recording through the pipeline."""
    from steelyard.bundle.layout import default_directory
    from steelyard.cli.import_view import notes_of
    from steelyard.interop import ANSWERS, CASES
    from steelyard.pipeline import Options, run
    from steelyard.plan import make_plan
    from steelyard.scorecards import from_here

    content: dict[str, Any] = {
        "name": options["name"] or _name_of(recording),
        "agent": {"replay": {"recording": ANSWERS, "source": _source_of(recording)}},
        "dataset": CASES,
        "scorers": _scorers(recording, options["scorers"]),
        "run": {"epochs": recording.epochs, "retries": 0},
    }
    if options["scorecard"]:
        content["scorecard"] = from_here(options["scorecard"])
    plan = make_plan(content, source="steelyard import")
    out = options["out"] or default_directory(plan.name)
    bundle = run(plan, recording.folder, out, Options(progress=progress, notes=notes_of(recording)))
    # The recording goes; files that the plan is given later are meant from here.
    logs, left_out = recording.sources, recording.skipped.as_list()
    bundle.manifest.update(base=str(Path.cwd()), imported={"logs": logs, "left_out": left_out})
    return bundle


def _scorers(recording: Recording, wanted: str | None) -> list[Any]:
    """Return an entry per score of the other tool, so that each becomes a column, and the wanted.

    What the log says stands, unless the user wants answers scored anew.
    """
    from steelyard.scorers import choose_scorers

    entries: list[Any] = [
        {"foreign.score": {"as": name, "name": name}} for name in recording.scores
    ]
    if wanted == "auto":
        return entries + choose_scorers(recording.fields)
    return entries + ([] if wanted is None else [one.strip() for one in wanted.split(",")])


def _source_of(recording: Recording) -> dict[str, Any]:
    """Return what a report shows of where the answers come from."""
    logs, first = recording.sources, recording.sources[0]
    known = {name: first[name] for name in ("tool", "version", "model") if first[name]}
    known["task"] = list(dict.fromkeys(log["task"] for log in logs if log["task"]))
    known["started_at"] = min(
        (log["started_at"] for log in logs if log["started_at"]), default=None
    )
    known["files"] = [
        f"{file['path']} sha256:{file['sha256']}" for log in logs for file in log["files"]
    ]
    several = len(logs) > 1
    known["metrics"] = {
        f"{log['task']}: {name}" if several else name: value
        for log in logs
        for name, value in log["metrics"].items()
    }
    return known


def _name_of(recording: Recording) -> str:
    tasks = dict.fromkeys(source["task"] or source["tool"] for source in recording.sources)
    model = recording.sources[0]["model"]
    return " ".join([*list(tasks)[:3], *([str(model)] if model else [])])[:200]


def _pairs(option: str, given: tuple[str, ...]) -> dict[str, str]:
    from steelyard.errors import InputError

    pairs = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise InputError(t("imports.bad_pair", option=option, found=text))
        pairs[name.strip()] = value.strip()
    return pairs


def _list_formats(*, as_json: bool) -> None:
    from steelyard.cli.import_view import show_formats

    show_formats(as_json=as_json)
