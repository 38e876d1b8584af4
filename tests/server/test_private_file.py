"""A secret in a file that several make at once."""

from __future__ import annotations

import secrets
import stat
import threading
import time

from steelyard.server.private_file import private_text


def test_all_who_come_at_once_get_the_same_whole_text(tmp_path):
    path, found = tmp_path / "deep" / "secret", []

    def make():
        time.sleep(0.05)  # so that all have seen that there is none
        return secrets.token_hex(8)

    def ask():
        while len(found) < 500:
            found.append(private_text(path, make))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    [text] = set(found)
    assert len(text) == 16
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in path.parent.iterdir()] == ["secret"]


def test_without_links_it_is_made_all_the_same(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr("os.link", refuse)
    assert private_text(tmp_path / "secret", lambda: "made") == "made"
    assert private_text(tmp_path / "secret", lambda: "other") == "made"
