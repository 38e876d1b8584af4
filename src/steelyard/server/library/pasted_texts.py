"""Keys in texts that people keep in a project: refused in documents, taken out of what is typed.

A text need not be YAML yet. Then lines are looked at one by one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from sqlalchemy.orm import Session

from steelyard.agents import pasted_hint, pasted_in, secret_names, shown_path
from steelyard.errors import InputError, SteelyardError
from steelyard.i18n import t
from steelyard.indicators.lined import read_lined
from steelyard.model import (
    MASK,
    holds_credential,
    is_credential_field,
    is_opaque,
    is_usual_name,
    redact,
)
from steelyard.plan import agents_in, pasted_in_plan
from steelyard.server.library.secrets import secrets_of

# `key: value` as somebody is typing it, also inside of braces.
_ENTRY = re.compile(r"""([\w.-]+)["']?\s*:\s*["']?([^\s"',{}\[\]#]+)""")
_SHORTEST = 4  # of a value that is looked for elsewhere in the text


def refuse_pasted_text(session: Session, project_id: str, kind: str, text: str) -> None:
    """Refuse the text of a document with a key in it.

    A name may be that of a secret of the project, or of a variable, written as such: the same file
    is used by the command line.

    Raises:
        InputError: says where, and not what.
    """
    kept = {secret.name for secret in secrets_of(session, project_id)}
    for place, _ in _found(kind, text, kept):
        raise InputError(t("agents.pasted", place=place), hint=pasted_hint())


def redact_text(text: str, kept: Collection[str] = (), kind: str = "plan") -> str:
    """Return a text without the keys in it; the same when there are none."""
    values = {value for _, value in _found(kind, text, kept) if len(value) >= _SHORTEST}
    for value in sorted(values, key=len, reverse=True):
        text = text.replace(value, MASK)
    return redact(text)


def _found(kind: str, text: str, kept: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the place and the value of everything in a text that should not be there."""
    if kind in ("plan", "environment"):
        try:
            content = read_lined(kind, text)
        except SteelyardError:
            yield from _in_lines(text, kept)
        else:
            yield from _in_content(kind, content, kept)
    for number, line in enumerate(text.splitlines(), 1):
        if holds_credential(line):
            yield t("library.in_line", line=number), ""
    if holds_credential(text):
        yield kind, ""


def _in_content(kind: str, content: Any, kept: Collection[str]) -> Iterator[tuple[str, str]]:
    if kind == "environment":
        content = {"environments": [content]}
    for path in pasted_in_plan(content):
        yield shown_path(path), _at(content, path)
    for path, config in agents_in(content):
        for found in secret_names(config, path):
            if found.name not in kept and not is_usual_name(found.name):
                yield shown_path(found.path), found.name


def _in_lines(text: str, kept: Collection[str]) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        for key, value in _ENTRY.findall(line):
            pasted = next(pasted_in({"agent": {key: value}}), None) is not None
            named = next(secret_names({key: value}), None) is not None
            unknown = named and value not in kept and not is_usual_name(value)
            if pasted or unknown or (is_credential_field(key) and is_opaque(value)):
                yield t("library.in_line", line=number), value


def _at(content: Any, path: tuple[str | int, ...]) -> str:
    for part in path:
        try:
            content = content[part]
        except (KeyError, IndexError, TypeError):  # the key itself is what is wrong
            return str(part)
    return content if isinstance(content, str) else str(path[-1])
