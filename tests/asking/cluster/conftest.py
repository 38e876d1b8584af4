"""A real cluster of two nodes, each a `ray start` of its own on a loopback address of its own."""

from __future__ import annotations

import importlib.util
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

RAY = Path(sys.executable).with_name("ray")
HEAD, OTHER = "127.0.0.2", "127.0.0.3"
CPUS = 2


def pytest_collection_modifyitems(items):
    if importlib.util.find_spec("ray") is None:
        skipped = pytest.mark.skip(reason="ray is not installed: pip install 'steelyard[ray]'")
        for item in items:
            if item.get_closest_marker("ray") is not None:
                item.add_marker(skipped)


class Cluster:
    """Starts and kills the nodes of one cluster; other clusters of this machine are left alone."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {
            **os.environ,
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_AUTH_MODE": "disabled",
            "PYTHONUNBUFFERED": "1",
        }
        self.environment.pop("RAY_ADDRESS", None)
        self.nodes = {}

    def start(self):
        place = f"--temp-dir={self.folder}"
        said = self._start("head", HEAD, "--head", "--port=0", place, "--include-dashboard=false")
        self.address = re.search(rf"{re.escape(HEAD)}:\d+", said)[0]
        self.environment["STEELYARD_RAY_ADDRESS"] = self.address
        self.add_node()

    def add_node(self):
        self._start("other", OTHER, f"--address={self.address}")

    def kill_node(self):
        """As if the power failed: every process of the node at once."""
        process = self.nodes.pop("other")
        for one in [*_below(process.pid), process.pid]:
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        process.wait()

    def close(self):
        for process in self.nodes.values():
            for one in [*_below(process.pid), process.pid]:
                with suppress(ProcessLookupError):
                    os.kill(one, signal.SIGKILL)
            process.wait()

    def workers(self):
        """Processes that ask, and how many asks are theirs to lose."""
        found = []
        for process in self.nodes.values():
            for pid in _below(process.pid):
                with suppress(psutil.Error):
                    if "Worker" in "".join(psutil.Process(pid).cmdline()[:1]):
                        found.append(pid)
        return found

    def _start(self, name, ip, *words):
        log = self.folder.parent / f"{name}.log"
        options = [f"--node-ip-address={ip}", f"--num-cpus={CPUS}"]
        with log.open("wb") as file:
            self.nodes[name] = subprocess.Popen(
                [RAY, "start", *words, *options, "--block"],
                stdout=file,
                stderr=subprocess.STDOUT,
                env=self.environment,
                start_new_session=True,
            )
        for _ in range(600):
            said = log.read_text(errors="replace")
            if "Ray runtime started" in said:
                return re.sub(r"\x1b\[\d+m", "", said)
            assert self.nodes[name].poll() is None, said
            time.sleep(0.1)
        raise AssertionError(said)


def _below(pid):
    with suppress(psutil.NoSuchProcess):
        return [one.pid for one in psutil.Process(pid).children(recursive=True)]
    return []


@pytest.fixture(scope="session")  # tests/schedule.py keeps its files in one process
def cluster(tmp_path_factory):
    # Sockets of Ray lie in it, whose paths may not be long.
    import tempfile

    with tempfile.TemporaryDirectory(prefix="ray", dir="/tmp", ignore_cleanup_errors=True) as name:
        made = Cluster(Path(name) / "t")
        try:
            made.start()
            yield made
        finally:
            made.close()


@pytest.fixture(scope="module")
def object_store(tmp_path_factory):
    """The environment of a program that finds S3 at a server of ours."""
    if importlib.util.find_spec("s3fs") is None:
        pytest.skip("s3fs is not installed: pip install 'steelyard[s3]'")
    port = tmp_path_factory.mktemp("objects") / "port"
    script = Path(__file__).with_name("object_store.py")
    process = subprocess.Popen([sys.executable, script, port])
    try:
        for _ in range(600):
            if port.exists():
                break
            assert process.poll() is None
            time.sleep(0.05)
        yield {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port.read_text()}",
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_DEFAULT_REGION": "us-east-1",
        }
    finally:
        process.kill()
        process.wait()
