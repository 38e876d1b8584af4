"""Sign a run: list every file with its hash, and sign the list."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import file_digest
from pathlib import Path
from typing import Any

from steelyard import __version__
from steelyard.bundle import Bundle, layout, write_atomic, writing
from steelyard.bundle.atomic import clear_temporary
from steelyard.errors import BundleError
from steelyard.i18n import t
from steelyard.signing.envelope import (
    STATEMENT_TYPE,
    canonical,
    digest_of,
    is_safe,
    read_envelope,
    read_statement,
    signed_bytes,
    write_envelope,
)
from steelyard.signing.key_files import SigningKey
from steelyard.signing.links import check_links
from steelyard.signing.run_files import RunFiles

_EVIDENCE = {
    layout.MANIFEST,
    layout.ASKS,
    layout.JOURNAL,
    f"{layout.JOURNAL}.damaged",
    layout.REJECTS,
    layout.JUDGE_CACHE,
    layout.OVERRIDES,
    layout.SUMMARY,
}


def sign_run(path: Path, key: SigningKey) -> dict[str, Any]:
    """Sign the run in a folder; an earlier signature is kept and named by the new one.

    Returns:
        The statement that was signed.

    Raises:
        BundleError: it is no run with results, or one whose parts do not agree.
    """
    bundle = Bundle(path)
    bundle.summary()  # says what is missing
    bundle.check_results()
    with writing(path):
        clear_temporary(path)
        files = RunFiles(path)
        statement = {
            "type": STATEMENT_TYPE,
            "run_id": bundle.manifest.values["run_id"],
            "plan_hash": bundle.manifest.values["plan_hash"],
            "dataset_sha256": bundle.manifest.values["dataset"]["sha256"],
            "steelyard_version": __version__,
            **_listed(files),
            "previous": _previous(path),
            "signed_at": datetime.now(UTC).isoformat(timespec="seconds"),
            "signer": key.name,
        }
        _check(files, statement)
        payload = canonical(statement)
        signature = key.private.sign(signed_bytes(payload))
        _keep_earlier(path)
        write_atomic(path / layout.SIGNATURE, write_envelope(payload, key.keyid, signature))
    return statement


def is_signed(path: Path) -> bool:
    """Return whether a run has a signature, valid or not."""
    return (path / layout.SIGNATURE).exists()


def _listed(files: RunFiles) -> dict[str, list[dict[str, Any]]]:
    """List the files: those that are the run, and those that were made from them."""
    parts: dict[str, list[dict[str, Any]]] = {"files": [], "derived": []}
    ours = (layout.SIGNATURE, layout.LOCK)
    for name, path in sorted(files.names.items()):
        if name in ours or name.startswith(f"{layout.EARLIER_SIGNATURES}/"):
            continue
        with path.open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()
        evidence = name in _EVIDENCE or name.startswith(layout.RESULTS_PREFIX)
        one = {"path": name, "sha256": digest, "size": path.stat().st_size}
        parts["files" if evidence else "derived"].append(one)
    return parts


def _check(files: RunFiles, statement: dict[str, Any]) -> None:
    """Refuse to sign what would not be verified."""
    problems = [*files.problems, *check_links(files, statement)[1]]
    said = [t(f"signing.{one.code}", path=one.path, detail=one.detail) for one in problems]
    said += [t("signing.name", path=name) for name in files.names if not is_safe(name)]
    if said:
        raise BundleError(t("signing.refused", path=files.path, why="\n".join(said)))


def _previous(path: Path) -> str | None:
    """Return the hash of the statement that is signed already."""
    file = path / layout.SIGNATURE
    if not file.exists():
        if next(_earlier(path), None) is not None:
            raise BundleError(t("signing.lost", path=file))
        return None
    envelope = read_envelope(file.read_bytes())
    statement = None if envelope is None else read_statement(envelope.payload)
    if statement is None:
        raise BundleError(t("signing.envelope", path=file), hint=t("signing.envelope_hint"))
    return digest_of(statement)


def _keep_earlier(path: Path) -> None:
    """Move the signature that is there to the earlier ones."""
    if is_signed(path):
        number = sum(1 for _ in _earlier(path)) + 1
        target = path / layout.earlier_signature(number)
        target.parent.mkdir(exist_ok=True)
        write_atomic(target, (path / layout.SIGNATURE).read_bytes())


def _earlier(path: Path) -> Iterator[Path]:
    return (path / layout.EARLIER_SIGNATURES).glob("*.json")
