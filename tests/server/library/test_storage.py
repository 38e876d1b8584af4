"""The storage: the same behaviour on a directory and on what fsspec knows."""

from __future__ import annotations

import hashlib
import shutil
from datetime import timedelta
from uuid import uuid4

import pytest

from steelyard.server.db.base import now
from steelyard.server.db.ids import new_id
from steelyard.server.errors import NotFoundError, TooLargeError
from steelyard.server.library.storage import Incoming, open_storage, pieces, scratch_file
from tests.server.conftest import make_settings


@pytest.fixture(params=["folder", "memory", "file"])
def kept(request, tmp_path):
    url = {
        "folder": None,
        "memory": f"memory://{uuid4().hex}/steelyard",
        "file": f"file://{tmp_path}/bucket",
    }[request.param]
    return lambda: open_storage(make_settings(tmp_path / "data", storage_url=url))


def put(storage, content):
    with scratch_file(storage.scratch) as file:
        with Incoming(file, 1000) as incoming:
            incoming.write(content)
        return storage.keep(file)


def forget_local(storage, tmp_path):
    """As another machine sees it."""
    for name in ("objects", "runs"):
        shutil.rmtree(tmp_path / "data" / "storage" / name, ignore_errors=True)


def test_content_is_kept_once_under_its_hash(kept):
    storage = kept()
    first, second = put(storage, b"cases"), put(storage, b"cases")
    assert first == second
    digest = hashlib.sha256(b"cases").hexdigest()
    assert first == (f"objects/{digest[:2]}/{digest}", digest, 5)
    assert b"".join(pieces(storage.open(first.path))) == b"cases"
    assert not list(storage.scratch.iterdir())


def test_another_machine_sees_it(kept, tmp_path):
    storage = kept()
    stored = put(storage, b"cases")
    if hasattr(storage, "_files"):
        forget_local(storage, tmp_path)
    assert kept().local(stored.path).read_bytes() == b"cases"
    assert storage.used() == 5
    assert list(storage.objects(now() + timedelta(minutes=1))) == [stored.path]
    assert list(storage.objects(now() - timedelta(minutes=1))) == []
    storage.remove(stored.path)
    with pytest.raises(NotFoundError):
        kept().local(stored.path)


def test_runs_are_folders_that_are_sent_and_fetched(kept, tmp_path):
    storage, run = kept(), new_id()
    folder = storage.run_folder(run)
    (folder / "results").mkdir(parents=True)
    (folder / "manifest.json").write_text("{}")
    (folder / "results" / "0.parquet").write_bytes(b"old")
    assert storage.save_run(run) == f"runs/{run}"
    (folder / "results" / "0.parquet").unlink()
    (folder / "results" / "1.parquet").write_bytes(b"new")
    storage.save_run(run)
    if hasattr(storage, "_files"):
        forget_local(storage, tmp_path)
    found = kept().run_folder(run)
    names = sorted(p.relative_to(found).as_posix() for p in found.rglob("*") if p.is_file())
    assert names == ["manifest.json", "results/1.parquet"]
    storage.remove(f"runs/{run}")
    assert not kept().run_folder(run).exists()


@pytest.mark.parametrize(
    "path",
    [
        "../x",
        "objects/../../x",
        "/etc/passwd",
        "objects/aa/../../x",
        "runs/../objects",
        "",
        "runs/",
    ],
)
def test_names_never_become_paths(kept, path):
    for act in (kept().local, kept().open, kept().remove):
        with pytest.raises(NotFoundError):
            act(path)
    with pytest.raises(NotFoundError):
        kept().run_folder(path)


def test_an_upload_is_refused_as_soon_as_it_is_too_large(tmp_path):
    with scratch_file(tmp_path) as file, Incoming(file, 10) as incoming:
        incoming.write(b"12345678")
        with pytest.raises(TooLargeError):
            incoming.write(b"90x")
    assert not list(tmp_path.iterdir())


def test_the_last_of_the_disk_is_left_to_the_database(tmp_path):
    everything = shutil.disk_usage(tmp_path).total
    file = tmp_path / "x"
    with Incoming(file, 10, free=everything) as incoming, pytest.raises(TooLargeError):
        incoming.write(b"1")
