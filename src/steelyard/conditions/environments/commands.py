"""Commands as users write them: a line or a list of words, with placeholders such as `{port}`."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence


def words_of(command: str | Sequence[str], values: Mapping[str, str | int]) -> list[str]:
    """Return the words of a command with its placeholders filled; a line is split as a shell would.

    Only `{name}` of a known name is replaced, so that JSON and other braces survive.
    """
    words = shlex.split(command) if isinstance(command, str) else list(command)
    return [fill(word, values) for word in words]


def fill(text: str, values: Mapping[str, str | int]) -> str:
    """Return `text` with each `{name}` replaced."""
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def wrap(template: str, words: Sequence[str], mark: str) -> list[str]:
    """Return the words of `template` with `words` put at its `mark`.

    A mark that stands alone becomes the words themselves; inside a longer word, such as the quoted
    line of `ssh host 'cd /srv && {command}'`, it becomes the line that a shell would read as them.
    """
    wrapped: list[str] = []
    for word in shlex.split(template):
        wrapped += words if word == mark else [word.replace(mark, shlex.join(words))]
    return wrapped
