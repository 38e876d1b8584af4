"""A program that answers, or fails to, as its first argument says; `persistent` as the second."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path


def main() -> None:
    behaviour, persistent = sys.argv[1], "persistent" in sys.argv
    if not persistent:
        respond(behaviour, sys.stdin.buffer.read().decode(), None)
        return
    for line in sys.stdin.buffer:
        request = json.loads(line)
        respond(behaviour, request["input"], request["id"])


def respond(behaviour: str, text: str, number: int | None) -> None:  # noqa: C901 - one list
    match behaviour:
        case "echo":
            say(text, number)
        case "slow":
            time.sleep(0.1)
            say(text, number)
        case "hang":
            hang()
        case "stubborn":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            hang()
        case "empty_output":
            say("", number)
        case "leak":
            say(f"my key is {os.environ['SECRET_IN_CHILD']}", number)
        case "leak_and_die":
            # More than is kept of it, so that the tail starts in the middle of a secret.
            sys.stderr.write(os.environ["SECRET_IN_CHILD"] * 200 + "\n")
            sys.exit(f"cannot log in with {os.environ['SECRET_IN_CHILD']}")
        case "crash":
            sys.stdout.write('{"id": 1, "output": "ha')
            sys.stdout.flush()
            sys.exit("out of luck")
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "broken_json":
            raw(b'{"output": "half\n')
        case "wrong_encoding":
            raw('{"output": "北京"}\n'.encode("gb18030"))
        case "wrong_shape":
            raw(json.dumps({"id": number, "unexpected": 1}).encode() + b"\n")
        case "wrong_id":
            say(text, -1)
        case "chatty":
            say(text, number)
            say("one more thing", number)
        case "dies_after":
            say(text, number)
            sys.exit(3)
        case "huge":
            while True:
                raw(b"x" * 65536)
        case "pid":
            say(str(os.getpid()), number)


def hang() -> None:
    """Hang with a child of one's own, and say in a file who is there."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    with Path(os.environ["PIDS"]).open("a") as file:
        file.write(f"{os.getpid()} {child.pid}\n")
    time.sleep(600)


def say(text: str, number: int | None) -> None:
    if number is None:
        raw(text.encode() + b"\n" if text else b"")
    else:
        raw(json.dumps({"id": number, "output": text}).encode() + b"\n")


def raw(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
