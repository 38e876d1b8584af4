"""Values that people send are kept, hashed and sent on as JSON: what cannot be is refused first."""

from __future__ import annotations

import re
from typing import Any

import orjson

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators.lined import read_lined

# A null as JSON writes it; with an even number of backslashes it is only a text about one.
_NULL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


def check_kept(value: Any) -> bytes:
    """Return a value as JSON that every database keeps and can look into.

    Raises:
        InputError: see `check_plain`; or a text in it holds a null.
    """
    content = check_plain(value)
    if _NULL.search(content):
        raise InputError(t("server.null"))
    return content


def check_plain(value: Any) -> bytes:
    """Return a value as JSON.

    Raises:
        InputError: it is nested too deeply, or holds a number or a text that JSON has not.
    """
    try:
        return orjson.dumps(value)
    except TypeError as error:  # that is how the library says it
        raise InputError(t("library.not_plain", problem=error)) from None


def read_plain(source: str, text: str) -> Any:
    """Return what a YAML text says, as JSON has it; `source` names it in errors.

    Raises:
        InputError: it is not YAML, too large, contains itself, or holds what JSON has not.
    """
    return orjson.loads(check_plain(read_lined(source, text)))
