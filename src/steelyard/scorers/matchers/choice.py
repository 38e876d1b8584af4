"""Multiple choice: which letters a reply chooses.

Looked for in this order: a boxed answer, the last letter after "the answer is" and the like, the
letter the reply begins with, the only letter that stands alone, the only option whose text is
asserted. Letters that the reply rules out ("not A", "A is wrong", 不选A) are skipped.
"""

from __future__ import annotations

import re

from steelyard.scorers.matchers.contains import match_contains
from steelyard.scorers.matchers.letters import Mention, after_markers, mentions, raise_letters
from steelyard.scorers.matchers.match import UNREAD, Match
from steelyard.scorers.matchers.normalize import clean, norm
from steelyard.scorers.matchers.number import match_number, read_quantity
from steelyard.scorers.matchers.options import Options, expected_letters, letters_of_lists

_NONE: frozenset[str] = frozenset()
_BOXED = re.compile(r"\\(?:boxed|fbox)\s*\{((?:[^{}]|\{[^{}]{0,200}\}){0,200})\}")
_LATEX = re.compile(r"\\(?:text|mathrm|mathbf|textbf|rm|bf)\b|[{}$]")
_LINE = re.compile(r"^[ \t]*(?:[-*•]\s*)?[(\[【]?([A-Z])[)\]】.:、]", re.MULTILINE)
_ITEM = re.compile(r"[ \t]*(?:[-*•][ \t]*)?[(\[【]?([A-Z])[)\]】.:、]+[ \t]*(\S.*)")
_OR = re.compile(r"\bor\b|或|还是", re.IGNORECASE)
_LISTED = 2_000  # characters of a list that are read
_LEADING = re.compile(
    r"\A[\s(\[【\"'<#>-]*(?:(?:options?|choices?|选项)\s*[(\[]?)?\Z", re.IGNORECASE
)
_DELIMITER = re.compile(r"[ \t]*(?:[).:\]】、,;。!?–—\n-]|\Z)|[)\]】]")
_LEFT_OPEN = re.compile(
    r"[^.。!?\n]{0,30}?(?:\b(?:or|maybe|perhaps|possibly|could also be|might be)\b|"
    r"或|还是|也可能|也许)"
    r"[^.。!?\n]{0,15}?(?<![A-Za-z])([A-Z])(?![A-Za-z])"
)


def match_choice(expected: str, reply: str, options: Options) -> Match:
    """Return whether the reply chooses exactly the expected letters.

    Args:
        expected: letters ("B", "AC", "(B)", "B. green") or the text of one option.
        reply: the reply.
        options: letter to text, from `read_options`.
    """
    chosen = read_choice(reply, options)
    if not chosen:
        return Match(passed=False, evidence=UNREAD)
    return Match(chosen == expected_letters(expected, options), "".join(sorted(chosen)))


def read_choice(reply: str, options: Options) -> frozenset[str]:
    """Return the letters a reply chooses; empty when it chooses none or leaves it open."""
    text = clean(reply).strip()
    if whole := expected_letters(text, options):
        return whole
    if boxed := _BOXED.findall(text):
        inner = _LATEX.sub(" ", boxed[-1]).strip()
        return expected_letters(inner, options) or read_choice(inner, options)
    text = _LATEX.sub(" ", letters_of_lists(text, options))
    lettered = raise_letters(_without_lettered_texts(text, options))
    found = [mention for mention in mentions(lettered, options) if mention.role != "denied"]
    chosen = _marked(lettered, found, options)
    if chosen is None and len(found) > 1:
        chosen = _beside_texts(lettered, found, options)
    return (_the_only(found) or _by_text(text, options)) if chosen is None else chosen


def _marked(text: str, found: list[Mention], options: Options) -> frozenset[str] | None:
    """Return what is chosen in words; None when no letter is, empty when it is left open."""
    answers = [mention for mention in found if mention.role == "answer"]
    named = _text_after_marker(text, options)
    # A list of options begins with a letter, which is itself marked as the answer.
    if named and (not answers or named[0] + len(named[1]) - 1 > answers[-1].start):
        return frozenset(named[1])
    if answers:
        return _settled(text, answers[-1])
    if right := [mention for mention in found if mention.role == "right"]:
        return frozenset().union(*(_settled(text, mention) for mention in right))
    if verbs := [mention for mention in found if mention.role == "verb"]:
        return _settled(text, verbs[-1])
    if leading := _leading(text, found):
        return leading
    if copulas := [mention for mention in found if mention.role == "copula"]:
        return _settled(text, copulas[-1])
    return None


