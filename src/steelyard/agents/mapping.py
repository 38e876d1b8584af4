"""Where in a JSON answer each thing is: `{output: choices.0.text, confidence: "score?"}`."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

import orjson

from steelyard.agents.answer import ANSWER_KEYS, bad_reply
from steelyard.errors import PlanError
from steelyard.i18n import t

_MISSING = object()


class ResponseMap:
    """Dotted paths to known names; a number steps into a list, `?` at the end allows absence."""

    def __init__(self, paths: Mapping[str, str], *, place: str) -> None:
        self._paths = []
        for name, path in paths.items():
            if name not in ANSWER_KEYS:
                raise PlanError(_unknown(f"{place}.{name}", name))
            optional = path.endswith("?")
            steps = [step for step in path.removesuffix("?").split(".") if step]
            self._paths.append((name, path, steps, optional))

    def read(self, document: Any) -> dict[str, Any]:
        """Return what the document says under each name."""
        values = {}
        for name, path, steps, optional in self._paths:
            value = _walk(document, steps)
            if value is not _MISSING:
                values[name] = value
            elif not optional:
                found = outline(document)
                raise bad_reply(t("agents.not_in_reply", name=name, path=path, found=found))
        return values


def parse_json(data: bytes | str) -> Any:
    """Return the JSON value in `data`; say whether its bytes or its grammar are wrong."""
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        problem = str(error)
    if isinstance(data, bytes):
        text = decode(data)
        if text is not None and text.startswith("\ufeff"):
            return parse_json(text[1:])
    raise bad_reply(t("agents.bad_json", problem=problem, size=len(data)), "bad_json")


def decode(data: bytes, charset: str = "utf-8") -> str:
    """Return the text in `data`."""
    try:
        return data.decode(charset)
    except UnicodeDecodeError as error:
        message = t("agents.bad_encoding", charset=charset, at=error.start)
    except LookupError:
        message = t("agents.unknown_charset", charset=charset)
    raise bad_reply(message, "bad_encoding")


def outline(document: Any) -> str:
    """Return the shape of an answer: keys only, for its values may be long or private."""
    if isinstance(document, dict):
        return ", ".join(list(document)[:12]) or "{}"
    return type(document).__name__


def _walk(document: Any, steps: list[str]) -> Any:
    for step in steps:
        if isinstance(document, dict) and step in document:
            document = document[step]
        elif isinstance(document, list) and step.lstrip("-").isdecimal():
            try:
                document = document[int(step)]
            except IndexError:
                return _MISSING
        else:
            return _MISSING
    return document


def _unknown(place: str, name: str) -> str:
    close = get_close_matches(name, ANSWER_KEYS, n=1, cutoff=0.6)
    key = "agents.unknown_option_close" if close else "agents.unknown_option"
    return t(key, place=place, close="".join(close), allowed=", ".join(sorted(ANSWER_KEYS)))
