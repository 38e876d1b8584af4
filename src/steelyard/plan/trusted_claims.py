"""Which fields of a reply a plan may trust: claims it accepts, and what a witness measures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from steelyard.i18n import t
from steelyard.model import (
    ACCEPTABLE,
    ANSWERS,
    DECIDES_SUCCESS,
    NEVER_ACCEPTED,
    NOT_WITNESSED,
)

_MEASURED = ("load", "faults", "environments")


def check_accepted(accept: list[str]) -> list[str]:
    """Return the names under `accept`, each once, or refuse one with the reason."""
    for name in accept:
        _refuse_unknown(name)
        if name in NEVER_ACCEPTED:
            raise ValueError(t(f"claims.never_{NEVER_ACCEPTED[name]}", name=name))
    return list(dict.fromkeys(accept))


def check_witnessed(witness: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Return the fields of each witness, or refuse one with the reason."""
    for who, fields in witness.items():
        if not who.strip() or not fields:
            raise ValueError(t("claims.empty_witness"))
        for name in fields:
            _refuse_unknown(name)
            if name in NOT_WITNESSED:
                raise ValueError(t(f"claims.never_{NEVER_ACCEPTED[name]}", name=name))
    return dict(witness)


def check_together(accept: Iterable[str], conditions: Iterable[str]) -> None:
    """Refuse claims of success beside conditions in which success has to be measured."""
    claims = [name for name in accept if name in DECIDES_SUCCESS]
    measured = [kind for kind in conditions if kind in _MEASURED]
    if claims and measured:
        raise ValueError(
            t("claims.with_conditions", names=", ".join(claims), kinds=", ".join(measured))
        )


def _refuse_unknown(name: str) -> None:
    if name in ANSWERS:
        raise ValueError(t("claims.is_answer", name=name))
    known = sorted(ACCEPTABLE)
    if name not in ACCEPTABLE and name not in NEVER_ACCEPTED:
        close = get_close_matches(name, known, n=1)
        more = t("plan.did_you_mean", name=close[0]) if close else ""
        raise ValueError(t("claims.unknown", name=name, known=", ".join(known)) + more)
