"""The probe: here, in another Python and through a command, against what the system says."""

from __future__ import annotations

import ast
import importlib.metadata
import json
import locale
import os
import platform
import shlex
import shutil
import socket
import subprocess
import sys
import time
import venv
from pathlib import Path

import psutil
import pytest

from steelyard.conditions.environments import Where, probe_script, take_probe
from steelyard.conditions.environments.probe import KEYS
from steelyard.errors import InputError, UserError
from tests.cli.shell import steelyard


@pytest.fixture(scope="module")
def here():
    return take_probe()


def value(probe, key):
    return probe.items[key]["value"]


def test_every_item_is_a_value_or_null_with_a_reason(here):
    assert tuple(here.items) == KEYS
    for key, item in here.items.items():
        assert (item["value"] is None) == ("reason" in item), key
    assert json.loads(json.dumps(here.as_dict()))["schema"] == "steelyard.probe/1"


def test_it_agrees_with_independent_sources(here):
    assert value(here, "python.version") == platform.python_version()
    assert value(here, "python.executable") == sys.executable
    assert value(here, "cpu.count") == psutil.cpu_count()
    assert abs(value(here, "memory.total_mb") - psutil.virtual_memory().total / 2**20) < 1
    assert value(here, "os.kernel") == os.uname().release
    assert value(here, "os.arch") == os.uname().machine
    assert value(here, "encoding.filesystem") == sys.getfilesystemencoding()
    total = shutil.disk_usage(".").total // 2**20
    assert value(here, "disk.total_mb") == total
    packages = value(here, "python.packages")
    assert packages["numpy"] == importlib.metadata.version("numpy")
    assert packages["duckdb"] == importlib.metadata.version("duckdb")
    boot = value(here, "clock.wall")
    assert abs(boot - time.time()) < 60
    libc = subprocess.run(["ldd", "--version"], capture_output=True, text=True)
    if value(here, "libc.name") == "glibc" and libc.returncode == 0:
        assert libc.stdout.splitlines()[0].endswith(value(here, "libc.version"))


def test_values_of_variables_are_never_told(monkeypatch):
    monkeypatch.setenv("AGENT_TOKEN", "s3cret-value-of-the-token")
    probe = take_probe()
    assert "AGENT_TOKEN" in value(probe, "env.names")
    assert "s3cret" not in json.dumps(probe.as_dict())


def test_it_looks_at_what_is_named(tmp_path):
    closed = tmp_path / "missing"
    with socket.socket() as server, socket.socket() as mute:
        server.bind(("127.0.0.1", 0))
        server.listen()
        mute.bind(("127.0.0.1", 0))  # holds the port but does not listen
        used, held = server.getsockname()[1], mute.getsockname()[1]
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            free = other.getsockname()[1]
        ask = {
            "port": [str(used), str(held), str(free)],
            "reach": [f"127.0.0.1:{used}", f"127.0.0.1:{free}"],
            "writable": [str(tmp_path), str(closed)],
            "program": ["sh", "no-such-program"],
        }
        probe = take_probe(ask)
    assert value(probe, f"port.{used}") == "listening"
    assert value(probe, f"port.{held}") == "taken"
    assert value(probe, f"port.{free}") == "free"
    assert used in value(probe, "ports.listening")
    assert held not in value(probe, "ports.listening")
    assert value(probe, f"reach.127.0.0.1:{used}") is True
    assert value(probe, f"reach.127.0.0.1:{free}") is False
    assert value(probe, f"writable.{tmp_path}") is True
    assert value(probe, f"writable.{closed}") is False
    assert list(tmp_path.iterdir()) == []
    assert value(probe, "program.sh") == shutil.which("sh")
    assert probe.items["program.no-such-program"]["reason"] == "absent"


def test_another_python_with_other_packages(tmp_path):
    venv.create(tmp_path / "bare", with_pip=False)
    python = tmp_path / "bare" / "bin" / "python"
    probe = take_probe(where=Where(python=str(python)))
    assert value(probe, "python.packages") == {}
    assert value(probe, "python.venv") is True
    assert value(probe, "python.executable") == str(python)


def test_through_a_command_that_changes_everything(tmp_path):
    """As behind SSH: another folder, other variables, a banner before the answer."""
    line = f"echo 歡迎; cd {shlex.quote(str(tmp_path))}; env -i LC_ALL=C TZ=Asia/Shanghai A=1 {{}}"
    where = Where(python=sys.executable, command=f"bash -c {shlex.quote(line)}")
    probe = take_probe(where=where)
    assert {"A", "LC_ALL", "TZ"} <= set(value(probe, "env.names"))
    assert "HOME" not in value(probe, "env.names")
    assert value(probe, "time.utc_offset_s") == 8 * 3600
    assert abs(value(probe, "clock.skew_s")) <= value(probe, "clock.skew_max_s") < 60


def test_a_clock_that_is_wrong_is_seen(tmp_path):
    shifted = tmp_path / "sitecustomize.py"
    shifted.write_text("import time\nreal = time.time\ntime.time = lambda: real() + 1000\n")
    where = Where(python=sys.executable, command=f"env PYTHONPATH={tmp_path} {{}}")
    probe = take_probe(where=where)
    skew, most = value(probe, "clock.skew_s"), value(probe, "clock.skew_max_s")
    assert 940 < skew <= 1001
    assert most >= 1000 - 0.01


