"""Signing again: by others, after re-scoring; the earlier signatures stay and are checked."""

from __future__ import annotations

import json
import shutil

import pytest

from steelyard.errors import BundleError
from steelyard.signing import make_key, read_trusted_keys, sign_run, verify_run
from steelyard.signing.envelope import canonical, read_envelope, signed_bytes, write_envelope
from tests.signing.signed_run import problems, signed, small_run


@pytest.fixture
def twice(tmp_path):
    run, trust = signed(tmp_path)
    bob = make_key(tmp_path / "bob.pem", "Bob")
    sign_run(run, bob)
    (run / "summary.json").write_text('{"of": "results-1", "n": 1}')
    sign_run(run, bob)
    return run, trust


def test_every_signature_is_shown(twice):
    run, trust = twice
    found = verify_run(run, read_trusted_keys([trust]), [])
    assert [one.name for one in found.signed] == ["Bob", "Bob", "alice"]
    assert [one.path for one in found.signed] == [
        "signature.json",
        "signatures/0002.json",
        "signatures/0001.json",
    ]
    newest, middle, first = (one.statement["files"] for one in found.signed)
    assert newest != middle == first
    assert problems(run, trust) == set()


def test_every_key_must_be_trusted(twice):
    run, trust = twice
    assert {code for code, _ in problems(run, trust / "bob.pub")} == {"unknown_key"}
    assert {code for code, _ in problems(run, trust / "alice.pub")} == {"unknown_key"}


@pytest.mark.parametrize(
    "change",
    [
        lambda old: shutil.rmtree(old),
        lambda old: (old / "0002.json").unlink(),
        lambda old: (old / "0001.json").unlink(),
        lambda old: (old / "0001.json").rename(old / "0003.json"),
        lambda old: shutil.copy(old / "0001.json", old / "0003.json"),
        lambda old: shutil.copy(old / "0001.json", old / "0002.json"),
        lambda old: shutil.copy(old / "0002.json", old.parent / "signature.json"),
        lambda old: (old / "0001.txt").write_text("x"),
        lambda old: (old / "deep").mkdir(),
    ],
)
def test_a_changed_history_is_found(twice, change):
    run, trust = twice
    change(run / "signatures")
    assert problems(run, trust)


def test_a_signature_of_another_run_is_not_part_of_the_history(tmp_path):
    run, trust = signed(tmp_path)
    key = make_key(tmp_path / "k.pem", "k")
    envelope = read_envelope((run / "signature.json").read_bytes())
    statement = json.loads(envelope.payload) | {"run_id": "other"}
    payload = canonical(statement)
    forged = write_envelope(payload, key.keyid, key.private.sign(signed_bytes(payload)))
    (run / "signature.json").write_bytes(forged)
    assert ("link", "manifest.json") in problems(run, trust)  # a trusted key is not enough
    sign_run(run, key)
    assert ("chain", "signatures/0001.json") in problems(run, trust)


def test_a_damaged_signature_is_not_built_on(tmp_path):
    run, _ = signed(tmp_path)
    key = make_key(tmp_path / "k.pem", "k")
    (run / "signature.json").write_text("{}")
    with pytest.raises(BundleError, match="signature"):
        sign_run(run, key)
    (run / "signature.json").unlink()
    (run / "signatures").mkdir()
    (run / "signatures/0001.json").write_text("{}")
    with pytest.raises(BundleError, match="earlier"):
        sign_run(run, key)


@pytest.mark.parametrize(
    ("file", "value", "said"),
    [
        ("summary.json", {"of": "results-2"}, "summary.json: of"),
        ("report.json", {"run": {"run_id": "other"}}, "report.json: run_id"),
    ],
)
def test_parts_that_do_not_agree_are_not_signed(tmp_path, file, value, said):
    run = small_run(tmp_path / "run")
    (run / file).write_text(json.dumps(value))
    with pytest.raises(BundleError, match=said):
        sign_run(run, make_key(tmp_path / "k.pem", "k"))
    assert not (run / "signature.json").exists()


def test_links_and_lost_rows_are_not_signed(tmp_path):
    key = make_key(tmp_path / "k.pem", "k")
    run = small_run(tmp_path / "run")
    (run / "link").symlink_to("summary.json")
    with pytest.raises(BundleError, match="link"):
        sign_run(run, key)
    run = small_run(tmp_path / "other")
    shutil.copy(run / "results-1/part-000.parquet", run / "results-1/part-001.parquet")
    with pytest.raises(BundleError, match="rows"):
        sign_run(run, key)
