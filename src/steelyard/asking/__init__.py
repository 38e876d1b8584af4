"""Asks to journal: every case plainly, then under each condition, stage after stage."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.asking.ask_all import ask_all
    from steelyard.asking.cluster import cluster_named_outside, connected
    from steelyard.asking.others import open_others
    from steelyard.asking.request_file import check_requests, restore_requests, write_requests

__all__ = [
    "ask_all",
    "check_requests",
    "cluster_named_outside",
    "connected",
    "open_others",
    "restore_requests",
    "write_requests",
]
lazy_exports(
    __name__,
    {
        "ask_all": ("ask_all",),
        "cluster": ("cluster_named_outside", "connected"),
        "others": ("open_others",),
        "request_file": ("check_requests", "restore_requests", "write_requests"),
    },
)
