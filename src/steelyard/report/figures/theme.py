"""The look of every figure: one palette for light and one for dark, one template for both.

A drawing names its colours (`colour("accent")`) instead of writing them down; whoever shows it puts
the palette in. So one drawing serves both themes, and a page ships it once.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = get_args(Theme)

FONT = '"Inter", "Noto Sans SC", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif'

# `second` stands beside the accent where two things are drawn; `good`, `warn` and `bad` are
# verdicts, and never the only carrier of one. `low` and `high` end a diverging scale.
PALETTES: dict[Theme, dict[str, str]] = {
    "light": {
        "panel": "#ffffff",
        "ink": "#1b2333",
        "soft": "#5c667a",
        "faint": "#8a93a6",
        "line": "#e3e7ef",
        "accent": "#2757c4",
        "band": "#b9cbf3",
        "wide": "#e9eef9",
        "second": "#5c667a",
        "good": "#177d4f",
        "warn": "#a86a0c",
        "bad": "#c0342b",
        "scale0": "#f4f6fa",
        "scale1": "#9db7ee",
        "low": "#c0342b",
        "low_half": "#e9b3ae",
        "high_half": "#aec3f0",
        "high": "#2757c4",
    },
    "dark": {
        "panel": "#171d2b",
        "ink": "#e4e9f3",
        "soft": "#a3adc0",
        "faint": "#7d889d",
        "line": "#2a3346",
        "accent": "#4d7fe6",
        "band": "#2f4a85",
        "wide": "#202a40",
        "second": "#a3adc0",
        "good": "#3fb27f",
        "warn": "#d79a3c",
        "bad": "#ea6b62",
        "scale0": "#1c2334",
        "scale1": "#35569f",
        "low": "#b5463d",
        "low_half": "#5e3640",
        "high_half": "#2b4374",
        "high": "#3f6bc8",
    },
}


def colour(name: str) -> dict[str, str]:
    """Return the mark that stands for a colour of the palette in a drawing."""
    return {"@": name}


SEQUENTIAL: list[list[Any]] = [[0, colour("scale0")], [1, colour("scale1")]]
DIVERGING: list[list[Any]] = [
    [0, colour("low")],
    [0.25, colour("low_half")],
    [0.5, colour("panel")],
    [0.75, colour("high_half")],
    [1, colour("high")],
]

_AXIS: dict[str, Any] = {
    "gridcolor": colour("line"),
    "linecolor": colour("line"),
    "zerolinecolor": colour("line"),
    "tickcolor": colour("line"),
    "tickfont": {"color": colour("soft"), "size": 12},
    "title": {"font": {"color": colour("soft"), "size": 12}, "standoff": 8},
    "fixedrange": True,
    "automargin": True,
}

TEMPLATE: dict[str, Any] = {
    "layout": {
        "paper_bgcolor": colour("panel"),
        "plot_bgcolor": colour("panel"),
        "font": {"family": FONT, "size": 12.5, "color": colour("ink")},
        "title": {
            "font": {"size": 15},
            "x": 0,
            "xref": "container",
            "xanchor": "left",
            "pad": {"l": 12},
        },
        "margin": {"l": 16, "r": 16, "t": 12, "b": 16},
        "colorway": [colour("accent"), colour("second")],
        "showlegend": False,
        "dragmode": False,
        "hovermode": "closest",
        "hoverlabel": {
            "bgcolor": colour("panel"),
            "bordercolor": colour("faint"),
            "font": {"family": FONT, "color": colour("ink"), "size": 12.5},
            "align": "left",
        },
        "modebar": {
            "bgcolor": "rgba(0,0,0,0)",
            "color": colour("faint"),
            "activecolor": colour("accent"),
        },
        "xaxis": _AXIS,
        "yaxis": _AXIS,
    }
}
