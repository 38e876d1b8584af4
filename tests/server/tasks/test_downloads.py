"""Reports as files: rendered once per run, format and language."""

from __future__ import annotations

import json

import pytest

from steelyard.i18n import using_language
from steelyard.server.library.storage import open_storage
from steelyard.server.tasks import downloads, runs
from tests.server.tasks.test_pages import finished  # noqa: F401 - a fixture


@pytest.mark.slow
def test_a_report_is_rendered_once_and_again_when_the_run_changed(bench, finished, monkeypatch):  # noqa: F811
    storage = open_storage(bench.settings)
    path = runs.folder(bench.settings, finished[1])

    def read(to="json"):
        with downloads.open_report(storage, path, to) as stream:
            return stream.read()

    def cached():
        return {
            file.name: file.stat().st_ino
            for file in (storage.scratch / downloads.FOLDER).glob("*/*")
        }

    first = read()
    assert json.loads(first)["run"]
    once = cached()
    assert (read(), cached()) == (first, once)
    with using_language("zh"):
        assert "用例" in read("md").decode()
    assert "用例" not in read("md").decode()
    assert len(cached()) == 3
    (path / "summary.json").touch()
    read()
    assert len(cached()) == 4
    monkeypatch.setattr(downloads, "MOST_BYTES", len(read("html")) + 1)
    with using_language("zh"):
        assert read("html").startswith(b"<!")
    assert len(cached()) == 1
    downloads.remove_cached(storage, "runs/another")
    assert len(cached()) == 1
    downloads.remove_cached(storage, finished[1].path)
    assert not cached()
