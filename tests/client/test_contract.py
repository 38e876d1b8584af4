"""The client says everything the API says, and nothing else."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import steelyard.client
from steelyard.api.app import PREFIX
from steelyard.api.errors import STATUS
from steelyard.client import errors
from steelyard.client.area import Area

AREAS = Path(steelyard.client.__file__).parent / "areas"
ROOT = Path(__file__).parents[2]
VERBS = {"GET", "POST", "PUT", "PATCH", "DELETE"}


@pytest.mark.slow
def test_the_generated_part_is_fresh():
    command = [sys.executable, ROOT / "scripts" / "client.py", "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def requests():
    """Yield verb and path of every request in the source of the client, not asking the maker."""
    for path in AREAS.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
            if len(texts) == 2 and texts[0] in VERBS:
                yield texts[0], f"{PREFIX}{texts[1]}"


@pytest.mark.slow
def test_every_operation_has_one_method(service):
    described = {
        (verb.upper(), path)
        for path, operations in service.app.openapi()["paths"].items()
        for verb, operation in operations.items()
        # Those that only send a browser on are not for programs; what machines watch is outside.
        if path.startswith(PREFIX) and any(status[0] == "2" for status in operation["responses"])
    }
    found = list(requests())
    assert len(found) == len(set(found))
    assert set(found) == described


def test_every_area_is_within_reach(project, connect):
    reached = {
        kind.__name__
        for holder in (project, connect())
        for one in vars(holder).values()
        if isinstance(one, Area)
        for kind in type(one).__mro__
    }
    classes = {
        node.name
        for path in AREAS.glob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and [ast.unparse(base) for base in node.bases] == ["Area"]
    }
    assert len(classes) > 20
    assert classes <= reached


def test_every_refusal_has_its_exception():
    for code in STATUS:
        assert code in errors._REMOTE or code in errors._OURS, code


@pytest.mark.slow
def test_it_needs_no_extra():
    """What the extras bring cannot be imported here, and the client can."""
    code = (
        "import sys\n"
        "for name in ('fastapi', 'sqlalchemy', 'uvicorn', 'starlette', 'dbos', 'alembic',\n"
        "             'pydantic_settings', 'argon2', 'httpx', 'httpx2'):\n"
        "    sys.modules[name] = None\n"
        "import steelyard\n"
        "from steelyard.cli import login_command, push_command, task_command\n"
        "client = steelyard.Client('http://127.0.0.1:9', 't')\n"
        "print([name for name in ('aiohttp', 'duckdb', 'scipy') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
