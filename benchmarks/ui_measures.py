"""The pages beside their goals: what the suite takes from the benchmark of the pages."""

from __future__ import annotations

from typing import Any

from benchmarks.record import Goal, Measure, Spread, alone, at_most

FIRST_MS, NAVIGATION_MS, EXPLORER_MS, CLIENT_MB = 1000, 200, 300, 2
ROUNDS = {"alone": "", "with clients": ", others connected"}


def measures(found: dict[str, Any]) -> list[Measure]:
    """Return the first page, moving about and the memory of a client, beside their goals."""
    first = found["first page, ms"]
    made = [alone("ui/first", "pages: the first after the start", "ms", [first], at_most(FIRST_MS))]
    for name, said in ROUNDS.items():
        key, times = name.split()[0], found[name]
        where, rows = at_most(NAVIGATION_MS), f"{found['rows']:,} rows"
        title = f"pages: go to another page{said}"
        made.append(_timed(f"ui/navigation/{key}", title, times["navigation, ms"], where))
        for what, one in times["explorer, ms"].items():
            id_ = f"ui/explorer/{what}/{key}".replace(" ", "-")
            title = f"pages: samples of {rows}, {what}{said}"
            made.append(_timed(id_, title, one, at_most(EXPLORER_MS)))
    clients = found["clients"]
    title = f"pages: memory per connected client, {clients['connected']} of them"
    return [
        *made,
        alone("ui/client", title, "MB", [clients["mb per client"]], at_most(CLIENT_MB)),
    ]


def _timed(id_: str, name: str, found: dict[str, float], goal: Goal) -> Measure:
    """Return a measure of times that were summed up where they were taken."""
    spread = Spread(found["median"], found["least"], found["most"])
    return Measure(id_, name, "ms", int(found["rounds"]), spread, goal=goal)
