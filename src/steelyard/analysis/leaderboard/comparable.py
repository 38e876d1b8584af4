"""Which number lines are ranked by, and which of them may be ranked against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from steelyard.analysis.comparison.key import (
    Key,
    differing_part,
    judged_by,
    judging_of,
    majority,
    score_command,
)
from steelyard.analysis.leaderboard.entries import Entry
from steelyard.analysis.leaderboard.notes import note
from steelyard.analysis.leaderboard.weighed import Result
from steelyard.model import Words
from steelyard.scorecards import read_headline
from steelyard.scorecards.headline import OVERALL
from steelyard.scorecards.weigh import overall_of


def ranked_by(ready: Sequence[Entry]) -> str:
    """Return what most runs' own reports begin with (of equally many: the newest run's)."""
    newest_first = sorted(
        (run for entry in ready for run in entry.runs),
        key=lambda run: str(run.manifest.values["created_at"]),
        reverse=True,
    )
    counts = Counter(read_headline(run.summary()).id for run in newest_first)
    del counts[None]
    return counts.most_common(1)[0][0] or OVERALL if counts else OVERALL


def has_headline(entry: Entry, id_: str) -> bool:
    """Return whether some run's own report shows this number; a run without verdicts has none."""
    shown = [read_headline(run.summary()) for run in entry.runs]
    return any(one.id != id_ or one.value is not None for one in shown)


def not_comparable(
    lines: Sequence[tuple[Entry, Result]], by: str, *, same_cases: bool
) -> Mapping[str, Words]:
    """Return why lines are not ranked, by name: their keys are not that of most lines.

    Args:
        lines: the lines that have a score.
        by: `overall`, or the id of an indicator.
        same_cases: whether all must be of one dataset; otherwise cases were chosen otherwise.
    """
    keys = {
        entry.name: [_key(entry, at, result, by, same_cases) for at in range(len(entry.runs))]
        for entry, result in lines
    }
    if not keys:
        return {}
    made = {
        entry.name: max(str(run.manifest.values["created_at"]) for run in entry.runs)
        for entry, _ in lines
    }
    alike = {name: own[0] for name, own in keys.items() if len(set(own)) == 1}
    if not alike:
        return {name: note("mixed_rules") for name in keys}
    # However many lines rest on claims, they do not keep one out that was measured.
    trusted = {name: key for name, key in alike.items() if not key.claimed} or alike
    ruling = majority([(key, made[name]) for name, key in trusted.items()])
    model = next(entry for entry, _ in lines if alike.get(entry.name) == ruling)
    command = score_command(model.runs[0].manifest.values)
    return {
        entry.name: _reason(entry, alike.get(entry.name), ruling, result, command)
        for entry, result in lines
        if alike.get(entry.name) != ruling
    }


def _key(entry: Entry, at: int, result: Result, by: str, same_cases: bool) -> Key:  # noqa: FBT001
    values = entry.runs[at].manifest.values
    return Key(
        judging=judging_of(values),
        dataset=(values.get("dataset") or {}).get("sha256") if same_cases else None,
        rule=overall_of(result.root).rule if by == OVERALL else None,
        claimed=result.score.provenance == "claimed",
    )


def _reason(entry: Entry, key: Key | None, ruling: Key, result: Result, command: str) -> Words:
    if key is None:
        return note("mixed_rules")
    match differing_part(key, ruling):
        case "judging":
            rule = judged_by(entry.runs[0].manifest.values)
            return note("judged_by", rule=rule, command=command)
        case "dataset":
            return note("other_dataset")
        case "claimed":
            return note("rests_on_claims")
        case _:
            return note("other_rule", rule=overall_of(result.root).rule)
