"""Start the command line as a fork of a process that has imported everything already.

A command spends more CPU time on imports than on its work. Here one process imports once; every
command is a fork of it, with its own arguments, folder, environment, standard streams and exit
code. What a fork cannot show (a module that only a fresh interpreter misses) is tested by the
commands that `tests/cli/test_commands.py` and the README start from nothing.

python -m tests.cli.forked SOCKET serves; `tests/cli/forked_client.py` asks it.
"""

from __future__ import annotations

import array
import atexit
import gc
import json
import os
import runpy
import selectors
import signal
import socket
import sys
import threading
import traceback
import warnings
from contextlib import redirect_stdout
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import NoReturn

HEAD = 8  # bytes that say how long a request is
STREAMS = 3
# The service takes long to import and is started from nothing; pytest's plug-in needs pytest.
LEFT_OUT = ("__main__", "api", "cli", "pytest_plugin", "server", "ui")
# What is imported when it is used.
LATE = (
    "concurrent.futures.process",
    "jinja2",
    "rich.progress",
    "rich.table",
    "scipy.cluster.hierarchy",
    "scipy.stats",
)


def serve(path: str) -> None:
    """Fork for whoever asks, until standard input ends."""
    _import_everything()
    gc.collect()
    gc.freeze()  # a fork that collects garbage would copy all there is
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen(16)
    events = selectors.DefaultSelector()
    events.register(listener, selectors.EVENT_READ, None)
    events.register(sys.stdin.fileno(), selectors.EVENT_READ, None)
    running: dict[int, tuple[int, socket.socket]] = {}  # by the descriptor of its process
    while True:
        for key, _ in events.select():
            if key.fileobj is listener:
                request = _accept(listener)
                if (pid := _fork()) == 0:
                    _end(_become, *request[1:])
                _let_run(events, running, pid, request)
            elif key.data is None:
                return
            else:
                _notice(events, running, key)


def _fork() -> int:
    with warnings.catch_warnings():  # the threads of a BLAS are there; it knows how to be forked
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _end(work, *given) -> NoReturn:
    """Work, and end as an interpreter does, less the freeing of every object."""
    code = 0
    try:
        work(*given)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(bool(end.code))
    except BaseException:
        traceback.print_exc()
        code = 1
    finally:
        threading._shutdown()  # waits for threads
        atexit._run_exitfuncs()
        sys.stdout.flush()
        os._exit(code)


def _import_everything() -> None:
    import steelyard

    for found in walk_packages(steelyard.__path__, "steelyard."):
        if found.name.split(".")[1] not in LEFT_OUT:
            import_module(found.name)
    for name in LATE:
        import_module(name)
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        try:
            import_module("steelyard.cli.main").main(["list", "algorithms"])  # they register
        except SystemExit as end:
            if end.code != 0:
                raise
    # Help pages are made when a command is imported, in the language of that moment.
    for name in [name for name in sys.modules if name.split(".")[:2] == ["steelyard", "cli"]]:
        del sys.modules[name]


def _accept(listener):
    connection, _ = listener.accept()
    size = array.array("i").itemsize
    head, sent, _, _ = connection.recvmsg(HEAD, socket.CMSG_SPACE(STREAMS * size))
    streams = array.array("i")
    for _, _, data in sent:
        streams.frombytes(data)
    text = b""
    while len(text) < int(head):
        text += connection.recv(1 << 16)
    return connection, json.loads(text), list(streams)


def _let_run(events, running, pid, request):
    connection, _, streams = request
    for stream in streams:
        os.close(stream)
    process = os.pidfd_open(pid)
    running[process] = (pid, connection)
    events.register(process, selectors.EVENT_READ, process)
    events.register(connection, selectors.EVENT_READ, process)


def _notice(events, running, key):
    """Tell the exit code; or kill what nobody waits for any more."""
    process = key.data
    if process not in running:
        return
    pid, connection = running[process]
    if key.fileobj is connection:
        os.kill(pid, signal.SIGKILL)
        events.unregister(connection)
        return
    _, status = os.waitpid(pid, 0)
    del running[process]
    events.unregister(process)
    os.close(process)
    if connection in events.get_map():
        events.unregister(connection)
        connection.sendall(str(os.waitstatus_to_exitcode(status)).encode())
    connection.close()


def _become(request, streams):
    """Be the process that was asked for."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(  # noqa: SIM115
        2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False
    )
    words = request["words"]
    if words[0].endswith(".py"):
        sys.argv, sys.path[0] = words, str(Path(words[0]).parent)
        return runpy.run_path(words[0], run_name="__main__")
    main = sys.modules["__main__"] = ModuleType("__main__")
    sys.path[0] = ""
    if words[0] == "-c":
        sys.argv = words[:1]
        return exec(compile(words[1], "<string>", "exec"), main.__dict__)
    main.__spec__ = find_spec("steelyard.__main__")  # as `python -m steelyard` has it
    sys.argv = ["steelyard", *words]
    return import_module("steelyard.cli.main").main()


if __name__ == "__main__":
    serve(sys.argv[1])
