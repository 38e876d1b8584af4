"""Verdicts that people gave on rows of a run: kept beside the table, applied when it is scored.

A run is never changed by them: `derive` makes another one of it, which says whose verdicts it has.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from steelyard.bundle import layout
from steelyard.bundle.atomic import write_atomic
from steelyard.bundle.bundle import Bundle
from steelyard.bundle.manifest import Manifest
from steelyard.errors import BundleError
from steelyard.i18n import t

_FIRST = f"{layout.RESULTS_PREFIX}1"
_COPIED = (layout.REJECTS, layout.JUDGE_CACHE)


def derive(
    source: Bundle, target: Path, overrides: Iterable[Mapping[str, Any]], values: Mapping[str, Any]
) -> Bundle:
    """Make a run of its own from the table of another, with verdicts of people; still to be scored.

    A kill on the way leaves no bundle at `target`, and the next call begins again.

    Args:
        source: a run with results.
        target: the folder of the new one.
        overrides: `row`, `passed`, and who said so when and why; those that `source` has stay,
            unless there is another for the same row.
        values: what its manifest says otherwise, such as another `run_id`.
    """
    results = source.results_path
    shutil.rmtree(target / _FIRST, ignore_errors=True)
    shutil.copytree(results, target / _FIRST, copy_function=_link)
    for name in _COPIED:
        if (source.path / name).exists():
            shutil.copyfile(source.path / name, target / name)
    given = read_overrides(source.path, source.manifest.values.get("overrides"))
    known = {one["row"]: one for one in given}
    known |= {one["row"]: dict(one) for one in overrides}
    content = b"".join(
        orjson.dumps(known[row], option=orjson.OPT_APPEND_NEWLINE) for row in sorted(known)
    )
    write_atomic(target / layout.OVERRIDES, content)
    named = {"count": len(known), "sha256": sha256(content).hexdigest()}
    manifest = {
        **source.manifest.values,
        "results": _FIRST,
        "derived_from": source.manifest.values["run_id"],
        "overrides": named,
        **values,
    }
    Manifest(target / layout.MANIFEST, manifest).save()  # last: now it is a bundle
    return Bundle(target)


def read_overrides(path: Path, wanted: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return the verdicts of people that the run at `path` is scored with.

    Args:
        path: the run.
        wanted: `overrides` of its manifest: the hash that the file must have.

    Raises:
        BundleError: the file does not hold verdicts, or not those that were written.
    """
    try:
        content = (path / layout.OVERRIDES).read_bytes()
        if wanted is not None and sha256(content).hexdigest() != wanted.get("sha256"):
            message = t("bundle.overrides_damaged", path=path / layout.OVERRIDES)
            raise BundleError(message, hint=t("bundle.overrides_damaged_hint"))
        found = [orjson.loads(line) for line in content.splitlines()]
        # A row and whether it passed; anything else would be found out in the middle of scoring.
        if all(type(one["row"]) is int and one["passed"] in (True, False, None) for one in found):
            return found
    except FileNotFoundError:
        return []
    except (KeyError, TypeError, orjson.JSONDecodeError):
        pass
    raise BundleError(t("bundle.bad_overrides", path=path / layout.OVERRIDES))


def _link(source: str, target: str) -> str:
    """Give a part a second name; parts are never written again. Copy where that cannot be."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
    return target
