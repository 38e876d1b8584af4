"""Keys: for their owner only, with or without a passphrase, and never where they do not belong."""

from __future__ import annotations

import stat
import subprocess
import sys
from shutil import which

import pytest

from steelyard.errors import InputError, MissingPackageError
from steelyard.signing import is_encrypted, make_key, read_key, read_trusted_keys, sign_run
from steelyard.signing.envelope import read_envelope, signed_bytes
from tests.signing.signed_run import small_run


def test_files_of_a_key(tmp_path):
    made = make_key(tmp_path / "alice.pem", "Alice 甲")
    private = tmp_path / "alice.pem"
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    again = read_key(private)
    assert (again.name, again.keyid) == ("Alice 甲", made.keyid)
    [(keyid, trusted)] = read_trusted_keys([tmp_path]).items()
    assert (keyid, trusted.name) == (made.keyid, "Alice 甲")
    assert "PRIVATE" not in (tmp_path / "alice.pub").read_text()
    assert "PRIVATE" not in repr(trusted)


def test_a_key_is_never_replaced(tmp_path):
    make_key(tmp_path / "a.pem", "a")
    before = (tmp_path / "a.pem").read_bytes()
    for name in ("a.pem", "a.key", "b.pub"):  # the second would replace a.pub
        with pytest.raises(InputError):
            make_key(tmp_path / name, "b")
    assert (tmp_path / "a.pem").read_bytes() == before
    with pytest.raises(InputError):
        make_key(tmp_path / "c.pem", "two\nlines")


def test_passphrases(tmp_path):
    path = tmp_path / "a.pem"
    make_key(path, "a", b"open sesame")
    assert is_encrypted(path)
    assert read_key(path, b"open sesame").name == "a"
    for wrong in (None, b"", b"open", b"open sesame "):
        with pytest.raises(InputError, match=r"a\.pem") as caught:
            read_key(path, wrong)
        assert "sesame" not in str(caught.value)


def test_a_key_that_others_may_read_is_refused(tmp_path):
    make_key(tmp_path / "a.pem", "a")
    (tmp_path / "a.pem").chmod(0o640)
    with pytest.raises(InputError, match="chmod 600"):
        read_key(tmp_path / "a.pem")


def test_what_is_no_key(tmp_path):
    make_key(tmp_path / "a.pem", "a")
    for content in ("", "hello", (tmp_path / "a.pub").read_text()[:-40]):
        (tmp_path / "b.pub").write_text(content)
        with pytest.raises(InputError, match=r"b\.pub"):
            read_trusted_keys([tmp_path])
        (tmp_path / "b.pem").write_text(content)
        (tmp_path / "b.pem").chmod(0o600)
        with pytest.raises(InputError, match=r"b\.pem"):
            read_key(tmp_path / "b.pem")
    with pytest.raises(InputError, match="public"):
        read_trusted_keys([tmp_path / "a.pem"])
    with pytest.raises(InputError):
        read_trusted_keys([tmp_path / "none.pub"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="--trust"):
        read_trusted_keys([tmp_path / "empty"])


def test_other_kinds_of_keys_are_refused(tmp_path):
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    key = X25519PrivateKey.generate()
    pem = key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
    (tmp_path / "a.pem").write_bytes(pem)
    (tmp_path / "a.pem").chmod(0o600)
    with pytest.raises(InputError, match="Ed25519"):
        read_key(tmp_path / "a.pem")
    public = form.PublicFormat.SubjectPublicKeyInfo
    (tmp_path / "a.pub").write_bytes(key.public_key().public_bytes(form.Encoding.PEM, public))
    with pytest.raises(InputError, match="Ed25519"):
        read_trusted_keys([tmp_path])


def test_without_the_package(tmp_path, monkeypatch):
    make_key(tmp_path / "a.pem", "a")
    for name in [name for name in sys.modules if name.split(".")[0] == "cryptography"]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(MissingPackageError, match=r"steelyard\[sign\]"):
        make_key(tmp_path / "b.pem", "b")
    with pytest.raises(MissingPackageError, match=r"steelyard\[sign\]"):
        read_key(tmp_path / "a.pem")
    assert len(read_trusted_keys([tmp_path])) == 1  # verifying needs none


@pytest.mark.skipif(which("openssl") is None, reason="no openssl here")
def test_openssl_is_of_the_same_opinion(tmp_path):
    run = small_run(tmp_path / "run")
    sign_run(run, make_key(tmp_path / "a.pem", "a"))
    envelope = read_envelope((run / "signature.json").read_bytes())
    (tmp_path / "signed").write_bytes(signed_bytes(envelope.payload))
    (tmp_path / "sig").write_bytes(envelope.signature)
    options = ["-verify", "-pubin", "-rawin", "-inkey", "a.pub", "-in", "signed"]
    command = ["openssl", "pkeyutl", *options, "-sigfile", "sig"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
