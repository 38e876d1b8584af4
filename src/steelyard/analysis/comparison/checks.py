"""Whether two runs can be compared at all, and what must be said when they differ in more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from steelyard.analysis.comparison.content import Pairing, Side
from steelyard.analysis.comparison.key import judged_by, judging_of, score_command
from steelyard.bundle import agent_name
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.scorecards import read_headline

if TYPE_CHECKING:
    from steelyard.analysis.comparison.tables import Tables
    from steelyard.bundle import Bundle
    from steelyard.scorecards import Weighing

_LEAST = 0.5  # of the smaller run


def check_pairing(pairing: Pairing, base: Bundle, other: Bundle) -> None:
    """Refuse runs that share too few questions.

    Raises:
        InputError: less than half of the smaller run's questions are in the other.
    """
    if not pairing.paired:
        return
    asked = [
        pairing.matched + pairing.changed + alone for alone in (pairing.only_base, pairing.only_new)
    ]
    if pairing.matched and pairing.matched >= _LEAST * min(asked):
        return
    key = "comparison.few_match" if pairing.matched else "comparison.none_match"
    message = t(
        key,
        base=base.spoken,
        new=other.spoken,
        matched=pairing.matched,
        base_cases=asked[0],
        new_cases=asked[1],
        changed=pairing.changed,
        base_ids=_some(pairing.only_base_ids or pairing.changed_ids),
        new_ids=_some(pairing.only_new_ids or pairing.changed_ids),
    )
    raise InputError(message, hint=t("comparison.few_match_hint"))


def sides_of(runs: Sequence[Bundle]) -> list[Side]:
    """Return what is known of runs before their tables are read; labels differ."""
    sides = [_side(run) for run in runs]
    names = [side.name for side in sides]
    found: list[Side] = []
    for side, run in zip(sides, runs, strict=True):
        label = side.name if names.count(side.name) == 1 else f"{side.name} ({run.path.name})"
        taken = [one.label for one in found]
        number = 2
        while label in taken:
            label = f"{side.name} ({run.path.name}, {number})"
            number += 1
        found.append(replace(side, label=label))
    return found


def side_of(tables: Tables, side: str, plain: Side) -> Side:
    """Return a run with its cases and rows counted."""
    [(cases,)] = tables.con.execute(f"SELECT count(*) FROM asked_{side} WHERE is_case").fetchall()
    [(rows,)] = tables.con.execute(f"SELECT count(*) FROM all_{side}").fetchall()
    return replace(plain, cases=int(cases), rows=int(rows))


def not_comparable(base: Bundle, new: Bundle) -> str | None:
    """Return why two runs have no common overall score; None when their verdicts are alike."""
    values = base.manifest.values
    if judging_of(values) == judging_of(new.manifest.values):
        return None
    return t(
        "comparison.judged_apart",
        base=base.spoken,
        base_rule=judged_by(values),
        new=new.spoken,
        new_rule=judged_by(new.manifest.values),
        command=score_command(values),
    )


def remarks(
    runs: tuple[Bundle, Bundle], pairing: Pairing, weighing: Weighing, left_out: Sequence[str]
) -> Iterator[str]:
    """Yield what a reader must know before believing the differences."""
    base, new = (run.manifest.values for run in runs)
    if not pairing.paired:
        yield t("comparison.note_unpaired")
    if base.get("run_id") == new.get("run_id"):
        yield t("comparison.note_same_run")
    for run in runs:
        if run.state != "finished":
            yield t("comparison.note_partial", path=run.spoken, state=run.state)
    if pairing.paired and (pairing.only_base or pairing.only_new or pairing.changed):
        yield t("comparison.note_subset", n=pairing.matched)
    if pairing.changed:
        yield t("comparison.note_changed", n=pairing.changed)
    if pairing.regraded:
        yield t("comparison.note_regraded", n=pairing.regraded)
    yield from _differing(base, new, weighing)
    if left_out:
        yield t("comparison.note_left_out", names=", ".join(left_out))


def _differing(base: dict[str, Any], new: dict[str, Any], weighing: Weighing) -> Iterator[str]:
    cards = [(one.get("scorecard") or {}) for one in (base, new)]
    if any(card.get("hash") not in (None, weighing.card.hash) for card in cards):
        yield t("comparison.note_scorecards", id=weighing.card.id)
    if _params(base) != _params(new):
        yield t("comparison.note_params")
    if base.get("epochs") != new.get("epochs"):
        yield t("comparison.note_epochs", base=base.get("epochs"), new=new.get("epochs"))


def _params(manifest: dict[str, Any]) -> Any:
    return (manifest.get("plan") or {}).get("params") or {}


def _side(run: Bundle) -> Side:
    values = run.manifest.values
    name = str(run.called or values.get("name") or run.path.name)
    return Side(
        name=name,
        label=name,
        path=str(run.path),
        run_id=str(values.get("run_id") or ""),
        created_at=str(values.get("created_at") or ""),
        state=str(run.state),
        agent=agent_name(values.get("agent")) or "",
        dataset=str((values.get("dataset") or {}).get("path") or ""),
        scorecard=str((values.get("scorecard") or {}).get("id") or "default"),
        cases=0,
        rows=0,
        epochs=int(values.get("epochs") or 1),
        overall=run.summary()["overall"]["score"],
        headline={
            name: getattr(read_headline(run.summary()), name)
            for name in ("id", "value", "ci_low", "ci_high", "provenance")
        },
    )


def _some(ids: Sequence[str]) -> str:
    return ", ".join(ids[:3]) or "–"
