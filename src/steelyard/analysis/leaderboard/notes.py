"""What a reader of a leaderboard must know, in both languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from steelyard.analysis.leaderboard.cases import Tables
from steelyard.analysis.leaderboard.entries import Entry
from steelyard.analysis.leaderboard.weighed import Result
from steelyard.analysis.leaderboard.weights import Varied
from steelyard.i18n import LANGUAGES, pick, t, using_language
from steelyard.model import RunState, Words
from steelyard.scorecards import Scorecard, Weighed


def note(key: str, **values: Any) -> Words:
    """Return the sentence `leaderboard.<key>` in both languages."""
    made = []
    for language in LANGUAGES:
        with using_language(language):
            filled = {k: pick(v) if isinstance(v, Words) else v for k, v in values.items()}
            made.append(t(f"leaderboard.{key}", **filled))
    return Words(*made)


def board_notes(
    lines: Sequence[Entry], results: Mapping[str, Result], card: Scorecard, found: Tables
) -> tuple[Words, ...]:
    """Return what concerns all lines."""
    runs = [run.manifest.values for line in lines for run in line.runs]
    notes = []
    if not found.paired and len(results) > 1:
        notes.append(note("unpaired"))
    if any(found.left_out):
        notes.append(note("shared_only", n=found.cases))
    others = {(values.get("scorecard") or {}).get("hash") for values in runs} - {card.hash, None}
    if others:
        notes.append(note("weighed_anew", name=card.name))
    if _differ(values["plan"].get("params") or {} for values in runs):
        notes.append(note("other_params"))
    return tuple(notes)


def weight_notes(roots: Sequence[Weighed], varied: Varied | None) -> tuple[Words, ...]:
    """Return what must be known of overall scores: what they are made of, and the weights."""
    notes = []
    if _differ(map(_blended, roots)):
        notes.append(note("other_parts"))
    if varied is None and len(roots) > 1:
        notes.append(note("no_weights"))
    elif varied is not None and not varied.exact:
        notes.append(note("some_weights", n=len(varied.weights.parts)))
    return tuple(notes)


def line_notes(entry: Entry, result: Result | None, left_out: int) -> tuple[Words, ...]:
    """Return what concerns one line."""
    notes = [
        note("not_finished", path=run.spoken, state=str(run.state)) for run in entry.unfinished
    ]
    notes += [
        note("stopped", path=run.spoken, asked=sum(run.manifest.values["counts"].values()))
        for run in entry.runs
        if run.state not in (RunState.FINISHED, RunState.FAILED)
    ]
    notes += [note("failed", path=run.spoken) for run in entry.runs if run.state is RunState.FAILED]
    if left_out:
        notes.append(note("left_out", n=left_out))
    if result is not None and result.score.value is None:
        notes.append(note("no_score" if result.root.score is None else "no_headline"))
    elif result is not None and result.drawn is None:
        notes.append(note("no_interval"))
    return tuple(notes)


def _blended(root: Weighed) -> set[str | None]:
    """Return the indicators that the score of a line is made of."""
    used = root if root.instead is None else root.instead
    return {node.node.indicator for node in used.walk() if node.share > 0 and node.value}


def _differ(facts: Iterable[Any]) -> bool:
    known = list(facts)
    return any(fact != known[0] for fact in known)
