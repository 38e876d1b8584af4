"""Polls `/healthz` on a new connection each time, as monitoring does, in a process of its own.

    python -m benchmarks.health_probe URL CONTROL SECONDS

After every poll an idle server at CONTROL is polled in the same way: what that takes is the
machine's doing, not the service's. Prints JSON: seconds of each, and how many polls failed and why.
"""

from __future__ import annotations

import http.client
import json
import sys
import time
from collections import Counter
from urllib.parse import urlsplit

_PAUSE_SECONDS = 0.05
_LONGEST_SECONDS = 10.0


def poll(url: str, control: str, seconds: float) -> dict[str, object]:
    """Poll until the time is over."""
    taken: list[float] = []
    bare: list[float] = []
    errors: Counter[str] = Counter()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        spent, failure = get(url, "/healthz")
        taken.append(spent)  # a failed poll has waited, too
        errors.update([failure] if failure else [])
        bare.append(get(control, "/healthz")[0])
        time.sleep(_PAUSE_SECONDS)
    return {"seconds": taken, "errors": dict(errors), "control_seconds": bare}


def get(url: str, path: str) -> tuple[float, str]:
    """Return how long an answer took, and why it was not the right one."""
    address = urlsplit(url)
    begun = time.perf_counter()
    client = http.client.HTTPConnection(
        address.hostname or "", address.port, timeout=_LONGEST_SECONDS
    )
    try:
        client.request("GET", path)
        answer = client.getresponse()
        answer.read()
        failure = "" if answer.status == 200 else str(answer.status)
    except (OSError, http.client.HTTPException) as error:
        failure = type(error).__name__
    finally:
        client.close()
    return time.perf_counter() - begun, failure


if __name__ == "__main__":
    print(json.dumps(poll(sys.argv[1], sys.argv[2], float(sys.argv[3]))))
