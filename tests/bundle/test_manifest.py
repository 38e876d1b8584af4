"""The manifest of a run: what is no run is told apart from what is damaged."""

from __future__ import annotations

import pytest

from steelyard.bundle import Bundle
from steelyard.errors import BundleError


def test_a_packed_run_or_another_file_is_named_as_one(tmp_path):
    packed = tmp_path / "run.zip"
    packed.write_bytes(b"PK\x03\x04")
    with pytest.raises(BundleError, match=r"run\.zip is a file") as caught:
        Bundle(packed)
    assert "unpacked first" in caught.value.hint


def test_a_directory_without_a_manifest_is_no_run(tmp_path):
    with pytest.raises(BundleError, match=r"is not a run: it has no manifest\.json"):
        Bundle(tmp_path)
