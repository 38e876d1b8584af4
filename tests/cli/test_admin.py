"""`steelyard admin` and `steelyard doctor --server`."""

from __future__ import annotations

import json
import logging
import os
import pty
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
import yaml
from click.testing import CliRunner
from sqlalchemy import select

from steelyard.cli import admin_command, doctor_command
from steelyard.errors import SteelyardError
from steelyard.i18n import say, using_language
from steelyard.i18n.words import settings as words
from steelyard.server.db import open_database
from steelyard.server.db.tables import AuditEntry, User
from steelyard.server.people.passwords import matches
from steelyard.server.settings import Settings

PASSWORD = "correct horse battery"


@pytest.fixture
def shell(tmp_path, monkeypatch):
    """Return a function that runs a command here and gives code and output."""
    for name in [name for name in os.environ if name.startswith("STEELYARD_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    root, engine = logging.getLogger(), logging.getLogger("dbos")
    before = root.handlers[:], root.level, engine.handlers[:]
    environment = dict(os.environ)

    def run(*words, stdin=None, command=admin_command.command):
        done = CliRunner().invoke(command, [*map(str, words)], input=stdin)
        if isinstance(done.exception, SteelyardError):
            return done.exception.exit_code, f"{done.output}\n{say(done.exception)}"
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exc_info
        return done.exit_code, done.output

    yield run
    os.environ.clear()
    os.environ.update(environment)
    logging.captureWarnings(capture=False)
    root.handlers[:], root.level, engine.handlers[:] = before


def rows(data, query):
    with closing(open_database(Settings(data_dir=data))) as database, database.reading() as session:
        return session.scalars(query).all()


@pytest.mark.slow
def test_accounts(shell, tmp_path):
    data = tmp_path / "data"
    assert "--admin" in shell("create-user", "bob", "--data", data, stdin=f"{PASSWORD}\n")[1]
    assert shell("create-user", "ada", "--admin", "--data", data, stdin="\n")[0] == 1
    assert shell("create-user", "ada", "--admin", "--data", data, stdin="short\n")[0] == 1
    made = shell("create-user", "Ada", "--admin", "--data", data, stdin=f"{PASSWORD}\n")
    assert (made[0], PASSWORD in made[1]) == (0, False)
    assert shell("create-user", "ada", "--data", data, stdin=f"{PASSWORD}\n")[0] == 1
    assert shell("create-user", "eve", "--no-password", "--data", data)[0] == 0
    assert shell("reset-password", "nobody", "--data", data, stdin="another long one")[0] == 1
    assert shell("reset-password", "ADA", "--data", data, stdin="another long one")[0] == 0
    ada, eve = rows(data, select(User).order_by(User.login))
    assert matches("another long one", ada.password_hash)
    assert (ada.is_admin, eve.is_admin, eve.password_hash) == (True, False, None)
    entries = rows(data, select(AuditEntry).order_by(AuditEntry.id))
    assert [one.action for one in entries] == ["user.create", "user.create", "user.password"]
    assert all(one.user_name.startswith("steelyard admin (") for one in entries)


@pytest.mark.slow
def test_a_password_is_asked_for_twice_and_not_shown(tmp_path):
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "steelyard", "admin", "create-user", "ada", "--admin"]
    process = subprocess.Popen(
        [*command, "--data", str(tmp_path / "d")], stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    shown = b""
    for asked in (b"Password:", b"Again:"):
        while asked not in shown:
            shown += os.read(ours, 1000)
        os.write(ours, f"{PASSWORD}\n".encode())
    try:
        while piece := os.read(ours, 1000):
            shown += piece
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    assert process.wait(60) == 0, shown
    assert PASSWORD.encode() not in shown


@pytest.mark.slow
def test_there_and_back(shell, tmp_path):
    data, file = tmp_path / "data", tmp_path / "b.tar.gz"
    assert shell("verify", "--data", data)[0] == 1
    assert not data.exists()
    shell("create-user", "ada", "--admin", "--data", data, stdin=f"{PASSWORD}\n")
    assert shell("backup", file, "--data", data)[0] == 0
    assert "already" in shell("backup", file, "--data", data)[1]
    assert shell("backup", tmp_path / "no" / "b.tar", "--data", data)[0] == 1
    assert shell("restore", file, "--data", data)[0] == 1
    assert shell("restore", tmp_path / "none.tar", "--data", tmp_path / "new")[0] == 1
    cut = tmp_path / "cut.tar"
    whole = file.read_bytes()
    for part in (b"a text\n", whole[: len(whole) // 2]):
        cut.write_bytes(part)
        assert shell("restore", cut, "--data", tmp_path / "new")[0] == 1
        assert list((tmp_path / "new").iterdir()) == []
    code, said = shell("restore", file, "--data", tmp_path / "new")
    assert (code, "can be started" in said) == (0, True)
    assert shell("clear-orphans", "--data", tmp_path / "new")[0] == 0
    assert shell("rotate-key", "--data", tmp_path / "new")[0] == 0
    assert "unchanged" in shell("verify", "--data", tmp_path / "new")[1]
    with closing(sqlite3.connect(tmp_path / "new" / "steelyard.sqlite")) as database:
        database.execute("INSERT INTO members VALUES ('no project', 'nobody', 'viewer')")
        database.commit()
    code, said = shell("verify", "--data", tmp_path / "new")
    assert (code, "✗ database members" in said) == (1, True)
    code, said = shell("verify", "--json", "--data", tmp_path / "new")
    event = json.loads(said.splitlines()[0])
    assert (code, {one["name"] for one in event["problems"]}) == (1, {"members"})


def test_tables_are_made_and_brought_to_this_version(shell, tmp_path):
    data = tmp_path / "data"
    assert shell("migrate", "--data", data)[0] == 0
    assert shell("migrate", "--data", data)[0] == 0
    assert shell("verify", "--data", data)[0] == 0
    with closing(sqlite3.connect(data / "steelyard.sqlite")) as database:
        database.execute("UPDATE alembic_version SET version_num = 'ffff'")
        database.commit()
    assert "newer version" in shell("migrate", "--data", data)[1]
    assert shell("backup", tmp_path / "b.tar", "--data", data)[0] == 0  # also then
    assert shell("reset-password", "ada", "--data", data, stdin=PASSWORD)[0] == 1


def test_settings_and_where_they_come_from(shell, tmp_path, monkeypatch):
    file = tmp_path / "server.yaml"
    file.write_text("workers: 3\ndatabase_url: postgresql://me:hunter22@127.0.0.1:1/x\n")
    monkeypatch.setenv("STEELYARD_PORT", "9999")
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "steelyard_smtp_url").write_text("smtp://me:hunter22@h")
    monkeypatch.setenv("STEELYARD_SECRETS", str(tmp_path / "secrets"))
    code, said = shell("config", "--config", file, "--data", tmp_path / "d")
    assert (code, "hunter22" in said) == (0, False)
    content = yaml.safe_load(said)
    assert content == {
        "workers": 3,
        "port": 9999,
        "data_dir": str(tmp_path / "d"),
        "database_url": "postgresql://me:…@127.0.0.1:1/x",
        "smtp_url": "smtp://me:…@h",
    }
    assert "STEELYARD_PORT" in said
    events = [json.loads(line) for line in shell("config", "--json")[1].splitlines()]
    assert [one["name"] for one in events] == list(Settings.model_fields)
    assert {one["origin"] for one in events} == {"default", "variable", "secret", "file"}
    monkeypatch.setenv("STEELYARD_SECRETS", str(tmp_path / "none"))
    assert "STEELYARD_SECRETS" in shell("config")[1]


def doctor(shell, *words):
    return shell("--server", *words, command=doctor_command.command)


def test_the_doctor_explains_every_setting(shell, tmp_path):
    code, said = doctor(shell, "--data", tmp_path / "d")
    assert code == 0, said
    for name, field in Settings.model_fields.items():
        assert f"✓ {name} = " in said
        assert field.description in said
    assert "will be made" in said
    assert not (tmp_path / "d").exists()
    with using_language("zh"):
        assert "服务保存全部内容的目录" in doctor(shell)[1]


@pytest.mark.parametrize(
    ("content", "variables", "said"),
    [
        ("worker: 3\n", {}, "Did you mean workers?"),
        ("workers: many\n", {}, "workers"),
        ("workers: [1\n", {}, "server.yaml"),
        ("- workers\n", {}, "name: value"),
        ("", {"STEELYARD_PORT": "99999"}, "65535 or less"),
        ("", {"STEELYARD_WORKRES": "1"}, "STEELYARD_WORKERS"),
        ("", {"STEELYARD_ALLOW_HOSTS": "not json"}, "allow_hosts"),
        ("allow_hosts: [10.0.0.0/99]\n", {}, "'10.0.0.0/99' in allow_hosts or"),
        ("deny_hosts: [ok.example, 'a:b']\n", {}, "✗ deny_hosts = "),
        ("smtp_url: smtp://h\n", {}, "mail_from"),
        ("database_url: postgresql://me:hunter22@127.0.0.1:1/x\n", {}, "does not answer"),
        ("data_dir: /proc/no/such\n", {}, "data_dir"),
    ],
)
def test_the_doctor_says_what_is_wrong(shell, tmp_path, monkeypatch, content, variables, said):
    file = tmp_path / "server.yaml"
    file.write_text(content)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    code, found = doctor(shell, "--config", file)
    assert (code, said in found, "hunter22" in found) == (1, True, False), found


def test_the_doctor_names_the_package_that_a_storage_needs(shell, tmp_path, monkeypatch):
    monkeypatch.setattr("steelyard.server.operations.examine.find_spec", lambda _name: None)
    file = tmp_path / "server.yaml"
    file.write_text("storage_url: s3://bucket\n")
    code, found = doctor(shell, "--config", file)
    assert (code, "s3fs" in found) == (1, True), found


def test_what_is_allowed_and_worth_knowing(shell, tmp_path):
    file = tmp_path / "server.yaml"
    file.write_text("allow_commands: true\nhost: 0.0.0.0\nmetrics_open: true\n")
    code, said = doctor(shell, "--config", file)
    assert code == 0
    assert sum(line.startswith("! ") for line in said.splitlines()) == 3


def test_the_words_of_settings_are_those_of_the_settings():
    english = {name: pair[0] for name, pair in words.WORDS.items()}
    assert english == {name: field.description for name, field in Settings.model_fields.items()}
