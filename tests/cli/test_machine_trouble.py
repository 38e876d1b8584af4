"""Troubles of the machine, made by real limits: what happened, what is safe, how to go on."""

from __future__ import annotations

import errno
import os
import resource
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager

import duckdb
import pytest

from steelyard.errors import InputError
from steelyard.i18n import using_language
from steelyard.machine import trouble_of

CLI = [sys.executable, "-m", "steelyard"]


def run(arguments, cwd, *, limit=None, **variables):
    """Run the command line, with a real limit of the system."""

    def bound():
        if limit is not None:
            resource.setrlimit(limit[0], (limit[1], limit[1]))

    environment = {**os.environ, **variables}
    environment.pop("PYTHONUTF8", None)
    return subprocess.run(
        [*CLI, *arguments], cwd=cwd, env=environment, capture_output=True, preexec_fn=bound
    )


@contextmanager
def raised():
    """Give a list with what was raised inside the block."""
    found = []
    try:
        yield found
    except Exception as error:
        found.append(error)


@pytest.fixture
def tiny(tmp_path):
    """A file system of 64 kB."""
    place = tmp_path / "tiny"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "none", place], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("no right to mount")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


def test_a_full_disk(tiny):
    with raised() as found, (tiny / "x").open("wb") as out:
        out.write(bytes(1_000_000))
    trouble = trouble_of(found[0])
    assert (trouble.kind, "disk is full" in trouble.message) == ("disk_full", True)
    assert "is kept" in trouble.hint
    done = run(["init", "project"], tiny)
    assert done.returncode == 1
    assert b"disk is full" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_full_disk_as_other_libraries_say_it(tiny):
    with raised() as found, duckdb.connect(tiny / "x.duckdb") as connection:
        connection.execute("CREATE TABLE t AS SELECT range AS n, uuid() AS u FROM range(100000)")
    assert trouble_of(found[0]).kind == "disk_full"
    (tiny / "x.duckdb").unlink(missing_ok=True)
    with raised() as found, closing(sqlite3.connect(tiny / "x.sqlite")) as connection:
        connection.execute("CREATE TABLE t (x)")
        connection.execute("INSERT INTO t VALUES (zeroblob(1000000))")
        connection.commit()
    assert trouble_of(found[0]).kind == "disk_full"


@pytest.mark.slow
def test_a_read_only_file_system(tiny):
    subprocess.run(["mount", "-o", "remount,ro", tiny], check=True)
    done = run(["init", "project"], tiny, STEELYARD_LANG="zh")
    assert done.returncode == 1
    assert "只读" in run(["--lang", "zh", "init", "project"], tiny).stderr.decode()
    assert b"read-only" in run(["init", "project"], tiny).stderr


def test_a_file_that_may_not_grow(tmp_path):
    done = run(["init", "project"], tmp_path, limit=(resource.RLIMIT_FSIZE, 10))
    assert done.returncode == 1
    assert b"larger than this process may write" in done.stderr


def test_too_many_open_files():
    code = (
        "import resource\n"
        "from steelyard.machine import trouble_of\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20))\n"
        "kept = []\n"
        "try:\n"
        "    while True: kept.append(open('/dev/null'))\n"
        "except OSError as error:\n"
        "    del kept[:]\n"
        "    print(trouble_of(error).kind)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.split() == [b"files"]


def test_no_memory():
    code = (
        "import resource\n"
        "from steelyard.machine import trouble_of\n"
        "resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))\n"
        "try:\n"
        "    bytearray(1 << 32)\n"
        "except MemoryError as error:\n"
        "    print(trouble_of(error).kind)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.split() == [b"memory"]


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOENT, "no such file"),
        PermissionError(errno.EACCES, "permission denied"),
        ValueError("no space left on device"),  # of the user's own text
        InputError("out of memory"),
        duckdb.Error("syntax error"),
    ],
)
def test_other_errors_are_no_trouble_of_the_machine(error):
    assert trouble_of(error) is None


def test_what_was_raised_from_a_trouble_is_one():
    try:
        try:
            raise OSError(errno.EDQUOT, "quota", "/home/x")
        except OSError as error:
            raise RuntimeError("cannot write") from error
    except RuntimeError as error:
        trouble = trouble_of(error)
    assert (trouble.kind, "/home/x" in trouble.message) == ("quota", True)
    with using_language("zh"):
        assert "配额" in trouble_of(OSError(errno.EDQUOT, "x")).message


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_terminal_without_our_characters_shows_the_others(tmp_path, encoding, language):
    given = ["--lang", language, "explain", "base.accuracy"]
    done = run(given, tmp_path, PYTHONIOENCODING=encoding)
    assert done.returncode == 0, done.stderr
    assert b"base.accuracy" in done.stdout
    assert done.stderr.count(b"PYTHONIOENCODING=utf-8") == 1
    assert b"Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("variables", [{"LANG": "C", "LC_ALL": "C"}, {"PYTHONIOENCODING": "utf-8"}])
def test_a_terminal_with_all_characters_is_told_nothing(tmp_path, variables):
    done = run(["--lang", "zh", "explain", "base.accuracy"], tmp_path, **variables)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "准确率" in done.stdout.decode()
