"""docs/benchmarks/retrieval.md from the numbers of the retrieval benchmark."""

from __future__ import annotations

from typing import Any

from benchmarks.machine import ROOT

PAGE = ROOT / "docs" / "benchmarks" / "retrieval.md"
FILES = {
    "large": "best first",
    "constant scores": "one score for all",
    "scattered queries": "queries scattered",
    "small": "50 queries",
}
GOALS = {"pytrec_eval": 4.0, "ir_measures": 8.0, "ranx": 10.0}
MEMORY = {
    "large": "as above",
    "ten times the run": "ten times the run",
    "and the judgements": "ten times the run and the judgements",
}
MOST_MB = 150


def write_page(found: dict[str, Any]) -> None:
    """Write the page."""
    PAGE.write_text(page(found), encoding="utf-8")


def page(found: dict[str, Any]) -> str:
    """Return the page."""
    size = f"{found['queries']:,} queries of {found['documents']:,} documents"
    return "\n".join(
        (
            "# Retrieval, measured",
            "",
            f"Made by `{found['command']}`; the numbers are in"
            " [`benchmarks/results/retrieval.json`](../../benchmarks/results/retrieval.json)."
            f" {size}, 30 judged each, as TREC files; P, recall and nDCG at 5, 10, 20, MAP, MRR."
            " Whole processes from start to end, in turn, CPU seconds of user and system;"
            f" medians of {found['rounds']} rounds on {found['machine']}, which others used at the"
            " same time: read the ratios, not the seconds. All tools printed the same values"
            " (1e-9; ranx breaks ties as it likes) or there would be no table.",
            "",
            *peers_table(found),
            "",
            '"Times ours" is the CPU of the tool over that of Steelyard in the same round, with'
            " the lowest and highest round. The goal for the 50 queries is to be as fast as"
            " pytrec_eval. There the start of Python and numpy is most of it.",
            "",
            *shortfalls(found),
            "",
            "## Memory",
            "",
            *memory_table(found),
            "",
            f"The goal is {MOST_MB} MB however long the run is. Memory grows with the judgements,"
            " which are kept whole, and with the queries; not with the documents retrieved.",
            "",
        )
    )


def peers_table(found: dict[str, Any]) -> list[str]:
    """Return the table of tools by file."""
    rows = ["| run | tool | CPU s | times ours | goal | peak RSS MB |", "|---|---|---|---|---|---|"]
    for name, title in FILES.items():
        for tool, row in found[name].items():
            ratio, goal = "", ""
            if tool != "steelyard":
                spread = f"{row['lowest']:.1f}–{row['highest']:.1f}"
                ratio, goal = f"{row['times_ours']:.1f} ({spread})", _shown(goal_of(name, tool))
            cells = (title, tool, f"{row['cpu_s']:.2f}", ratio, goal, f"{row['rss_mb']:.0f}")
            rows.append("| " + " | ".join(cells) + " |")
    return rows


def memory_table(found: dict[str, Any]) -> list[str]:
    """Return the table of our memory by size."""
    rows = ["| files | CPU s | peak RSS MB |", "|---|---|---|"]
    for name, title in MEMORY.items():
        if name in found:
            row = found[name].get("steelyard", found[name])
            rows.append(f"| {title} | {row['cpu_s']:.2f} | {row['rss_mb']:.0f} |")
    return rows


def shortfalls(found: dict[str, Any]) -> list[str]:
    """Return a sentence for every goal that was not reached."""
    lines = []
    for name, title in FILES.items():
        for tool, row in found[name].items():
            goal = goal_of(name, tool)
            if goal is not None and row["times_ours"] < goal:
                ratio = f"{row['times_ours']:.1f} times"
                lines.append(f"- {title}: {tool} took {ratio} our CPU; the goal is {goal:g}.")
    if not lines:
        return ["Every goal was reached in this run."]
    reason = (
        "Goals not reached in this run. Scattered queries have to be brought together on disk"
        " first, so every line is read, split and written once more; the peers hold all in memory."
    )
    return [reason, "", *lines]


def goal_of(name: str, tool: str) -> float | None:
    """Return how many times our CPU a tool should take on a file, where there is a goal."""
    if name == "small":
        return 1.0 if tool == "pytrec_eval" else None
    return GOALS.get(tool)


def _shown(goal: float | None) -> str:
    return "" if goal is None else f"{goal:g}"
