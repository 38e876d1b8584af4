"""Where a text names option letters, and what it says about them: chosen, right, ruled out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from steelyard.scorers.matchers.options import Options

Role = Literal["denied", "answer", "right", "verb", "copula", "noun", "plain"]

_BEFORE, _AFTER = 60, 60
_FIRST, _LAST = 100, 900  # mentions that are looked at, however many a reply has
_OPENERS, _CLOSERS = r"[(\[【{\"'<]", r"[)\]】}\"'>]"
_LETTER = (
    rf"(?<![A-Za-z0-9_\\])(?<![A-Za-z]\.){_OPENERS}{{0,3}}(?:[A-Z](?!\.[A-Z]\b)|[A-Z]{{2,12}})"
    rf"(?![A-Za-z0-9_+#%°]|'[a-z]|-[A-Za-z]){_CLOSERS}{{0,3}}"
)
_JOIN = (
    r"\s*(?:,\s*(?:and|or)\b|,|、|;|/|&|\+|\band\b|\bor\b|或者?|还是|以及|和|与|及)\s*"
    r"(?:(?:options?|choices?|选项)\s*)?"
)
_GROUP = re.compile(rf"{_LETTER}(?:{_JOIN}{_LETTER})*")
_TOKEN = re.compile(r"[A-Z]+")
_OPEN = re.compile(r"\bor\b|或|还是")
_SINGULAR = re.compile(r"\s*(?:(?:is|was|fits|works|seems|looks)\b|项|选项|不|错)")
# Before a lower-case word, A is the article and I the pronoun, unless one of these follows.
_AFTER_A_LETTER = re.compile(
    r"\s+(?:because|since|as|and|or|is|are|was|for|due|which|not|but|with|seems|fits|looks|"
    r"would|should|must|can|does|only|rather|over|instead|on|in|by|from|given|it|that|i|option)\b"
)

# Fillers are possessive and few: no text makes them slow.
_FILLERS = (
    r"(?:\s|[:=\-–—>*\"'(\[【】\]<,#]|"
    r"\b(?:is|are|was|be|would|should|must|will|it's|its|it|that|the|this|to|"
    r"definitely|clearly|therefore|thus|hence|likely|probably|most|indeed|simply|just|only|both|"
    r"options?|choices?|letters?|answers?|question|here|correct|right|best|final|"
    r"chosen|i|we|choose|chose|select|pick)\b|"
    r"选项|选择|应该|应当|正确|答案|最终|本题|明显|显然|可能|是|为|应|该|选|项|的|就|即|最|我){0,20}+"
)
_ANSWER = re.compile(
    r"(?:\b(?:answers?|solution|hence|therefore|thus|so|conclusion|consequently|correction|"
    r"actually|wait|(?:correct|right|best|final|chosen|valid|appropriate|suitable)\s+"
    r"(?:option|choice|statement|one|response|selection|letter)s?)\b|"
    r"答案|故|所以|因此|应选|应该选|正确选项|正确的(?:选项)?|结论|而是|综上|应为|应是|应该是|其实是|所选|"
    r"不对|更正)" + _FILLERS + r"$",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"(?:\b(?:choos(?:e|ing)|chose|pick(?:ed)?|select(?:ed)?|go(?:ing)?\s+(?:with|for)|"
    r"opt(?:ing)?\s+for|vote\s+for|say|guess|think|believe)\b|选择?|选定|认为)" + _FILLERS + r"$",
    re.IGNORECASE,
)
_COPULA = re.compile(r"(?:\b(?:is|it's|that's|be)\b|是|为)" + _FILLERS + r"$", re.IGNORECASE)
_NOUN = re.compile(r"(?:\b(?:options?|choices?|letter)|选项)[\s:(\[\"']*$", re.IGNORECASE)
_CLAUSE = re.compile(r"[,.;:!?。、\n]|\bbut\b|而是|但")
_DENIED_BEFORE = re.compile(
    r"(?:\b(?:not(?! only)|never|neither|nor|no|except|exclud\w*|eliminat\w*|"
    r"rul(?:e|es|ed|ing) out|reject\w*|rather than|instead of|cannot|discard\w*|unlike|"
    r"whether|avoid\w*|dismiss\w*|"
    r"anything but)\b|n't\b)(?:\W*\w+){0,3}?\W*$|"
    r"(?:排除|剔除|不选|不是|并非|而非|而不是|除了|不能|不应|不该|不可能|不要选|没有选|不会|是否|误选|错选)"
    r".{0,5}$",
    re.IGNORECASE,
)
_LINK = (
    r"\s*(?:[:\-–—]\s*)?(?:\([^)]{0,40}\)\s*)?"
    r"(?:(?:is|are|was|were|seems?|looks?|would be|can be|both|all|also|clearly|obviously|"
    r"definitely|therefore|most likely|probably|the|this|that|it)\b\s*|"
    r"项|选项|都|均|也|就|明显|显然|的?说法|所述|是|为|最)*+"
)
_DENIED_AFTER = re.compile(
    _LINK + r"(?:(?<=is )not\b|(?<=are )not\b|(?<=was )not\b|(?<=: )not\b|"
    r"(?:isn't|aren't|wasn't|wrong|incorrect|false|invalid|impossible|too|out|excluded|eliminated|"
    r"ruled out|unlikely|irrelevant|does(?:n't| not)|do(?:n't| not)|did(?:n't| not)|"
    r"can(?:not|'t| not)|fails?|lacks?)\b|"
    r"不(?!选|是\s*[(\[]?[A-Z]|能选)|错|有误|被?排除|无关|没有|\?\s*(?:no\b|不))",
    re.IGNORECASE,
)
_RIGHT_AFTER = re.compile(
    _LINK + r"(?:(?:correct|right|true|best|better|accurate|answer|fits?)\b|"
    r"正确|对(?![比应于称])|符合|成立|合适|答案)",
    re.IGNORECASE,
)
# A list that judges every option: "A. wrong", "C. 对", each on its line.
_LINE_START = re.compile(r"(?:\A|\n)[ \t>*•-]*\Z")
_VERDICT = re.compile(
    r"[.):、]?[ \t]*(?:(?P<right>correct|right|true|对|正确|√|✓|✔|✅)"
    r"|incorrect|wrong|false|错误?的?|不对|不正确|×|✗|✘|❌)[ \t]*(?=[\n,.;。(—–-]|\Z)",
    re.IGNORECASE,
)
_LOWER = re.compile(
    r"((?:\b(?:answer|option|choice|choose|pick|select|hence|so|say)\b|答案|选项?|选择)"
    + _FILLERS
    + r")([a-z])(?=\s*(?:[)\].,:;。、\"'}]|$|\n))|(?<=[(\[])([a-z])(?=[)\]])|"
    r"\A(\s*)([a-z])(?=[).:\],、]|\s*\Z)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Mention:
    """Letters named together ("B", "A and C", "ABD"), and the part they play.

    Attributes:
        letters: the letters.
        start: where they begin in the text.
        end: where they end.
        role: how they are named; `denied` when the text rules them out.
        is_open: whether they are alternatives ("A or C").
    """

    letters: frozenset[str]
    start: int
    end: int
    role: Role
    is_open: bool


def mentions(text: str, options: Options) -> list[Mention]:
    """Return every place where a text names letters of options, in order."""
    found: list[Mention] = []
    groups = list(_GROUP.finditer(text))
    for group in groups[:_FIRST] + groups[max(_FIRST, len(groups) - _LAST) :]:
        for start, end in _split(text, group):
            letters = _letters(text[start:end], options)
            if letters and not _is_word(text, start, end, options):
                is_open = _OPEN.search(text[start:end]) is not None
                role = _role(text, start, end, letters, options)
                found.append(Mention(letters, start, end, role, is_open))
    return found


def raise_letters(text: str) -> str:
    """Return the text with lower-case option letters in upper case, where they are no words."""
    return _LOWER.sub(_raised, text)


def after_markers(text: str) -> Iterator[int]:
    """Yield the places that directly follow "the answer is" and the like."""
    for marker in re.finditer(_ANSWER.pattern.removesuffix("$"), text, re.IGNORECASE):
        yield marker.end()


def _raised(found: re.Match[str]) -> str:
    before, after_marker, bracketed, blanks, leading = found.groups()
    if after_marker:
        return f"{before}{after_marker.upper()}"
    return bracketed.upper() if bracketed else f"{blanks}{leading.upper()}"


def _split(text: str, group: re.Match[str]) -> list[tuple[int, int]]:
    """Return the spans of a group; in "not A, B is right" the last letter is on its own."""
    comma = text.rfind(",", group.start(), group.end())
    # Of a comma and 、 in one group, the comma ends a clause: 选C,A、B都不对.
    is_break = "、" in group[0] or _SINGULAR.match(text, group.end()) is not None
    if comma < 0 or not is_break:
        return [group.span()]
    return [(group.start(), comma), (comma + 1, group.end())]


def _letters(text: str, options: Options) -> frozenset[str]:
    named = "".join(_TOKEN.findall(text))
    distinct = frozenset(named)
    return distinct if len(distinct) == len(named) and distinct <= set(options) else frozenset()


def _is_word(text: str, start: int, end: int, options: Options) -> bool:
    """Return whether the letter is the article A or the pronoun I."""
    word = text[start:end].strip()
    if word not in ("A", "I") or not re.match(r"\s+[a-z]", text[end : end + 4]):
        return False
    follows = text[end : end + _AFTER].lstrip().casefold()
    own = options[word].casefold()
    return not (_AFTER_A_LETTER.match(text, end) or (own and follows.startswith(own)))


def _role(text: str, start: int, end: int, letters: frozenset[str], options: Options) -> Role:
    before = text[max(0, start - _BEFORE) : start]
    after = _after(text, end, letters, options)
    if _LINE_START.search(before) and (verdict := _VERDICT.match(after)):
        return "right" if verdict["right"] else "denied"
    clause = _CLAUSE.split(before)[-1]
    if _DENIED_BEFORE.search(clause) or _DENIED_AFTER.match(after):
        return "denied"
    if _ANSWER.search(before):
        return "answer"
    if _RIGHT_AFTER.match(after):
        return "right"
    if _VERB.search(before):
        return "verb"
    if _COPULA.search(before):
        return "copula"
    return "noun" if _NOUN.search(before) else "plain"


def _after(text: str, end: int, letters: frozenset[str], options: Options) -> str:
    """Return what is said after the letters and, if it follows, the text of their option."""
    after = text[end : end + _AFTER + 200]
    bare = after.lstrip(")]】\"'.:、 \t")
    for letter in letters if len(letters) == 1 else ():
        option = options[letter]
        if option and bare.casefold().startswith(option.casefold()):
            return bare[len(option) : len(option) + _AFTER]
    return after[:_AFTER]
