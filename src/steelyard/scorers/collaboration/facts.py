"""Whether a message agrees with the facts all agents share.

A sentence that names a fact and then says something about it is held against the fact's value:

- a number: the first number after the name must be the value;
- a text: the value must stand after the name; a sentence that goes on with `is`, `:`, `=`, 为 or 是
  and does not hold it is wrong, any other says nothing about the fact.

What is said about a fact ends at the end of the sentence or where the next fact is named. Questions
claim nothing. A message is wrong if anything in it is wrong, right if something in it is right.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from steelyard.model import nfkc

_Value: TypeAlias = float | str

# A full stop ends a sentence only before a space or the end: 3.5 is one number.
_SENTENCE = re.compile(r"[^。!?;\n]*?(?:[。!?;\n]|\.(?=\s|$)|$)")
_NUMBER = re.compile(r"(?<![a-z0-9_.])[-+]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[-+]?\d+)?")
_CLAIM = re.compile(r"\s*(?:is|are|was|were|equals)\b\s*\S|\s*[:=为是]\s*\S")


class Facts:
    """The facts of one case, by name.

    Args:
        given: name to value: a number, a text, or a list of those that all count as right.
            Anything else under a name is left out.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._values: dict[str, list[_Value]] = {}
        for name, value in given.items():
            accepted = _values(value)
            if accepted and _plain(name):
                self._values[_plain(name)] = accepted
        longest_first = sorted(self._values, key=len, reverse=True)
        self._names = re.compile("|".join(map(_whole, longest_first))) if longest_first else None

    def __bool__(self) -> bool:
        return bool(self._values)

    def judge(self, text: str | None) -> bool | None:
        """Return whether a message is right; None when it says nothing about any fact."""
        if self._names is None or text is None:
            return None
        verdicts = [_check(*claim) for claim in self._claims(_plain(text), self._names)]
        judged = [verdict for verdict in verdicts if verdict is not None]
        return all(judged) if judged else None

    def _claims(self, text: str, names: re.Pattern[str]) -> Iterator[tuple[list[_Value], str]]:
        """Yield, for each fact that is named, its values and what is said after the name."""
        for sentence in _SENTENCE.findall(text):
            if sentence.rstrip().endswith("?"):
                continue
            mentions = list(names.finditer(sentence))
            ends = [*(mention.start() for mention in mentions), len(sentence)]
            for at, mention in enumerate(mentions, 1):
                yield self._values[mention.group()], sentence[mention.end() : ends[at]]


def _check(values: list[_Value], said: str) -> bool | None:
    verdicts = [_agrees(value, said) for value in values]
    if True in verdicts:
        return True
    return False if False in verdicts else None


def _agrees(value: _Value, said: str) -> bool | None:
    if isinstance(value, float):
        number = _NUMBER.search(said)
        return None if number is None else math.isclose(_float(number.group()), value, rel_tol=1e-9)
    if re.search(_whole(value), said):
        return True
    return False if _CLAIM.match(said) else None


def _values(value: Any) -> list[_Value]:
    given = value if isinstance(value, list) else [value]
    found: list[_Value] = []
    for item in given:
        if isinstance(item, str) and _plain(item):
            text = _plain(item)
            found.append(_float(text) if _NUMBER.fullmatch(text) else text)
        elif isinstance(item, (int, float)) and not isinstance(item, bool) and abs(item) <= 1e300:
            found.append(float(item))
    return found


def _plain(text: str) -> str:
    return nfkc(text).casefold().replace("_", " ").replace("−", "-").strip()


def _float(text: str) -> float:
    return float(text.replace(",", ""))


def _whole(text: str) -> str:
    """Return a pattern for a text that is not part of a longer Latin word or number."""
    before = r"(?<![a-z0-9])" if re.match("[a-z0-9]", text) else ""
    after = r"(?![a-z0-9])" if re.search("[a-z0-9]$", text) else ""
    return f"{before}{re.escape(text)}{after}"
