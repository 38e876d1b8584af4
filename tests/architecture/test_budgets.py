"""House rules that nobody has to remember: sizes, layers, what stays unloaded, both languages."""

from __future__ import annotations

import ast
import string
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import steelyard
from steelyard.i18n import LANGUAGES, using_language
from tests.looped import looped

ROOT = Path(steelyard.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
FUNCTION_LINES, FILE_LINES = 60, 500

# Packages that `steelyard --version` and `--help` must not load: each costs more than the command.
HEAVY = ("aiohttp", "asyncio", "duckdb", "jinja2", "numpy", "orjson", "pydantic", "python_calamine",
         "rich", "scipy", "yaml", "importlib.metadata")  # fmt: skip


def functions(tree: ast.Module):
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


# Tables of sentences may be long, and so may migrations, which are written by a program.
CODE = [path for path in FILES if not {"words", "versions"} & set(path.parts)]


@pytest.mark.slow
@looped("path", CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_file_and_function_sizes(path):
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= FILE_LINES
    for function in functions(ast.parse(text)):
        body = function.body[1:] if ast.get_docstring(function) else function.body
        lines = body[-1].end_lineno - body[0].lineno + 1 if body else 0
        assert lines <= FUNCTION_LINES, f"{path.name}: {function.name} has {lines} lines"


@looped("path", [p for p in FILES if p.name == "__init__.py" and p.parent != ROOT])
def test_init_files_only_re_export(path):
    allowed = (ast.Import, ast.ImportFrom, ast.Expr, ast.Assign)
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        only_types = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for part in node.body if only_types else [node]:
            assert isinstance(part, allowed), f"{path}: {ast.unparse(part)[:60]}"


LAZY = [path for path in FILES if "lazy_exports(" in path.read_text(encoding="utf-8")]
LAZY = [path for path in LAZY if path.name == "__init__.py"]


@pytest.mark.parametrize("path", LAZY, ids=lambda path: str(path.parent.relative_to(ROOT)))
def test_lazy_exports_are_those_that_type_checkers_see(path):
    package = ".".join(("steelyard", *path.parent.relative_to(ROOT).parts))
    tree = ast.parse(path.read_text(encoding="utf-8"))
    [block] = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {
        alias.name: node.module.removeprefix(package).lstrip(".") or "."
        for node in block.body
        for alias in node.names
    }
    module = import_module(package)
    assert module.lazy_homes == seen
    assert set(module.__all__) == set(seen)


def test_an_export_goes_before_a_module_of_its_name():
    code = (
        "import steelyard.report.json, steelyard.report.html\n"
        "from steelyard.report import json, html, wording\n"
        "assert callable(json) and callable(html), (json, html)\n"
        "assert wording.__name__ == 'steelyard.report.wording'\n"
        "import steelyard.report\n"
        "assert not hasattr(steelyard.report, 'no_such_name')\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_no_drawers():
    drawers = {"utils", "util", "common", "helpers", "core", "misc"}
    assert not [path for path in FILES if drawers & {*path.parts, path.stem}]


def test_the_door_is_complete():
    for name in steelyard.__all__:
        assert getattr(steelyard, name) is not None
    assert set(steelyard._DOOR) == set(steelyard.__all__) - {"__version__"}
    with pytest.raises(AttributeError):
        steelyard.no_such_name  # noqa: B018


@pytest.mark.parametrize("words", ["--version", "--help", "run --help", "compute --help"])
def test_start_stays_light(words):
    code = (
        "import sys\n"
        "from steelyard.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        f"print('LOADED', [m for m in {HEAVY!r} if m in sys.modules])\n"
    )
    command = [sys.executable, "-c", code, *words.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    allowed = "['orjson']" if words.startswith("compute") else "[]"
    assert done.stdout.splitlines()[-1] == f"LOADED {allowed}"


def test_importing_the_package_loads_nothing_heavy():
    code = f"import sys, steelyard; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


AREAS = sorted(path.stem for path in (ROOT / "i18n" / "words").glob("[a-z]*.py"))


@looped("area", AREAS)
def test_words_stand_in_both_languages_with_the_same_values(area):
    for key, pair in import_module(f"steelyard.i18n.words.{area}").WORDS.items():
        assert len(pair) == 2, key
        names = [
            {field for _, field, _, _ in string.Formatter().parse(text) if field}
            if text.count("{") != text.count('{"')
            else set()
            for text in pair
        ]
        assert names[0] == names[1], f"{area}.{key}"
        assert pair[0].strip(), key
        assert pair[1].strip(), key


def keys_in_source():
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "t"
                and node.args
                and isinstance(node.args[0], ast.Constant)
            ):
                yield path, node.args[0].value


@pytest.mark.slow
def test_every_key_in_the_source_has_its_sentence():
    known = {
        f"{area}.{key}"
        for area in AREAS
        for key in import_module(f"steelyard.i18n.words.{area}").WORDS
    }
    missing = {key for _, key in keys_in_source() if key not in known}
    assert not missing


def test_languages_switch():
    from steelyard.i18n import t

    seen = set()
    for language in LANGUAGES:
        with using_language(language):
            seen.add(t("cli.error"))
    assert len(seen) == len(LANGUAGES)
