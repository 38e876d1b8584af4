"""Drive any agent over any stream of cases: concurrency, retries, timeouts, limits, stopping."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.runner.asker import Asked, Asker, Asks
    from steelyard.runner.drive import all_or_first_failure, drive, time_limit
    from steelyard.runner.event_loop import run_async
    from steelyard.runner.load import LoadLevel, drive_load
    from steelyard.runner.policy import Limits, RaySettings, RunPolicy
    from steelyard.runner.progress import Progress, stopped_by_signals, ticking
    from steelyard.runner.reached import reached
    from steelyard.runner.stop import End, Stopper
    from steelyard.runner.tally import Tally

__all__ = [
    "Asked",
    "Asker",
    "Asks",
    "End",
    "Limits",
    "LoadLevel",
    "Progress",
    "RaySettings",
    "RunPolicy",
    "Stopper",
    "Tally",
    "all_or_first_failure",
    "drive",
    "drive_load",
    "reached",
    "run_async",
    "stopped_by_signals",
    "ticking",
    "time_limit",
]
lazy_exports(
    __name__,
    {
        "asker": ("Asked", "Asker", "Asks"),
        "drive": ("all_or_first_failure", "drive", "time_limit"),
        "event_loop": ("run_async",),
        "load": ("LoadLevel", "drive_load"),
        "policy": ("Limits", "RaySettings", "RunPolicy"),
        "progress": ("Progress", "stopped_by_signals", "ticking"),
        "reached": ("reached",),
        "stop": ("End", "Stopper"),
        "tally": ("Tally",),
    },
)
