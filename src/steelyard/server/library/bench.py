"""The process behind the trial bench: one request on standard input, one answer on the output."""

from __future__ import annotations

import sys
from typing import Any

import orjson

from steelyard.errors import SteelyardError
from steelyard.i18n import say, set_language
from steelyard.model import compute

_CPU_SECONDS = 20
_MEMORY = 4 << 30  # of addresses: numeric libraries take much and touch little
_OPTIONS = orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_NON_STR_KEYS


def main() -> None:
    """Answer one request."""
    request = orjson.loads(sys.stdin.buffer.read())
    set_language(request["language"])
    _limit()
    answer: dict[str, Any]
    try:
        answer = {"result": compute(request["id"], request["inputs"], request["params"])}
    except SteelyardError as error:
        answer = {"error": say(error)}
    except (ArithmeticError, ValueError, TypeError, KeyError, MemoryError, RecursionError) as error:
        answer = {"error": f"{type(error).__name__}: {error}"[:500]}
    sys.stdout.buffer.write(orjson.dumps(answer, option=_OPTIONS, default=str))


def _limit() -> None:
    try:
        import resource
    except ImportError:  # Windows; the caller's clock ends it there
        return
    resource.setrlimit(resource.RLIMIT_CPU, (_CPU_SECONDS, _CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


if __name__ == "__main__":
    main()
