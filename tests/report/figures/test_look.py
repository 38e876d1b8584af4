"""Colours that everybody can tell apart, and text that everybody can read.

What a person with two kinds of cones sees is simulated with the matrices of Machado, Oliveira and
Fernandes (2009), "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
TVCG 15(6), severity 1.0. Distances are CIE76 in CIELAB (D65); contrast is that of WCAG 2.1.
"""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from steelyard.report.figures import THEMES, figure_of
from steelyard.report.figures.theme import PALETTES
from tests.report.figures.samples import comparison

MACHADO = {
    "none": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
}
# Sets of which a reader must tell each from each, by colour as well.
APART = {
    "series": ("accent", "second"),
    "verdicts": ("good", "bad", "second"),
    "diverging": ("low", "high"),
    "bars and their intervals": ("band", "ink"),
}
MARKS = ("accent", "second", "good", "bad")
JUST_SEEN = 2.3  # CIE76 (Mahy et al. 1994); marks on a page want several times that


def linear(colour):
    parts = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    to_xyz = np.array(
        [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ]
    )
    x, y, z = to_xyz @ rgb / np.array([0.95047, 1.0, 1.08883])
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return np.array([116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)])


def seen(colour, sight):
    return lab(np.clip(MACHADO[sight] @ linear(colour), 0, 1))


def contrast(one, other):
    lights = sorted(float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def test_the_yardsticks():
    assert lab(linear("#ffffff")) == pytest.approx([100, 0, 0], abs=0.02)
    # Red in sRGB is L* 53.24, a* 80.09, b* 67.20 (D65).
    assert lab(linear("#ff0000")) == pytest.approx([53.24, 80.09, 67.20], abs=0.02)
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    # The confusion that the model is about: red and green of equal lightness fall together.
    red, green = "#b04020", "#5a7000"
    assert math.dist(seen(red, "none"), seen(green, "none")) > 60
    assert math.dist(seen(red, "deuteranopia"), seen(green, "deuteranopia")) < 25


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sight", MACHADO)
@pytest.mark.parametrize("named", APART)
def test_colours_stay_apart(theme, sight, named):
    palette = PALETTES[theme]
    for one, other in combinations(APART[named], 2):
        distance = math.dist(seen(palette[one], sight), seen(palette[other], sight))
        assert distance > 5 * JUST_SEEN, (one, other, distance)


@pytest.mark.parametrize("theme", THEMES)
def test_marks_and_text_stand_out_from_the_panel(theme):
    palette = PALETTES[theme]
    for name in MARKS:
        assert contrast(palette[name], palette["panel"]) >= 3, name
    for name in ("ink", "soft"):
        assert contrast(palette[name], palette["panel"]) >= 4.5, name
    # Numbers stand on these; the ends of the diverging scale carry white ones.
    for name in ("scale0", "scale1", "low_half", "high_half"):
        assert contrast(palette["ink"], palette[name]) >= 4.5, name
    for name in ("low", "high"):
        assert contrast("#ffffff", palette[name]) >= 4.5, name


@pytest.mark.parametrize("theme", THEMES)
def test_a_grey_print_keeps_the_order_of_a_scale(theme):
    lights = [float(lab(linear(PALETTES[theme][name]))[0]) for name in ("scale0", "scale1")]
    ends = [float(lab(linear(PALETTES[theme][name]))[0]) for name in ("panel", "low_half", "low")]
    assert abs(lights[0] - lights[1]) > 15
    assert abs(ends[0] - ends[2]) > abs(ends[0] - ends[1]) > 5


def test_a_verdict_has_a_shape_of_its_own_beside_its_colour():
    spec = figure_of(comparison(6), "differences").spec("en")
    marks = {}
    for trace in spec["data"]:
        for symbol in trace.get("marker", {}).get("symbol", []):
            marks.setdefault(symbol, set()).add(trace["marker"]["color"])
    palette = PALETTES["light"]
    assert marks == {
        "triangle-up": {palette["good"]},
        "triangle-down": {palette["bad"]},
        "circle-open": {palette["second"]},
    }


@pytest.mark.parametrize("theme", THEMES)
def test_both_palettes_have_the_same_names(theme):
    assert PALETTES[theme].keys() == PALETTES["light"].keys()
    assert all(len(value) == 7 and value.startswith("#") for value in PALETTES[theme].values())
