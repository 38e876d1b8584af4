"""The connection of this process with a cluster."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from steelyard.asking.cluster.spread import ray_spread
from steelyard.errors import ClusterError, MissingPackageError
from steelyard.i18n import t
from steelyard.model import Spread, here, outside
from steelyard.runner import RaySettings

ADDRESS = "STEELYARD_RAY_ADDRESS"
_KNOCK_SECONDS = 10.0


@contextmanager
def connected(settings: RaySettings | None) -> Iterator[Spread]:
    """Be part of the cluster in the block; yield how work is spread over it.

    Without settings the work is done here. A connection of the caller's own is used and kept.

    Raises:
        MissingPackageError: Ray is not installed.
        ClusterError: there is no cluster at the address, or it does not let us in.
    """
    if settings is None:
        yield here
        return
    ray = import_ray()
    if ray.is_initialized():
        yield ray_spread
        return
    address = settings.address or os.environ.get(ADDRESS) or None
    # Ray would report its use to its makers; nothing but the agent is to be contacted.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        if address is not None:
            _knock(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (RuntimeError, ValueError, OSError) as error:
        raise ClusterError(
            t("cluster.no_cluster", address=address or "–", error=first_line(error)),
            hint=t("cluster.no_cluster_hint", variable=ADDRESS),
        ) from error
    try:
        yield ray_spread
    finally:
        ray.shutdown()


def cluster_named_outside() -> RaySettings | None:
    """Return the cluster that the environment names, for work that no plan places.

    A service works in its own processes.
    """
    return RaySettings() if os.environ.get(ADDRESS) and outside() is None else None


def _knock(address: str) -> None:
    """See whether anybody listens there: Ray itself would try for minutes.

    Raises:
        OSError: nobody does.
        ValueError: it is not host:port.
    """
    if address in ("auto", "local"):
        return
    host, _, port = address.rpartition(":")
    socket.create_connection((host.strip("[]"), int(port)), _KNOCK_SECONDS).close()


def import_ray() -> Any:
    """Return the package, or say how to install it."""
    try:
        import ray
    except ImportError:
        raise MissingPackageError(t("cluster.no_ray")) from None
    return ray


def first_line(error: object) -> str:
    """Return what an error of Ray begins with; the rest is for its makers."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__
