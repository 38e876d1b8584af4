"""`contains`: whether the expected text is asserted in a reply, not merely present."""

from __future__ import annotations

import re
from functools import lru_cache

from steelyard.scorers.matchers.clauses import CJK, Clauses, fold
from steelyard.scorers.matchers.concession import is_conceded, is_guess
from steelyard.scorers.matchers.dates import date_pattern, read_date
from steelyard.scorers.matchers.match import ABSENT, DENIED, Match
from steelyard.scorers.matchers.math_markup import plain_words
from steelyard.scorers.matchers.negation import (
    NEGATIVE_START,
    UNKNOWN,
    UNSURE,
    is_corrected,
    is_denied,
    is_open,
)
from steelyard.scorers.matchers.normalize import clean
from steelyard.scorers.matchers.same_text import same_text

_LONGEST, _MOST = 2_000, 400  # characters of an expected text, mentions that are looked at
_EVIDENCE = 80  # characters of the matched text that are shown
_ARTICLE = re.compile(r"^(?:the|an?)\s+(?=\S)", re.IGNORECASE)
_OUTER = re.compile(r"^[^\w+\-#$€£¥]+|[^\w+#%°]+$")
_STOP = re.compile(r"[.。]\s*[\"')\]]*\s*$")
_INNER = re.compile(
    r"[;!?。、()\[\]{}\"…\n]|(?<!\d)[,:]|[,:](?!\d)"
    # The stop of an initial or a title ends no sentence: J. K. Rowling, Dr. Watson.
    r"|(?<!\b[A-Z])(?<!\b(?:Mr|Ms|Dr|St|Mt|Jr|Sr))(?<!\bMrs)(?<!\bProf)\.(?=\s)"
)
_TITLE_STOP = re.compile(r"(?<=[a-z])\\\.(?=\[)")  # may be left out: Dr Watson
# O(n), cos(x), arr[0]: one word with brackets.
_FORMULA = re.compile(rf"[^\s{CJK}]*\w[(\[{{][^\s{CJK}]*")
_BRACKETS = re.compile(r"[()\[\]{}]")
_TOKEN = re.compile(rf"[{CJK}]|[^\W{CJK}]+")
_WORD = rf"[^\W{CJK}]"


def match_contains(expected: str, reply: str, *, ignore_case: bool = True) -> Match:
    """Return whether the reply asserts the expected text.

    A mention that is denied, believed by others, one of several alternatives or corrected later
    does not count. Evidence: the text that matched, `absent` or `denied`.
    """
    if (
        not ignore_case
        and find(core(expected, ignore_case=False), fold(reply, ignore_case=False)) is None
    ):
        return Match(False, ABSENT)
    if same_text(expected, reply):
        return Match(True, fold(expected)[:_EVIDENCE])
    needle, text = core(plain_words(expected)), fold(plain_words(reply))
    if not needle:  # nothing but marks: an emoji, say
        mark = fold(expected)
        return Match(True, mark) if mark and mark in text else Match(False, ABSENT)
    if is_unknown(needle) and (opening := UNKNOWN.match(text) or UNSURE.match(text)):
        return Match(True, opening[0][:_EVIDENCE])
    negative = NEGATIVE_START.match(needle) is not None
    if UNKNOWN.match(text) and not negative:
        return Match(False, ABSENT if find(needle, text) is None else DENIED)
    return _last_asserted(needle, text, negative=negative)


def match_substring(expected: str, reply: str, *, ignore_case: bool = True) -> Match:
    """Return whether the expected text is anywhere in the reply, inside words and denied or not."""
    needle, text = fold(expected, ignore_case=ignore_case), fold(reply, ignore_case=ignore_case)
    found = bool(needle) and needle in text
    return Match(found, needle[:_EVIDENCE] if found else ABSENT)


def is_short(expected: str) -> bool:
    """Return whether an expected answer is a name or a term rather than a sentence.

    No inner punctuation, and at most 8 Chinese characters (a Latin word counts 2) or 4 words
    without a leading article. A full stop marks a sentence: then at most 4 characters or 2 words.
    A date is short as well, and so is a formula of one word: "March 3, 1918", "cos(x)".
    """
    text = clean(expected).strip()
    body = core(expected)
    if read_date(body) is not None:
        return True
    inner = _OUTER.sub("", text)
    if _FORMULA.fullmatch(text):  # no words to overlap
        inner = _BRACKETS.sub("", inner)
    if not body or _INNER.search(inner):
        return False
    tokens = _TOKEN.findall(body)
    chinese = [token for token in tokens if re.match(f"[{CJK}]", token)]
    stopped = _STOP.search(text) is not None
    if chinese:
        return 2 * len(tokens) - len(chinese) <= (4 if stopped else 8)
    return len(body.split()) <= (2 if stopped else 4)


