"""Nested objects to one level of dotted keys."""

from __future__ import annotations

from typing import Any

DEPTH = 16
"""Objects nested deeper are kept whole: hostile nesting must not exhaust the stack."""


def flatten(
    value: Any,
    name: str,
    out: dict[str, Any],
    *,
    path: str = "",
    skip: frozenset[str] = frozenset(),
    depth: int = 0,
) -> None:
    """Put `value` into `out` under `name`, objects as `name.member`.

    Args:
        value: what to put; None is left out.
        name: the dotted key so far.
        out: where it goes.
        path: where in the row the value came from, to compare with `skip`.
        skip: places in the row that are already used elsewhere.
        depth: how deep this value lies.
    """
    if value is None or path in skip:
        return
    if value.__class__ is dict and value and depth < DEPTH:
        for member, item in value.items():
            flatten(
                item,
                f"{name}.{member}",
                out,
                path=f"{path}.{member}" if skip else "",
                skip=skip,
                depth=depth + 1,
            )
    else:
        put(out, name, value)


def put(out: dict[str, Any], name: str, value: Any) -> None:
    """Set `out[name]`; a name that is taken gets a number, so that nothing is lost."""
    free, number = name, 2
    while free in out:
        free, number = f"{name}#{number}", number + 1
    out[free] = value
