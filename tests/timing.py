"""What failed is told at once, and at the end which files took longest and cost most."""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Iterator

import pytest

SHOWN = 10
COST = "cpu_s"  # processor seconds, of this process and of those that it started and that ended


class Timing:
    """Hears of every test in the process that the terminal belongs to."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.seconds: Counter[str] = Counter()
        self.costs: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up; print where and why a test failed, long before the summary."""
        file = report.nodeid.partition("::")[0]
        self.seconds[file] += report.duration
        if report.when == "teardown":
            self.costs[file] += dict(report.user_properties).get(COST, 0)
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if report.failed and terminal is not None:
            crash = getattr(report.longrepr, "reprcrash", None)
            why = str(crash.message).partition("\n")[0] if crash else str(report.longrepr)[-200:]
            terminal.write_line("")
            terminal.write_line(f"FAILED in {report.when}: {report.nodeid}: {why}", red=True)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the slowest files, when there is a choice."""
        if len(self.seconds) <= SHOWN:
            return
        for title, found in (("slowest files, seconds", self.seconds),
                             ("costliest files, CPU seconds", self.costs)):  # fmt: skip
            terminalreporter.section(title, sep="-")
            for file, number in found.most_common(SHOWN):
                terminalreporter.write_line(f"{number:7.1f}  {file}")


def pytest_configure(config: pytest.Config) -> None:
    """Listen, unless this process only works for another."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Timing(config), "steelyard-timing")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Begin to count."""
    item.stash[_BEGUN] = _cost()
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Send what the test cost with its last report."""
    try:
        return (yield)
    finally:
        item.user_properties.append((COST, round(_cost() - item.stash[_BEGUN], 3)))


_BEGUN = pytest.StashKey[float]()


def _cost() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)
