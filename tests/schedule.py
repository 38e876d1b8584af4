"""What runs when, and beside what: the fast files first, then the long ones, the longest first.

Tests of a file stay in one process, because they share servers and runs. A file that takes longer
than all others would be the last to end; it is cut into parts where its tests share little.
"""

from __future__ import annotations

from typing import Any
from zlib import crc32

import pytest

# CPU seconds of the files that take long, roughly; whatever is not named here is fast. Measured
# with ./test --all, which prints the ten that took longest.
LONG = {
    "tests/asking/cluster/test_on_ray.py": 260,
    "tests/asking/cluster/test_killed.py": 255,
    "tests/docs/test_blocks.py": 200,
    "tests/ui/test_every_page.py": 180,
    "tests/ui/test_every_button.py": 140,
    "tests/client/test_guide.py": 100,
    "tests/server/ops/test_backup.py": 80,
    "tests/pipeline/test_spread.py": 70,
    "tests/contracts/test_every_indicator.py": 66,
    "tests/server/tasks/test_kill.py": 60,
    "tests/server/ops/test_under_load.py": 60,
    "tests/cli/test_commands.py": 60,
    "tests/ui/test_journey.py": 60,
    "tests/api/test_schema.py": 60,
    "tests/pipeline/test_conditions.py": 50,
    "tests/pipeline/test_flow.py": 40,
    "tests/report/test_pdf.py": 40,
    "tests/cli/test_compare.py": 30,
    "tests/pipeline/test_kill_places.py": 30,
    "tests/judge/test_kill.py": 20,
    "tests/pipeline/test_kill.py": 15,
    "tests/pipeline/test_kill_conditions.py": 15,
}
LONG_FOLDERS = ("tests/ui/", "tests/browser/", "tests/server/tasks/", "tests/asking/cluster/")
# Into how many parts a file is cut; 0 cuts it into its tests, which share nothing then.
PARTS = {
    "tests/docs/test_blocks.py": 0,
    "tests/server/tasks/test_kill.py": 0,
    "tests/ui/test_journey.py": 0,
    "tests/api/test_schema.py": 0,
    "tests/ui/test_every_button.py": 2,
    "tests/ui/test_every_page.py": 2,
}
# Files that share what takes long to start, and so a process.
JOINED = {
    "tests/asking/cluster/test_killed.py": "tests/asking/cluster",
    "tests/asking/cluster/test_on_ray.py": "tests/asking/cluster",
}


def part_of(nodeid: str) -> str:
    """Return the name of the part that a test belongs to."""
    file = nodeid.partition("::")[0]
    if file in JOINED:
        return JOINED[file]
    parts = PARTS.get(file, 1)
    if parts == 1:
        return file
    # Languages of one page and the like lie side by side in a file; any even cut will do.
    return nodeid if parts == 0 else f"{file}#{crc32(nodeid.encode()) % parts}"


def turn(nodeid: str) -> tuple[int, str]:
    """Return the key to sort tests by; those of a file keep their order."""
    file = nodeid.partition("::")[0]
    cost = LONG.get(file, 10 if file.startswith(LONG_FOLDERS) else 0)
    return (-cost if cost else -(10**6), file)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Bring the tests into their order, the same in every process."""
    items.sort(key=lambda item: turn(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Hand out parts in their order to whichever process is free."""
    from xdist.scheduler import LoadFileScheduling

    class PartScheduling(LoadFileScheduling):
        """Whole files, or their parts."""

        def _split_scope(self, nodeid: str) -> str:
            return part_of(nodeid)

        def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
            """Forget a part that is done: all that are kept are counted after every test."""
            super().mark_test_complete(node, item_index, duration)
            done = part_of(self.registered_collections[node][item_index])
            if all(self.assigned_work[node].get(done, {False: False}).values()):
                del self.assigned_work[node][done]

    config.option.loadscopereorder = False
    return PartScheduling(config, log) if config.option.dist == "loadfile" else None
