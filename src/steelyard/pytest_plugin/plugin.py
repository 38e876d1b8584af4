"""Hooks and fixtures for pytest; nothing of Steelyard is loaded before a test asks for it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.i18n import t
from steelyard.pytest_plugin.explain import explain, score_line
from steelyard.pytest_plugin.gates import comparison_with, run_gates, write_baseline
from steelyard.pytest_plugin.marker import NAME, Asked, asked_of
from steelyard.pytest_plugin.running import Runs, plainly

if TYPE_CHECKING:
    from steelyard.analysis.comparison import Flips
    from steelyard.evaluation import Compared, Run

_RUNS = pytest.StashKey[Runs]()
_RUN = pytest.StashKey[Any]()
_ASKED = pytest.StashKey[Asked]()
_COMPARISON = pytest.StashKey[Any]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup(NAME, t("pytest_plugin.group"))
    group.addoption("--steelyard-dir", metavar="DIR", help=t("pytest_plugin.dir_help"))
    group.addoption(
        "--steelyard-update-baseline",
        action="store_true",
        help=t("pytest_plugin.update_help"),
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line("markers", f"{NAME}(plan, gates, ...): {t('pytest_plugin.mark_help')}")


def pytest_itemcollected(item: pytest.Item) -> None:
    """A marked test runs its plan, also when it does not take the run as an argument."""
    names = getattr(item, "fixturenames", None)
    if names is not None and item.get_closest_marker(NAME) and "steelyard_run" not in names:
        names.append("steelyard_run")


@pytest.fixture(scope="session")
def _steelyard_runs(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Runs:
    given = request.config.getoption("--steelyard-dir")
    cache = getattr(request.config, "cache", None)
    if given:
        directory = Path(given)
    elif cache is not None:
        directory = cache.mkdir(NAME)
    else:
        directory = tmp_path_factory.mktemp(NAME)
    directory.mkdir(parents=True, exist_ok=True)
    return Runs(directory)


@pytest.fixture
def steelyard_run(request: pytest.FixtureRequest, _steelyard_runs: Runs) -> Run:
    """The run of the plan that `@pytest.mark.steelyard(plan=...)` names."""
    asked = asked_of(request.node)
    if asked is None:
        pytest.fail(t("pytest_plugin.not_marked", fixture="steelyard_run"), pytrace=False)
    with plainly():
        run = _steelyard_runs.of(asked, request.node.nodeid)
    request.node.stash[_ASKED], request.node.stash[_RUN] = asked, run
    _tell(request.node, run)
    if asked.baseline is not None and request.config.getoption("--steelyard-update-baseline"):
        with plainly():
            write_baseline(run.path, asked.baseline)
    return run


@pytest.fixture
def steelyard_comparison(request: pytest.FixtureRequest, steelyard_run: Run) -> Compared:
    """The run compared with the baseline that the marker names."""
    if request.node.stash[_ASKED].baseline is None:
        pytest.fail(t("pytest_plugin.no_baseline"), pytrace=False)
    return _compared(request.node)


@pytest.fixture
def steelyard_evaluate(request: pytest.FixtureRequest, _steelyard_runs: Runs) -> Callable[..., Run]:
    """A function as `steelyard.evaluate`: it runs an agent, and fails the test by its gates."""

    def evaluate(agent: Any, cases: Any, **plan: Any) -> Run:
        __tracebackhide__ = True
        from steelyard.evaluation import evaluate as start

        nodeid = request.node.nodeid
        out = plan.pop("out", None) or _steelyard_runs.place(nodeid)
        with plainly():
            run = start(agent, cases, out=out, **{"name": request.node.name, **plan})
        _steelyard_runs.keep(nodeid, run)
        _tell(request.node, run)
        _judge(run, run.summary["gates"])
        return run

    return evaluate


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Let the test say what it has to say, then hold the gates against the run."""
    result = yield
    if _ASKED in pyfuncitem.stash:
        _check_gates(pyfuncitem)
    return result


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print a line for every run, also those of other workers."""
    lines = dict.fromkeys(_lines(terminalreporter))
    if lines:
        terminalreporter.section(t("pytest_plugin.section"))
        for line in lines:
            terminalreporter.write_line(line)


def _check_gates(item: pytest.Item) -> None:
    __tracebackhide__ = True
    asked, run = item.stash[_ASKED], item.stash[_RUN]
    flips = None
    with plainly():
        gates = run_gates(run, asked.gates)
    if asked.baseline is not None and not item.config.getoption("--steelyard-update-baseline"):
        against = _compared(item)
        gates, flips = [*gates, *against.content.gates], against.flips
    _judge(run, gates, flips)


def _compared(item: pytest.Item) -> Compared:
    """Return the comparison of a test, made once."""
    __tracebackhide__ = True
    asked, run = item.stash[_ASKED], item.stash[_RUN]
    assert asked.baseline is not None
    if _COMPARISON not in item.stash:
        with plainly():
            item.stash[_COMPARISON] = comparison_with(run, asked.baseline, asked.fail_on)
    found: Compared = item.stash[_COMPARISON]
    return found


def _judge(run: Run, gates: Sequence[Mapping[str, Any]], flips: Flips | None = None) -> None:
    __tracebackhide__ = True
    if not all(gate["passed"] for gate in gates):
        pytest.fail(explain(run, gates, flips), pytrace=False)


def _tell(item: pytest.Item, run: Run) -> None:
    """Leave a line for the end; properties of a test travel from a worker to its master."""
    line = f"{item.nodeid}: {score_line(run)} · {run.path}"
    item.user_properties.append((NAME, line))


def _lines(reporter: pytest.TerminalReporter) -> Iterator[str]:
    for reports in reporter.stats.values():
        for report in reports:
            for name, value in getattr(report, "user_properties", ()):
                if name == NAME:
                    yield str(value)
