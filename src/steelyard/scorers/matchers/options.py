"""The options of a multiple-choice case, and which of them is expected."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.scorers.matchers.input_text import input_text
from steelyard.scorers.matchers.normalize import clean, norm, without_punctuation
from steelyard.scorers.plain_json import plain

Options = Mapping[str, str]
"""Letter to text, in the order of the case."""

_LETTERS = string.ascii_uppercase
_LONGEST_INPUT = 20_000
_LONGEST_SET = 80  # characters of "A, B, C and D"
# What no second option does without; most inputs have none and are not looked at further.
_HINT = re.compile(r"[BbＢｂ][\s*_`]*[.．):：）、\]】\t–—-]")
# A letter with its delimiter: "A. red", "(A) red", "A、红", "[A] red", "Option A: red".
_LINE_MARK = re.compile(
    r"^[ \t]*(?:[-*•>]\s*)?(?:options?|choices?|选项)?[ \t]*"
    r"(?:[(\[【]\s*(?P<open>[A-Za-z])\s*[)\]】][ \t.:、]*|(?P<bare>[A-Za-z])"
    r"(?:\s?[.):、]|[ \t]+[-–—][ \t]|\t))[ \t]*(?=\S)",
    re.MULTILINE | re.IGNORECASE,
)
_INLINE_MARK = re.compile(
    r"(?:^|(?<=[\s,;。?!:、()\]】]))"
    r"(?:[(\[【]\s*(?P<open>[A-Za-z])\s*[)\]】][ \t.:、]*|(?P<bare>[A-Z])[.):、])[ \t]*(?=\S)"
)
_SET = re.compile(
    r"[\s\[({\"'【]*([A-Za-z])[\s\])}\"'】.]*"
    r"(?:(?:[,;、/&+\s]|\band\b|和|与|及)[\s\[({\"'【]*[A-Za-z][\s\])}\"'】.]*)*"
)
_SAID = re.compile(
    r"(?:the\s+)?(?:correct\s+|right\s+|final\s+)?(?:answer|option|choice|正确答案|答案|正确选项|选项|选)"
    r"\s*(?:is|are|是|为)?\s*[:=]?\s*",
    re.IGNORECASE,
)
_JOINED = r"\s*(?:,\s*(?:and|or)\b|,|;|、|&|\+|\b(?:and|or)\b|以及|或者?|还是|[和与及])\s*"
_NAMED = r"(?:(?:options?|choices?|选项)\s*)?"
_NEXT_ITEM = re.compile(rf"{_JOINED}{_NAMED}[(\[]?[A-Z](?:[)\].:、]|\s?[(\[])", re.IGNORECASE)
_MARKED = re.compile(r"[(\[【]?\s*([A-Za-z])\s*(?:[)\]】.:、]|\s[-–—]\s)+\s*(\S.*)")


def read_options(question: Any, choices: Any = None) -> dict[str, str]:
    """Return the options of a case by letter; empty when it has fewer than two.

    Args:
        question: the input of the case; its lettered options count when `choices` are not given.
        choices: a list of texts, an object of letter to text, or the `{"text", "label"}` of ARC.
    """
    if given := _from_choices(plain(choices)):
        return given
    text = input_text(question)[-_LONGEST_INPUT:]
    return _from_text(clean(text)) if _HINT.search(text) else {}


def expected_letters(expected: str, options: Options) -> frozenset[str]:
    """Return the letters an expected answer names; empty when it is no choice of these options."""
    text = letters_of_lists(clean(expected).strip(), options)
    if not text or not options:
        return frozenset()
    named = frozenset() if len(text) == 1 and text.upper() in options else _by_text(text, options)
    if named := named or _letter_set(text, options):
        return named
    if (said := _SAID.match(text)) and (rest := text[said.end() :].strip()):
        return _letter_set(rest, options) or _by_text(rest, options) or _marked(rest, options)
    return _marked(text, options)


def letters_of_lists(text: str, options: Options) -> str:
    """Return the text with "A) red and C) blue" written as "A and C"."""
    if _NEXT_ITEM.search(text) is None:  # most texts: no pattern of their own is made for them
        return text
    items = [
        rf"[(\[]?{letter}(?:[)\].:、]\s*|\s*(?=[(\[]))[(\[]?{re.escape(bare)}[)\]]?(?![A-Za-z0-9])"
        for letter, option in options.items()
        if (bare := clean(option).strip(" .。"))
    ]
    if not items:
        return text
    item = f"(?:{'|'.join(items)})"
    several = re.compile(
        rf"(?<![A-Za-z]){item}(?:{_JOINED}{_NAMED}{item})+(?!\s*(?:is|was)\b)", re.IGNORECASE
    )
    return several.sub(lambda found: re.sub(item, _first_letter, found[0], flags=re.I), text)


def _first_letter(found: re.Match[str]) -> str:
    return found[0].lstrip("([")[0].upper()


def _from_choices(choices: Any) -> dict[str, str]:
    if isinstance(choices, dict):
        if isinstance(choices.get("text"), list):  # as ARC has it: {"text": [...], "label": [...]}
            labels = choices.get("label") or ()
            if len(labels) == len(choices["text"]) and _are_letters(labels):
                pairs = zip(labels, choices["text"], strict=True)
                return _usable({str(label): text for label, text in pairs})
            return _from_choices(choices["text"])
        if _are_letters(tuple(choices)):
            return _usable(choices)
        return _from_choices(list(choices.values()))
    if not isinstance(choices, (list, tuple)):
        return {}
    texts = ["" if text is None else _as_text(text) for text in choices][: len(_LETTERS)]
    lettered = [_MARKED.fullmatch(clean(text)) for text in texts]
    own = [found[1].upper() if found else "" for found in lettered]
    if own == list(_LETTERS[: len(texts)]):  # the texts carry their letters: "A. red"
        texts = [found[2] for found in lettered if found]
    return _usable(dict(zip(_LETTERS, texts, strict=False)))


def _are_letters(names: Sequence[Any]) -> bool:
    return (
        bool(names)
        and all(len(str(name).strip("(). ")) == 1 for name in names)
        and all(str(name).strip("(). ").upper() in _LETTERS for name in names)
    )


def _usable(options: Mapping[str, Any]) -> dict[str, str]:
    found = {
        name.strip("(). ").upper(): _as_text(text)
        for name, text in options.items()
        if text is not None
    }
    return found if len(found) > 1 else {}


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.strip() if isinstance(value, str) else str(value)


def _from_text(text: str) -> dict[str, str]:
    lines = _longest_run(list(_LINE_MARK.finditer(text)))
    inline = _longest_run(list(_INLINE_MARK.finditer(text)))
    run = lines if len(lines) >= len(inline) else inline
    if len(run) < 2:
        return {}
    ends = [mark.start() for mark in run[1:]] + [_end(text, run)]
    return {
        _letter(mark).upper(): text[mark.end() : end].strip(" \t\r\n,;，；")
        for mark, end in zip(run, ends, strict=True)
    }


def _longest_run(marks: list[re.Match[str]]) -> list[re.Match[str]]:
    """Return the longest run of marks whose letters follow one another from A."""
    best: list[re.Match[str]] = []
    starts = [at for at, mark in enumerate(marks) if _letter(mark) in "Aa"]
    for start in starts[-20:]:
        run = [marks[start]]
        for mark in marks[start + 1 :]:
            if ord(_letter(mark)) == ord(_letter(run[-1])) + 1:
                run.append(mark)
        if len(run) >= len(best):
            best = run
    return best


def _end(text: str, run: list[re.Match[str]]) -> int:
    """Return where the text of the last option ends: with its line."""
    line = text.find("\n", run[-1].end())
    return len(text) if line < 0 else line


def _letter(mark: re.Match[str]) -> str:
    return mark["open"] or mark["bare"]


def _by_text(text: str, options: Options) -> frozenset[str]:
    plain_text = without_punctuation(text) or norm(text)
    same = [
        letter
        for letter, option in options.items()
        if (without_punctuation(option) or norm(option)) == plain_text
        and _numbers(option) == _numbers(text)
    ]
    return frozenset(same) if len(same) == 1 else frozenset()


def _numbers(text: str) -> list[str]:
    return re.findall(r"\d+(?:[.,:/]\d+)*", norm(text))


def _letter_set(text: str, options: Options) -> frozenset[str]:
    letters = text if re.fullmatch(r"[A-Z]+", text) else None
    text = " ".join(text[: 2 * _LONGEST_SET].split())
    if letters is None and len(text) <= _LONGEST_SET and _SET.fullmatch(text):
        letters = re.sub(r"(?i)and|[^a-z]", "", text).upper()
    if not letters or len(set(letters)) < len(letters):
        return frozenset()
    return frozenset(letters) if set(letters) <= set(options) else frozenset()


def _marked(text: str, options: Options) -> frozenset[str]:
    """Return the letter of `B. green`: one letter, a delimiter, and the text of that option."""
    found = _MARKED.fullmatch(text)
    letter = found[1].upper() if found else ""
    if found is None or letter not in options:
        return frozenset()
    rest, option = without_punctuation(found[2]), without_punctuation(options[letter])
    related = rest == option or (bool(option) and (rest.startswith(option) or rest in option))
    return frozenset(letter) if related else frozenset()
