"""What a page embeds: the library as it is in the package, drawings that cannot break out."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import plotly
import pytest

from steelyard.errors import InputError
from steelyard.report.figures import embed, figures_of
from steelyard.report.figures.sheet import sheet
from steelyard.report.figures.write import write_figures
from tests.report.figures.samples import CONTENTS, HOSTILE, run_report

SOURCE = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"


def test_the_library_unpacks_to_the_packages_own_script():
    found = embed.library()
    script = gzip.decompress(base64.b64decode(found.packed))
    assert script == SOURCE.read_bytes()
    digest = base64.b64encode(hashlib.sha256(script).digest()).decode()
    assert found.hash == f"sha256-{digest}"
    assert len(found.packed) < 2_500_000


def test_styles_of_maps_are_kept_out():
    """Plotly's script adds a style unless an element of that id is there."""
    script = SOURCE.read_text("utf-8")
    styles = script.count('document.createElement("style")')
    assert styles == 1 + len(embed.library().guards)  # its own is empty, and allowed by its hash
    for guard in embed.library().guards:
        assert f'<template id="{guard}"></template>' in embed.embedded(figures_of(run_report()))


@pytest.mark.slow
def test_drawing_does_not_import_plotly():
    code = (
        "import sys\n"
        "from tests.report.figures.samples import run_report\n"
        "from steelyard.report.figures import figures_of\n"
        "from steelyard.report.figures.sheet import sheet\n"
        "page = sheet(figures_of(run_report()), 'x')\n"
        "assert len(page) > 2_000_000\n"
        "print([name for name in ('plotly', 'pandas') if name in sys.modules])\n"
    )
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root
    )
    assert done.stdout.strip() == "[]"


def test_drawings_are_json_that_cannot_end_their_element():
    figures = [f for make in CONTENTS.values() for f in figures_of(make(4, hostile=True))]
    text = embed.drawings(figures)
    assert not re.search("[<>&]", text)
    content = json.loads(text)
    assert set(content["figures"]) == {figure.id for figure in figures}
    assert set(content["palettes"]) == {"light", "dark"}


def test_nothing_to_draw_embeds_nothing():
    assert embed.embedded([]) == ""


def test_a_place_keeps_its_room_and_its_id_is_escaped():
    figure = figures_of(run_report())[0]
    assert embed.place(figure) == (
        f'<div class="figure" data-figure="radar" data-height="{figure.height}" role="img"></div>'
    )


def test_every_inline_element_of_the_sheet_is_named_by_the_policy():
    page = sheet(figures_of(run_report(5, hostile=True)), HOSTILE)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)[1].replace("&#39;", "'")
    assert "unsafe-eval" not in policy
    assert policy.startswith("default-src 'none';")
    assert "http" not in policy
    for tag, directive in (("script", "script-src"), ("style", "style-src-elem")):
        allowed = re.search(rf"{directive} ([^;]+)", policy)[1]
        for body in re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL):
            digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in allowed


def test_the_sheet_shows_names_as_text():
    page = sheet(figures_of(run_report(3, hostile=True)), HOSTILE)
    body = page.partition("<body>")[2].partition('<script type="application/json"')[0]
    assert "<script>alert" not in body
    assert "&lt;script&gt;alert" in body
    assert "\x1b" not in page
    assert "\u202e" not in page


def test_nothing_to_draw_is_said(tmp_path):
    with pytest.raises(InputError, match="nothing to draw in 'empty'"):
        write_figures([], tmp_path / "x.html", to="html", name="empty")


def test_a_place_that_cannot_be_written_is_said(tmp_path):
    figures = figures_of(run_report(1))
    with pytest.raises(InputError, match=r"x\.html"):
        write_figures(figures, tmp_path / "no" / "x.html", to="html", name="x")
