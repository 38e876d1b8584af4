"""`flips`: which cases one run passed and the other failed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.model import Words
from steelyard.report.figures.figure import Figure, table
from steelyard.report.figures.lettering import bold, joined, said, sentences
from steelyard.report.figures.theme import colour
from steelyard.report.numbers import count_text, value_text

if TYPE_CHECKING:
    from steelyard.analysis.comparison.content import Comparison, Flips

# From which verdict of the base to which of the new run; places are passed above failed.
_FLOWS = (
    ("both_passed", 0, 2, "band"),
    ("broken", 0, 3, "bad"),
    ("fixed", 1, 2, "good"),
    ("both_failed", 1, 3, "faint"),
)


def flips(comparison: Comparison) -> Figure | None:
    """Draw how verdicts moved; None when the cases were not paired or have no verdicts."""
    found = comparison.runs[0].flips if comparison.runs else None
    if found is None:
        return None
    counts = {name: int(getattr(found, name)) for name, *_ in _FLOWS}
    if not sum(counts.values()):
        return None
    return Figure(
        "flips",
        said("flips_title"),
        _caption(found),
        {"data": [_sankey(counts)], "layout": _layout(counts)},
        table(
            (said("verdicts"), said("cases_axis")),
            [(said(name), counts[name]) for name, *_ in _FLOWS],
        ),
    )


def _caption(found: Flips) -> Words:
    caption = said("flips_caption", broken=count_text(found.broken), fixed=count_text(found.fixed))
    if found.undecided:
        more = said("flips_undecided", n=count_text(found.undecided))
        caption = sentences(caption, more)
    return caption


def _sankey(counts: dict[str, int]) -> dict[str, Any]:
    total = sum(counts.values())
    sums = [
        counts["both_passed"] + counts["broken"],
        counts["fixed"] + counts["both_failed"],
        counts["both_passed"] + counts["fixed"],
        counts["broken"] + counts["both_failed"],
    ]
    names = ("base_passed", "base_failed", "new_passed", "new_failed")
    shown = [at for at, n in enumerate(sums) if n]
    flows = [flow for flow in _FLOWS if counts[flow[0]]]
    return {
        "type": "sankey",
        "arrangement": "fixed",
        "domain": {"x": [0.02, 0.98], "y": [0.16, 1]},
        "textfont": {"size": 12.5, "color": colour("ink")},
        "node": {
            "label": [joined(said(names[at]), bold(count_text(sums[at]))) for at in shown],
            "x": [0.001 if at < 2 else 0.999 for at in shown],
            "y": _middles(sums, shown),
            "pad": 18,
            "thickness": 14,
            "color": [colour("accent" if at in (0, 2) else "second") for at in shown],
            "line": {"width": 0},
            "hoverinfo": "skip",
        },
        "link": {
            "source": [shown.index(flow[1]) for flow in flows],
            "target": [shown.index(flow[2]) for flow in flows],
            "value": [counts[flow[0]] for flow in flows],
            "color": [colour(flow[3]) for flow in flows],
            "label": [said(flow[0]) for flow in flows],
            "customdata": [
                joined(
                    bold(said(flow[0])),
                    said(
                        "n_of",
                        n=count_text(counts[flow[0]]),
                        share=value_text(counts[flow[0]] / total, "%"),
                    ),
                )
                for flow in flows
            ],
            "hovertemplate": "%{customdata}<extra></extra>",
        },
    }


def _middles(sums: list[int], shown: list[int]) -> list[float]:
    """Return the heights of the nodes' middles, passed above failed, each as tall as its count."""
    total = sums[0] + sums[1]
    middles = []
    for at in shown:
        above = 0 if at % 2 == 0 else sums[at - 1]
        middles.append(min(0.999, max(0.001, (above + sums[at] / 2) / total)))
    return middles


def _layout(counts: dict[str, int]) -> dict[str, Any]:
    marks = {"broken": ("▼", "bad"), "fixed": ("▲", "good")}
    return {
        "height": 320,
        "margin": {"t": 12, "b": 12, "l": 12, "r": 12},
        "annotations": [
            {
                "x": x,
                "y": 0,
                "xref": "paper",
                "yref": "paper",
                "xanchor": "center",
                "yanchor": "bottom",
                "showarrow": False,
                "text": joined(
                    mark, bold(joined(count_text(counts[name]), said(name), by=" ")), by=" "
                ),
                "font": {"size": 13, "color": colour(paint)},
            }
            for x, (name, (mark, paint)) in zip((0.25, 0.75), marks.items(), strict=True)
        ],
    }
