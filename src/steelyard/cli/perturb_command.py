"""`steelyard perturb`: what perturbations make of a dataset, shown or written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.cases import CaseStream
    from steelyard.conditions.perturbations import Skipped

_SHOWN = 5


@click.command(cls=LocalCommand, help=t("cli_perturb.help"), epilog=t("cli_perturb.epilog"))
@click.argument("data", metavar="DATA", required=False)
@click.option("--list", "listing", is_flag=True, help=t("cli_perturb.list_help"))
@click.option("--kinds", multiple=True, metavar="ID,ID", help=t("cli_perturb.kinds_help"))
@click.option(
    "--for", "language", type=click.Choice(["zh", "en", "all"]), help=t("cli_perturb.for_help")
)
@click.option(
    "--rate",
    type=click.FloatRange(0, 1, min_open=True),
    default=0.05,
    metavar="X",
    help=t("cli_perturb.rate_help"),
)
@click.option(
    "--count", type=click.IntRange(1), default=1, metavar="N", help=t("cli_perturb.count_help")
)
@click.option("--seed", type=int, default=0, metavar="N", help=t("cli_perturb.seed_help"))
@click.option("--protect", multiple=True, metavar="WORD", help=t("cli_perturb.protect_help"))
@click.option("--field", metavar="NAME", help=t("cli_perturb.field_help"))
@click.option("--limit", type=click.IntRange(1), metavar="N", help=t("cli_perturb.limit_help"))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help=t("cli_perturb.output_help"),
)
@click.option("--json", "as_json", is_flag=True, help=t("cli.json_help"))
@click.option("--plugin", "plugins", multiple=True, metavar="FILE", help=t("cli.plugin_help"))
def command(data: str | None, **options: Any) -> None:
    """Show or write variants of the cases."""
    from steelyard.cli.plugins import load_plugin_files

    load_plugin_files(options["plugins"])
    if options["listing"]:
        from steelyard.cli.perturb_view import show_list

        show_list(as_json=options["as_json"])
        return
    if data is None:
        raise click.UsageError(t("cli_perturb.no_data"), click.get_current_context())
    tally = Tally()
    if options["output"] is None:
        _show(data, options, tally)
    else:
        _write(data, options, tally)
    _refuse_nothing(data, tally)


@dataclass
class Tally:
    """What came of it so far."""

    cases: int = 0
    variants: int = 0
    rejected: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    reason: str = ""

    def skip(self, skipped: Skipped) -> None:
        """Count what did not apply; keep the first reason."""
        self.skipped[skipped.kind] += 1
        self.reason = self.reason or f"{skipped.kind}: {skipped.reason}"


Each = tuple[dict[str, Any], "list[dict[str, Any]]", "list[Skipped]"]


def _each(data: str, options: dict[str, Any], tally: Tally, limit: int | None) -> Iterator[Each]:
    """Yield every case with its variants and what did not apply."""
    from steelyard.conditions.perturbations import choose_kinds, variants

    kinds = _kinds(options)
    choose_kinds(kinds, rate=options["rate"])  # a wrong name is said before any file is read
    stream = _cases(data, options["seed"])
    for record in islice(stream, limit):
        skipped: list[Skipped] = []
        made = list(
            variants(
                record,
                kinds,
                rate=options["rate"],
                count=options["count"],
                seed=options["seed"],
                protect=options["protect"],
                field=options["field"],
                on_skip=skipped.append,
            )
        )
        for item in skipped:
            tally.skip(item)
        tally.cases += 1
        tally.variants += len(made)
        tally.rejected = stream.rows_rejected
        yield record, made, skipped


def _kinds(options: dict[str, Any]) -> list[str]:
    from steelyard.conditions.perturbations import PERTURBATIONS

    kinds = [kind.strip() for given in options["kinds"] for kind in given.split(",")]
    language = options["language"]
    if kinds and language:
        raise click.UsageError(t("cli_perturb.both"), click.get_current_context())
    if language is None:
        return [kind for kind in kinds if kind] or ["auto"]
    return [r.id for r in PERTURBATIONS if language == "all" or language in r.languages]


def _cases(data: str, seed: int) -> CaseStream:
    from steelyard.cases import DatasetSpec, read_cases
    from steelyard.plan import load_plan

    if Path(data).suffix in (".yaml", ".yml"):
        return read_cases(
            load_plan(Path(data)).dataset, base=Path(data).resolve().parent, seed=seed
        )
    return read_cases(DatasetSpec(path=data), base=Path.cwd(), seed=seed)


def _show(data: str, options: dict[str, Any], tally: Tally) -> None:
    from steelyard.cli.perturb_view import CaseView, summarise
    from steelyard.cli.progress import emit

    view = None if options["as_json"] else CaseView(options["field"])
    for record, made, skipped in _each(data, options, tally, options["limit"] or _SHOWN):
        if view is not None:
            view.show(record, made, skipped)
            continue
        for variant in made:
            emit("variant", case=variant)
        for case_id, kind, reason in skipped:
            emit("skipped", case_id=case_id, kind=kind, reason=reason)
    summarise(tally, as_json=options["as_json"], path=None)


def _write(data: str, options: dict[str, Any], tally: Tally) -> None:
    import orjson

    from steelyard.bundle import replacing
    from steelyard.cli.perturb_view import counting, summarise

    path: Path = options["output"]
    path.parent.mkdir(parents=True, exist_ok=True)
    quiet: Callable[..., Any] = nullcontext
    with replacing(path) as file, quiet() if options["as_json"] else counting(tally) as tick:
        for _, made, _ in _each(data, options, tally, options["limit"]):
            for variant in made:
                file.write(orjson.dumps(variant, default=str, option=orjson.OPT_APPEND_NEWLINE))
            if tick is not None:
                tick()
        _refuse_nothing(data, tally)
    summarise(tally, as_json=options["as_json"], path=path)


def _refuse_nothing(data: str, tally: Tally) -> None:
    from steelyard.errors import DataError

    if not tally.variants:
        message = t("cli_perturb.none_made", path=data, cases=tally.cases, reason=tally.reason)
        raise DataError(message, hint=t("cli_perturb.none_made_hint"))
