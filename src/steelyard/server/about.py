"""What runs here: version and licence of the program and of everything it is made of."""

from __future__ import annotations

import platform
import re
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.orm import Session

from steelyard import __version__
from steelyard.server.db import Database

LICENCE = "Apache-2.0"
_REQUIREMENT = re.compile(r"\s*([\w.-]+)\s*(?:\[([^\]]*)\])?[^;]*(?:;(.*))?")
_EXTRA = re.compile(r"""extra\s*==\s*['"]([\w.-]+)['"]""")
_NOT_RUN = ("bench", "dev", "docs", "test")


class Part(NamedTuple):
    """A package that the program uses."""

    name: str
    version: str
    licence: str | None


class About(NamedTuple):
    """What runs here."""

    version: str
    licence: str
    python: str
    platform: str
    database: str
    database_version: str
    parts: tuple[Part, ...]


def describe(database: Database, session: Session) -> About:
    """Return what runs here, and on which database."""
    kind = database.engine.dialect.name
    asked = "SHOW server_version" if kind == "postgresql" else "SELECT sqlite_version()"
    return About(
        version=__version__,
        licence=LICENCE,
        python=platform.python_version(),
        platform=f"{platform.system()} {platform.machine()}",
        database=kind,
        database_version=str(session.scalar(text(asked))),
        parts=parts(),
    )


@cache
def parts() -> tuple[Part, ...]:
    """Return the installed packages that the program needs, and what these need, by name."""
    found: dict[str, Part] = {}
    seen: set[tuple[str, str]] = set()
    waiting = [("steelyard", extra) for extra in ("", *_extras())]
    while waiting:
        name, extra = waiting.pop()
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue  # of an extra that is not installed, or of another system
        found[name] = Part(package.metadata["Name"], package.version, licence_of(package))
        waiting += _needs(package, extra)
    found.pop("steelyard", None)
    return tuple(found[name] for name in sorted(found))


def licence_of(package: Distribution) -> str | None:
    """Return the licence that a package states."""
    facts = package.metadata
    classified = [
        line.rpartition(" :: ")[2]
        for line in facts.get_all("Classifier") or []
        if line.startswith("License :: ") and not line.endswith("OSI Approved")
    ]
    for stated in (facts.get_all("License-Expression"), classified, facts.get_all("License")):
        if stated:
            # Some put the whole text of their licence there; its first line names it.
            return ", ".join(stated).strip().partition("\n")[0][:100] or None
    return None


def _extras() -> list[str]:
    try:
        named = distribution("steelyard").metadata.get_all("Provides-Extra") or []
    except PackageNotFoundError:
        return []
    return [name for name in named if name not in _NOT_RUN]


def _needs(package: Distribution, extra: str) -> list[tuple[str, str]]:
    """Return what a package needs for one of its extras, or without any."""
    found = []
    for line in package.requires or ():
        matched = _REQUIREMENT.match(line)
        if matched is None:
            continue
        name, extras, marker = matched.groups()
        of = _EXTRA.search(marker or "")
        if (of.group(1) if of else "") != extra:
            continue
        folded = re.sub(r"[-_.]+", "-", name).lower()
        wanted = [one.strip() for one in (extras or "").split(",") if one.strip()]
        found += [(folded, one) for one in ("", *wanted)]
    return found
