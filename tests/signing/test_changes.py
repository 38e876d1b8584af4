"""Any changed byte, and any file that is added, removed, renamed or replaced, is found."""

from __future__ import annotations

import json
import os
import random
import zipfile

import pytest

from steelyard.signing import read_trusted_keys, verify_run, write_zip
from steelyard.signing.envelope import canonical
from tests.signing.signed_run import CASES, problems, signed


def contents(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "lock")


def flips(run, step, seed=7):
    """Flip one bit of every `step`-th byte of every file, one at a time."""
    chance = random.Random(seed)
    for path in contents(run):
        before = path.read_bytes()
        for at in range(chance.randrange(step), len(before), step):
            after = bytearray(before)
            after[at] ^= 1 << chance.randrange(8)
            path.write_bytes(after)
            yield path.relative_to(run).as_posix(), at
        path.write_bytes(before)


def check_flips(tmp_path, step):
    run, trust = signed(tmp_path)
    assert problems(run, trust) == set()
    seen = set()
    for name, at in flips(run, step):
        found = problems(run, trust)
        assert found, f"byte {at} of {name}"
        assert {path for _, path in found} == {name}
        seen.add(name)
    assert len(seen) == 5
    assert problems(run, trust) == set()


def test_flipped_bytes(tmp_path):
    check_flips(tmp_path, 41)


@pytest.mark.slow
def test_every_byte(tmp_path):
    check_flips(tmp_path, 1)


def check_packed_flips(tmp_path, step):
    """A flip in the zip is found, or it changed only what no file has: a date, a permission."""
    run, trust = signed(tmp_path)
    file = tmp_path / "run.zip"
    write_zip(run, file)
    assert problems(file, trust) == set()
    before = file.read_bytes()
    with zipfile.ZipFile(file) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    chance, caught = random.Random(3), 0
    for at in range(0, len(before), step):
        after = bytearray(before)
        after[at] ^= 1 << chance.randrange(8)
        file.write_bytes(after)
        if problems(file, trust):
            caught += 1
            continue
        with zipfile.ZipFile(file) as archive:
            assert {name: archive.read(name) for name in archive.namelist()} == files, at
    assert caught > 0.7 * len(before) / step


def test_flipped_bytes_of_a_zip(tmp_path):
    check_packed_flips(tmp_path, 61)


@pytest.mark.slow
def test_every_byte_of_a_zip(tmp_path):
    check_packed_flips(tmp_path, 1)


def move(run, old, new):
    (run / new).parent.mkdir(exist_ok=True)
    (run / old).rename(run / new)


PART = "results-1/part-000.parquet"
OPERATIONS = {
    "added": (lambda run: (run / "notes.txt").write_text("x"), {("added", "notes.txt")}),
    "added empty": (lambda run: (run / "x").touch(), {("added", "x")}),
    "added part": (
        lambda run: (run / "results-1/part-001.parquet").write_bytes((run / PART).read_bytes()),
        {("added", "results-1/part-001.parquet")},
    ),
    "added folder": (lambda run: (run / "results-2").mkdir(), {("added", "results-2/")}),
    "hidden": (lambda run: (run / ".x.tmp").write_text("x"), {("added", ".x.tmp")}),
    "removed": (lambda run: (run / PART).unlink(), {("missing", PART)}),
    "removed summary": (
        lambda run: (run / "summary.json").unlink(),
        {("missing", "summary.json")},
    ),
    "renamed": (
        lambda run: move(run, PART, "results-1/part-0.parquet"),
        {("missing", PART), ("added", "results-1/part-0.parquet")},
    ),
    "moved": (
        lambda run: move(run, PART, "results-2/part-000.parquet"),
        {("missing", PART), ("added", "results-2/part-000.parquet"), ("added", "results-2/")},
    ),
    "cut": (
        lambda run: (run / PART).write_bytes((run / PART).read_bytes()[:-1]),
        {("changed", PART)},
    ),
    "longer": (
        lambda run: (run / "summary.json").write_bytes((run / "summary.json").read_bytes() + b"\n"),
        {("changed", "summary.json")},
    ),
    "report": (
        lambda run: (run / "report.json").write_text("{}"),
        {("changed", "report.json")},
    ),
    "lock with content": (lambda run: (run / "lock").write_text("x"), {("added", "lock")}),
    "linked": (
        lambda run: (move(run, PART, "../other"), (run / PART).symlink_to(run / "../other")),
        {("special", PART), ("missing", PART)},
    ),
    "linked folder": (
        lambda run: (move(run, "results-1", "../out"), (run / "results-1").symlink_to("../out")),
        {("special", "results-1"), ("missing", PART)},
    ),
    "pipe": (lambda run: os.mkfifo(run / "pipe"), {("special", "pipe")}),
    "unsigned": (
        lambda run: (run / "signature.json").unlink(),
        {("unsigned", "signature.json")},
    ),
    "stray signature": (
        lambda run: move(run, "summary.json", "signatures/0001.json"),
        {("envelope", "signatures/0001.json"), ("missing", "summary.json")},
    ),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_file_operations(tmp_path, name):
    run, trust = signed(tmp_path)
    change, expected = OPERATIONS[name]
    change(run)
    assert problems(run, trust) >= expected
    assert {path for _, path in problems(run, trust)} == {path for _, path in expected}


@pytest.mark.parametrize("keyid", [5, None, ["x"], {"a": 1}, "", "\x1b[2J"])
def test_odd_ids_of_keys(tmp_path, keyid):
    run, trust = signed(tmp_path)
    envelope = json.loads((run / "signature.json").read_bytes())
    envelope["signatures"][0]["keyid"] = keyid
    (run / "signature.json").write_bytes(canonical(envelope))
    [(code, _)] = problems(run, trust)
    assert code == ("unknown_key" if isinstance(keyid, str) else "envelope")


@pytest.mark.parametrize(
    "change",
    [
        lambda envelope: envelope | {"more": 1},
        lambda envelope: envelope | {"payloadType": "application/json"},
        lambda envelope: envelope | {"signatures": []},
        lambda envelope: envelope | {"signatures": envelope["signatures"] * 2},
        lambda envelope: envelope | {"signatures": [envelope["signatures"][0] | {"alg": "none"}]},
        lambda envelope: envelope | {"payload": envelope["payload"] + "="},
        lambda envelope: [envelope],
        lambda _: None,
    ],
)
def test_other_envelopes(tmp_path, change):
    run, trust = signed(tmp_path)
    envelope = json.loads((run / "signature.json").read_bytes())
    (run / "signature.json").write_bytes(canonical(change(envelope)))
    assert problems(run, trust) == {("envelope", "signature.json")}
    (run / "signature.json").write_bytes(json.dumps(envelope).encode())  # with blanks
    assert problems(run, trust) == {("envelope", "signature.json")}


def test_what_may_be_absent(tmp_path):
    run, trust = signed(tmp_path)
    (run / "report.json").unlink()
    (run / "lock").unlink()
    assert problems(run, trust) == set()


def test_case_files(tmp_path):
    run, trust = signed(tmp_path)
    right, wrong = tmp_path / "cases.jsonl", tmp_path / "other.jsonl"
    right.write_bytes(CASES)
    wrong.write_bytes(CASES + b"\n")
    assert problems(run, trust, [right]) == set()
    assert problems(run, trust, [right, wrong]) == {("cases", str(wrong))}


def test_rows_are_counted(tmp_path):
    run, trust = signed(tmp_path)
    assert verify_run(run, read_trusted_keys([trust]), []).rows == 2
