"""Compare versions as people mean them: 3.9 < 3.10, 2.0rc1 < 2.0, 1.0 == 1.0.0, 3.11.* is a family.

PEP 440 where it applies, lenient elsewhere: of `6.1.0-28-generic` or `22.03 LTS-SP3` the numbers
count and the words behind them do not.
"""

from __future__ import annotations

import re
from typing import Any

_PEP_440 = re.compile(
    r"""v?
    (?:(?P<epoch>\d+)!)?
    (?P<release>\d+(?:\.\d+)*)
    (?:[-_.]?(?P<pre>alpha|beta|preview|pre|a|b|c|rc)[-_.]?(?P<pre_n>\d*))?
    (?:-(?P<dash>\d+)|[-_.]?(?P<post>post|rev|r)[-_.]?(?P<post_n>\d*))?
    (?:[-_.]?(?P<dev>dev)[-_.]?(?P<dev_n>\d*))?
    (?:\+[a-z0-9]+(?:[-_.][a-z0-9]+)*)?""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
# Elsewhere: numbers, perhaps the number of a build as in 6.1.0-28-amd64, and then anything.
_OTHER = re.compile(r"v?(?P<release>\d+(?:\.\d+)*)(?:-(?P<dash>\d+))?", re.ASCII | re.IGNORECASE)
_PHASES = {"a": 0, "alpha": 0, "b": 1, "beta": 1}
_LAST = (3, 0)


def version_key(text: str) -> tuple[Any, ...] | None:
    """Return what versions are ordered by; None for a text that does not begin with a version."""
    parts = _parts(text)
    if parts is None:
        return None
    release = list(_release(parts))
    while release and release[-1] == 0:
        release.pop()
    dash, post, dev, pre = (parts.get(name) for name in ("dash", "post", "dev", "pre"))
    after = int(dash or parts.get("post_n") or 0) if dash or post else -1
    if pre:
        phase = (_PHASES.get(pre.lower(), 2), int(parts.get("pre_n") or 0))
    else:  # a development release of a final version stands before its first alpha
        phase = (-1, 0) if dev and after < 0 else _LAST
    # Without `dev` a version stands behind all its development releases.
    before = (0, int(parts.get("dev_n") or 0)) if dev else (1, 0)
    return int(parts.get("epoch") or 0), tuple(release), phase, after, before


def same_version(found: str, wanted: str) -> bool | None:
    """Return whether `found` is the version `wanted`, or of its family if that ends in `.*`."""
    if wanted.endswith(".*"):
        return _of_family(found, wanted[:-2])
    ours, theirs = version_key(found), version_key(wanted)
    if ours is None or theirs is None:
        return None
    return ours == theirs and local_part(wanted) in ("", local_part(found))


def local_part(text: str) -> str:
    """Return what follows `+`, such as `cu121` of `2.4.0+cu121`."""
    return re.sub(r"[-_]", ".", text.strip().partition("+")[2]).lower()


def _of_family(found: str, family: str) -> bool | None:
    ours, theirs = _parts(found), _parts(family)
    if ours is None or theirs is None:
        return None
    have, want = _release(ours), _release(theirs)
    have += (0,) * (len(want) - len(have))
    same_epoch = int(ours.get("epoch") or 0) == int(theirs.get("epoch") or 0)
    return have[: len(want)] == want and same_epoch


def _parts(text: str) -> dict[str, str | None] | None:
    found = _PEP_440.fullmatch(text.strip()) or _OTHER.match(text.strip())
    return found.groupdict() if found else None


def _release(parts: dict[str, str | None]) -> tuple[int, ...]:
    return tuple(int(part) for part in (parts["release"] or "").split("."))
