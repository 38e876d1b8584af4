"""Verify a signed run: signatures, files, and the chain from case file to report."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from steelyard.bundle import layout
from steelyard.signing.ed25519 import is_signed_by
from steelyard.signing.envelope import digest_of, read_envelope, read_statement, signed_bytes
from steelyard.signing.links import check_cases, check_links
from steelyard.signing.run_files import UNREADABLE, Problem, RunFiles
from steelyard.signing.trusted_keys import TrustedKey

_EMPTY = {"size": 0, "sha256": sha256(b"").hexdigest()}


class Signed(NamedTuple):
    """One valid signature.

    Attributes:
        path: the file of its envelope.
        name: the owner of the trusted key.
        keyid: the id of the key.
        statement: what was signed.
    """

    path: str
    name: str
    keyid: str
    statement: dict[str, Any]


@dataclass
class Verification:
    """What was found: signatures (the newest first), rows of the results table, problems."""

    signed: list[Signed] = field(default_factory=list)
    rows: int = 0
    problems: list[Problem] = field(default_factory=list)


def verify_run(path: Path, keys: dict[str, TrustedKey], cases: list[Path]) -> Verification:
    """Check the run in a folder or zip: signatures, every byte of every file, and its chain.

    Args:
        path: the folder or the zip.
        keys: trusted keys by id.
        cases: files that must be case files of this run.
    """
    found = Verification()
    try:
        files = RunFiles(path)
    except UNREADABLE:
        found.problems.append(Problem("archive", path.name))
        return found
    with files:
        found.problems += files.problems
        if layout.SIGNATURE not in files.names:
            found.problems.append(Problem("unsigned", layout.SIGNATURE))
        elif (newest := _check_signature(files, layout.SIGNATURE, keys, found)) is not None:
            earlier = _check_chain(files, newest, keys, found)
            _check_files(files, newest, earlier, found)
            if not found.problems:
                found.rows, found.problems = check_links(files, newest.statement)
                found.problems += check_cases(files, cases)
    return found


def _check_signature(
    files: RunFiles, path: str, keys: dict[str, TrustedKey], found: Verification
) -> Signed | None:
    try:
        envelope = read_envelope(files.read(path))
    except UNREADABLE:
        envelope = None
    statement = None if envelope is None else read_statement(envelope.payload)
    if envelope is None or statement is None:
        found.problems.append(Problem("envelope", path))
        return None
    key = keys.get(envelope.keyid)
    if key is None:
        found.problems.append(Problem("unknown_key", path, envelope.keyid))
        return None
    if not is_signed_by(key.raw, signed_bytes(envelope.payload), envelope.signature):
        found.problems.append(Problem("signature", path))
        return None
    found.signed.append(Signed(path, key.name, envelope.keyid, statement))
    return found.signed[-1]


def _check_chain(
    files: RunFiles, newest: Signed, keys: dict[str, TrustedKey], found: Verification
) -> list[str]:
    """Follow `previous` through the earlier signatures; return the files they must have."""
    count = sum(name.startswith(f"{layout.EARLIER_SIGNATURES}/") for name in files.names)
    paths = [layout.earlier_signature(number) for number in range(count, 0, -1)]
    following = newest.statement
    for path in paths:
        if path not in files.names:
            found.problems.append(Problem("missing", path))
            return paths
        earlier = _check_signature(files, path, keys, found)
        if earlier is None:
            return paths
        same = earlier.statement["run_id"] == following["run_id"]
        if not same or digest_of(earlier.statement) != following["previous"]:
            found.problems.append(Problem("chain", path))
        following = earlier.statement
    if following["previous"] is not None:
        found.problems.append(Problem("chain", f"{layout.EARLIER_SIGNATURES}/"))
    return paths


def _check_files(files: RunFiles, newest: Signed, earlier: list[str], found: Verification) -> None:
    needed = {one["path"]: one for one in newest.statement["files"]}
    listed = {one["path"]: one for one in newest.statement["derived"]} | needed
    for name, one in listed.items():
        if name in files.names:
            if not files.is_same(name, one):
                found.problems.append(Problem("changed", name))
        elif name in needed:
            found.problems.append(Problem("missing", name))
    known = {layout.SIGNATURE, *listed, *earlier}
    if layout.LOCK in files.names and files.is_same(layout.LOCK, _EMPTY):
        known.add(layout.LOCK)  # made when a run is written, and always empty
    folders = {f"{parent}/" for name in known for parent in PurePosixPath(name).parents}
    added = (files.names.keys() - known) | (files.folders - folders)
    found.problems += [Problem("added", name) for name in sorted(added)]
