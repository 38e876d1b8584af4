"""`steelyard validate`: what is in a dataset, what is wrong with it, what it allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t

if TYPE_CHECKING:
    from rich.console import Console

    from steelyard.cases import DatasetSpec, Profile, Reject
    from steelyard.errors import RunRefusedError
    from steelyard.judging import JudgingPreview
    from steelyard.plan import Plan

_SHOWN_REJECTS = 5
_SHOWN_GROUPS = 12


@click.command(cls=LocalCommand, help=t("cli.validate_help"))
@click.argument("source", metavar="PLAN|DATASET")
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help=t("cli.set_help"))
@click.option("--strict", is_flag=True, help=t("cli.strict_help"))
@click.option(
    "--rejects", type=click.Path(path_type=Path), metavar="FILE", help=t("cli.rejects_option")
)
@click.option("--answer", metavar="TEXT", help=t("cli.answer_help"))
@click.option("--json", "as_json", is_flag=True, help=t("cli.json_help"))
def command(source: str, **options: Any) -> None:
    """Check a dataset, or the one a plan names."""
    import orjson

    from steelyard.errors import DataError, RunRefusedError, before_first_request

    with before_first_request():
        plan, base = _plan(source, options["sets"], strict=options["strict"])
    profile = _profile(plan.dataset, base, options["rejects"])
    judging, refused = _judging(plan, base, profile, options["answer"])
    if options["as_json"]:
        content = profile.as_dict() | {"indicators": _availability(profile)}
        content["judging"] = None if judging is None else judging.as_dict()
        click.echo(orjson.dumps(content, default=str).decode())
    else:
        _show(profile, source, judging)
    if profile.rows_rejected or not profile.cases:
        n, rows = profile.rows_rejected, profile.rows_read
        error = DataError if profile.cases else RunRefusedError
        raise error(t("cli.profile_rejected", n=n, rows=rows))
    if refused is not None:
        raise refused


def _judging(
    plan: Plan, base: Path, profile: Profile, answer: str | None
) -> tuple[JudgingPreview | None, RunRefusedError | None]:
    """Return how answers would be judged, or why a run would be refused."""
    from steelyard.errors import RunRefusedError
    from steelyard.judging import preview_judging

    if not profile.cases:
        return None, None
    try:
        return preview_judging(plan, base, answer), None
    except RunRefusedError as error:
        return None, error


def _plan(source: str, sets: tuple[str, ...], *, strict: bool) -> tuple[Plan, Path]:
    """Return the plan, or one of the dataset alone."""
    from steelyard.pipeline import check_plan, with_dataset_head
    from steelyard.plan import load_plan, make_plan

    if Path(source).suffix in (".yaml", ".yml"):
        plan, base = load_plan(Path(source), sets), Path(source).resolve().parent
        plan, _ = check_plan(with_dataset_head(plan, base), base)
    else:
        from steelyard.plan import apply_override

        content: dict[str, Any] = {"agent": {"replay": {}}, "dataset": {"path": source}}
        for override in sets:
            apply_override(content["dataset"], override.removeprefix("dataset."))
        plan, base = make_plan(content, source=source), Path.cwd()
    if strict:
        dataset = plan.dataset.model_copy(update={"strict": True})
        plan = plan.model_copy(update={"dataset": dataset})
    return plan, base


def _profile(spec: DatasetSpec, base: Path, rejects: Path | None) -> Profile:
    import orjson

    from steelyard.cases import profile_cases, read_cases

    if spec.strict:
        for _ in read_cases(spec, base=base):
            pass
    with rejects.open("wb") if rejects else nullcontext() as file:

        def keep(reject: Reject) -> None:
            if file is not None:
                line = orjson.dumps(reject.as_dict(), option=orjson.OPT_APPEND_NEWLINE, default=str)
                file.write(line)

        return profile_cases(spec, base=base, on_reject=keep)


def _availability(profile: Profile) -> dict[str, list[str]]:
    """Return, for each indicator, the fields that neither the data nor a run would fill."""
    from steelyard.indicators import indicator_needs, load_catalog
    from steelyard.scorers import choose_scorers

    filled = {name for name, count in profile.filled.items() if count}
    if "input" in filled:  # where all rows bring results, no request is made
        filled |= {"output", "latency_s", "timed_out", "status", "attempts", "row", "epoch"}
    if choose_scorers(filled):
        filled.add("passed")
    if "label" in filled:
        filled.add("classification_correct")
    lacking = {id_: _lacking(indicator_needs(id_), filled) for id_ in load_catalog()}
    if not profile.groups["eval_type"].get("safety"):
        safety = [id_ for id_ in lacking if id_.startswith("safety.")]
        lacking |= {id_: ["eval_type: safety", *lacking[id_]] for id_ in safety}
    return lacking


def _lacking(needs: Mapping[str, Any], filled: set[str]) -> list[str]:
    missing = sorted(set(needs["required"]) - filled)
    either = [names for names in needs["any_of"] if not filled.intersection(names)]
    return [*missing, *(" | ".join(sorted(names)) for names in either)]


def _show(profile: Profile, source: str, judging: JudgingPreview | None) -> None:
    from steelyard.cli.console import ResultConsole
    from steelyard.cli.judging_preview import print_preview

    console = ResultConsole()
    title = t("cli.profile_title", path=source, rows=profile.rows_read)
    console.print(f"[bold]{_plain(title)}[/bold]")
    if profile.rows_rejected == 0:
        console.print(t("cli.profile_ok", n=profile.cases))
    for reject in profile.rejects[:_SHOWN_REJECTS]:
        for error in reject.errors:
            console.print(f"  ✗ {_plain(f'{reject.file}:{reject.line}: {error.message}')}")
    if (more := profile.rows_rejected - _SHOWN_REJECTS) > 0:
        console.print(t("cli.profile_more", n=more))
    _show_fields(profile, console)
    _show_groups(profile, console)
    for line in _remarks(profile):
        console.print(_plain(line))
    if judging is not None:
        print_preview(judging.as_dict(), console)
    _show_indicators(profile, console)


def _show_fields(profile: Profile, console: Console) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(t("cli.profile_field"))
    table.add_column(t("cli.profile_filled"), justify="right")
    table.add_column(t("cli.profile_missing"), justify="right")
    for name, count in profile.filled.items():
        if count:
            table.add_row(name, str(count), str(profile.missing(name) or "–"))
    console.print(table)


def _show_groups(profile: Profile, console: Console) -> None:
    for name, counts in profile.groups.items():
        if counts:
            shown = [f"{group} {count}" for group, count in list(counts.items())[:_SHOWN_GROUPS]]
            if (more := len(counts) - _SHOWN_GROUPS) > 0:
                shown.append(t("cli.profile_more", n=more))
            console.print(f"[dim]{name}[/dim]  {_plain(' · '.join(shown))}")


def _remarks(profile: Profile) -> Iterator[str]:
    if profile.languages:
        languages = " · ".join(f"{name} {count}" for name, count in profile.languages.items())
        yield f"{t('cli.doctor_language')}  {languages}"
    exact, normalised = profile.duplicates_exact, profile.duplicates_normalised
    yield t("cli.profile_duplicates", exact=exact, normalised=normalised)
    if profile.metadata_keys:
        yield t("cli.profile_unknown_keys", keys=", ".join(profile.metadata_keys))
    for warning in profile.warnings:
        yield f"{t('cli.warning')} {warning['message']}"
    for step in profile.steps:
        yield f"{step['step']}: {step['rows_in']} → {step['rows_out']}"


def _need(names: str) -> str:
    """Return a field that is lacking, or several of which one is enough, as a reader sees them."""
    return " | ".join(
        t("cli.profile_verdict") if name == "passed" else name for name in names.split(" | ")
    )


def _show_indicators(profile: Profile, console: Console) -> None:
    from steelyard.i18n import pick
    from steelyard.indicators import load_catalog

    console.print(f"[bold]{t('cli.profile_indicators')}[/bold]")
    catalog = load_catalog()
    for id_, missing in _availability(profile).items():
        mark, said = "✓", t("cli.profile_after_run")
        if missing:
            said = ", ".join(_need(name) for name in missing)
            mark, said = "✗", t("cli.profile_needs", fields=said)
        console.print(f"  {mark} {id_} {pick(catalog[id_].name)}  [dim]{said}[/dim]")


def _plain(text: str) -> str:
    """Return text for the terminal: no markup, no control characters."""
    from rich.markup import escape

    return escape("".join(c if c.isprintable() else " " for c in text))
