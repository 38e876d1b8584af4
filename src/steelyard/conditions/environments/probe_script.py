"""What an environment is, told by itself.

This file is sent as text to the Python of another environment (a virtual environment, a container,
a host behind SSH), where nothing of ours is installed. So it is one file, needs only the standard
library of Python 3.8, and says nothing in words: an item is a value, or null with the code of a
reason that the reader puts into a sentence. Values of environment variables are never read.
"""

# ruff: noqa: UP033  functools.cache came with Python 3.9

from __future__ import annotations

import functools
import json
import locale
import os
import platform
import re
import shutil
import socket
import struct
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

SCHEMA = "steelyard.probe/1"
BEGIN, END = "<<<steelyard-probe", "steelyard-probe>>>"
# Why an item is null: its source is not here, this platform has none, nothing hints at it, it was
# looked for and is not there, looking went wrong.
NOT_FOUND, NOT_SUPPORTED, NO_SIGN = "not_found", "not_supported", "no_sign"
ABSENT, FAILED = "absent", "failed"

_TOOL_SECONDS = 15
_REACH_SECONDS = 5
_MEGABYTE = 1 << 20
# Display controllers and processing accelerators on the PCI bus.
_GPU_CLASSES = ("0x0300", "0x0302", "0x1200")


class Unknown(Exception):
    """An item that cannot be told: the code of the reason, and what it is about."""

    def __init__(self, reason: str, detail: object = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = str(detail)


def probe(ask: dict[str, list[str]] | None = None) -> dict[str, Any]:
    """Return every item of this environment, and the named ones of `ask`: {prefix: [names]}."""
    items = {key: _item(look) for key, look in ITEMS.items()}
    for prefix, names in sorted((ask or {}).items()):
        for name in names:
            items[f"{prefix}.{name}"] = _item(functools.partial(NAMED[prefix], name))
    taken = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    return {"schema": SCHEMA, "taken_at": taken, "items": items}


def send(ask: dict[str, list[str]]) -> None:
    """Print the probe between marks, in ASCII: banners and encodings on the way do no harm."""
    first = time.time()
    document = probe(ask)
    # Two readings, so that the time the probe took does not blur the comparison of clocks.
    document["clock"] = [first, time.time()]
    sys.stdout.write(f"\n{BEGIN}\n{json.dumps(document)}\n{END}\n")


def _item(look: Callable[[], Any]) -> dict[str, Any]:
    try:
        return {"value": look()}
    except Unknown as unknown:
        return {"value": None, "reason": unknown.reason, "detail": unknown.detail}
    except Exception as error:  # noqa: BLE001  one surprise must not hide everything else
        detail = f"{type(error).__name__}: {error}"[:300]
        return {"value": None, "reason": FAILED, "detail": detail}


# --- the system ---


@functools.lru_cache(maxsize=None)
def _os_release() -> dict[str, str]:
    pairs = [line.partition("=")[::2] for line in _text("/etc/os-release").splitlines()]
    return {name: value.strip("\"'") for name, value in pairs if name}


def _os_field(name: str, elsewhere: Callable[[], str]) -> str:
    if sys.platform != "linux":
        return elsewhere()
    value = _os_release().get(name)
    if not value:
        raise Unknown(NOT_FOUND, f"{name} in /etc/os-release")
    return value


@functools.lru_cache(maxsize=None)
def _libc() -> tuple[str, str]:
    """Return name and version; musl says them only when its loader is run without arguments."""
    name, version = platform.libc_ver()
    if name:
        return name, version
    for loader in sorted(Path("/lib").glob("ld-musl-*")):
        said = subprocess.run([str(loader)], capture_output=True, timeout=_TOOL_SECONDS).stderr
        found = re.search(rb"Version (\S+)", said)
        return "musl", found.group(1).decode() if found else ""
    raise Unknown(NOT_FOUND, "libc")


def _container() -> str:
    for mark, name in (("/.dockerenv", "docker"), ("/run/.containerenv", "podman")):
        if Path(mark).exists():
            return name
    if "KUBERNETES_SERVICE_HOST" in os.environ:
        return "kubernetes"
    group = _text("/proc/1/cgroup") if Path("/proc/1/cgroup").exists() else ""
    found = re.search(r"docker|kubepods|containerd|lxc|podman", group)
    if found:
        return found.group()
    raise Unknown(NO_SIGN, "/.dockerenv, /run/.containerenv, /proc/1/cgroup")


def _virtual() -> str:
    vendor = Path("/sys/class/dmi/id/sys_vendor")
    if "hypervisor" in _cpu_flags():
        return _text(vendor).strip() if vendor.exists() else "hypervisor"
    raise Unknown(NO_SIGN, "hypervisor in /proc/cpuinfo")


# --- Python ---


def _packages() -> dict[str, str]:
    from importlib import metadata

    found: dict[str, str] = {}
    for package in metadata.distributions():
        name = package.metadata["Name"]
        if name:  # the first on the path is the one that is imported
            found.setdefault(re.sub(r"[-_.]+", "-", name).lower(), str(package.version))
    return dict(sorted(found.items()))


# --- processor, memory, disk ---


@functools.lru_cache(maxsize=None)
def _cpuinfo() -> dict[str, str]:
    pairs = [line.partition(":")[::2] for line in _text("/proc/cpuinfo").splitlines()]
    return {name.strip().lower(): value.strip() for name, value in reversed(pairs) if name.strip()}


def _cpu_model() -> str:
    if sys.platform == "darwin":
        return _tool("sysctl", "-n", "machdep.cpu.brand_string").strip()
    info = _cpuinfo() if sys.platform == "linux" else {}
    name = info.get("model name") or info.get("hardware") or platform.processor()
    if not name:
        raise Unknown(NOT_FOUND, "model name in /proc/cpuinfo")
    return name


def _cpu_flags() -> list[str]:
    info = _cpuinfo()
    return sorted((info.get("flags") or info.get("features") or "").split())


def _memory_mb(name: str) -> int:
    if sys.platform == "linux":
        found = re.search(rf"^{name}:\s+(\d+) kB", _text("/proc/meminfo"), re.MULTILINE)
        if found:
            return int(found.group(1)) // 1024
    if name == "MemTotal" and hasattr(os, "sysconf"):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // _MEGABYTE
    raise Unknown(NOT_SUPPORTED, sys.platform)


# --- accelerators ---


@functools.lru_cache(maxsize=None)
def _nvidia() -> list[list[str]]:
    """Return name, memory in MiB and driver of each card."""
    query = "--query-gpu=name,memory.total,driver_version"
    lines = _tool("nvidia-smi", query, "--format=csv,noheader,nounits").splitlines()
    return [[cell.strip() for cell in line.split(",")] for line in lines if line.count(",") == 2]


def _cards(tool: Callable[[], list[Any]]) -> int:
    try:
        return len(tool())
    except Unknown as unknown:
        if unknown.reason != NOT_FOUND or _accelerators():
            raise
        return 0  # the bus is in sight, and nothing of the kind is on it


def _accelerators() -> list[str]:
    """Return vendor and class of each display or accelerator device on the PCI bus."""
    bus = Path("/sys/bus/pci/devices")
    if not bus.is_dir():
        raise Unknown(NOT_FOUND, bus)
    kinds = [(_text(f"{at}/vendor").strip(), _text(f"{at}/class")[:6]) for at in bus.iterdir()]
    return sorted(f"{vendor} {kind}" for vendor, kind in kinds if kind in _GPU_CLASSES)


def _cuda() -> str:
    found = re.search(r"CUDA Version:\s*([\d.]+)", _tool("nvidia-smi"))
    if not found:
        raise Unknown(NOT_FOUND, "CUDA Version in nvidia-smi")
    return found.group(1)


@functools.lru_cache(maxsize=None)
def _ascend() -> tuple[list[str], str]:
    """Return the models of the Ascend cards and the driver, from the table of `npu-smi info`."""
    table = _tool("npu-smi", "info")
    version = re.search(r"Version:\s*([\w.]+)", table)
    models = re.findall(r"^\|\s*\d+\s+([A-Za-z]*\d{3}\w*)\s*\|", table, re.MULTILINE)
    return models, version.group(1) if version else ""


# --- language and time ---


def _locale() -> str:
    name = locale.setlocale(locale.LC_CTYPE, "")
    return "C" if name == "POSIX" else name


def _zone() -> str:
    link = Path("/etc/localtime")
    if "TZ" not in os.environ and link.is_symlink():
        name = str(link.resolve()).partition("zoneinfo/")[2]
        if name:
            return name
    return time.tzname[time.localtime().tm_isdst > 0]


# --- network and files ---


def _listening() -> list[int]:
    """Return the TCP ports on which something listens."""
    ports = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        if Path(table).exists():
            rows = [line.split() for line in _text(table).splitlines()[1:]]
            ports |= {int(row[1].rpartition(":")[2], 16) for row in rows if row[3] == "0A"}
    if not Path("/proc/net/tcp").exists():
        raise Unknown(NOT_SUPPORTED, sys.platform)
    return sorted(ports)


def _port(name: str) -> str:
    """Return `listening` if a connection is accepted, else `free` or `denied`."""
    with socket.socket() as attempt:
        attempt.settimeout(1)
        if attempt.connect_ex(("127.0.0.1", int(name))) == 0:
            return "listening"
    with socket.socket() as attempt:
        attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            attempt.bind(("127.0.0.1", int(name)))
        except PermissionError:
            return "denied"
        except OSError:
            return "taken"
    return "free"


def _reach(name: str) -> bool:
    host, _, port = name.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _REACH_SECONDS).close()
    except OSError:
        return False
    return True


