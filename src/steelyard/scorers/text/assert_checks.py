"""What each type of assertion looks at, one answer at a time.

Texts are compared in NFKC, so that width is no difference, without the outer blanks of the answer;
case counts, except for the types that begin with i.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import orjson

from steelyard.i18n import t
from steelyard.model import Assertion, nfkc
from steelyard.scorers.text.tokenizers import CHINESE_RANGES

_LONGEST = 80  # characters of an answer that evidence keeps
_MOST_READ = 2_000_000  # characters read over and over in search of an object
_CJK = "".join(f"{first}-{last}" for first, last in CHINESE_RANGES)
_WORDS = re.compile(rf"[{_CJK}]|[^\s{_CJK}]+")


class Finding(NamedTuple):
    """Whether an assertion holds, `not` aside, and what was found; None with a reason: unknown."""

    holds: bool | None
    found: Any = None
    reason: str | None = None


@dataclass
class Answer:
    """What assertions look at."""

    text: str
    latency_s: float | None = None
    cost: float | None = None

    @cached_property
    def plain(self) -> str:
        """The text in NFKC without outer blanks."""
        return nfkc(self.text).strip()

    @cached_property
    def folded(self) -> str:
        """The same without upper and lower case."""
        return self.plain.casefold()

    @cached_property
    def json(self) -> Any:
        """What the text says as JSON; the class `ValueError` when it is none."""
        try:
            return orjson.loads(self.text.strip())
        except orjson.JSONDecodeError:
            return ValueError


def excerpt(text: str, *, from_end: bool = False) -> str:
    """Return the beginning or the end of a text, fit to be stored."""
    short = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
    if from_end and len(text) > _LONGEST:
        short = "…" + text[-_LONGEST:]
    return short.encode("utf-8", "replace").decode()


def _equals(one: Assertion, answer: Answer) -> Finding:
    found = excerpt(answer.plain)
    if isinstance(one.value, dict | list):
        return Finding(_same(one.value, answer.json), found)
    value = one.value
    if isinstance(value, float) and value.is_integer():  # 2.0 is written 2
        value = int(value)
    return Finding(answer.plain == nfkc(str(value)).strip(), found)


def _same(left: Any, right: Any) -> bool:
    """Whether two values of JSON are the same; true is not 1."""
    try:
        if isinstance(left, dict) and isinstance(right, dict):
            return left.keys() == right.keys() and all(_same(left[k], right[k]) for k in left)
        if isinstance(left, list) and isinstance(right, list):
            return len(left) == len(right) and all(map(_same, left, right))
        return isinstance(left, bool) is isinstance(right, bool) and bool(left == right)
    except RecursionError:  # nobody means an object nested a thousand deep
        return False


def _contains(one: Assertion, answer: Answer) -> Finding:
    wanted = one.value if isinstance(one.value, list) else [one.value]
    fold = one.type.startswith("i")
    text = answer.folded if fold else answer.plain
    there = [value for value in wanted if (_fold(value) if fold else nfkc(value)) in text]
    enough = any if one.type.endswith("-any") else all
    return Finding(enough(value in there for value in wanted), [excerpt(v) for v in there])


def _fold(text: str) -> str:
    return nfkc(text).casefold()


def _starts_with(one: Assertion, answer: Answer) -> Finding:
    return Finding(answer.plain.startswith(nfkc(one.value)), excerpt(answer.plain))


def _ends_with(one: Assertion, answer: Answer) -> Finding:
    found = excerpt(answer.plain, from_end=True)
    return Finding(answer.plain.endswith(nfkc(one.value)), found)


def _is_json(one: Assertion, answer: Answer) -> Finding:
    return Finding(answer.json is not ValueError, excerpt(answer.plain))


def _contains_json(one: Assertion, answer: Answer) -> Finding:
    """Look for an object; a list would find every [1] that is a footnote."""
    decoder, text, read = json.JSONDecoder(), answer.text, 0
    start = text.find("{")
    while start >= 0:
        try:
            _, end = decoder.raw_decode(text, start)
        except json.JSONDecodeError as error:
            read += error.pos - start
        except (RecursionError, ValueError):  # nested too deep, or a number without end
            read += 10_000
        else:
            return Finding(holds=True, found=excerpt(text[start:end]))
        if read > _MOST_READ:
            return Finding(None, reason=t("asserts.too_tangled"))
        start = text.find("{", start + 1)
    return Finding(holds=False)


def _is_refusal(one: Assertion, answer: Answer) -> Finding:
    from steelyard.scorers.safety.refused import refused

    return Finding(refused(answer.text), excerpt(answer.plain))


def _word_count(one: Assertion, answer: Answer) -> Finding:
    """Count what stands between blanks, each Chinese character by itself, punctuation not."""
    words = _WORDS.findall(answer.plain)
    return _within(one, sum(1 for word in words if any(map(str.isalnum, word))))


def _length(one: Assertion, answer: Answer) -> Finding:
    return _within(one, len(answer.text.strip()))


def _within(one: Assertion, found: int) -> Finding:
    limits = one.value
    if not isinstance(limits, dict):
        return Finding(found == limits, found)
    return Finding(limits.get("min", 0) <= found <= limits.get("max", found), found)


def _levenshtein(one: Assertion, answer: Answer) -> Finding:
    from rapidfuzz.distance import Levenshtein

    limit = int(min(one.threshold or 0, 1e9))
    # Beyond the limit nobody asks how far: a long answer then costs little.
    found = Levenshtein.distance(answer.plain, nfkc(one.value).strip(), score_cutoff=limit)
    return Finding(found <= limit, found if found <= limit else f"> {limit}")


def _unchecked(one: Assertion, answer: Answer) -> Finding:
    return Finding(None, reason=t("asserts.unchecked"))


def measured(one: Assertion, value: float | None) -> Finding:
    """Hold a measured number against the limit of an assertion."""
    if value is None or one.threshold is None:
        return Finding(None, reason=t("asserts.not_measured", column=MEASURED[one.type]))
    return Finding(value <= one.threshold, value)


MEASURED = {"latency": "latency_s", "cost": "cost"}
"""Types that look at a number beside the answer, and its column."""

CHECKS: dict[str, Callable[[Assertion, Answer], Finding]] = {
    "equals": _equals,
    **dict.fromkeys(("contains", "contains-any", "contains-all"), _contains),
    **dict.fromkeys(("icontains", "icontains-any", "icontains-all"), _contains),
    "starts-with": _starts_with,
    "ends-with": _ends_with,
    "is-json": _is_json,
    "contains-json": _contains_json,
    "is-refusal": _is_refusal,
    "word-count": _word_count,
    "length": _length,
    "levenshtein": _levenshtein,
    "unchecked": _unchecked,
}
"""Types that are decided one answer at a time."""
