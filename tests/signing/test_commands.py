"""`steelyard sign`, `verify` and `admin key`: exit codes, sentences, nothing secret printed."""

from __future__ import annotations

import ast
import json
import sys

import pytest
from click.testing import CliRunner

from steelyard.cli import admin_command, sign_command, verify_command
from steelyard.errors import SteelyardError
from steelyard.i18n import say, using_language
from tests.signing.signed_run import SCRIPT, small_run

SECRET = "open sesame"


@pytest.fixture
def shell(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "phrase").write_text(f"{SECRET}\n")
    small_run(tmp_path / "run")

    def run(command, *words):
        with using_language("en"):
            done = CliRunner().invoke(command, list(words))
            if isinstance(done.exception, SteelyardError):
                return done.exception.exit_code, f"{done.output}{say(done.exception)}"
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exc_info
        return done.exit_code, done.output

    return run


@pytest.fixture
def signed(shell):
    key = ("key", "new", "a.pem", "--name", "Alice", "--passphrase-file", "phrase")
    code, said = shell(admin_command.command, *key)
    assert code == 0
    assert "Alice" in said
    sign = ("run", "--key", "a.pem", "--passphrase-file", "phrase", "--pack", "run.zip")
    code, more = shell(sign_command.command, *sign)
    assert code == 0
    for text in (said, more):
        assert SECRET not in text
        assert "PRIVATE" not in text
    return shell


def test_verified(signed):
    for run in ("run", "run.zip"):
        code, said = signed(verify_command.command, run, "--trust", "a.pub")
        assert code == 0
        assert "Signed by Alice" in said
        assert "2 rows" in said
    assert "Alice" in signed(admin_command.command, "key", "show", "a.pub")[1]


def test_not_verified(signed, tmp_path):
    (tmp_path / "run/summary.json").write_text("{}")
    (tmp_path / "run/bad\x1b[31m").touch()
    code, said = signed(verify_command.command, "run", "--trust", "a.pub")
    assert code == 3
    assert "summary.json: changed after signing" in said
    assert "\x1b" not in said
    code, said = signed(verify_command.command, "run", "--trust", "a.pub", "--json")
    event = json.loads(said.splitlines()[0])
    assert (code, event["ok"]) == (3, False)
    assert {one["code"] for one in event["problems"]} == {"changed", "added"}


def test_hints(signed, tmp_path):
    run = tmp_path / "run"
    (run / "report.json").write_text("{}")
    assert "Only reports" in signed(verify_command.command, "run", "--trust", "a.pub")[1]
    signed(admin_command.command, "key", "new", "b.pem")
    code, said = signed(verify_command.command, "run", "--trust", "b.pub")
    assert code == 3
    assert "secure channel" in said
    (run / "results-1").rename(run / "results-2")
    assert "re-scored" in signed(verify_command.command, "run", "--trust", "a.pub")[1]


def test_what_cannot_be_checked_or_signed(signed, tmp_path):
    assert signed(verify_command.command, "none", "--trust", "a.pub")[0] == 1
    assert signed(verify_command.command, "run", "--trust", "none.pub")[0] == 1
    assert signed(verify_command.command, "run")[0] == 2
    code, said = signed(sign_command.command, "run", "--key", "a.pem")
    assert (code, "--passphrase-file" in said) == (1, True)
    (tmp_path / "a.pem").rename(tmp_path / "run/a.pem")
    code, said = signed(sign_command.command, "run", "--key", "run/a.pem")
    assert (code, "inside the run" in said) == (1, True)


def test_the_script_is_short_and_needs_only_the_standard_library():
    text = SCRIPT.read_text("utf-8")
    assert len(text.splitlines()) <= 200
    for node in ast.walk(ast.parse(text)):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        names += [node.module] if isinstance(node, ast.ImportFrom) else []
        assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names
