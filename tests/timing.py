"""What failed is told at once, and at the end which files took longest."""

from __future__ import annotations

from collections import Counter

import pytest

SHOWN = 10


class Timing:
    """Hears of every test in the process that the terminal belongs to."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up; print where and why a test failed, long before the summary."""
        self.seconds[report.nodeid.partition("::")[0]] += report.duration
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
        terminalreporter.section("slowest files, seconds", sep="-")
        for file, seconds in self.seconds.most_common(SHOWN):
            terminalreporter.write_line(f"{seconds:7.1f}  {file}")


def pytest_configure(config: pytest.Config) -> None:
    """Listen, unless this process only works for another."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Timing(config), "steelyard-timing")
