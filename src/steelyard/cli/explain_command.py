"""`steelyard explain`: everything the registry knows about one algorithm."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click
import orjson

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import pick, t
from steelyard.model import Algorithm, Param, Port

if TYPE_CHECKING:
    from rich.console import Console

    from steelyard.indicators import Indicator

_COMMAND = "steelyard compute"


@click.command(cls=LocalCommand, help=t("cli.explain_help"))
@click.argument("id_", metavar="ID")
def command(id_: str) -> None:
    """Explain one algorithm."""
    click.echo("\n".join(_fitted(explain_id(id_))))


def explain_id(id_: str) -> list[str]:
    """Return the lines about an id: as an algorithm, and as an indicator when it is one too."""
    from steelyard.indicators import load_catalog
    from steelyard.model import ALGORITHMS

    record = load_catalog().get(id_)
    lines = [] if record is not None and id_ not in ALGORITHMS else explain(ALGORITHMS.get(id_))
    return lines if record is None else [*lines, *_as_indicator(record)]


def explain(algorithm: Algorithm) -> list[str]:
    """Return the lines of the explanation."""
    title = click.style(f"{algorithm.id}  {pick(algorithm.title)}", bold=True)
    lines = [f"{title}  (v{algorithm.version}, {algorithm.kind})", pick(algorithm.meaning), ""]
    lines += [f"{t('cli.explain_formula')}:", f"  {algorithm.formula}"]
    lines += _ports("cli.explain_inputs", algorithm.inputs)
    lines += _params(algorithm.params)
    lines += _ports("cli.explain_outputs", algorithm.outputs)
    for example in algorithm.examples[:1]:
        inputs = shlex.quote(_json(dict(example.inputs)))
        params = f" --params {shlex.quote(_json(dict(example.params)))}" if example.params else ""
        lines += [f"{t('cli.explain_example')}:"]
        lines += [f"  {_COMMAND} {algorithm.id} --inputs {inputs}{params}"]
        lines += [f"  → {_json(dict(example.expected))}"]
    if algorithm.references:
        lines += [f"{t('cli.explain_references')}:", *(f"  {r}" for r in algorithm.references)]
    return [*lines, *_as_scorer(algorithm)] if algorithm.kind == "scorer" else lines


def _as_scorer(algorithm: Algorithm) -> list[str]:
    """Return the lines about what a scorer does in a run: columns it reads and writes."""
    from steelyard.scorers import SCORERS

    if algorithm.id not in SCORERS:
        return []
    scorer = SCORERS.get(algorithm.id)
    lines = [
        f"{t('cli.explain_scorer')}: `scorers: [{algorithm.id}]`",
        f"  {t('cli.explain_reads')}: {', '.join(scorer.reads)}",
        f"  {t('cli.explain_writes')}: {', '.join(scorer.writes)}",
    ]
    return lines + ([f"  {t('cli.explain_verdict')}: {scorer.verdict}"] if scorer.verdict else [])


def _as_indicator(record: Indicator) -> list[str]:
    """Return the lines about what an indicator is in a scorecard: its score and what it needs."""
    from steelyard.indicators import indicator_needs
    from steelyard.indicators.trial import formula_text

    needs = indicator_needs(record.id)
    either = t("indicators.or")
    fields = [*needs["required"], *(either.join(group) for group in needs["any_of"])]
    rule, references, _ = record.score
    score = f"{rule}({', '.join(map(str, references))})" if references else rule
    return [
        f"{t('cli.explain_indicator')}: {pick(record.name)}",
        f"  {pick(record.meaning)}",
        f"  {formula_text(record.formula)}",
        f"  {t('cli.explain_needs')}: {', '.join(fields) or '–'}",
        f"  {t('cli.explain_score')}: {score} ({t(f'cli.explain_{record.direction}')})",
        f"  {t('cli.explain_undefined')}: {pick(record.undefined)}",
    ]


def _ports(heading: str, ports: tuple[Port, ...]) -> list[str]:
    lines = [f"{t(heading)}:"]
    for port in ports:
        optional = "" if port.required else f" ({t('cli.explain_optional')})"
        lines.append(f"  {port.name}: {port.type}{optional}  {pick(port.words)}")
    return lines


def _params(params: tuple[Param, ...]) -> list[str]:
    if not params:
        return []
    lines = [f"{t('cli.explain_params')}:"]
    for param in params:
        default = param.default if isinstance(param.default, str) else _json(param.default)
        facts = [param.type, t("cli.explain_default", value=default)]
        if param.choices:
            facts.append(t("cli.explain_choices", values=" | ".join(map(str, param.choices))))
        facts += _range(param)
        lines.append(f"  {param.name}: {', '.join(facts)}  {pick(param.words)}")
    return lines


def _range(param: Param) -> list[str]:
    low, high = param.minimum, param.maximum
    if low is not None and high is not None:
        return [t("cli.explain_between", low=low, high=high)]
    if low is not None:
        return [t("cli.explain_from", low=low)]
    return [] if high is None else [t("cli.explain_up_to", high=high)]


def _json(value: Any) -> str:
    return orjson.dumps(value, default=list).decode()


def _fitted(lines: list[str]) -> Iterator[str]:
    """Break lines at the width of the terminal, with a deeper indent; not those to be pasted."""
    from rich.console import Console

    console = Console()
    for line in lines:
        text = line.lstrip(" ")
        if not console.is_terminal or not text or text.startswith((_COMMAND, "→")):
            yield line
            continue
        indent = len(line) - len(text)
        deeper = 2 * indent
        first, *rest = _broken(console, text, console.width - indent - deeper)
        yield " " * indent + first
        yield from (" " * (indent + deeper) + piece for piece in rest)


def _broken(console: Console, text: str, width: int) -> list[str]:
    from rich.text import Text

    pieces = Text.from_ansi(text).wrap(console, max(width, 20))
    return [text] if len(pieces) == 1 else [piece.plain.rstrip() for piece in pieces]