def _settled(text: str, mention: Mention) -> frozenset[str]:
    """Return the letters, or none when the reply leaves another one open ("B, or maybe C")."""
    other = _LEFT_OPEN.match(text, mention.end)
    is_open = mention.is_open or (other is not None and other[1] not in mention.letters)
    return _NONE if is_open else mention.letters


def _text_after_marker(text: str, options: Options) -> tuple[int, str] | None:
    """Return the last place where "the answer is" is followed by the text or a list of options."""
    folded = text.casefold()
    texts = sorted(
        ((clean(option).strip(" .。").casefold(), letter) for letter, option in options.items()),
        key=lambda pair: -len(pair[0]),
    )
    last = None
    for place in after_markers(text):
        for option, letter in texts:
            if option and folded.startswith(option, place) and _ends_there(folded, place, option):
                last = (place, letter)
                break
        if listed := _listed(text, place, options):
            last = (place, listed)
    return last


def _listed(text: str, place: int, options: Options) -> str:
    """Return the letters of the lines "A. red", "C. blue" that begin at a place, if several."""
    letters = ""
    for line in text[place : place + _LISTED].split("\n"):
        item = _ITEM.fullmatch(line)
        option = clean(options.get(item[1], "")).strip(" .。") if item else ""
        if item is None or not option or not item[2].casefold().startswith(option.casefold()):
            break
        letters += item[1]
    return letters if len(letters) > 1 else ""


def _ends_there(folded: str, place: int, option: str) -> bool:
    """Return whether no word or number goes on after the text of an option."""
    rest = folded[place + len(option) : place + len(option) + 2]
    if not option[-1].isascii() or not option[-1].isalnum():
        return True
    return re.match(r"[a-z0-9_]|\.\d|\s*(?:or|或)", rest) is None


def _leading(text: str, found: list[Mention]) -> frozenset[str]:
    """Return the letters a reply begins with, or those of all its lettered lines."""
    if not found:
        return _NONE
    first = found[0]
    # The delimiter may be part of the mention: "(B)".
    delimited = _DELIMITER.match(text, first.end) or text[first.end - 1] in ")]】"
    if not delimited or not _LEADING.match(text[: first.start]):
        return _NONE
    lines = {mark.start(1) for mark in _LINE.finditer(text)}
    listed = [m.letters for m in found if any(m.start <= at < m.end for at in lines)]
    return frozenset().union(*listed) if len(listed) > 1 else _settled(text, first)


def _the_only(found: list[Mention]) -> frozenset[str]:
    """Return the only letter, or the only group of letters, that the reply names."""
    nouns = {mention.letters for mention in found if mention.role == "noun"}
    groups = nouns or {mention.letters for mention in found}
    if len(groups) != 1 or any(mention.is_open for mention in found):
        return _NONE
    return next(iter(groups))


def _beside_texts(text: str, found: list[Mention], options: Options) -> frozenset[str] | None:
    """Return the letters that all follow the texts of their options: "red (A) and blue (C)"."""
    for mention in found:
        own = clean(options[min(mention.letters)]).strip(" .。").casefold()
        before = text[max(0, mention.start - len(own) - 4) : mention.start].casefold()
        if len(mention.letters) > 1 or not own or not before.rstrip(" \"'").endswith(own):
            return None
    if _OR.search(text, found[0].start, found[-1].end):
        return _NONE
    return frozenset().union(*(mention.letters for mention in found))


def _by_text(text: str, options: Options) -> frozenset[str]:
    """Return the only option whose text is asserted, or whose number is given."""
    asserted = [letter for letter, option in options.items() if _asserts(option, text)]
    # "dark red" asserts "red" as well: the longer text is meant.
    asserted = [
        letter
        for letter in asserted
        if not any(
            norm(options[letter]) in norm(options[other]) and other != letter for other in asserted
        )
    ]
    return frozenset(asserted) if len(asserted) == 1 else _NONE


def _asserts(option: str, text: str) -> bool:
    if not option.strip():
        return False
    if read_quantity(option) is not None:
        return match_number(option, text).passed
    return match_contains(option.strip(" .。"), text).passed


def _without_lettered_texts(text: str, options: Options) -> str:
    """Return the text without the options that hold letters themselves: "Vitamin C"."""
    for option in options.values():
        bare = clean(option).strip()
        if len(bare) > 1 and re.search(r"(?<![A-Za-z])[A-Z](?![A-Za-z])", bare):
            text = re.sub(re.escape(bare), lambda hit: "·" * len(hit[0]), text, flags=re.IGNORECASE)
    return text
