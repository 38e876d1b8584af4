"""From what a plan, a file or a command line names to faults with checked parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from steelyard.conditions.faults.fault import FAULTS, Fault
from steelyard.conditions.faults.schedule import Rule
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import check_param

SHARE = "share"


def choose_faults(chosen: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the kinds with every parameter filled in.

    Args:
        chosen: id to the parameters that differ from their defaults.

    Raises:
        UnknownNameError: there is no such fault.
        InputError: a parameter is unknown, or not what it may be.
    """
    return {kind: fill_params(FAULTS.get(kind), given) for kind, given in chosen.items()}


def fill_params(fault: Fault, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return every parameter of a fault, or say what is wrong with those given."""
    known = {param.name: param for param in fault.params}
    for name in given:
        if name not in known:
            close = get_close_matches(str(name), known, n=1)
            allowed = ", ".join(known) or "–"
            message = t("faults.unknown_param", kind=fault.id, name=name, allowed=allowed)
            raise InputError(message, hint=t("trial.close", names=close[0]) if close else None)
    filled = {name: param.default for name, param in known.items()} | dict(given)
    for name, value in filled.items():
        if value is not None or known[name].default is not None:
            check_param(fault.id, known[name], value)
    return filled


def read_rules(items: Iterable[Any]) -> list[Rule]:
    """Return the rules of a standing proxy.

    Args:
        items: each `reset`, `reset:0.1`, or `{reset: {share: 0.1, after: 10}}`. Those that name no
            share divide what the others leave.

    Raises:
        UnknownNameError: there is no such fault.
        InputError: a share or a parameter is wrong, a fault is there twice, or none is.
    """
    wanted: dict[str, tuple[float | None, dict[str, Any]]] = {}
    for item in items:
        kind, share, given = _item(item)
        if kind in wanted:
            raise InputError(t("faults.twice", kind=kind))
        wanted[kind] = share, fill_params(FAULTS.get(kind), given)
        if FAULTS.get(kind).on_wire is None:
            raise InputError(t("faults.not_on_wire", kind=kind))
    if not wanted:
        raise InputError(t("faults.none_named"))
    return _shared(wanted)


def _shared(wanted: dict[str, tuple[float | None, dict[str, Any]]]) -> list[Rule]:
    named = sum(share for share, _ in wanted.values() if share is not None)
    unnamed = sum(share is None for share, _ in wanted.values())
    left = 1.0 - named
    if left < -1e-9 or (unnamed and left < 1e-9):
        raise InputError(t("faults.shares", total=f"{named:g}"))
    each = left / unnamed if unnamed else 0.0
    return [
        Rule(kind, each if share is None else share, params)
        for kind, (share, params) in wanted.items()
    ]


def _item(item: Any) -> tuple[str, float | None, dict[str, Any]]:
    if isinstance(item, str):
        kind, colon, share = item.strip().partition(":")
        return kind, _share(item, share) if colon else None, {}
    if isinstance(item, dict) and len(item) == 1:
        [(kind, given)] = item.items()
        if given is None or isinstance(given, dict):
            given = dict(given or {})
            share = given.pop(SHARE, None)
            return str(kind), None if share is None else _share(str(kind), share), given
    raise InputError(t("faults.bad_item", found=str(item)[:80]))


def _share(kind: str, written: Any) -> float:
    try:
        share = float(written)
    except (TypeError, ValueError):
        share = -1.0
    if not 0 < share <= 1:
        raise InputError(t("faults.bad_share", kind=kind, found=written))
    return share
