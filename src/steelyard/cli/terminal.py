"""A terminal that cannot show every character shows the others, and the command goes on."""

from __future__ import annotations

import codecs
import io
import sys

from steelyard.i18n import t

_SAMPLE = "权衡 ≥ – ✓ “"


def tolerate_encoding() -> None:
    """Print what the terminal lacks as `?`, and say so once on standard error."""
    lacking = [stream for stream in (sys.stdout, sys.stderr) if not _shows_everything(stream)]
    for stream in lacking:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if sys.stdout in lacking:
        sys.stderr.write(t("machine.terminal", encoding=sys.stdout.encoding) + "\n")


def _shows_everything(stream: object) -> bool:
    encoding = getattr(stream, "encoding", None)
    if not isinstance(stream, io.TextIOWrapper) or encoding is None:
        return True  # something of the caller, which is theirs to set up
    if stream.errors not in ("strict", "surrogateescape"):
        return stream is not sys.stdout
    try:
        codecs.lookup(encoding)
        _SAMPLE.encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return True
