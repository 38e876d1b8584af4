"""Weights from files of judgements and from the spread among runs, for the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.markup import escape
from rich.table import Table

from steelyard.bundle import Bundle
from steelyard.cli.console import ResultConsole
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import compute
from steelyard.scorecards.judgement_file import read_judgements
from steelyard.scorecards.node_weights import rejection
from steelyard.scorecards.weighting.ahp import ahp_group
from steelyard.scorecards.write_weights import with_weights


class Found(NamedTuple):
    """Weights by each method and together; not `accepted` when judgements contradict."""

    names: list[str]
    sets: dict[str, list[float]]
    weights: list[float]
    facts: dict[str, Any]
    notes: list[str]
    accepted: bool = True

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {
            "names": self.names,
            "weights": self.weights,
            "methods": self.sets,
            "accepted": self.accepted,
            **self.facts,
            "notes": self.notes,
        }


def find_weights(sources: Sequence[Path], options: Mapping[str, Any]) -> Found:
    """Return the weights by the methods the options name.

    Raises:
        InputError: no method is named, or what one is given is wrong.
    """
    runs = [path for path in sources if path.is_dir()]
    matrices = [*options["matrices"], *(path for path in sources if not path.is_dir())]
    if matrices and not options["matrices"]:
        raise InputError(t("cli_scorecard.not_run", path=matrices[0]))
    found = Found([], {}, [], {}, [])
    if matrices:
        found = _judged(matrices)
    for method in ("entropy", "critic"):
        if options[method]:
            found = _spread(found, method, runs, options["node"] or "overall")
    if not found.sets:
        raise InputError(t("cli_scorecard.no_method"))
    return _combined(found, options["combine"])


def show_weights(found: Found) -> None:
    """Print the weights by every method and together, and what to know about them."""
    console = ResultConsole()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    methods = found.sets if len(found.sets) > 1 else {}
    for heading in (t("cli_scorecard.weight"), *methods):
        table.add_column(heading, justify="right")
    for at, name in enumerate(found.names):
        own = (f"{weights[at]:.4f}" for weights in methods.values())
        table.add_row(escape(name), f"{found.weights[at]:.4f}", *own)
    console.print(table)
    if "cr" in found.facts:
        console.print(t("cli_scorecard.cr", cr=f"{found.facts['cr']:.4f}"))
    for note in found.notes:
        console.print(f"[dim]{escape(t('cli.warning'))}[/dim] {escape(note)}")


def write_weights(path: Path, node: str, found: Found) -> None:
    """Put the weights into a scorecard's file, which keeps its comments."""
    if not path.is_file():
        raise InputError(t("scorecards.no_file", path=path))
    text = path.read_text(encoding="utf-8")
    weights = dict(zip(found.names, found.weights, strict=True))
    path.write_text(with_weights(str(path), text, node, weights), encoding="utf-8")


def _judged(paths: Sequence[Path]) -> Found:
    files = [read_judgements(path) for path in paths]
    names = files[0].names
    for path, file in zip(paths, files, strict=True):
        if file.names != names:
            raise InputError(t("cli_scorecard.other_names", path=path, names=", ".join(names)))
    matrices = [file.matrix for file in files]
    group = ahp_group(matrices)
    result = compute("mcdm.ahp_group", {"matrices": matrices})
    why = rejection(group.combined, names)
    # The numbered form of the same advice is replaced by one with names.
    notes = [why] if why else list(result["notes"])
    facts = {key: result[key] for key in ("lambda_max", "ci", "cr", "revise", "experts")}
    weights = group.combined.weights
    return Found(names, {"ahp": weights}, weights, facts, notes, group.combined.accepted)


def _spread(found: Found, method: str, runs: Sequence[Path], node: str) -> Found:
    names, matrix = _scores(runs, node)
    if found.names and found.names != names:
        raise InputError(t("cli_scorecard.other_names", path=node, names=", ".join(found.names)))
    result = compute(f"mcdm.{method}", {"matrix": matrix})
    notes = list(dict.fromkeys([*found.notes, *result["notes"]]))
    return found._replace(names=names, sets={**found.sets, method: result["weights"]}, notes=notes)


def _scores(runs: Sequence[Path], node: str) -> tuple[list[str], list[list[float]]]:
    """Return the children of a node and their scores, a row for each run."""
    if not runs:
        raise InputError(t("cli_scorecard.no_runs"))
    names: list[str] = []
    rows = []
    for path in runs:
        tree = Bundle(path).summary().get("tree") or {}
        children = next((n["children"] for n in _inner(tree) if n["id"] == node), None)
        if children is None:
            known = ", ".join(inner["id"] for inner in _inner(tree))
            raise InputError(t("scorecards.no_node", source=path, id=node, names=known))
        ids = [child["id"] for child in children]
        if names and ids != names:
            raise InputError(t("cli_scorecard.other_names", path=path, names=", ".join(names)))
        names = ids
        missing = [child["id"] for child in children if child["score"] is None]
        if missing:
            raise InputError(t("cli_scorecard.no_score", path=path, ids=", ".join(missing)))
        rows.append([child["score"] for child in children])
    return names, rows


def _inner(node: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    if node.get("children"):
        yield node
        for child in node["children"]:
            yield from _inner(child)


def _combined(found: Found, how: str | None) -> Found:
    sets = list(found.sets.values())
    if len(sets) == 1:
        return found._replace(weights=sets[0])
    how = how or "linear"
    result = compute(f"mcdm.combine_{how}", {"weights": sets})
    return found._replace(weights=result["weights"], facts={**found.facts, "combine": how})