def _writable(name: str) -> bool:
    """Write a file and remove it: permission bits do not know read-only mounts and quotas."""
    try:
        with tempfile.TemporaryFile(dir=name) as file:
            file.write(b"steelyard")
    except OSError:
        return False
    return True


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise Unknown(ABSENT, name)
    return found


# --- limits ---


def _limit(name: str) -> Any:
    try:
        import resource
    except ImportError:
        raise Unknown(NOT_SUPPORTED, sys.platform) from None
    soft = resource.getrlimit(getattr(resource, name))[0]
    return "unlimited" if soft == resource.RLIM_INFINITY else soft


def _cgroup(new: str, old: str) -> str:
    """Return the text of a limit of our own control group, version 2 or 1."""
    if sys.platform != "linux":
        raise Unknown(NOT_SUPPORTED, sys.platform)
    own = [line.split(":", 2)[2] for line in _text("/proc/self/cgroup").splitlines()]
    root = Path("/sys/fs/cgroup")
    for path in [*(root / name.lstrip("/") / new for name in own), root / new, root / old]:
        if path.is_file():
            return _text(path).strip()
    raise Unknown(NOT_FOUND, f"{new}, {old}")


def _cgroup_memory() -> Any:
    value = _cgroup("memory.max", "memory/memory.limit_in_bytes")
    # Version 1 says "no limit" as the largest multiple of a page.
    return "unlimited" if value == "max" or int(value) >= 1 << 62 else int(value)