def test_limits_are_those_of_the_process():
    line = "ulimit -n 123; ulimit -v 4000000; {}"
    where = Where(python=sys.executable, command=f"bash -c {shlex.quote(line)}")
    probe = take_probe(where=where)
    assert value(probe, "limits.open_files") == 123
    assert value(probe, "limits.memory_bytes") == 4_000_000 * 1024


NVIDIA = """#!/bin/sh
case "$1" in
--query*) echo "NVIDIA A100-SXM4-80GB, 81920, 535.104.05"; echo "NVIDIA T4, 15360, 535.104.05";;
*) echo "| NVIDIA-SMI 535.104.05   Driver Version: 535.104.05   CUDA Version: 12.2     |";;
esac
"""
# The table of `npu-smi info`, as Huawei's driver prints it.
ASCEND = """#!/bin/sh
cat <<'END'
+------------------------------------------------------------------------------------------------+
| npu-smi 23.0.3                   Version: 23.0.3                                               |
+---------------------------+---------------+----------------------------------------------------+
| NPU   Name                | Health        | Power(W)    Temp(C)           Hugepages-Usage(page)|
| Chip                      | Bus-Id        | AICore(%)   Memory-Usage(MB)  HBM-Usage(MB)        |
+===========================+===============+====================================================+
| 0     910B3               | OK            | 93.6        36                0    / 0             |
| 0                         | 0000:C1:00.0  | 0           0    / 0          3344 / 65536         |
+===========================+===============+====================================================+
| 1     910B3               | OK            | 90.1        38                0    / 0             |
| 0                         | 0000:01:00.0  | 0           0    / 0          3345 / 65536         |
+===========================+===============+====================================================+
END
"""


def with_tool(folder, name, text):
    path = folder / name
    path.write_text(text)
    path.chmod(0o755)
    return take_probe(where=Where(env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}))


def test_nvidia_cards(tmp_path):
    probe = with_tool(tmp_path, "nvidia-smi", NVIDIA)
    assert value(probe, "gpu.count") == 2
    assert value(probe, "gpu.models") == ["NVIDIA A100-SXM4-80GB", "NVIDIA T4"]
    assert value(probe, "gpu.memory_mb") == [81920, 15360]
    assert value(probe, "gpu.driver") == "535.104.05"
    assert value(probe, "gpu.cuda") == "12.2"


def test_a_driver_that_does_not_answer_is_no_card_count(tmp_path):
    probe = with_tool(tmp_path, "nvidia-smi", "#!/bin/sh\necho 'couldn''t communicate' >&2; exit 9")
    assert value(probe, "gpu.count") is None
    assert probe.items["gpu.count"]["reason"] == "failed"
    assert "communicate" in probe.items["gpu.count"]["detail"]


def test_ascend_cards(tmp_path):
    probe = with_tool(tmp_path, "npu-smi", ASCEND)
    assert value(probe, "npu.count") == 2
    assert value(probe, "npu.models") == ["910B3", "910B3"]
    assert value(probe, "npu.driver") == "23.0.3"


def test_the_script_is_python_3_8_and_stands_alone():
    text = Path(probe_script.__file__).read_text(encoding="utf-8")
    tree = ast.parse(text, feature_version=(3, 8))
    imported = {
        name.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for name in node.names
    } | {
        (node.module or "").partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
    }
    assert imported <= sys.stdlib_module_names


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (Where(python="/no/such/python"), "No such file"),
        (Where(command="no-such-program {}"), "No such file"),
        (Where(command="sh -c 'echo it is broken >&2; exit 7' {}"), "it is broken"),
        (Where(command="echo hello {}"), "hello"),
        (Where(command="sleep 60 {}", timeout=60), "invalid"),
        (Where(command="sh -c 'sleep 60' {}", timeout=0.3), "0.3 s"),
    ],
)
def test_what_cannot_be_probed_is_said(where, said):
    with pytest.raises(UserError, match=said):
        take_probe(where=where)


def test_a_command_without_a_place_for_python():
    with pytest.raises(InputError, match=r"\{\}"):
        take_probe(where=Where(command="ssh host"))


@pytest.mark.slow
def test_the_command_line(tmp_path):
    done = steelyard("probe", cwd=tmp_path)
    assert done.code == 0, done.err
    assert platform.python_version() in done.out
    done = steelyard("probe", "--json", "--program", "sh", cwd=tmp_path)
    assert json.loads(done.out)["items"]["program.sh"]["value"] == shutil.which("sh")
    done = steelyard("probe", "-o", "mine.json", "--python", sys.executable, cwd=tmp_path)
    assert done.out == ""
    assert json.loads((tmp_path / "mine.json").read_bytes())["name"] == "mine"
    assert steelyard("probe", "--port", "http", cwd=tmp_path).code == 1
    assert steelyard("probe", "--timeout", "0", cwd=tmp_path).code == 2
    assert steelyard("checklist", cwd=tmp_path).code == 2


def test_probing_here_leaves_our_locale_alone():
    before = locale.setlocale(locale.LC_CTYPE)
    take_probe()
    assert locale.setlocale(locale.LC_CTYPE) == before
