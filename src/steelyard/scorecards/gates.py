"""Gates: conditions such as `base.f1: ci_low >= 0.8` that a run must meet whatever it scores."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators import get_indicator
from steelyard.model import IndicatorValue, Provenance
from steelyard.scorecards.overall import Overall

FIELDS = ("value", "score", "ci_low", "ci_high")
OPERATORS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "==": operator.eq,
    "!=": operator.ne,
}
OVERALL = "overall"
# What it is about may hold colons itself: a group called `billing: refunds`.
_GATE = re.compile(r"\s*(?P<id>\S.*?)\s*:\s*(?P<field>\w+)\s*(?P<op>[<>=!]+)\s*(?P<limit>\S+)\s*")


class Gate(NamedTuple):
    """One condition on one indicator, or on the overall score."""

    text: str
    indicator: str
    field: str
    op: str
    limit: float


class GateResult(NamedTuple):
    """Whether a gate was passed; `reason` says why when there was nothing to compare."""

    text: str
    passed: bool
    observed: float | None
    reason: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain JSON."""
        return self._asdict()


def parse_gate(text: str) -> Gate:
    """Return the gate a text describes: `indicator: field op number`.

    Raises:
        InputError: it is not of that form.
        UnknownNameError: there is no such indicator.
    """
    gate = read_gate(text)
    check_field(gate, FIELDS)
    if gate.indicator != OVERALL:
        get_indicator(gate.indicator)
    return gate


def read_gate(text: str) -> Gate:
    """Return the gate a text describes, whatever it is about: `what: field op number`.

    Raises:
        InputError: it is not of that form.
    """
    match = _GATE.fullmatch(text)
    if match is None:
        raise InputError(t("scorecards.gate_form", text=text))
    if match["op"] not in OPERATORS:
        allowed = " ".join(OPERATORS)
        raise InputError(t("scorecards.gate_op", text=text, found=match["op"], allowed=allowed))
    limit = _limit(text, match["limit"])
    return Gate(text.strip(), match["id"], match["field"], match["op"], limit)


def refuse_overall_gates(gates: Iterable[str]) -> None:
    """Refuse gates on the overall score of a plan that names no scorecard.

    Its overall score is shown only where enough of it was measured, which nobody knows beforehand.

    Raises:
        InputError: there is such a gate.
    """
    for text in gates:
        if parse_gate(text).indicator == OVERALL:
            hint = t("scorecards.gate_overall_hint")
            raise InputError(t("scorecards.gate_overall", text=text.strip()), hint=hint)


def check_field(gate: Gate, fields: Sequence[str]) -> None:
    """Refuse a gate that asks for a field which what it is about does not have."""
    if gate.field not in fields:
        allowed, found = ", ".join(fields), gate.field
        raise InputError(t("scorecards.gate_field", text=gate.text, found=found, allowed=allowed))


def check_gates(
    gates: Iterable[Gate | str],
    indicators: Mapping[str, IndicatorValue],
    overall: Overall | None = None,
    *,
    source: Provenance = "measured",
) -> list[GateResult]:
    """Return the result of every gate; what is undefined has not been met, so its gate fails.

    Neither is a gate met by what the agent claims. `source` is the weakest one of `overall`.
    """
    parsed = [parse_gate(gate) if isinstance(gate, str) else gate for gate in gates]
    return [_check(gate, indicators, overall, source) for gate in parsed]


def _check(
    gate: Gate,
    indicators: Mapping[str, IndicatorValue],
    overall: Overall | None,
    source: Provenance,
) -> GateResult:
    if gate.indicator == OVERALL:
        facts = {} if overall is None else overall.as_dict()
        facts = {**facts, "value": facts.get("score"), "provenance": source}
    else:
        found = indicators.get(gate.indicator)
        facts = {} if found is None else found.as_dict()
    observed = facts.get(gate.field)
    if observed is None:
        notes = " ".join(facts.get("notes", ())) or t("scorecards.gate_not_computed")
        reason = t("scorecards.gate_undefined", id=gate.indicator, field=gate.field, notes=notes)
        return GateResult(gate.text, False, None, reason)
    if facts.get("provenance") == "claimed" and holds(gate, observed):
        return GateResult(gate.text, False, observed, t("scorecards.gate_claimed"))
    return GateResult(gate.text, holds(gate, observed), observed)


def holds(gate: Gate, observed: float) -> bool:
    """Return whether what was observed meets the gate."""
    # A value that equals the limit to rounding (0.1 + 0.2 against 0.3) equals it.
    same = math.isclose(observed, gate.limit, rel_tol=1e-12, abs_tol=1e-12)
    return OPERATORS[gate.op](gate.limit if same else observed, gate.limit)


def _limit(text: str, number: str) -> float:
    try:
        limit = float(number)
    except ValueError:
        limit = float("nan")
    if limit != limit or limit in (float("inf"), float("-inf")):
        raise InputError(t("scorecards.gate_limit", text=text, found=number))
    return limit
