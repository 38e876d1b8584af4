"""A scorecard as a tree on the terminal: weights and names; of a run, also what they came to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rich.markup import escape
from rich.table import Table

from steelyard.cli.console import ResultConsole
from steelyard.i18n import language, pick, t
from steelyard.model import Words
from steelyard.report import wording
from steelyard.report.numbers import NOTHING, bare, interval_text, value_text
from steelyard.report.sources import source_line, source_words
from steelyard.scorecards import Node, Scorecard

# Numbers are not cut short where the terminal is narrow; names are.
_WIDTHS = {"weight": 6, "share": 6, "score": 5, "interval": 14, "contribution": 5, "coverage": 8}


class _Line(NamedTuple):
    """One node: how it is drawn, its share of the whole as designed, and what a run says of it."""

    branch: str
    node: Mapping[str, Any]
    share: float


def show_card(card: Scorecard) -> None:
    """Print a scorecard."""
    console = ResultConsole()
    table = _table("weight", "share", "how", "other")
    for branch, node, share in _lines(card.root.as_dict()):
        weight = f"{node['weight']:.4g}"
        table.add_row(_name(branch, node), weight, value_text(share, "%"), _how(node), _other(node))
    console.print(table)
    instead = card.root.otherwise
    if instead is not None:
        parts = ", ".join(_part(child) for child in instead.children) or instead.id
        console.print(t("cli_scorecard.instead", parts=escape(parts)))
    _gates_and_panel(console, list(card.all_gates()), list(card.panel))
    console.print(f"[dim]{escape(card.id)} v{card.version} · {card.hash[:12]}[/dim]")


def show_run(found: Mapping[str, Any]) -> None:
    """Print the tree of a run: score, interval, contribution and coverage of every node."""
    console = ResultConsole()
    table = _table("share", "score", "interval", "contribution", "coverage", "other")
    root = found["tree"]
    top = dict(root.get("instead") or root)
    top["name"] = wording.words("overall")._asdict()  # as every report calls it
    for branch, node, _ in _lines(top):
        share = value_text(node["share"], "%")
        table.add_row(_name(branch, node), share, *_came_to(node), _other(node))
    console.print(table)
    if source := _source(top):
        console.print(escape(source))
    if root.get("instead"):
        name = escape(pick(Words(**root["name"])))
        console.print(t("cli_scorecard.stood_in", name=name))
    for gate in found["gates"]:
        mark = "[green]✓[/green]" if gate["passed"] else "[red]✗[/red]"
        console.print(f"{mark} {escape(gate['text'])}")
    card = found["scorecard"]
    console.print(f"[dim]{escape(card['id'])} v{card['version']} · {card['hash'][:12]}[/dim]")


def _lines(
    node: Mapping[str, Any], before: str = "", after: str = "", share: float = 1.0
) -> Iterator[_Line]:
    """Yield a node and all below it, each with its share of the whole."""
    yield _Line(before, node, share)
    children = [child for child in node.get("children", ()) if not child.get("reserve")]
    reserves = [child for child in node.get("children", ()) if child.get("reserve")]
    total = sum(child["weight"] for child in children) or 1.0
    every = [*children, *reserves]
    for at, child in enumerate(every):
        last = at == len(every) - 1
        part = 0.0 if child.get("reserve") else share * child["weight"] / total
        branch, gap = ("└─ ", "   ") if last else ("├─ ", "│  ")
        yield from _lines(child, after + branch, after + gap, part)


def _came_to(node: Mapping[str, Any]) -> list[str]:
    if node["score"] is None:
        return [NOTHING, "", "", ""]
    interval = ""
    if node["ci_low"] is not None:
        interval = escape(interval_text(node["ci_low"], node["ci_high"], "%"))
    return [
        value_text(node["score"], "%"),
        interval,
        bare(node["contribution"], "%"),
        value_text(node["coverage"], "%"),
    ]


def _source(top: Mapping[str, Any]) -> str:
    """Return where the scores of the indicators come from; a run of before does not say it."""
    leaves = (line.node for line in _lines(top) if "indicator" in line.node)
    known = [one for one in leaves if one["score"] is not None and "provenance" in one]
    line = source_line((Words(**one["name"]), source_words(one["provenance"])) for one in known)
    return "" if line is None else pick(line)


def _how(node: Mapping[str, Any]) -> str:
    if "indicator" in node:
        words = [node["indicator"]]
        words += [f"{name}={value}" for name, value in node["params"].items()]
        words += [t("cli_scorecard.reserve")] if node.get("reserve") else []
        return escape(" ".join(words))
    method = (node.get("weights") or {}).get("method")
    words = [node["aggregation"], *([] if method is None else [method])]
    words += [] if node["missing"] == "renormalise" else [f"missing={node['missing']}"]
    return " · ".join(words)


def _name(branch: str, node: Mapping[str, Any]) -> str:
    return f"[dim]{branch}[/dim]{escape(pick(Words(**node['name'])))}"


def _other(node: Mapping[str, Any]) -> str:
    """Return the name in the other language."""
    name = Words(**node["name"])
    return escape(name.en if language() == "zh" else name.zh)


def _part(node: Node) -> str:
    return f"{node.weight:g} {node.indicator or node.id}"


def _gates_and_panel(console: ResultConsole, gates: list[str], panel: list[str]) -> None:
    if gates:
        console.print(t("cli_scorecard.gates", gates=escape("; ".join(gates))))
    if panel:
        console.print(t("cli_scorecard.panel", ids=escape(", ".join(panel))))


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(t("cli_scorecard.node"), no_wrap=True)
    for column in columns:
        words = column in ("how", "other")
        justify: Any = "left" if words else "right"
        heading, width = t(f"cli_scorecard.{column}"), None if words else _WIDTHS[column]
        table.add_column(heading, justify=justify, no_wrap=True, min_width=width)
    return table
