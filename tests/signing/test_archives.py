"""Zips that show one thing to one program and another to the next are not verified."""

from __future__ import annotations

import stat
import struct
import warnings
import zipfile

import pytest

from steelyard.signing import make_key, read_trusted_keys, sign_zip, verify_run, write_zip
from tests.signing.signed_run import problems, signed, small_run


@pytest.fixture
def packed(tmp_path):
    run, trust = signed(tmp_path)
    file = tmp_path / "run.zip"
    write_zip(run, file)
    assert problems(file, trust) == set()
    return file, trust


def append(file, name, content=b"x", mode=0o644 | stat.S_IFREG):
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    with warnings.catch_warnings(), zipfile.ZipFile(file, "a") as archive:
        warnings.simplefilter("ignore")  # of names that are there already
        archive.writestr(info, content)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("summary.json", "twice"),
        ("SUMMARY.json", "twice"),
        ("../summary.json", "name"),
        ("/etc/x", "name"),
        ("results-1/../x", "name"),
        ("a//b", "name"),
        ("..\\x", "name"),
        ("C:x", "name"),
        ("a\x1b[2J", "name"),
        ("extra.txt", "added"),
        ("empty/", "added"),
    ],
)
def test_entries(packed, name, code):
    file, trust = packed
    append(file, name, b"" if name.endswith("/") else b"x")
    if name == "C:x":  # only Windows takes it for a drive; the script says that it was added
        code = "name"
    assert code in {found for found, _ in problems(file, trust)}


def test_links(packed):
    file, trust = packed
    append(file, "link", b"/etc/passwd", 0o777 | stat.S_IFLNK)
    assert ("special", "link") in problems(file, trust)


def test_a_name_cut_by_a_null(packed):
    file, trust = packed
    append(file, "lock#evil.sh")
    file.write_bytes(file.read_bytes().replace(b"lock#evil", b"lock\0evil"))
    assert problems(file, trust)


def test_content_outside_the_entries(packed, tmp_path):
    file, trust = packed
    whole = file.read_bytes()
    other = tmp_path / "other.zip"
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("manifest.json", "{}")
    hidden = other.read_bytes()[: -22 - 46 - len("manifest.json")]  # an entry without a directory
    for changed in (b"MZ" + whole, hidden + whole, whole + b"\0", whole + hidden):
        file.write_bytes(changed)
        assert problems(file, trust), changed[:4]
    # An entry between the last one and the directory, with the offsets corrected.
    [start] = struct.unpack("<I", whole[-6:-2])
    end = whole[-22:-6] + struct.pack("<I", start + len(hidden)) + whole[-2:]
    file.write_bytes(whole[:start] + hidden + whole[start:-22] + end)
    with zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None
    assert ("archive", "run.zip") in problems(file, trust)


def test_a_comment(packed):
    file, trust = packed
    with zipfile.ZipFile(file, "a") as archive:
        archive.comment = b"hello"
    assert problems(file, trust) == {("archive", "run.zip")}


def test_other_packing(packed, tmp_path):
    file, trust = packed
    with zipfile.ZipFile(file) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    for method, right in ((zipfile.ZIP_STORED, True), (zipfile.ZIP_LZMA, False)):
        other = tmp_path / "other.zip"
        with zipfile.ZipFile(other, "w", method) as archive:
            for name, content in reversed(files.items()):
                archive.writestr(f"monday/{name}", content)  # a folder around it is usual
        assert (problems(other, trust) == set()) is right


def test_not_a_zip(tmp_path):
    _, trust = signed(tmp_path)
    file = tmp_path / "run.zip"
    for content in (b"", b"PK", b"\0" * 500):
        file.write_bytes(content)
        assert problems(file, trust) == {("archive", "run.zip")}


def test_signing_a_zip_in_place(tmp_path):
    file = tmp_path / "run.zip"
    write_zip(small_run(tmp_path / "run"), file)
    key = make_key(tmp_path / "alice.pem", "Alice")
    assert problems(file, tmp_path) == {("unsigned", "signature.json")}
    assert sign_zip(file, key)["previous"] is None
    assert problems(file, tmp_path) == set()
    sign_zip(file, key)
    found = verify_run(file, read_trusted_keys([tmp_path]), [])
    assert [one.path for one in found.signed] == ["signature.json", "signatures/0001.json"]
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]
