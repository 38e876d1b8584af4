"""The stored logs of real tools, and ways to read one."""

from __future__ import annotations

import json
from pathlib import Path

from steelyard.interop import ANSWERS, CASES, IMPORTERS, ImportOptions, find_logs, write_recording

FIXTURES = Path(__file__).parent / "fixtures"
INSPECT, LM_EVAL, OTEL = (FIXTURES / name for name in ("inspect", "lm_eval", "otel"))
# Files that hold runs of several agents need one chosen.
CHOSEN = {"promptfoo": {"provider": "endpoint"}}


def record(folder, *paths, settings=None, errors=None, mapping=None):
    """Return the recording of logs, made in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    options = ImportOptions(settings or {}, errors)
    return write_recording(find_logs([Path(p) for p in paths]), folder, options, mapping=mapping)


def lines(recording):
    """Return (cases by id, answers by id and epoch) of a recording."""
    read = [
        [json.loads(line) for line in (recording.folder / name).read_text("utf-8").splitlines()]
        for name in (CASES, ANSWERS)
    ]
    cases = {case["case_id"]: case for case in read[0]}
    return cases, {(answer["case_id"], answer["epoch"]): answer for answer in read[1]}


def stored():
    """Return (importer, file) for every stored log."""
    files = sorted(path for path in FIXTURES.rglob("*") if path.is_file())
    return [(one, path) for path in files for one in IMPORTERS if one.sniff(path)]
