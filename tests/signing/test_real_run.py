"""A run as `steelyard run` writes it: through the service and back, and re-scored."""

from __future__ import annotations

import shutil

import pytest

import steelyard
from steelyard.bundle import Bundle, zipped
from steelyard.pipeline import rescore
from steelyard.plan import make_plan
from steelyard.server.library.storage import open_storage
from steelyard.server.settings import Settings
from steelyard.server.tasks import transfer
from steelyard.signing import make_key, sign_run, write_zip
from tests.signing.signed_run import problems


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("real") / "run"
    cases = [{"input": str(n), "expected_output": str(n), "output": str(n % 2)} for n in range(4)]
    steelyard.evaluate({"replay": {}}, cases, out=folder, name="r")
    return folder


@pytest.fixture
def run(made, tmp_path):
    """A run that was signed twice, with its key next to it."""
    folder = tmp_path / "run"
    shutil.copytree(made, folder)
    for name in ("a", "b"):
        sign_run(folder, make_key(tmp_path / f"{name}.pem", name))
    assert problems(folder, tmp_path) == set()
    return folder


def test_through_a_service_and_back(run, tmp_path):
    settings = Settings(data_dir=tmp_path / "service")
    storage = open_storage(settings)
    write_zip(run, storage.scratch / "pushed")
    there = transfer.take_run(storage, settings, storage.scratch / "pushed")
    back = tmp_path / "back.zip"
    back.write_bytes(b"".join(zipped(storage.run_folder(there))))
    assert problems(back, tmp_path) == set()


def test_re_scored(run, tmp_path):
    bundle = Bundle(run)
    rescore(bundle, make_plan(bundle.manifest.values["plan"], source="x"))
    found = problems(run, tmp_path)
    assert ("changed", "manifest.json") in found
    assert {("missing", "results-1"), ("added", "results-2")} <= {
        (code, path.partition("/")[0]) for code, path in found
    }
    sign_run(run, make_key(tmp_path / "c.pem", "c"))
    assert problems(run, tmp_path) == set()
