"""Where every page is in the world of the tests; made from the list of pages.

A new page with a part in its path that is not known here fails the tests until `PARTS` says what
stands in that place, so that no page is left out by being forgotten.
"""

from __future__ import annotations

import string
from dataclasses import dataclass

from steelyard.server.db.tables import AgentRow, Dataset, Document
from steelyard.ui.page import Page, load_pages
from tests.ui.world import PROJECT

PARTS = {
    "project": lambda _site: PROJECT,
    "task": lambda site: site.task("smoke").id,
    "run": lambda site: site.run("nightly").id,
    "dataset": lambda site: site.rows(Dataset, name="bilingual-qa")[0].id,
    "other": lambda site: site.run("small-model").id,
    "missions": lambda site: site.run("missions").id,
    "scorecard": lambda site: _document(site, "scorecard"),
    "indicator": lambda site: _document(site, "indicator"),
    "algorithm": lambda _site: "mcdm.ahp",
    "agent": lambda site: site.rows(AgentRow, name="demo-agent")[0].id,
}
# What else of a page stands in its address: its tabs, a drawer, filters, the runs it is about.
VIEWS = {
    "/p/{project}/compare": ("?runs={run},{other}",),
    "/p/{project}/leaderboard": ("?runs={run},{other}",),
    "/p/{project}/correlation": ("?run={run}",),
    "/p/{project}/capability": ("?run={run}", "?run={missions}"),
    "/p/{project}/generalisation": ("?run={run}",),
    "/p/{project}/portability": ("?run={run}",),
    "/p/{project}/scorecards/{scorecard}": (
        "?run={run}",
        "?tab=spread",
        "?tab=firmness",
        "?tab=versions",
    ),
    "/p/{project}/runs/{run}": ("?tab=places", "?tab=conditions", "?tab=outcomes", "?tab=method"),
    "/p/{project}/runs/{run}/cases": ("?case=5", "?text=none-such-text"),
    "/p/{project}/data/{dataset}": ("?tab=cases", "?tab=aside", "?tab=versions"),
    "/p/{project}/tasks": ("?text=none-such-text",),
}


@dataclass(frozen=True)
class Address:
    """One look at one page."""

    page: Page
    view: str = ""

    def __str__(self) -> str:
        return self.page.path + self.view

    def path(self, site, **instead) -> str:
        """Return the path in a world; `instead` are other values for its parts."""
        names = {name for _, name, _, _ in string.Formatter().parse(str(self)) if name}
        return str(self).format(**{name: instead.get(name) or part(name, site) for name in names})


def part(name, site):
    """Return what stands for a part of a path."""
    if name not in PARTS:
        raise LookupError(f"tests/ui/addresses.py does not know what stands for {{{name}}}")
    return PARTS[name](site)


def _document(site, kind):
    known = {"scorecard": "convoy-card", "indicator": "custom.quick_and_right"}
    return site.rows(Document, name=known[kind])[0].id


def addresses(*, views=True) -> list[Address]:
    """Return every page, and with `views` also what else has an address on it."""
    return [
        Address(page, view)
        for page in load_pages()
        for view in ("", *(VIEWS.get(page.path, ()) if views else ()))
    ]
