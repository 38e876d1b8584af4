"""The comparison key: what two results must have in common before one may be called better.

In the key is what was fixed when the answers were judged, the dataset and the rule of judging, the
rule by which an overall score came about, and whether it rests on claims. The scorecard is not:
leaderboard and `compare` weigh all runs by the same one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import orjson

AUTO = "auto"

Part = Literal["judging", "dataset", "rule", "claimed"]


class Key(NamedTuple):
    """What a number rests on; numbers with different keys are not comparable.

    Attributes:
        judging: who decided whether an answer passes: scorers with versions and parameters, or
            the version of `auto` with the labels it read from the data.
        dataset: fingerprint of the files; None where cases are matched one by one instead.
        rule: how the overall score came about; None where an indicator is compared.
        claimed: whether it rests on what the agent claims.
    """

    judging: str
    dataset: str | None = None
    rule: str | None = None
    claimed: bool = False


def judging_of(manifest: Mapping[str, Any]) -> str:
    """Return the rule of judging of a run as text that is equal only for equal rules."""
    rules = manifest.get("verdict_rules") or {}
    if rules.get("by") == AUTO:
        rule: Any = [rules.get("version"), sorted(map(str, rules.get("labels") or ()))]
    else:
        verdict = (manifest.get("plan") or {}).get("verdict")
        rule = [verdict, deciding_scorers(manifest)]
    return orjson.dumps(rule, option=orjson.OPT_SORT_KEYS, default=str).decode()


def judged_by(manifest: Mapping[str, Any]) -> str:
    """Return the rule of judging in a word: `auto/1`, or the scorers with what was set."""
    rules = manifest.get("verdict_rules") or {}
    if rules.get("by") == AUTO:
        labels = ", ".join(map(str, rules.get("labels") or ()))
        return f"`{rules.get('version')}`" + (f" ({labels})" if labels else "")
    return ", ".join(_said(one) for one in deciding_scorers(manifest)) or "–"


def score_command(manifest: Mapping[str, Any]) -> str:
    """Return the command that judges another run by the rule of this one."""
    rules = manifest.get("verdict_rules") or {}
    by = rules.get("by")
    ids = [by] if by in (AUTO, "documented") else [s.get("id") for s in deciding_scorers(manifest)]
    return " ".join(["steelyard score DIR", *(f"--scorer {id_}" for id_ in ids)])


def deciding_scorers(manifest: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the scorers that decide verdicts; all of them where none is marked."""
    scorers: list[Mapping[str, Any]] = list(manifest.get("scorers") or ())
    return [one for one in scorers if one.get("verdict")] or scorers


def majority(keys: Sequence[tuple[Key, str]]) -> Key:
    """Return the key that most results have, of equally many that of the newest.

    Args:
        keys: the key of every result, and when it was made (ISO time).
    """
    counts = Counter(key for key, _ in keys)
    newest: dict[Key, str] = {}
    for key, when in keys:
        newest[key] = max(when, newest.get(key, ""))
    return max(counts, key=lambda key: (counts[key], newest[key]))


def differing_part(one: Key, other: Key) -> Part | None:
    """Return the first part in which two keys differ; None when they are equal."""
    parts: tuple[Part, ...] = ("judging", "dataset", "rule", "claimed")
    return next((part for part in parts if getattr(one, part) != getattr(other, part)), None)


def _said(scorer: Mapping[str, Any]) -> str:
    params = ", ".join(f"{name} {value}" for name, value in (scorer.get("params") or {}).items())
    version = scorer.get("version")
    more = [f"v{version}"] if version not in (None, 1) else []
    more += [params] if params else []
    return f"`{scorer.get('id')}`" + (f" ({', '.join(more)})" if more else "")
