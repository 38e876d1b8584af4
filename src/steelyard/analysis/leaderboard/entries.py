"""Which runs make a line: each by itself, or those of one name or one agent together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import orjson

from steelyard.bundle import Bundle
from steelyard.bundle.layout import MANIFEST
from steelyard.errors import BundleError, InputError
from steelyard.i18n import t

GroupBy = Literal["run", "name", "agent"]
GROUPINGS: tuple[GroupBy, ...] = ("run", "name", "agent")
_TELLING = ("model", "url", "target", "function", "command", "argv", "path")


class Entry(NamedTuple):
    """The runs behind one line; `runs` have results, `unfinished` have none."""

    name: str
    runs: tuple[Bundle, ...]
    unfinished: tuple[Bundle, ...] = ()


def find_runs(paths: Sequence[Path | str]) -> list[Bundle]:
    """Return the runs at some places; a directory that is no run stands for the runs in it.

    Raises:
        BundleError: a place holds no run.
    """
    found: dict[Path, Bundle] = {}
    for place in map(Path, paths):
        if (place / MANIFEST).exists():
            inside = [place]
        else:
            inside = sorted(path.parent for path in place.glob(f"*/{MANIFEST}"))
        if not inside:
            raise BundleError(
                t("leaderboard.no_runs", path=place), hint=t("leaderboard.no_runs_hint")
            )
        for path in inside:
            found.setdefault(path.resolve(), Bundle(path))
    return list(found.values())


def entries(runs: Sequence[Bundle], group_by: str = "run") -> list[Entry]:
    """Return the lines of a leaderboard, in the order of their first run.

    Raises:
        InputError: there is no such grouping, or no run.
    """
    if group_by not in GROUPINGS:
        allowed = ", ".join(GROUPINGS)
        raise InputError(t("leaderboard.group_by", found=group_by, allowed=allowed))
    if not runs:
        raise InputError(t("leaderboard.nothing"))
    if group_by == "run":
        groups = [[run] for run in runs]
        names = _different(runs)
    else:
        keyed: dict[str, list[Bundle]] = {}
        for run in runs:
            keyed.setdefault(_key(run, group_by), []).append(run)
        groups = list(keyed.values())
        names = _numbered([_group_name(group[0], group_by) for group in groups])
    return [_entry(name, group) for name, group in zip(names, groups, strict=True)]


def agent_name(description: Mapping[str, Any]) -> str:
    """Return what people call an agent: its model, else its address, else its adapter."""
    for word in _TELLING:
        if description.get(word):
            value = description[word]
            return " ".join(map(str, value)) if isinstance(value, list) else str(value)
    return str(description.get("adapter") or description)


def _entry(name: str, group: Sequence[Bundle]) -> Entry:
    ready = tuple(run for run in group if run.manifest.values.get("results") is not None)
    return Entry(name, ready, tuple(run for run in group if run not in ready))


def _key(run: Bundle, group_by: str) -> str:
    if group_by == "name":
        return str(run.manifest.values["name"])
    agent = run.manifest.values["agent"]
    return orjson.dumps(agent, option=orjson.OPT_SORT_KEYS, default=str).decode()


def _group_name(run: Bundle, group_by: str) -> str:
    values = run.manifest.values
    return str(values["name"]) if group_by == "name" else agent_name(values["agent"])


def _different(runs: Sequence[Bundle]) -> list[str]:
    """Return a name for every run: its own, else its directory's, else its whole path."""
    for names in (
        [str(run.called or run.manifest.values["name"]) for run in runs],
        [run.path.resolve().name for run in runs],
    ):
        if len(set(names)) == len(names):
            return names
    return [str(run.path) for run in runs]


def _numbered(names: list[str]) -> list[str]:
    """Return the names with a number behind those that are not the only one."""
    seen: dict[str, int] = {}
    made = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        made.append(name if names.count(name) == 1 else f"{name} ({seen[name]})")
    return made
