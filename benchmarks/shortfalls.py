"""Why a goal may be missed, and what would be done about it, by the id of the measure.

A pattern stands for every id it matches. A reason is what the code or the numbers on the page show;
where it is only likely, it begins with "Not established". What is short and has no entry here says
so on the page: look at it before anything else.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import NamedTuple


class Shortfall(NamedTuple):
    """The reason and the next step."""

    why: str
    next_step: str


SHORTFALLS = {
    "startup/run/bare": Shortfall(
        "Imports of our own modules and the indicators are more than a quarter of the process each,"
        " collecting the report is an eighth; the parts are in docs/decisions/0034-small-runs.md.",
        "Special functions without scipy, regular expressions compiled on first use, fewer queries"
        " in findings and correlation.",
    ),
    "retrieval/scattered-queries/*": Shortfall(
        "Queries scattered through the file are brought together on disk first: every line is read,"
        " split and written once more (`scattered` and half of `fields` and `words` in the profile)"
        " and its queries are sorted (`order`). The peers hold the whole run in memory, ten times"
        " as much.",
        "Write scores and document ids instead of whole lines, so that nothing is split twice.",
    ),
    "retrieval/*": Shortfall(
        "No part of ours stands out: splitting lines, loading ids and reading numbers are more than"
        " half of the profile, one pass of numpy over each array. The ratio moves from run to run"
        " around the goal (lowest and highest round in the table).",
        "Split and read numbers in a compiled kernel, as the extra `fast` does for text.",
    ),
    "runner/cpu/50 ms/pydantic-evals": Shortfall(
        "Out of reach for any aiohttp client: the bare one of the same run, which does nothing but"
        " ask, is not 15 times cheaper either (its CPU per case stands above). Between"
        " answers that come one by one every wake-up of the loop is paid for one case; at 0 ms it"
        " serves many. Most of theirs is the OpenAI package, which has become cheaper since the"
        " goal was set.",
        "State the goal against the bare client, which does not move with other packages.",
    ),
    "runner/cpu/*/pydantic-evals": Shortfall(
        "Most of what is measured for pydantic-evals is the OpenAI package in its task (the line"
        " with an aiohttp task shows the rest), so the ratio follows that package's version.",
        "State the goal for a named version of the OpenAI package.",
    ),
    "runner/rate/0 ms/raw": Shortfall(
        "Both clients use one core in full here, so throughput is CPU per case turned round, and"
        " that is a fifth more than the bare client's: reading asks, patience, checked answers and"
        " a journal (Steelyard's share of the profile). Rounds lie on both sides of the goal.",
        "Hand whole groups of answers to the journal, and make the time limit of an ask cheaper"
        " than a timer each.",
    ),
    "runner/rate/*/raw": Shortfall(
        "Not established. Throughput is by the clock, on cores shared with the server and with"
        " whatever else ran; CPU per case in the same run says what asking costs.",
        "Measure again on a quiet machine; if it stays short, profile the loop that asks.",
    ),
    "ui/*": Shortfall(
        "Not established. Times are by the clock, which also counts waiting for a core that the"
        " browser, the server, its worker, the clients and whatever else ran had to share.",
        "Measure again on a quiet machine; if it stays short, profile the page.",
    ),
}
UNEXPLAINED = Shortfall(
    "Not explained yet.", "Find out why before the next release, and write it here."
)


def explain(id_: str) -> Shortfall:
    """Return what is known about a measure that is short."""
    for pattern, shortfall in SHORTFALLS.items():
        if fnmatchcase(id_, pattern):
            return shortfall
    return UNEXPLAINED
