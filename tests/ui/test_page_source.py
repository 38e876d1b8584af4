"""House rules of the pages' source: no text becomes markup, and looks stay in their file."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import steelyard.ui

ROOT = Path(steelyard.ui.__file__).parent
SOURCES = sorted(ROOT.rglob("*.py"))
SCRIPTS = sorted(ROOT.rglob("*.js"))
# These take text apart as markup, classes or code: it must be written down, not put together.
READ_AS_CODE = {
    *("props", "classes", "style", "add_slot", "run_javascript"),
    *("add_head_html", "add_body_html", "add_css", "default_props", "default_classes"),
}
MARKUP = {"html", "markdown", "restructured_text", "mermaid", "add_head_html", "add_body_html"}
SHOWS_TEXT = {
    *("label", "panel", "title", "action", "icon_action", "empty", "problem", "link", "kpi"),
    *("Field", "Column", "Section", "badge", "status", "confirm"),
}
SIZE_OR_COLOUR = re.compile(
    r"#[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3}){0,1}\b(?!-)|\b\d+(?:\.\d+)?(?:px|rem|em|pt)\b|\b(?:rgb|hsl)a?\("
)
LANGUAGE_NAMES = {"中文", "English"}  # each in itself, on pages of both
_CHINESE = re.compile("[\u4e00-\u9fff]")
_LETTERS = re.compile(r"[A-Za-z]{2}")


def name(path):
    return str(path.relative_to(ROOT))


def calls(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            yield node


def called(node):
    """Return the last name of what is called."""
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def is_put_together(node):
    """Whether a text is made from others where it stands; one chosen from a table is not."""
    if isinstance(node, ast.Subscript):
        return is_put_together(node.value)
    if isinstance(node, ast.JoinedStr | ast.BinOp | ast.Call):
        return True
    return any(map(is_put_together, ast.iter_child_nodes(node)))


def put_together(path):
    return [
        f"line {node.lineno}: {ast.unparse(node)[:90]}"
        for node in calls(path)
        if isinstance(node.func, ast.Attribute) and called(node) in READ_AS_CODE
        for given in (*node.args, *(word.value for word in node.keywords))
        if is_put_together(given)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_nothing_that_is_read_as_code_is_put_together(path):
    assert put_together(path) == []


@pytest.mark.slow
@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_no_markup_from_python(path):
    tree = ast.parse(path.read_text("utf-8"))
    used = [
        f"line {node.lineno}: ui.{node.attr}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "ui"
        and node.attr in MARKUP
    ]
    assert used == []


@pytest.mark.slow
@pytest.mark.parametrize("path", [*SOURCES, *SCRIPTS], ids=name)
def test_colours_and_sizes_stand_in_the_stylesheet(path):
    if path.suffix == ".js":
        found = SIZE_OR_COLOUR.findall(path.read_text("utf-8"))
    else:
        known = _docstrings(path)
        texts = [node for node in _texts(path) if node.value not in known]
        found = [one.value for one in texts if SIZE_OR_COLOUR.search(one.value)]
    assert found == []


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_components_set_text_and_no_markup(path):
    text = path.read_text("utf-8")
    ways = ("v-html", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(",
            "new Function", "srcdoc", "http://", "https://", "://cdn")  # fmt: skip
    allowed = {"http://www.w3.org/2000/svg"}
    for one in allowed:
        text = text.replace(one, "")
    assert [way for way in ways if way in text] == []


@pytest.mark.parametrize("path", [p for p in SOURCES if "pages" in p.parts], ids=name)
def test_pages_take_their_words_from_the_words(path):
    literal = [
        f"line {node.lineno}: {called(node)}({ast.unparse(given)[:60]})"
        for node in calls(path)
        if called(node) in SHOWS_TEXT
        for given in node.args[: 1 if called(node) not in {"Field", "Column"} else 0]
        if isinstance(given, ast.Constant)
        and isinstance(given.value, str)
        and _LETTERS.search(given.value)
    ]
    known = {*_docstrings(path), *LANGUAGE_NAMES}
    chinese = [
        f"line {one.lineno}: {one.value[:40]}"
        for one in _texts(path)
        if _CHINESE.search(one.value) and one.value not in known
    ]
    assert [*literal, *chinese] == []


@pytest.mark.slow
def test_the_rules_find_what_they_are_for(tmp_path):
    file = tmp_path / "page.py"
    file.write_text(
        "a.props(f'x={n}')\na.classes('b ' + c)\nui.run_javascript('{}'.format(n))\n"
        "a.style('x' % n)\na.add_slot('body', template)\na.props('dense')\na.classes(NAMES[n])\n"
    )
    assert len(put_together(file)) == 4
    assert SIZE_OR_COLOUR.search("color: #fff")
    assert SIZE_OR_COLOUR.search("12px")
    assert not SIZE_OR_COLOUR.search("#sy-main")


def _texts(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node


def _docstrings(path):
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    tree = ast.parse(path.read_text("utf-8"))
    found = {ast.get_docstring(node, clean=False) for node in ast.walk(tree)
             if isinstance(node, kinds)}  # fmt: skip
    return {text for text in found if text}
