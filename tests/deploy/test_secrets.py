"""Settings from files with one value each, as containers and systemd give passwords."""

from __future__ import annotations

import pytest

from steelyard.errors import UserError
from steelyard.server.operations.explain import explain
from steelyard.server.settings import load_settings

URL = "postgresql://steelyard:hunter2@database/steelyard"


@pytest.fixture
def secrets(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "secrets"
    folder.mkdir()
    (folder / "steelyard_database_url").write_text(URL + "\n")
    (folder / "unrelated").write_text("x")
    monkeypatch.setenv("STEELYARD_SECRETS", str(folder))
    return folder


def test_a_secret_is_read_from_its_file(secrets):
    assert load_settings().database_url == URL


def test_a_variable_comes_before_it_and_the_settings_file_after(secrets, monkeypatch, tmp_path):
    (tmp_path / "steelyard-server.yaml").write_text("database_url: sqlite:///x\nport: 1\n")
    assert (load_settings().database_url, load_settings().port) == (URL, 1)
    monkeypatch.setenv("STEELYARD_DATABASE_URL", "postgresql://other/")
    assert load_settings().database_url == "postgresql://other/"


def test_a_wrong_value_is_said(secrets):
    (secrets / "steelyard_port").write_text("high\n")
    with pytest.raises(UserError, match="port"):
        load_settings()


def test_it_is_explained_without_the_password(secrets):
    found = {one.name: one for one in explain()}["database_url"]
    assert found.said_origin.endswith("steelyard_database_url")
    assert "hunter2" not in found.shown
