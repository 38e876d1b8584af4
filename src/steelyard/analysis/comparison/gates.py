"""Gates on a comparison: conditions on what changed, such as `overall: ci_low > -0.02`.

`what: field op number`, as the gates of a run are written. What is compared is the new run with the
base; with several new runs every one of them must meet every gate. What is undefined has not been
met.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from difflib import get_close_matches
from typing import Any, TypeAlias

from steelyard.analysis.comparison.content import (
    OVERALL,
    AgainstBase,
    Comparison,
    Difference,
    Flips,
    Sources,
    Trouble,
)
from steelyard.errors import InputError, UnknownNameError
from steelyard.i18n import t
from steelyard.indicators import get_indicator
from steelyard.model import FIELDS
from steelyard.scorecards.gates import Gate, check_field, holds, read_gate

Facts: TypeAlias = Mapping[str, float | None]
GateRecord: TypeAlias = Mapping[str, Any]

DIFFERENCE_FIELDS = (
    *("value", "ci_low", "ci_high", "base", "new", "ratio", "p", "p_adjusted", "effect"),
)
FLIP_FIELDS = ("broken", "fixed", "net", "p")
USAGE_FIELDS = (
    *("value", "ci_low", "ci_high", "base", "new", "ratio", "p"),
    *("typical", "typical_low", "typical_high"),
)
TROUBLE_FIELDS = ("value", "base", "new", "ratio")
FLIPS = "flips"
USAGE = {
    "latency": "latency_s",
    "first_token": "first_token_s",
    "cost": "cost",
    "input_tokens": "input_tokens",
    "output_tokens": "output_tokens",
    "attempts": "attempts",
}
"""What may be gated beside indicators, and the usage it stands for."""
TROUBLE = ("errors", "timeouts", "retries")
ANY = "*"
OURS = Sources("measured", "measured")
_MOST_NAMES = 5


def check_fail_on(gates: Iterable[str], own: Collection[str] = ()) -> None:
    """Find what is wrong with gates before there is anything to compare.

    A name without a point may be a part of a scorecard, which is known only later.

    Args:
        gates: such as "overall: ci_low > -0.02".
        own: ids of indicators that the runs bring with them.

    Raises:
        InputError: a gate is not of the form, or asks for a field that is not there.
        UnknownNameError: it names an indicator that does not exist.
    """
    for text in gates:
        gate = read_gate(text)
        check_field(gate, _fields(gate.indicator))
        named = "." in gate.indicator and not _group(gate.indicator)
        if named and gate.indicator not in own:
            get_indicator(gate.indicator)


def fail_on(comparison: Comparison, gates: Sequence[str]) -> tuple[GateRecord, ...]:
    """Return what came of every gate in every run compared with the base.

    Each record has `text`, `passed`, `observed`, `reason` and `run`.

    Raises:
        InputError: a gate is wrong, or about something that no comparison has.
    """
    parsed = [read_gate(text) for text in gates]
    for gate in parsed:
        check_field(gate, _fields(gate.indicator))
    return tuple(
        {**_check(gate, against), "run": against.run.label}
        for gate in parsed
        for against in comparison.runs
    )


def _fields(what: str) -> tuple[str, ...]:
    if what == FLIPS:
        return FLIP_FIELDS
    if what in USAGE:
        return USAGE_FIELDS
    return TROUBLE_FIELDS if what in TROUBLE else DIFFERENCE_FIELDS


def _group(what: str) -> tuple[str, str] | None:
    """Return the column and the group of `scene.shop` or `scene.*`; None for anything else."""
    column, point, group = what.partition(".")
    return (column, group) if point and column in FIELDS else None


def _check(gate: Gate, against: AgainstBase) -> dict[str, Any]:
    if group := _group(gate.indicator):
        return _check_groups(gate, against, *group)
    facts, sources = _facts(gate, against)
    observed = facts.get(gate.field)
    if observed is None:
        what, field = gate.indicator, gate.field
        reason = t("gates.undefined", what=what, field=field)
        return _record(gate, passed=False, reason=reason)
    return _record(gate, passed=holds(gate, observed), observed=observed, sources=sources)


def _check_groups(gate: Gate, against: AgainstBase, column: str, group: str) -> dict[str, Any]:
    """Check one group of a column, or every one of them: the worst is what was observed."""
    slices = against.slices.get(column, ())
    found = {
        str(one.group): _of_difference(one.difference, against).get(gate.field) for one in slices
    }
    if group != ANY:
        found = {name: value for name, value in found.items() if name == group}
    if not found:
        return _record(gate, passed=False, reason=t("gates.no_group", column=column, group=group))
    unknown = [name for name, value in found.items() if value is None]
    known = {name: value for name, value in found.items() if value is not None}
    failed = [name for name, value in known.items() if not holds(gate, value)]
    worst = _worst(gate, known)
    if unknown:
        names = _names(unknown)
        why = t("gates.undefined_groups", column=column, field=gate.field, names=names)
        return _record(gate, passed=False, observed=worst, reason=why)
    missed = t("gates.failed_groups", column=column, names=_names(failed)) if failed else None
    sources = slices[0].difference.sources  # one column, so the same in every group
    return _record(gate, passed=not failed, observed=worst, reason=missed, sources=sources)


def _worst(gate: Gate, known: Mapping[str, float]) -> float | None:
    if not known:
        return None
    if gate.op in (">", ">="):
        return min(known.values())
    if gate.op in ("<", "<="):
        return max(known.values())
    return next((v for v in known.values() if not holds(gate, v)), next(iter(known.values())))


def _facts(gate: Gate, against: AgainstBase) -> tuple[Facts, Sources]:
    """Return the numbers a gate may look at, and where they come from; empty if not computed."""
    what = gate.indicator
    if what == FLIPS:
        flips = against.flips
        return _of_flips(against), OURS if flips is None else flips.sources
    if what in USAGE:
        usage = next((one for one in against.usage if one.id == USAGE[what]), None)
        return ({}, OURS) if usage is None else (_of_usage(asdict(usage)), usage.sources)
    if what in TROUBLE:
        return _of_trouble(what, against.base_trouble, against.new_trouble), OURS
    every = {one.id: one for one in reversed(list(against.differences()))}
    for name in (what, f"base.{what}"):
        if name in every:
            return _of_difference(every[name], against), every[name].sources
    _refuse_unknown(gate, every)
    return {}, OURS


def _refuse_unknown(gate: Gate, known: Mapping[str, Difference]) -> None:
    """Tell a name that nothing has from an indicator that was not computed."""
    what = gate.indicator
    for name in (what, f"base.{what}"):
        try:
            get_indicator(name)
        except UnknownNameError:
            continue
        return
    allowed = [*known, FLIPS, *USAGE, *TROUBLE]
    close = get_close_matches(what, allowed, n=3) or [OVERALL, *known][:8]
    raise InputError(
        t("gates.unknown", text=gate.text, what=what, close=", ".join(close)),
        hint=t("gates.unknown_hint"),
    )


def _of_difference(one: Difference, against: AgainstBase) -> Facts:
    facts = {**asdict(one), "ratio": _ratio(one.base, one.new)}
    if _unchanged(one, against.flips):
        # Nothing was decided differently, so nothing got worse, however few the cases are: a gate
        # that stops what changed nothing would only teach people to ignore it.
        facts |= {"ci_low": 0.0, "ci_high": 0.0, "p": 1.0, "p_adjusted": 1.0}
    return facts


def _unchanged(one: Difference, flips: Flips | None) -> bool:
    if one.verdict == "same":
        return True
    decided = flips is not None and not (flips.broken or flips.fixed or flips.undecided)
    return decided and one.value == 0


def _of_usage(usage: dict[str, Any]) -> Facts:
    ratio = _ratio(usage["base"], usage["new"])
    typical = {"typical": usage["ratio"]}
    typical |= {f"typical_{end}": usage[f"ratio_{end}"] for end in ("low", "high")}
    if usage["verdict"] == "same":  # no case took more or less: nothing is left to chance
        typical |= dict.fromkeys(typical, ratio)
        usage = {**usage, "ci_low": 0.0, "ci_high": 0.0, "p": 1.0}
    return {**usage, **typical, "ratio": ratio}


def _of_flips(against: AgainstBase) -> Facts:
    flips = against.flips
    if flips is None:
        return {}
    net = flips.fixed - flips.broken
    return {"broken": flips.broken, "fixed": flips.fixed, "net": net, "p": flips.p}


def _of_trouble(what: str, base: Trouble | None, new: Trouble | None) -> Facts:
    if base is None or new is None:
        return {}
    old, now = float(getattr(base, what)), float(getattr(new, what))
    return {"base": old, "new": now, "value": now - old, "ratio": _ratio(old, now)}


def _ratio(base: float | None, new: float | None) -> float | None:
    return new / base if base and new is not None else None


def _record(
    gate: Gate,
    *,
    passed: bool,
    observed: float | None = None,
    reason: str | None = None,
    sources: Sources = OURS,
) -> dict[str, Any]:
    """Return what came of a gate; one that only a claim would meet is not met."""
    if passed and sources.of(gate.field) == "claimed":
        passed, reason = False, t("scorecards.gate_claimed")
    return {"text": gate.text, "passed": passed, "observed": observed, "reason": reason}


def _names(names: Sequence[str]) -> str:
    def shown() -> Iterator[str]:
        yield from names[:_MOST_NAMES]
        if len(names) > _MOST_NAMES:
            yield "…"

    return ", ".join(shown())
