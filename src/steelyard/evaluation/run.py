"""`evaluate` an agent, or `load_run` one from disk, and read its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeAlias

import orjson

from steelyard.agents import Agent, make_agent
from steelyard.bundle import Bundle, Table
from steelyard.bundle.layout import default_directory
from steelyard.evaluation.shown import Shown
from steelyard.i18n.numbers import value_text
from steelyard.model import IndicatorValue, Interval
from steelyard.pipeline import Options, run
from steelyard.plan import make_plan
from steelyard.report import RunReport, html, report_of, suffix_of, terminal, write_report
from steelyard.report.headline import number_name
from steelyard.report.sources import headline_source
from steelyard.scorecards import Headline, read_headline

if TYPE_CHECKING:
    from rich.console import Console

Asked: TypeAlias = Mapping[str, Any] | Callable[..., Any] | Agent
Cases: TypeAlias = str | Path | Iterable[Mapping[str, Any]]


def evaluate(
    agent: Asked,
    cases: Cases,
    *,
    out: str | Path | None = None,
    limit: int | None = None,
    **plan: Any,
) -> Run:
    """Ask `agent` every case, score the replies and return the run.

    Args:
        agent: a Python function (sync or async), the `agent:` mapping of a plan, or an `Agent`.
        cases: path of a dataset, the `dataset:` mapping of a plan, or dictionaries with the same
            fields as the lines of a dataset.
        out: directory of the run; `runs/<time>-<name>` when not given.
        limit: ask only the first so many cases.
        **plan: any other field of a plan: `name`, `scorers`, `params`, `run`, `gates`, ...

    Returns:
        The finished run; print it, or read `.score`, `.indicators`, `.cases`.
    """
    made = make_agent(agent)
    described = dict(agent) if isinstance(agent, Mapping) else {"function": made.description}
    with TemporaryDirectory(prefix="steelyard-") as scratch:
        dataset = _dataset(cases, Path(scratch))
        content = {"agent": described, "dataset": dataset, **plan}
        checked = make_plan(content, source="evaluate()")
        where = Path(out) if out is not None else default_directory(checked.name)
        # A mapping is the plan's own agent: a run can then also reach it through a proxy.
        options = Options(limit=limit, agent=None if isinstance(agent, Mapping) else made)
        return Run(run(checked, Path.cwd(), where, options))


def load_run(path: str | Path) -> Run:
    """Open a run on disk."""
    return Run(Bundle(path))


class Run(Shown[RunReport]):
    """A finished run.

    Attributes:
        path: its directory.
        manifest: what was run, with what, and how it went.
        headline: the first number of its report: which one it is, its interval, why it was chosen.
        score: the value of the headline, or None.
        indicators: id to `IndicatorValue`.
        cases: the results table, one row per case and epoch.
    """

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle
        self.path = bundle.path
        self.manifest: dict[str, Any] = bundle.manifest.values

    @cached_property
    def summary(self) -> dict[str, Any]:
        """Indicators, overall score, gates and breakdowns as plain data."""
        return self._bundle.summary()

    @property
    def headline(self) -> Headline:
        """The first number of the report, and everything needed to read it."""
        return read_headline(self.summary)

    @property
    def score(self) -> float | None:
        """The value of the headline; None when it is undefined."""
        return self.headline.value

    @cached_property
    def indicators(self) -> dict[str, IndicatorValue]:
        """Every indicator by its id."""
        return {item["id"]: _value(item) for item in self.summary["indicators"]}

    @property
    def cases(self) -> Table:
        """The results table as it is on disk now; scoring anew replaces it."""
        return Table(Bundle(self.path).results_path)

    def report(self, to: str = "html", path: str | Path | None = None) -> Path:
        """Write the report as `html`, `pdf`, `md`, `json`, `xlsx`, ...; return where it is."""
        target = Path(path) if path is not None else self.path / f"report.{suffix_of(to)}"
        return write_report(self.content, to, target, results=self._bundle.results_path)

    @cached_property
    def content(self) -> RunReport:  # type: ignore[override]  # collected when it is first read
        """Everything its report shows, as records."""
        return report_of(self._bundle)

    def __repr__(self) -> str:
        first = self.headline
        score = f"{number_name(first.id).en} {value_text(first.value, '%')}"
        if (source := headline_source(first.id, first.provenance)) is not None:
            score += f" ({source.en})"
        return f"<Run {self.manifest['name']!r}: {score}, {len(self.cases)} rows, {self.path}>"

    def print_on(self, console: Console) -> None:
        """Print the report."""
        terminal(self.content, console)

    def _repr_html_(self) -> str:
        from html import escape

        # A frame keeps the report's style away from the notebook's; `figures` shows the figures.
        page = escape(html(self.content, drawn=False), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:640px;border:0"></iframe>'


def _dataset(cases: Cases, scratch: Path) -> Any:
    if isinstance(cases, str | Path):
        return str(cases)
    if isinstance(cases, Mapping):
        return dict(cases)
    path = scratch / "cases.jsonl"
    with path.open("wb") as file:
        for case in cases:
            file.write(orjson.dumps(dict(case), option=orjson.OPT_APPEND_NEWLINE, default=str))
    return str(path)


def _value(item: dict[str, Any]) -> IndicatorValue:
    interval = None
    if item["ci_low"] is not None:
        interval = Interval(
            item["ci_low"], item["ci_high"], item["ci_method"], item["ci_confidence"]
        )
    return IndicatorValue(
        id=item["id"],
        value=item["value"],
        score=item["score"],
        n=item["n"],
        n_missing=item["n_missing"],
        interval=interval,
        status=item["status"],
        provenance=item["provenance"],
        signature=item["signature"],
        notes=tuple(item["notes"]),
    )
