"""Compiled page templates, kept in the user's cache: compiling them takes longer than a page."""

from __future__ import annotations

import sys

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from steelyard import __version__
from steelyard.report.user_cache import read_cached, write_cached


class TemplateCache(BytecodeCache):
    """Gives Jinja the code of a template that was compiled before from the same text."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket, if there is something to fill it with."""
        code = read_cached(_name(bucket), _made_from(bucket))
        if code is not None:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a bucket."""
        write_cached(_name(bucket), _made_from(bucket), bucket.bytecode_to_string())


def _name(bucket: Bucket) -> str:
    return f"template-{bucket.key[:16]}-{sys.implementation.cache_tag}"


def _made_from(bucket: Bucket) -> bytes:
    # Constants in a template may be computed by our own functions when it is compiled.
    return f"{__version__} {jinja2.__version__} {sys.version} {bucket.checksum}".encode()
