"""What a judge said, read: JSON as asked for, or what can be told from prose beyond doubt.

A reading is taken only when it is the only one: a judge that quotes `{"score": 10}` from what it
judges and then gives its own score has said two things, and neither counts.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

_THINKING = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_NUMBER = r"(-?\d++(?:\.\d++)?)"
_NO_RANGE = r"(?!\s*[-–—~至到]\s*\d)"  # "7-8" is not a score
_OUT_OF = r"(?:\s*(?:/|out\s+of)\s*(\d++(?:\.\d++)?))?"
_MARKS = r"[\s\"'*_`]*"
_LABELLED = re.compile(
    rf"(?:\b(?:score|rating|grade)|得分|评分|分数|打分){_MARKS}(?:[(（][^)）\n]*[)）]{_MARKS})?"
    rf"(?:[:：=]|\b(?:is|of)\b|为|是){_MARKS}{_NUMBER}{_NO_RANGE}{_OUT_OF}",
    re.IGNORECASE,
)
_FRACTION = re.compile(
    rf"(?<![\d./-]){_NUMBER}{_NO_RANGE}\s*(?:/|out\s+of)\s*(\d++(?:\.\d++)?)(?![\d/])",
    re.IGNORECASE,
)
_BARE = re.compile(rf"\s*{_NUMBER}{_OUT_OF}\s*(?:分|points?)?\s*[.。]?\s*", re.IGNORECASE)
_WINNER = re.compile(
    rf"\[\[\s*(a|b|tie)\s*\]\]|(?:\bwinner|\bbetter|胜者|更好){_MARKS}(?:[:：=]|\bis\b|的?是|为)"
    rf"{_MARKS}(?:answer\s+|回答)?(a|b|tie|平局)(?![a-z])",
    re.IGNORECASE,
)
_TIES = frozenset({"tie", "draw", "equal", "平局", "平", "c"})
_REASON = re.compile(r"[\"']?reason[\"']?\s*[:：]\s*[\"'](.*?)[\"']\s*[,}\n]", re.IGNORECASE)
_LONGEST_REASON = 1000
_TRIES = 200  # braces that begin no JSON; a judge that writes more of them is not read as JSON


class Judgement(NamedTuple):
    """A score (or a winner) and the reason given; `found` is None when it cannot be read."""

    found: Any
    reason: str


def read_score(text: str, low: float, high: float) -> Judgement:
    """Return the score in what a judge said, on the scale from `low` to `high`.

    JSON is read first, also inside fences and other text; then "Score: 7/10", "评分：7" and the
    like; then a fraction of `high`, or a bare number. A score outside the scale is none.
    """
    said = _THINKING.sub("", text)
    objects = [each for each in _objects(said) if "score" in each]
    if objects:
        scores = {_as_score(each["score"], high) for each in objects}
    else:
        labelled = {_of(found[1], found[2], high) for found in _LABELLED.finditer(said)}
        fractions = {_of(found[1], found[2], high) for found in _FRACTION.finditer(said)}
        bare = _BARE.fullmatch(said)
        scores = labelled or fractions or ({_of(bare[1], bare[2], high)} if bare else set())
    only = scores.pop() if len(scores) == 1 else None
    fits = only is not None and low <= only <= high
    return Judgement(only if fits else None, _reason(objects, said))


def read_winner(text: str) -> Judgement:
    """Return `A`, `B` or `tie` in what a judge said of two answers."""
    said = _THINKING.sub("", text)
    objects = [each for each in _objects(said) if "winner" in each]
    if objects:
        winners = {_as_winner(each["winner"]) for each in objects}
    else:
        winners = {_as_winner(found[1] or found[2]) for found in _WINNER.finditer(said)}
        winners = winners or {_as_winner(said)}
    only = winners.pop() if len(winners) == 1 else None
    return Judgement(only, _reason(objects, said))


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield every JSON object in the text that lies in no other, its keys in lower case."""
    decoder = json.JSONDecoder(object_pairs_hook=_said_once, strict=False)
    at, tries = text.find("{"), 0
    while at >= 0 and tries < _TRIES:
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end, tries = at + 1, tries + 1
        else:
            yield value
        at = text.find("{", end)


def _said_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object; a key that was given two values has none."""
    made: dict[str, Any] = {}
    for key, value in pairs:
        name = key.strip().lower()
        made[name] = value if name not in made or made[name] == value else None
    return made


def _as_score(value: Any, high: float) -> float | None:
    if isinstance(value, str) and (found := _BARE.fullmatch(value)):
        return _of(found[1], found[2], high)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and math.isfinite(value) else None


def _of(number: str, out_of: str | None, high: float) -> float | None:
    """Return the number, unless it is out of something other than the top of the scale."""
    return float(number) if out_of is None or float(out_of) == high else None


def _as_winner(value: Any) -> str | None:
    if not isinstance(value, str):
        return None
    word = value.strip(" \t\r\n\"'*_`.。").lower().removeprefix("answer ").removeprefix("回答")
    if word in _TIES:
        return "tie"
    return word.upper() if word in ("a", "b") else None


def _reason(objects: list[dict[str, Any]], said: str) -> str:
    given = objects[-1].get("reason") if objects else None
    if not isinstance(given, str):
        found = _REASON.search(said)
        given = found[1] if found else said
    return given.strip()[:_LONGEST_REASON]
