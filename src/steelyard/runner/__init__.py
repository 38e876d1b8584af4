"""Drive any agent over any stream of cases: concurrency, retries, timeouts, limits, stopping."""

from steelyard.runner.asker import Asked, Asks
from steelyard.runner.drive import drive
from steelyard.runner.load import LoadLevel, drive_load
from steelyard.runner.policy import Limits, RunPolicy
from steelyard.runner.progress import Progress, stopped_by_signals, ticking
from steelyard.runner.stop import End, Stopper
from steelyard.runner.tally import Tally

__all__ = [
    "Asked",
    "Asks",
    "End",
    "Limits",
    "LoadLevel",
    "Progress",
    "RunPolicy",
    "Stopper",
    "Tally",
    "drive",
    "drive_load",
    "stopped_by_signals",
    "ticking",
]