def _cgroup_cpus() -> Any:
    quota, _, period = _cgroup("cpu.max", "cpu/cpu.cfs_quota_us").partition(" ")
    if quota in ("max", "-1"):
        return "unlimited"
    return int(quota) / int(period or _cgroup("cpu.max", "cpu/cpu.cfs_period_us"))


# --- reading ---


def _text(path: object) -> str:
    try:
        return Path(str(path)).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise Unknown(NOT_FOUND, f"{path}: {error.strerror}") from None


def _tool(*words: str) -> str:
    if shutil.which(words[0]) is None:
        raise Unknown(NOT_FOUND, words[0])
    done = subprocess.run(words, capture_output=True, timeout=_TOOL_SECONDS)
    if done.returncode:
        said = (done.stderr or done.stdout).decode("utf-8", "replace").strip()
        raise Unknown(FAILED, f"{words[0]}: {said[-200:]}")
    return done.stdout.decode("utf-8", "replace")


def _usable_cpus() -> int:
    if not hasattr(os, "sched_getaffinity"):
        raise Unknown(NOT_SUPPORTED, sys.platform)
    return len(os.sched_getaffinity(0))


ITEMS: dict[str, Callable[[], Any]] = {
    "os.system": platform.system,
    "os.name": lambda: _os_field("PRETTY_NAME", platform.platform),
    "os.id": lambda: _os_field("ID", platform.system),
    "os.version": lambda: _os_field("VERSION_ID", platform.version),
    "os.kernel": platform.release,
    "os.arch": platform.machine,
    "libc.name": lambda: _libc()[0],
    "libc.version": lambda: _libc()[1],
    "machine.container": _container,
    "machine.virtual": _virtual,
    "python.version": platform.python_version,
    "python.implementation": platform.python_implementation,
    "python.executable": lambda: sys.executable,
    "python.venv": lambda: sys.prefix != sys.base_prefix,
    "python.bits": lambda: struct.calcsize("P") * 8,
    "python.abi": lambda: sysconfig.get_config_var("EXT_SUFFIX"),
    "python.packages": _packages,
    "cpu.model": _cpu_model,
    "cpu.count": os.cpu_count,
    "cpu.usable": _usable_cpus,
    "cpu.flags": _cpu_flags,
    "memory.total_mb": lambda: _memory_mb("MemTotal"),
    "memory.available_mb": lambda: _memory_mb("MemAvailable"),
    "disk.total_mb": lambda: shutil.disk_usage(".").total // _MEGABYTE,
    "disk.free_mb": lambda: shutil.disk_usage(".").free // _MEGABYTE,
    "gpu.count": lambda: _cards(_nvidia),
    "gpu.models": lambda: [card[0] for card in _nvidia()],
    "gpu.memory_mb": lambda: [int(card[1]) for card in _nvidia()],
    "gpu.driver": lambda: _nvidia()[0][2],
    "gpu.cuda": _cuda,
    "gpu.devices": _accelerators,
    "npu.count": lambda: _cards(lambda: _ascend()[0]),
    "npu.models": lambda: _ascend()[0],
    "npu.driver": lambda: _ascend()[1],
    "locale.name": _locale,
    "encoding.filesystem": sys.getfilesystemencoding,
    "encoding.preferred": lambda: locale.getpreferredencoding(False),
    "encoding.stdout": lambda: sys.stdout.encoding,
    "time.zone": _zone,
    "time.utc_offset_s": lambda: time.localtime().tm_gmtoff,
    "clock.wall": time.time,
    "clock.monotonic": time.monotonic,
    "clock.resolution_s": lambda: time.get_clock_info("monotonic").resolution,
    "ports.listening": _listening,
    "env.names": lambda: sorted(os.environ),
    "writable.cwd": lambda: _writable("."),
    "writable.home": lambda: _writable(str(Path.home())),
    "writable.tmp": lambda: _writable(tempfile.gettempdir()),
    "limits.open_files": lambda: _limit("RLIMIT_NOFILE"),
    "limits.processes": lambda: _limit("RLIMIT_NPROC"),
    "limits.memory_bytes": lambda: _limit("RLIMIT_AS"),
    "limits.cpu_seconds": lambda: _limit("RLIMIT_CPU"),
    "limits.file_bytes": lambda: _limit("RLIMIT_FSIZE"),
    "limits.cgroup_memory_bytes": _cgroup_memory,
    "limits.cgroup_cpus": _cgroup_cpus,
}
NAMED: dict[str, Callable[[str], Any]] = {
    "port": _port,
    "reach": _reach,
    "writable": _writable,
    "program": _program,
}
