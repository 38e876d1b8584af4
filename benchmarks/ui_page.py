"""The page that `python -m benchmarks ui` writes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.machine import ROOT

ROUNDS = ("alone", "with clients")


def write_page(found: dict[str, Any]) -> None:
    """Write docs/benchmarks/ui.md."""
    where = "benchmarks/results/ui.json"
    clients, machine = found["clients"], found["machine"]
    lines = [
        "# The pages, measured",
        "",
        f"Made by `{found['command']}`; the numbers are in [`{where}`](../../{where}). One "
        "Chromium, `steelyard serve` and its worker share a machine with "
        f"{machine['cores']} cores; when it began, {machine['load_before']:g} processes wanted a "
        "core beside them. Times are milliseconds from the click or the address to the page with "
        "its content, as the browser sees it: median, and the longest in brackets. The run that is "
        f"looked at has {found['rows']:,} rows.",
        "",
        *_times(found),
        "",
        f"{clients['connected']} clients hold pages open over websockets, "
        f"{clients['mb per client']:.2f} MB of the server each (goal: {_goal(found, 'mb')}). "
        f"The first page after the start takes {found['first page, ms']:.0f} ms (goal: "
        f"{_goal(found, 'first')}), signing in and the home page then "
        f"{found['signing in, ms']:.0f} ms, of which hashing the password is a part on purpose.",
        "",
        *_reconnect(found["reconnect"]),
    ]
    page = ROOT / "docs" / "benchmarks" / "ui.md"
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _goal(found: dict[str, Any], start: str) -> str:
    return next(text for name, text in found["goals"].items() if name.startswith(start))


def _times(found: dict[str, Any]) -> Iterator[str]:
    said = f"{found['clients']['connected']} others connected"
    yield f"| | alone | {said} | goal |"
    yield "|---|---|---|---|"
    for path in found["alone"]["open, ms"]:
        yield _row(f"open `{path}`", found, "", "open, ms", path)
    yield _row("go to another page", found, _goal(found, "navigation"), "navigation, ms")
    for name in found["alone"]["explorer, ms"]:
        yield _row(f"samples: {name}", found, _goal(found, "explorer"), "explorer, ms", name)
    yield _row("`GET /api/v1/me` meanwhile", found, "", "api, ms")


def _row(title: str, found: dict[str, Any], goal: str, *keys: str) -> str:
    cells = []
    for name in ROUNDS:
        value = found[name]
        for key in keys:
            value = value[key]
        cells.append(f"{value['median']:.0f} ({value['most']:.0f})")
    return f"| {title} | {' | '.join(cells)} | {goal} |"


def _reconnect(found: dict[str, Any]) -> Iterator[str]:
    kept = "still filled in" if found["input kept"] else "EMPTY"
    same = "the same page" if found["same page"] else "a page loaded anew"
    yield (
        f"A connection cut for {found['dropped s']:g} s under a half-filled form was back "
        f"{found['back after s']:g} s after the network was: {same}, the form {kept}."
    )
