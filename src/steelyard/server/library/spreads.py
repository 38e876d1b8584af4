"""What a scorecard comes to on several runs: weights from their spread, and how firm a ranking is.

Every run is weighed anew by the scorecard as it is written now, whatever it was weighed by before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from steelyard.errors import InputError
from steelyard.i18n import language, pick, t
from steelyard.model import Words, compute
from steelyard.scorecards import Sensitivity, sensitivity
from steelyard.server.library.checks import Texts, ranked
from steelyard.server.library.trials import try_scorecard

Method = Literal["entropy", "critic"]
_FEWEST = 2
FEWEST_TO_WEIGH = 3  # as the methods themselves say: of two, one is all the spread there is
_WIDTH = 2 * 1.959963984540054  # of a 95 % interval, in standard errors


class Card(NamedTuple):
    """A scorecard as it is being written, among the documents of its project."""

    name: str
    text: str
    neighbours: Texts


class Scores(NamedTuple):
    """A row for each run and a column for each part that has a score in all of them.

    Attributes:
        ids: of the parts.
        names: for people.
        weights: as the scorecard says, adding up to 1.
        matrix: the scores.
        errors: their standard errors; None when some are not known.
        left_out: names of parts without a score in some run.
    """

    ids: list[str]
    names: list[str]
    weights: list[float]
    matrix: list[list[float]]
    errors: list[list[float]] | None
    left_out: list[str]


class Spread(NamedTuple):
    """Weights that the spread among runs gives to the parts of a node."""

    scores: Scores
    weights: list[float]
    notes: list[str]


def spread_weights(
    card: Card, runs: Mapping[str, Path], node: Sequence[str], method: Method
) -> Spread:
    """Return the weights of a node's children by entropy or CRITIC.

    Args:
        card: the scorecard.
        runs: where each run lies, by its name.
        node: ids from the root down.
        method: which of them.

    Raises:
        InputError: there are too few runs, or a part has no score in one of them.
    """
    if len(runs) < FEWEST_TO_WEIGH:  # said before they are weighed, which takes its time
        raise InputError(t("spreads.too_few", n=FEWEST_TO_WEIGH))
    scores = read_scores(card, runs, node)
    if scores.left_out:
        raise InputError(t("spreads.no_score", names=", ".join(scores.left_out)))
    found = compute(f"mcdm.{method}", {"matrix": scores.matrix})
    return Spread(scores, found["weights"], list(found["notes"]))


def rank_runs(
    card: Card, runs: Mapping[str, Path], node: Sequence[str] | None
) -> tuple[Scores, Sensitivity]:
    """Return whether the ranking of runs by a node, or by all indicators, holds."""
    scores = read_scores(card, runs, node)
    if not scores.ids:
        raise InputError(t("spreads.nothing_common"))
    return scores, sensitivity(scores.matrix, scores.weights, errors=scores.errors)


def read_scores(card: Card, runs: Mapping[str, Path], node: Sequence[str] | None) -> Scores:
    """Weigh every run; `node` None takes the indicators at the ends of the tree."""
    if len(runs) < _FEWEST:
        raise InputError(t("spreads.too_few", n=_FEWEST))
    known_texts = tuple(ranked(card.neighbours))
    trees = [_weigh(card.name, card.text, known_texts, run, language()) for run in runs.values()]
    tables = [_parts(tree, node) for tree in trees]
    known = list(tables[0])
    kept = [key for key in known if all(table[key]["score"] is not None for table in tables)]
    weights = [_weight(tables, key, node) for key in kept]
    total = sum(weights)
    return Scores(
        ids=[tables[0][key]["id"] for key in kept],
        names=[_name(tables[0][key]) for key in kept],
        weights=[weight / total for weight in weights] if total > 0 else weights,
        matrix=[[table[key]["score"] for key in kept] for table in tables],
        errors=_errors(tables, kept),
        left_out=[_name(tables[0][key]) for key in known if key not in kept],
    )


@lru_cache(maxsize=64)
def _weigh(
    name: str, text: str, neighbours: tuple[tuple[tuple[str, str], str], ...], run: Path, _: str
) -> Mapping[str, Any]:
    """Return the weighed tree; a finished run does not change, and weighing one takes a second."""
    tree: Mapping[str, Any] = try_scorecard(name, text, dict(neighbours), run)["tree"]
    return tree


def _parts(tree: Mapping[str, Any], node: Sequence[str] | None) -> dict[str, Mapping[str, Any]]:
    """Return the parts to be compared, by their place in the tree."""
    if node is None:
        return dict(_leaves(tree, tree["id"]))
    at = tree
    for id_ in node:
        below = {child["id"]: child for child in at.get("children") or ()}
        if id_ not in below:
            raise InputError(t("spreads.no_node", id=id_))
        at = below[id_]
    return {child["id"]: child for child in at.get("children") or ()}


def _leaves(node: Mapping[str, Any], place: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if "indicator" in node:
        yield place, node
    for child in node.get("children") or ():
        yield from _leaves(child, f"{place}/{child['id']}")


def _weight(
    tables: Sequence[Mapping[str, Mapping[str, Any]]], key: str, node: Sequence[str] | None
) -> float:
    if node is not None:
        return float(tables[0][key]["weight"])
    # What a missing part gives away differs from run to run: the mean is what it counts for.
    return sum(float(table[key]["share"]) for table in tables) / len(tables)


def _errors(
    tables: Sequence[Mapping[str, Mapping[str, Any]]], kept: Sequence[str]
) -> list[list[float]] | None:
    found = []
    for table in tables:
        ends = [(table[key]["ci_low"], table[key]["ci_high"]) for key in kept]
        if any(low is None or high is None for low, high in ends):
            return None
        found.append([max(0.0, high - low) / _WIDTH for low, high in ends])
    return found


def _name(part: Mapping[str, Any]) -> str:
    name = part["name"]
    return pick(Words(name["en"], name["zh"]))
