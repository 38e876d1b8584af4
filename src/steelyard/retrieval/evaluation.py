"""`evaluate_files`: judgements and runs to one record with everything that was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from steelyard.i18n import t
from steelyard.i18n.numbers import share_text
from steelyard.i18n.words.retrieval import WORDS
from steelyard.model import relevance_threshold
from steelyard.retrieval.compare import compare_runs
from steelyard.retrieval.evaluate import RunScores, evaluate_run
from steelyard.retrieval.judgements import Judgements
from steelyard.retrieval.measures import Rules
from steelyard.retrieval.order import Ties
from steelyard.retrieval.read_qrels import read_qrels
from steelyard.retrieval.summary import Unretrieved, per_query, summarise_run

_FEW_JUDGED = 0.8


@dataclass(frozen=True, slots=True)
class Choices:
    """What may be chosen about an evaluation of files, beside the rules of the measures.

    Attributes:
        min_relevance: None takes 1 where no grade is above 4, and 5 otherwise.
        ties: None takes `trec` for TREC files and `position` for the others.
        unretrieved: what a judged query that is not in the run counts: nothing, or 0.
        per_query: whether to give the values of every query.
        compare: whether to compare every run with the first.
        by_command: whether notes name the options of the command.
    """

    min_relevance: float | None = None
    ties: Ties | None = None
    unretrieved: Unretrieved = "skip"
    per_query: bool = False
    compare: bool = False
    by_command: bool = True


def evaluate_files(
    qrels: Path, runs: Sequence[Path], rules: Rules, choices: Choices | None = None
) -> dict[str, Any]:
    """Evaluate run files against a file of judgements.

    Raises:
        DataError: a file cannot be read or has a malformed line.
    """
    choices = choices or Choices()
    judgements = read_qrels(qrels)
    threshold = choices.min_relevance
    if threshold is None:
        threshold = relevance_threshold(judgements.highest)
    rules = replace(rules, min_relevance=threshold)
    scores = [evaluate_run(path, judgements, rules, choices.ties) for path in runs]
    if len({run.name for run in scores}) < len(scores):
        scores = [replace(run, name=str(path)) for run, path in zip(scores, runs, strict=True)]
    records = [summarise_run(run, judgements, choices.unretrieved) for run in scores]
    if choices.per_query:
        for record, run in zip(records, scores, strict=True):
            record["per_query"] = per_query(run, judgements, choices.unretrieved)
    found = {
        "runs": records,
        "options": asdict(rules) | {"unretrieved": choices.unretrieved},
        "notes": _notes(judgements, records, rules, choices),
    }
    if choices.compare:
        found["comparisons"] = _comparisons(scores, judgements, rules, choices.unretrieved)
    return found


def _comparisons(
    scores: list[RunScores], judgements: Judgements, rules: Rules, unretrieved: Unretrieved
) -> list[dict[str, Any]]:
    by = f"ndcg@{max(rules.cutoffs)}"
    first, *others = scores
    return [compare_runs(first, other, judgements, unretrieved, by=by) for other in others]


def _notes(
    judgements: Judgements, records: list[dict[str, Any]], rules: Rules, choices: Choices
) -> list[str]:
    notes = []
    if choices.min_relevance is None:
        key = "retrieval.note_small_scale" if rules.min_relevance == 1 else "retrieval.note_scale"
        notes.append(t(key, highest=f"{judgements.highest:g}", how=_how("scale", choices)))
    else:
        notes.append(t("retrieval.note_set", threshold=f"{rules.min_relevance:g}"))
    if rules.min_relevance > judgements.highest:
        notes.append(nothing_relevant(rules.min_relevance, judgements.highest))
    for record in records:
        notes += _notes_of(record, rules, choices)
    return notes


def nothing_relevant(threshold: float, highest: float) -> str:
    """Return why nothing that looks at relevant documents is defined."""
    return t("retrieval.nothing_relevant", threshold=f"{threshold:g}", highest=f"{highest:g}")


def _how(what: str, choices: Choices) -> str:
    """Return which option has it otherwise; nothing for those who gave no command."""
    key = f"how_{what}"
    return t(f"retrieval.{key}") if choices.by_command and key in WORDS else ""


def _notes_of(record: dict[str, Any], rules: Rules, choices: Choices) -> list[str]:
    name, skipped = record["name"], record["skipped"]
    notes = [
        t(f"retrieval.note_{reason}", name=name, n=n, how=_how(reason, choices))
        for reason, n in skipped.items()
        if n
    ]
    if record["missing_queries"] and not skipped["not_in_run"]:
        notes.append(t("retrieval.note_zero", name=name, n=record["missing_queries"]))
    if record["repeated_documents"]:
        notes.append(t("retrieval.note_repeated", name=name, n=record["repeated_documents"]))
    k = min(rules.cutoffs)
    judged = record["metrics"][f"judged@{k}"]
    if judged is not None and judged < _FEW_JUDGED:
        notes.append(t("retrieval.note_judged", name=name, k=k, share=share_text(judged)))
    return notes
