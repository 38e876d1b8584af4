"""`steelyard explain`: everything the registry knows about one algorithm."""

from __future__ import annotations

import click
import orjson

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import pick, t
from steelyard.model import Algorithm, Param, Port


@click.command(cls=LocalCommand, help=t("cli.explain_help"))
@click.argument("id_", metavar="ID")
def command(id_: str) -> None:
    """Explain one algorithm."""
    from steelyard.model import ALGORITHMS

    click.echo("\n".join(explain(ALGORITHMS.get(id_))))


def explain(algorithm: Algorithm) -> list[str]:
    """Return the lines of the explanation."""
    title = click.style(f"{algorithm.id}  {pick(algorithm.title)}", bold=True)
    lines = [f"{title}  (v{algorithm.version}, {algorithm.kind})", pick(algorithm.meaning), ""]
    lines += [f"{t('cli.explain_formula')}:", f"  {algorithm.formula}"]
    lines += _ports("cli.explain_inputs", algorithm.inputs)
    lines += _params(algorithm.params)
    lines += _ports("cli.explain_outputs", algorithm.outputs)
    for example in algorithm.examples[:1]:
        inputs = orjson.dumps(dict(example.inputs)).decode()
        params = (
            f" --params '{orjson.dumps(dict(example.params)).decode()}'" if example.params else ""
        )
        lines += [f"{t('cli.explain_example')}:"]
        lines += [f"  steelyard compute {algorithm.id} --inputs '{inputs}'{params}"]
        lines += [f"  → {orjson.dumps(dict(example.expected)).decode()}"]
    if algorithm.references:
        lines += [f"{t('cli.explain_references')}:", *(f"  {r}" for r in algorithm.references)]
    return lines


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
        facts = [param.type, t("cli.explain_default", value=param.default)]
        if param.choices:
            facts.append(t("cli.explain_choices", values=" | ".join(map(str, param.choices))))
        lines.append(f"  {param.name}: {', '.join(facts)}  {pick(param.words)}")
    return lines
