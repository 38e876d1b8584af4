"""A very small run with everything a signature covers, and three ways to verify it."""

from __future__ import annotations

import importlib.util
import json
from hashlib import sha256
from pathlib import Path

import duckdb

import steelyard.signing
from steelyard.signing import make_key, read_trusted_keys, sign_run, verify_run
from steelyard.signing.links import dataset_hash

SCRIPT = Path(steelyard.signing.__file__).with_name("verify_bundle.py")
_spec = importlib.util.spec_from_file_location("verify_bundle", SCRIPT)
script = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(script)

CASES = b'{"input": "2+2", "expected_output": "4"}\n'


def small_run(folder, rows=2):
    """Write a run whose files are as small as they can be."""
    (folder / "results-1").mkdir(parents=True)
    part = folder / "results-1" / "part-000.parquet"
    duckdb.sql(f"COPY (SELECT range AS row FROM range({rows})) TO '{part}' (FORMAT parquet)")
    files = [{"path": "c", "size": len(CASES), "sha256": sha256(CASES).hexdigest()}]
    manifest = {
        "format": 1, "state": "finished", "run_id": "r1", "plan_hash": "p1", "results": "results-1",
        "dataset": {"files": files, "sha256": dataset_hash(files)}, "counts": {"ok": rows},
    }  # fmt: skip
    write(folder, "manifest.json", manifest)
    write(folder, "summary.json", {"of": "results-1"})
    write(folder, "report.json", {"run": {"run_id": "r1"}})
    (folder / "lock").touch()
    return folder


def write(folder, name, value):
    (folder / name).write_text(json.dumps(value))


def signed(tmp_path, name="alice"):
    """Return a small signed run, and the folder of its key."""
    run = small_run(tmp_path / "run")
    key = make_key(tmp_path / f"{name}.pem", name)
    sign_run(run, key)
    return run, tmp_path


def problems(run, trust, cases=()):
    """Return the problems by code and path; the script must be of the same opinion."""
    found = verify_run(run, read_trusted_keys([trust]), list(cases)).problems
    code = script.main([str(run), str(trust), *map(str, cases)])
    assert code == (3 if found else 0)
    return {(one.code, one.path) for one in found}
