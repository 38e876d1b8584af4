"""Labels: which class a reply gives, out of a known set.

Looked for in this order: the whole reply, a field of JSON, the last label after "label:", 类别,
属于 and the like, the only label that is mentioned and not denied. Longer labels come first, so
that "not spam" does not mention "spam". Two different labels are none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from steelyard.scorers.matchers.contains import match_contains
from steelyard.scorers.matchers.json_subset import read_json
from steelyard.scorers.matchers.match import UNREAD, Match
from steelyard.scorers.matchers.normalize import norm, without_punctuation

FIELDS = (
    *("label", "class", "category", "answer", "classification", "prediction", "sentiment"),
    *("intent", "result", "output", "标签", "类别", "分类", "答案", "情感", "结果"),
)
"""Fields of a JSON reply that may hold the label, in this order."""

_MASK = "\u25a1"
_FILLERS = (
    r"(?:\s|[:=\-–—>*\"'(\[【】「『“,#]|\b(?:is|are|was|be|as|would|should|it|the|a|an|this|that|"
    r"text|review|message|of|clearly|most|likely|probably|definitely|label|class|category)\b|"
    r"应该|应为|标签|类别|分类|评价|情感|倾向|是|为|应|到|于|的|该|本|条|类){0,20}+"
)
_MARKER = re.compile(
    r"(?:\b(?:label(?:l?ed)?|class(?:ified|ification)?|category|categori[sz]ed|answer|sentiment|"
    r"prediction|predicted|verdict|conclusion|belongs to|intent)\b|"
    r"标签|类别|分类|属于|归为|归类|判断为|判定为|判为|答案|结论|情感|倾向|预测)" + _FILLERS
)
_DENIED = re.compile(r"(?:不|非|未|无|没)$")
_CODE = re.compile(r"[a-z0-9_]")
_Labels = tuple[tuple[str, ...], re.Pattern[str]]


def match_label(expected: str, reply: str, labels: Sequence[str]) -> Match:
    """Return whether the reply gives the expected label.

    Args:
        expected: the right label.
        reply: the reply.
        labels: every label there is.
    """
    known = labels if expected in labels else (*labels, expected)
    found = read_label(reply, known)
    if found is None:
        return Match(passed=False, evidence=UNREAD)
    return Match(norm(found) == norm(expected), found)


def read_label(reply: str, labels: Sequence[str]) -> str | None:
    """Return the label a reply gives, in the spelling of `labels`; None when it gives none."""
    by_norm = {norm(label): label for label in labels if norm(label)}
    text = norm(reply)
    whole = by_norm.get(text) or _whole(text, by_norm)
    if whole is not None:
        return whole
    is_given, field = _json_field(reply)
    if is_given:
        return by_norm.get(norm(field)) or _whole(norm(field), by_norm)
    pattern = _pattern(tuple(by_norm))
    hits = list(pattern.finditer(text))
    return _marked(text, hits, by_norm) or _the_only(text, hits, by_norm)


def _whole(text: str, by_norm: Mapping[str, str]) -> str | None:
    bare = without_punctuation(text)
    same = [label for key, label in by_norm.items() if bare and without_punctuation(key) == bare]
    return same[0] if len(same) == 1 else None


def _json_field(reply: str) -> tuple[bool, str]:
    """Return whether the reply is JSON with a field for the label, and what it holds."""
    if "{" not in reply:
        return False, ""
    value: Any = read_json(reply)
    if not isinstance(value, dict):
        return False, ""
    fields = {name.casefold(): held for name, held in value.items()}
    for name in FIELDS:
        held = fields.get(name)
        if isinstance(held, (str, int, float)) and not isinstance(held, bool):
            return True, str(held)
        if isinstance(held, bool):
            return True, "true" if held else "false"
    return False, ""


@lru_cache(maxsize=64)
def _pattern(keys: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(keys, key=len, reverse=True)
    return re.compile("|".join(map(_bounded, longest_first)) or r"(?!)")


def _bounded(key: str) -> str:
    """Return a pattern for a label, not inside a longer Latin word or number.

    A hyphen, underscore or blank between its words may be any of them: not_spam, "not spam".
    """
    words = [re.escape(word) for word in re.split(r"[\s_-]+", key)]
    body = r"[\s_-]+".join(words) if all(words) else re.escape(key)
    before = r"(?<![a-z0-9_])(?<!\d\.)" if _CODE.match(key[0]) else ""
    after = r"(?![a-z0-9_])(?!\.\d)" if _CODE.match(key[-1]) else ""
    return f"{before}(?:{body}){after}"


def _marked(text: str, hits: Sequence[re.Match[str]], by_norm: Mapping[str, str]) -> str | None:
    """Return the label that stands directly after the last marker; none if it is an alternative."""
    places = {marker.end() for marker in _MARKER.finditer(text)}
    last = [hit for hit in hits if hit.start() in places]
    if not last or re.match(r"\s*(?:or\b|/|或|还是)", text[last[-1].end() :][:12]):
        return None
    return _label_of(last[-1], by_norm)


def _the_only(text: str, hits: Sequence[re.Match[str]], by_norm: Mapping[str, str]) -> str | None:
    found = {}
    for said in {hit[0]: hit for hit in hits}.values():
        label = _label_of(said, by_norm)
        if _is_asserted(said[0], text, hits):
            found[label] = True
    return next(iter(found)) if len(found) == 1 else None


def _is_asserted(said: str, text: str, hits: Sequence[re.Match[str]]) -> bool:
    """Return whether a label is asserted where it is not part of a longer one."""
    masked = list(text)
    for hit in hits:
        is_part = hit[0] != said and said in hit[0]
        is_denied = hit[0] == said and _DENIED.search(text[: hit.start()][-1:])
        if is_part or is_denied:
            masked[hit.start() : hit.end()] = _MASK * (hit.end() - hit.start())
    return match_contains(said, "".join(masked)).passed


def _label_of(hit: re.Match[str], by_norm: Mapping[str, str]) -> str:
    key = hit[0]
    if key in by_norm:
        return by_norm[key]
    folded = re.sub(r"[\s_-]+", " ", key)
    same = (label for name, label in by_norm.items() if re.sub(r"[\s_-]+", " ", name) == folded)
    return next(same)
