"""`./test`: what it installs, in which order it checks, what it says and how it ends."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import schedule

ROOT = Path(__file__).parents[2]
TOOLS = ("ruff", "mypy", "lint-imports", "pytest")
COMPILED = "python -m compileall -q src tests"
# Fails where the variable that the shell may bring is left to the processes of tests.
COMPILER = '#!/bin/sh\n[ -z "$PYTHONDONTWRITEBYTECODE" ] && echo python "$@" >>calls\n'
INSTALLERS = ("browser", "postgres", "proxies")


@pytest.fixture
def command(tmp_path):
    """The script in a folder of its own, where tools only write down that they were called."""
    shutil.copy(ROOT / "test", tmp_path)
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "needs.sh", tmp_path / "scripts")
    (tmp_path / "scripts" / "venv.sh").write_text("venv_ready() { echo install $2 >>calls; }\n")
    tools = tmp_path / ".venv" / "bin"
    tools.mkdir(parents=True)
    (tools / "python").write_text(COMPILER)
    (tools / "python").chmod(0o755)
    places = [tools / name for name in TOOLS]
    places += [tmp_path / "scripts" / f"{name}.sh" for name in INSTALLERS]
    for place in places:
        name = place.stem
        says = f'echo {name} "$@" >>calls\n[ ! -e {name}-fails ] || {{ echo no {name}; exit 1; }}\n'
        place.write_text(f"#!/bin/sh\n{says}")
        place.chmod(0o755)
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=_no_data, dirs_exist_ok=True)

    def run(*words):
        done = subprocess.run(
            ["./test", *words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )
        calls = (tmp_path / "calls").read_text().splitlines()
        (tmp_path / "calls").unlink()
        return done.returncode, done.stdout, calls

    run.folder = tmp_path
    return run


def _no_data(folder, names):
    """Only folders and test files, which are what paths are looked for among."""
    files = [name for name in names if (Path(folder) / name).is_file()]
    return [*(name for name in files if not name.startswith("test_")), "__pycache__"]


def test_everything_is_checked_once_and_timed(command):
    code, said, calls = command()
    assert code == 0
    assert calls[:6] == ["install .[test,dev,docs,frames,fast,server]", COMPILED, "browser",
                         "postgres", "ruff check .", "ruff format --check ."]  # fmt: skip
    assert sorted(call.split()[0] for call in calls[6:]) == ["lint-imports", "mypy", "pytest"]
    assert re.search(r"== all good after 0 min \d+ s\n$", said)


def test_the_slow_suites_need_more(command):
    code, _, calls = command("--all")
    assert code == 0
    assert "proxies" in calls
    assert calls[0].endswith(",ray,s3]")
    assert "pytest -n" in (last := next(call for call in calls if call.startswith("pytest")))
    assert last.endswith("-m not soak")


@pytest.mark.parametrize("tool", TOOLS)
def test_what_failed_fails(command, tool):
    (command.folder / f"{tool}-fails").touch()
    code, said, calls = command()
    assert code == 1
    assert f"no {tool}" in said
    assert [call.split()[0] for call in calls].count("pytest") == (tool != "ruff")  # no retry


@pytest.mark.parametrize(
    ("words", "installed"),
    [
        (["tests/cases"], []),
        (["tests/cases/test_readers.py::test_x", "-k", "ui"], []),
        (["tests/ui"], ["browser"]),
        (["./tests/report/test_pdf.py"], ["browser"]),
        (["tests/cli", "tests/model"], ["postgres"]),
        (["tests"], ["browser", "postgres"]),
        (["-m", "soak"], ["browser", "postgres"]),
    ],
)
def test_a_path_brings_only_what_it_needs(command, words, installed):
    code, _, calls = command(*words)
    assert code == 0
    assert calls[1:] == [COMPILED, *installed, " ".join(["pytest", *words])]


@pytest.mark.parametrize(
    ("what", "names"), [("browser", "BROWSER|chromium"), ("postgres", "postgres")]
)
def test_no_test_that_needs_it_is_forgotten(what, names):
    """Tests that use it lie where `scripts/needs.sh` says that it is needed."""
    text = (ROOT / "scripts" / "needs.sh").read_text()
    places = tuple(re.search(rf'{what}\) folders="(.+)"', text)[1].split())
    using = re.compile(
        rf"^def .*\b({names})\b.*\):|getfixturevalue\(\"({names})|= ({names})\b", re.M
    )
    users = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("test_*.py")
        if using.search(path.read_text("utf-8"))
    ]
    assert users
    assert [user for user in users if not user.startswith(places)] == []


def test_long_files_are_there():
    for name in (*schedule.LONG, *schedule.PARTS, *schedule.JOINED, *schedule.LONG_FOLDERS):
        assert (ROOT / name).exists(), name


def test_fast_files_come_first_then_the_longest():
    named = ["tests/ui/test_home.py::a", "tests/cli/test_compare.py::a", "tests/cases/test_z.py::b",
             "tests/docs/test_blocks.py::a", "tests/cases/test_z.py::a"]  # fmt: skip
    assert sorted(named, key=schedule.turn) == [
        "tests/cases/test_z.py::b",
        "tests/cases/test_z.py::a",
        "tests/docs/test_blocks.py::a",
        "tests/cli/test_compare.py::a",
        "tests/ui/test_home.py::a",
    ]


def test_only_named_files_are_cut():
    assert schedule.part_of("tests/cases/test_z.py::a[::]") == "tests/cases/test_z.py"
    assert schedule.part_of("tests/docs/test_blocks.py::a") == "tests/docs/test_blocks.py::a"
    assert len({schedule.part_of(f"{file}::a") for file in schedule.JOINED}) == 1
    parts = {schedule.part_of(f"tests/ui/test_every_page.py::a[{n}]") for n in range(50)}
    assert len(parts) == schedule.PARTS["tests/ui/test_every_page.py"]
