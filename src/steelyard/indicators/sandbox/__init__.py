"""A user's own indicators: read, checked, and computed in a locked process of their own."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.indicators.sandbox.apart import Apart, compute_apart
    from steelyard.indicators.sandbox.check import Problem, check_files, check_indicator
    from steelyard.indicators.sandbox.files import load_files, read_file, records_of
    from steelyard.indicators.sandbox.limits import Limits
    from steelyard.indicators.sandbox.trying import Tried, try_indicator

__all__ = [
    "Apart",
    "Limits",
    "Problem",
    "Tried",
    "check_files",
    "check_indicator",
    "compute_apart",
    "load_files",
    "read_file",
    "records_of",
    "try_indicator",
]
lazy_exports(
    __name__,
    {
        "apart": ("Apart", "compute_apart"),
        "check": ("Problem", "check_files", "check_indicator"),
        "files": ("load_files", "read_file", "records_of"),
        "limits": ("Limits",),
        "trying": ("Tried", "try_indicator"),
    },
)
