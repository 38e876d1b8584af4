"""The command line that kills itself with SIGKILL at one chosen place of its work on a run.

    python killed_at.py FOLDER PLACE LOG WORDS...

Places are the changes of files in the run's folder, of which Python tells before it makes them:
"rename manifest.json #2" lies between the second writing of that file and its taking the place of
the old one, "sync #3" between the third such replacement and its being on the disk for good. The
places that were passed are added to LOG.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections import Counter
from pathlib import Path

EVENTS = {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate", "shutil.rmtree"}


def name_of(event, given, folder):
    """Return what is about to be changed, or None."""
    if event not in EVENTS or not str(given[0]).startswith(folder):
        return None
    path = Path(str(given[0]))
    if event == "open":
        if path.is_dir():
            return "sync"
        if not given[2] & (os.O_WRONLY | os.O_RDWR):
            return None
    name = str(path.relative_to(folder))
    name = re.sub(r"^\.(.*)\.\d+\.tmp$", r"\1", name)
    name = re.sub(r"\.scratch-\w+", "scratch", name)
    return f"{event.partition('.')[2] or 'write'} {name}"


def watch_for(folder, wanted, log):
    seen = Counter()
    passed = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def watch(event, given):
        if (name := name_of(event, given, folder)) is not None:
            seen[name] += 1
            place = f"{name} #{seen[name]}"
            if place == wanted:
                os.kill(os.getpid(), signal.SIGKILL)
            os.write(passed, f"{place}\n".encode())

    sys.addaudithook(watch)


if __name__ == "__main__":
    from steelyard.cli.main import main

    watch_for(*sys.argv[1:4])
    main(sys.argv[4:])
