"""What `steelyard import` says: formats, what was read, what was left out."""

from __future__ import annotations

from typing import Any

import click
import orjson

from steelyard.cli.progress import emit
from steelyard.i18n import pick, t
from steelyard.interop import IMPORTERS, Recording
from steelyard.report.text import one_line


def show_recording(recording: Recording, *, as_json: bool) -> None:
    """Say what was read and what was left out: lines for people, or one event."""
    if as_json:
        counts = ("cases", "answers", "failed", "epochs", "gaps", "scores")
        found = {name: getattr(recording, name) for name in counts}
        left_out = recording.skipped.as_list()
        emit("imported", **found, sources=recording.sources, left_out=left_out)
        return
    for line in _lines(recording):
        click.echo(line, err=True)


def notes_of(recording: Recording) -> tuple[str, ...]:
    """Return what a reader of the report must know: where the answers come from."""
    notes = [
        t(
            "imports.note",
            file=one_line(source["files"][0]["path"]),
            sha=source["files"][0]["sha256"][:16],
            tool=one_line(str(source["tool"])),
            version=one_line(str(source["version"] or "")),
        )
        for source in recording.sources
    ]
    notes += _troubles(recording)
    for reason in recording.skipped:
        notes.append(t("imports.note_skipped", n=reason.count, reason=t(reason.key)))
    return tuple(notes)


def show_formats(*, as_json: bool) -> None:
    """List the formats that can be imported, with their settings."""
    if as_json:
        click.echo(orjson.dumps([_format(one) for one in IMPORTERS], option=2).decode())
        return
    for one in IMPORTERS:
        click.echo(f"{one.id:<12}{pick(one.reads)}")
        for setting in one.settings:
            click.echo(f"{'':<12}--set {setting.name}=…  {pick(setting.words)}")


def _format(importer: Any) -> dict[str, Any]:
    return {
        "id": importer.id,
        "title": importer.title._asdict(),
        "reads": importer.reads._asdict(),
        "patterns": list(importer.patterns),
        "settings": {setting.name: setting.words._asdict() for setting in importer.settings},
    }


def _lines(recording: Recording) -> list[str]:
    found = {"answers": recording.answers, "cases": recording.cases, "epochs": recording.epochs}
    lines = [t("imports.read_as", title=_title(recording), **found)]
    for source in recording.sources:
        facts = [source["tool"], source["version"], source["model"], source["task"]]
        shown = " · ".join(one_line(str(fact), 60) for fact in facts if fact)
        lines.append(f"  {one_line(source['files'][0]['path'])}: {shown}")
    lines += _troubles(recording)
    if len(recording.skipped):
        lines.append(t("imports.left_out"))
    for reason in recording.skipped:
        place = one_line(reason.places[0], 200) if reason.places else "–"
        lines.append(t("imports.left_out_line", n=reason.count, reason=t(reason.key), place=place))
    return lines


def _troubles(recording: Recording) -> list[str]:
    said = [
        t("imports.unfinished", file=one_line(source["files"][0]["path"]))
        for source in recording.sources
        if not source["complete"]
    ]
    if recording.failed:
        said.append(t("imports.failed", n=recording.failed))
    if recording.answers and not recording.verdicts:
        said.append(t("imports.no_verdict"))
    if recording.gaps:
        said.append(t("imports.gaps", n=recording.gaps))
    for column, name in recording.named.items():
        said.append(t("imports.named", column=column, name=one_line(name, 80)))
    return said


def _title(recording: Recording) -> str:
    return pick(IMPORTERS.get(recording.sources[0]["format"]).title)
