"""What a test asks for with `@pytest.mark.steelyard(...)`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from steelyard.i18n import t

NAME = "steelyard"
ALLOWED = ("plan", "gates", "baseline", "fail_on", "limit", "repetitions")


@dataclass(frozen=True, slots=True)
class Asked:
    """One marker, checked; paths are whole."""

    plan: Path
    gates: tuple[str, ...] = ()
    baseline: Path | None = None
    fail_on: tuple[str, ...] = ()
    limit: int | None = None
    repetitions: int | None = None


def asked_of(item: pytest.Item) -> Asked | None:
    """Return what a test asks for; None when it is not marked.

    Raises:
        pytest.fail.Exception: the marker is not written as it should be.
    """
    marker = item.get_closest_marker(NAME)
    if marker is None:
        return None
    given = dict(marker.kwargs)
    if marker.args:
        given = {"plan": marker.args[0], **given}
    wrong = [name for name in given if name not in ALLOWED]
    if wrong or len(marker.args) > 1:
        found = ", ".join(wrong) or repr(marker.args[1])
        pytest.fail(
            t("pytest_plugin.marker", found=found, allowed=", ".join(ALLOWED)), pytrace=False
        )
    if not isinstance(given.get("plan"), str | Path):
        pytest.fail(t("pytest_plugin.no_plan"), pytrace=False)
    _check_texts(given)
    _check_numbers(given)
    folder = item.path.parent
    baseline = given.get("baseline")
    asked = Asked(
        plan=folder / given["plan"],
        gates=tuple(given.get("gates") or ()),
        baseline=None if baseline is None else folder / baseline,
        fail_on=tuple(given.get("fail_on") or ()),
        limit=given.get("limit"),
        repetitions=given.get("repetitions"),
    )
    if asked.fail_on and asked.baseline is None:
        pytest.fail(t("pytest_plugin.no_baseline_given"), pytrace=False)
    return asked


def _check_texts(given: Mapping[str, Any]) -> None:
    for name in ("gates", "fail_on"):
        value = given.get(name) or ()
        if isinstance(value, str) or not all(isinstance(text, str) for text in value):
            pytest.fail(t("pytest_plugin.texts", name=name, found=repr(value)[:60]), pytrace=False)


def _check_numbers(given: Mapping[str, Any]) -> None:
    for name in ("limit", "repetitions"):
        value = given.get(name)
        whole = isinstance(value, int) and not isinstance(value, bool)
        if value is not None and not (whole and value > 0):
            pytest.fail(t("pytest_plugin.number", name=name, found=repr(value)[:60]), pytrace=False)
