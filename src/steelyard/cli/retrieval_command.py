"""`steelyard retrieval`: run files against judgements."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.retrieval import Choices, Rules

_PATH = click.Path(path_type=Path)
_CUTOFFS, _TREC_CUTOFFS = "5,10,20", "5,10,15,20,30,100,200,500,1000"
_HIGHEST_CUTOFF = 1_000_000_000


@click.command(cls=LocalCommand, help=t("retrieval.help"), epilog=t("retrieval.epilog"))
@click.option("--qrels", required=True, type=_PATH, metavar="FILE", help=t("retrieval.qrels_help"))
@click.option(
    "--run",
    "runs",
    required=True,
    multiple=True,
    type=_PATH,
    metavar="FILE",
    help=t("retrieval.run_help"),
)
@click.option("-k", "cutoffs", metavar="K,K", help=t("retrieval.k_help"))
@click.option("--gain", type=click.Choice(["exp", "linear"]), help=t("retrieval.gain_help"))
@click.option("--min-relevance", type=float, metavar="X", help=t("retrieval.min_relevance_help"))
@click.option("--ties", type=click.Choice(["position", "trec"]), help=t("retrieval.ties_help"))
@click.option("--empty-query", type=click.Choice(["skip", "zero"]), help=t("retrieval.empty_help"))
@click.option(
    "--denominator",
    type=click.Choice(["k", "retrieved"]),
    default="k",
    help=t("retrieval.denominator_help"),
)
@click.option(
    "--unretrieved",
    type=click.Choice(["skip", "zero"]),
    default="skip",
    help=t("retrieval.unretrieved_help"),
)
@click.option("--trec-eval", is_flag=True, help=t("retrieval.trec_eval_help"))
@click.option("--per-query", is_flag=True, help=t("retrieval.per_query_help"))
@click.option("--compare", is_flag=True, help=t("retrieval.compare_help"))
@click.option("--json", "as_json", is_flag=True, help=t("retrieval.json_help"))
@click.option("-o", "--output", type=_PATH, metavar="FILE", help=t("retrieval.output_help"))
def command(qrels: Path, runs: tuple[Path, ...], **options: Any) -> None:
    """Evaluate run files."""
    # No linear algebra is done here: its threads would take a quarter of a short command's time.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    import orjson

    from steelyard.retrieval import evaluate_files

    rules, choices = _rules(options), _choices(options)
    _check(runs, options)
    found = evaluate_files(qrels, runs, rules, choices)
    content = orjson.dumps(found, option=orjson.OPT_INDENT_2).decode()
    if options["output"]:
        options["output"].write_text(content + "\n", encoding="utf-8")
    if options["as_json"]:
        click.echo(content)
    else:
        from steelyard.cli.retrieval_tables import show

        show(found)
        if options["output"]:
            click.echo(t("retrieval.written", path=options["output"]), err=True)


def _rules(options: dict[str, Any]) -> Rules:
    from steelyard.retrieval import Rules

    trec = options["trec_eval"]
    return Rules(
        cutoffs=_cutoffs(options["cutoffs"] or (_TREC_CUTOFFS if trec else _CUTOFFS)),
        gain=options["gain"] or ("linear" if trec else "exp"),
        denominator=options["denominator"],
        empty_query=options["empty_query"] or ("zero" if trec else "skip"),
    )


def _choices(options: dict[str, Any]) -> Choices:
    from steelyard.errors import InputError
    from steelyard.retrieval import HIGHEST, Choices

    threshold = options["min_relevance"]
    if threshold is not None and not 0 <= threshold <= HIGHEST:
        raise InputError(t("retrieval.threshold", found=threshold))
    trec = options["trec_eval"]
    return Choices(
        min_relevance=1.0 if trec and threshold is None else threshold,
        ties=options["ties"] or ("trec" if trec else None),
        unretrieved=options["unretrieved"],
        per_query=options["per_query"],
        compare=options["compare"],
    )


def _check(runs: tuple[Path, ...], options: dict[str, Any]) -> None:
    """Refuse what would only fail after the work is done."""
    from steelyard.errors import InputError

    if options["compare"] and len(runs) == 1:
        raise InputError(t("retrieval.one_run", found=runs[0]))
    output: Path | None = options["output"]
    if output is not None and (output.is_dir() or not output.parent.is_dir()):
        raise InputError(t("retrieval.no_place", path=output))


def _cutoffs(text: str) -> tuple[int, ...]:
    from steelyard.errors import InputError

    numbers = []
    for word in text.split(","):
        if not word.strip().isdecimal() or int(word) < 1:
            raise InputError(t("retrieval.cutoff", id="-k", found=repr(word.strip())))
        if int(word) > _HIGHEST_CUTOFF:
            raise InputError(t("retrieval.cutoff_high", found=int(word), highest=_HIGHEST_CUTOFF))
        numbers.append(int(word))
    return tuple(dict.fromkeys(numbers))
