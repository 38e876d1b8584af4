"""Many values in one test: for checks that take less time than pytest needs to begin a test.

`looped` is written as `pytest.mark.parametrize` is, above tests that use nothing that has to be
made anew for each value. All values are tried; the test fails with each that failed, and why.
"""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import pytest

SHOWN = 30  # failures; the others are counted


class Round(NamedTuple):
    """The arguments of one call of a check, and what they are called when it fails."""

    name: str
    given: dict[str, Any]


def looped(names: str | tuple[str, ...], values: Iterable[Any], ids: Any = None) -> Any:
    """Decorate a test: it is done with each of the values for the arguments of these names."""
    rounds = _rounds((names,) if isinstance(names, str) else tuple(names), list(values), ids)
    assert rounds, f"no values for {names}"

    def decorate(check: Callable[..., None]) -> Callable[..., None]:
        def test(**more: Any) -> None:
            told = [(one.name, _failure(check, more | one.given)) for one in rounds]
            failures = [f"[{name}]\n{failure}" for name, failure in told if failure is not None]
            if failures:
                shown = "\n\n".join(failures[:SHOWN])
                pytest.fail(f"{len(failures)} of {len(rounds)} failed\n\n{shown}", pytrace=False)

        _dress(test, check, rounds[0].given)
        return test

    return decorate


def _rounds(names: tuple[str, ...], values: list[Any], ids: Any) -> list[Round]:
    found = []
    called = list(ids) if ids is not None and not callable(ids) else [None] * len(values)
    for value, name in zip(values, called, strict=True):
        own = None
        if hasattr(value, "marks"):  # of pytest.param
            assert not value.marks, "a value has no marks of its own here"
            value, own = value.values, value.id
        elif len(names) == 1:
            value = (value,)
        made = "-".join(str(ids(one) if callable(ids) else repr(one)) for one in value)
        given = dict(zip(names, value, strict=True))
        found.append(Round(next(str(n) for n in (own, name, made) if n is not None)[:300], given))
    return found


def _dress(test: Any, check: Callable[..., None], taken: dict[str, Any]) -> None:
    """Let pytest see the check, less the arguments that it is given here."""
    signature = inspect.signature(check)
    assert taken.keys() <= signature.parameters.keys(), f"{check}: {list(taken)}"
    left = [one for name, one in signature.parameters.items() if name not in taken]
    test.__signature__ = signature.replace(parameters=left)
    test.pytestmark = getattr(check, "pytestmark", [])
    for name in ("__name__", "__qualname__", "__module__", "__doc__"):
        setattr(test, name, getattr(check, name))


def _failure(check: Callable[..., None], given: dict[str, Any]) -> str | None:
    try:
        check(**given)
    except (Exception, pytest.fail.Exception) as error:
        frames = traceback.extract_tb(error.__traceback__)[1:]
        where = "\n".join(f"  {frame.filename}:{frame.lineno}: {frame.line}" for frame in frames)
        return f"{where}\n  {type(error).__name__}: {error}"
    return None
