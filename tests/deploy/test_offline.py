"""An installation without a network: packed here, installed with no index, served, asked."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


def run(*command, **environment):
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(word) for word in command],
        env={**clean, "STEELYARD_PYTHON": sys.executable, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_packed_installed_and_served(tmp_path):
    wheelhouse, target, data = (tmp_path / name for name in ("wheelhouse", "steelyard", "data"))
    said = run(ROOT / "scripts" / "wheelhouse.sh", wheelhouse)
    assert "packages" in said
    # Whatever is configured on this machine, an address where nothing is would show any request.
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_CONFIG_FILE": os.devnull}
    version = run(wheelhouse / "install.sh", target, **nowhere)
    assert re.search(r"\d+\.\d+", version)
    serve(target / "bin" / "steelyard", data)


def serve(program, data):
    log = data.with_suffix(".log")
    with log.open("wb") as out:
        process = subprocess.Popen(
            [program, "serve", "--data", data, "--port", "0", "--workers", "1"],
            stdout=out,
            stderr=out,
            cwd=data.parent,
            env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8"},
        )
    try:
        url = None
        for _ in range(600):
            if url := re.search(rb"http://127\.0\.0\.1:\d+", log.read_bytes()):
                break
            assert process.poll() is None, log.read_text()
            time.sleep(0.1)
        assert url is not None, log.read_text()
        with urllib.request.urlopen(f"{url.group().decode()}/healthz") as answer:
            assert json.load(answer) == {"status": "ok"}
    finally:
        process.send_signal(signal.SIGTERM)
        code = process.wait(90)
    assert code == 0, log.read_text()


def test_a_damaged_wheelhouse_is_refused(tmp_path):
    (tmp_path / "install.sh").write_text((ROOT / "deploy" / "install.sh").read_text())
    (tmp_path / "a-1.whl").write_bytes(b"not what was packed")
    (tmp_path / "SHA256SUMS").write_text(f"{'0' * 64}  a-1.whl\n")
    done = subprocess.run(
        ["bash", tmp_path / "install.sh", tmp_path / "target"], capture_output=True, check=False
    )
    assert done.returncode != 0
    assert not (tmp_path / "target").exists()