def is_unknown(needle: str) -> bool:
    """Return whether a folded expected answer says that the answer is not known."""
    return UNKNOWN.match(needle) is not None or UNSURE.match(needle) is not None


def core(expected: str, *, ignore_case: bool = True) -> str:
    """Return the expected text folded, without outer punctuation and leading article."""
    folded = fold(expected, ignore_case=ignore_case)
    if _FORMULA.fullmatch(folded):
        return folded.rstrip(".")
    return _ARTICLE.sub("", _OUTER.sub("", folded), count=1).strip()


def find(needle: str, text: str) -> re.Match[str] | None:
    """Return the first mention of a folded needle in a folded text."""
    return pattern_of(needle).search(text) if needle else None


@lru_cache(maxsize=256)
def pattern_of(needle: str) -> re.Pattern[str]:
    """Return a pattern for mentions: whole words and numbers, Chinese as a substring."""
    if len(needle) > _LONGEST:
        return re.compile(re.escape(needle))
    if date := read_date(needle):
        return re.compile(date_pattern(date))
    signs = len(needle) - len(needle.lstrip("+-#"))
    parts = re.split(r"((?<!\d)[\s,、;-]+|[\s,、;-]+(?!\d))", needle[signs:])
    body = re.escape(needle[:signs] + parts[0])
    for word, following in zip(parts[::2], parts[2::2], strict=False):
        body += _between(word, following) + re.escape(following)
    body = re.sub(r"(?<=\w)(\\\+|/)(?=\w)", r" ?\1 ?", body)  # Ctrl+C, Ctrl + C
    body = _TITLE_STOP.sub(r"\\.?", body)
    pattern = _left(needle) + body + _right(needle)
    if _FORMULA.fullmatch(needle):  # not the cos(x) of -cos(x)
        pattern = rf"(?<!-){pattern}"
    if re.fullmatch("[a-z]", needle):  # not the C of Objective-C or of C-reactive
        pattern = rf"(?<![^\W\d]-){pattern}(?!-\w)"
    return re.compile(pattern)


def _between(left: str, right: str) -> str:
    """Blanks, hyphens and commas are interchangeable; only two Latin words need one."""
    needed = bool(re.search(r"[^\W\d]$", left) and re.match(r"[^\W\d]", right))
    if re.search(f"[{CJK}]$", left) or re.match(f"[{CJK}]", right):
        needed = False
    return rf"[\s,、;-]{{{int(needed)},3}}"


def _left(needle: str) -> str:
    if needle[0].isdigit():
        return r"(?<![^\W" + CJK + r"])(?<!\d[.,])"
    return rf"(?<!{_WORD})" if re.match(_WORD, needle) else ""


def _right(needle: str) -> str:
    last = needle[-1]
    if last.isdigit():
        return rf"(?!{_WORD})(?![.,]\d)"
    if not re.match(_WORD, last):
        return r"(?![+#])" if last in "+#" else ""
    if len(needle) > 5 and last == "s" and needle[-2] not in "siu":
        return rf"(?!{_WORD}|[+#])"
    return rf"(?:'?s|es)?(?!{_WORD}|[+#])"


def _last_asserted(needle: str, text: str, *, negative: bool) -> Match:
    """Look at mentions from the last to the first: a correction after the last assertion counts."""
    longest = max(_TOKEN.findall(needle) or [needle], key=len)
    if longest not in text and read_date(needle) is None:
        return Match(False, ABSENT)  # cheaper than making a pattern, and the usual case
    mentions = [(match.start(), match.end()) for match in pattern_of(needle).finditer(text)]
    clauses = Clauses(text)
    for start, end in reversed(mentions[-_MOST:]):
        around = clauses.around(start, end)
        if negative:
            around = around._replace(before="")
        if is_denied(around) or is_open(around):
            continue
        if is_conceded(around) or is_guess(around, text):
            continue
        if is_corrected(text[end:]):
            break
        return Match(True, text[start:end][:_EVIDENCE])
    return Match(False, DENIED if mentions else ABSENT)
