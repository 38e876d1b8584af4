"""A forked command is the command: the same words, streams and exit codes as from nothing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli import forked_client
from tests.cli.shell import steelyard

pytestmark = pytest.mark.skipif(not forked_client.POSSIBLE, reason="commands are forked on Linux")


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("list", "formats"),
        ("rum",),
        ("compute", "stat.wilson", "--inputs", "-"),
        ("indicators", "try", "--help"),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_forked_is_as_fresh(tmp_path, words, language):
    given = {"cwd": tmp_path, "stdin": '{"k": 5, "n": 3}', "STEELYARD_LANG": language}
    assert steelyard(*words, **given) == steelyard(*words, **given, fresh=True)


@pytest.mark.slow
def test_one_fork_knows_nothing_of_another(tmp_path):
    def fork(code, **environment):
        return forked_client.run(["-c", code], cwd=tmp_path, environment=environment)

    assert fork("import sys, os; sys.modules['here'] = 1; os.chdir('/')") == (0, "", "")
    told = "import sys, os; print('here' in sys.modules, os.getcwd(), sorted(os.environ))"
    assert fork(told, A="1") == (0, f"False {tmp_path} ['A']\n", "")


@pytest.mark.parametrize(
    ("code", "exit_code"), [("1/0", 1), ("raise SystemExit(7)", 7), ("import os; os.abort()", -6)]
)
def test_ends_are_told(tmp_path, code, exit_code):
    done = forked_client.run(["-c", code], cwd=tmp_path, environment={})
    assert done[0] == exit_code
    assert ("ZeroDivisionError" in done[2]) == (code == "1/0")


def test_the_program_on_the_path(tmp_path):
    path = f"{forked_client.programs()}:/usr/bin:/bin"
    command = "steelyard rum; echo $? | cat; python -c 'print(6 * 7)'; python --version"
    done = subprocess.run(
        ["bash", "-c", command], env={"PATH": path}, cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout.startswith("2\n42\nPython ")
    assert sys.version.split()[0] in done.stdout
    assert "rum" in done.stderr
