"""`python -m steelyard.demo --port 8765`: the demo agent in a process of its own."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading

from steelyard.demo.agent import demo_agent
from steelyard.demo.files import DEMO_DIR
from steelyard.demo.memory import Notes
from steelyard.i18n import t

_VARIABLE = "STEELYARD_DEMO_NOTES"


def main() -> None:
    """Serve until the process is told to end."""
    parser = argparse.ArgumentParser("python -m steelyard.demo", description=t("demo.about"))
    parser.add_argument("--port", type=int, default=0, help=t("demo.port_help"))
    port = parser.parse_args().port
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    with demo_agent(port=port, notes=_notes()) as url:
        print(t("demo.serves", url=url), flush=True)  # noqa: T201 - what it is started for
        ended.wait()


def _notes() -> Notes:
    """Return the notes that the environment names; a name alone is looked for beside the agent."""
    named = os.environ.get(_VARIABLE)
    path = DEMO_DIR / named if named else None
    if path is None or not path.is_file():
        print(t("demo.no_notes", found=named or "–"), file=sys.stderr, flush=True)  # noqa: T201
        return Notes(None)
    return Notes(path)


if __name__ == "__main__":
    main()
