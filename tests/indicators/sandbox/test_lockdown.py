"""The lock itself, in real processes: nothing opens, nothing grows, nothing goes on for ever."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of the kernel")

HEAD = """
import ctypes, json, os, resource, socket, subprocess, sys
import duckdb
from steelyard.indicators.sandbox.limits import Limits
from steelyard.indicators.sandbox.lockdown import lock_database, lock_process
libc = ctypes.CDLL(None, use_errno=True)
below = [(libc.open, b'/etc/passwd', 0), (libc.socket, 2, 1, 0), (libc.eventfd, 0, 0),
         (libc.dup, 1)]
con = duckdb.connect(config={"threads": 1})
con.execute("CREATE TABLE results AS SELECT 1 AS x")
lock_database(con)
lock_process(Limits(seconds=SECONDS, memory_mb=200))
"""
EACH = """
came = {}
for text in TEXTS:
    try:
        came[text] = repr(RUN)
    except (OSError, ImportError, duckdb.Error):
        came[text] = None
print(json.dumps(came))
"""


def locked(body, seconds=20):
    """Run code in a locked process."""
    code = HEAD.replace("SECONDS", str(seconds)) + body
    return subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, timeout=60
    )


def refused(texts, run):
    """Run each text in one locked process; return those that were not refused."""
    done = locked(EACH.replace("TEXTS", repr(texts)).replace("RUN", run))
    assert done.returncode == 0, done.stderr
    came = json.loads(done.stdout)
    assert list(came) == texts
    return {text: result for text, result in came.items() if result is not None}


def test_python_opens_nothing():
    texts = [
        "open('/etc/passwd')",
        "open('/proc/self/mem')",
        "open('/tmp/steelyard-lock-test', 'w')",
        "os.open('/etc/passwd', os.O_RDONLY)",
        "os.listdir('/')",
        "socket.socket()",
        "socket.create_connection(('127.0.0.1', 9))",
        "os.fork()",
        "subprocess.run(['true'])",
        "os.system('true')",
        "__import__('http.server')",
        "__import__('colorsys')",
        "ctypes.CDLL(None)",
    ]
    assert refused(texts, "eval(text)") == {}


def test_the_kernel_gives_no_descriptor_below_python():
    """The limits hold for any code of the process, whatever language it is written in."""
    done = locked("print([call(*args) for call, *args in below])")
    assert done.stdout == "[-1, -1, -1, -1]\n", done.stderr


def test_the_database_reaches_nothing():
    texts = [
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM glob('/*')",
        "ATTACH '/tmp/steelyard-lock-test.db' AS x",
        "COPY results TO '/tmp/steelyard-lock-test.csv'",
        "EXPORT DATABASE '/tmp/steelyard-lock-test'",
        "SET memory_limit = '100GB'",
        "SET enable_external_access = true",
        "RESET lock_configuration",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SELECT * FROM came",  # a variable of Python
    ]
    assert refused(texts, "con.execute(text).fetchall()") == {}


def test_what_is_loaded_can_still_be_computed():
    done = locked("print(con.execute('SELECT sum(x) FROM results').fetchall())")
    assert done.stdout == "[(1,)]\n", done.stderr


def test_memory_ends():
    query = "SELECT max(len(l)) FROM (SELECT list(i) AS l FROM range(100000000) t(i))"
    body = (
        "try:\n    x = bytearray(500 << 20)\n    print('had it')\n"
        "except MemoryError:\n    print('refused', flush=True)\n"
        f"try:\n    con.execute({query!r}).fetchall()\n    print('had it')\n"
        "except Exception:\n    print('refused')\n"
    )
    done = locked(body)
    assert "had it" not in done.stdout
    assert done.stdout.startswith("refused\n")
    assert done.stdout == "refused\nrefused\n" or done.returncode < 0


@pytest.mark.slow
def test_processor_time_ends():
    done = locked("while True:\n    pass\n", seconds=0.2)
    assert done.returncode in (-signal.SIGXCPU, -signal.SIGKILL)


def test_limits_cannot_be_raised_again():
    names = ("NOFILE", "FSIZE", "CORE", "NPROC")
    body = f"print([resource.getrlimit(getattr(resource, 'RLIMIT_' + n)) for n in {names!r}])"
    assert locked(body).stdout == "[(0, 0), (0, 0), (0, 0), (0, 0)]\n"
