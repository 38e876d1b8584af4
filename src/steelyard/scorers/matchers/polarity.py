"""`polarity`: whether a reply says yes or no, in English or Chinese."""

# ruff: noqa: E501  word lists read better unbroken

from __future__ import annotations

import re

from steelyard.scorers.matchers.clauses import Clauses, fold
from steelyard.scorers.matchers.match import UNREAD, Match
from steelyard.scorers.matchers.negation import (
    BELIEF,
    CORRECTION,
    DECLINED,
    PSEUDO,
    UNKNOWN,
    UNSURE,
)
from steelyard.scorers.matchers.restated import restates

_YES_WORDS = (
    "yes|yeah|yep|yup|true|correct|affirmative|allowed|permitted|"
    "是|是的|对|对的|正确|正确的|可以|可以的|可|能|能够|会|会的|有|有的|允许|需要|要|行|行的|真|真的|没错|"
    "应该|应当|必须|同意|支持|属于|存在|成立|当然|当然可以"
)
_NO_WORDS = (
    "no|nope|nah|false|incorrect|wrong|untrue|negative|never|not allowed|prohibited|forbidden|"
    "否|不|不是|不是的|不对|不对的|错|错的|错误|错误的|不正确|不可以|不可|不能|不能够|不会|没有|没|无|不允许|"
    "禁止|严禁|不需要|不要|不用|不必|无需|不行|假|假的|不应该|不应|不应当|不同意|不支持|不属于|不存在|不成立|"
    "当然不|当然不可以|未"
)
_SIGNS = dict.fromkeys((*_YES_WORDS.split("|"), *"√✓✔✅"), 1) | dict.fromkeys(
    (*_NO_WORDS.split("|"), *"×✗✘❌"), -1
)

_FIRST = re.compile(r"(?:yes|no)\b|[^,.;:!?。\n—]{1,12}(?=[,.;:!?。\n—]|$)")
_OUTER = re.compile(r"^[\s\W]+|[\s\W]+$")
_BOTH = re.compile(
    r"\b(?:yes|true|correct|right)\s*(?:or|and|/|,)\s*(?:no|false|incorrect|wrong)\b"
    r"|\b(?:no|false|incorrect|wrong)\s*(?:or|and|/)\s*(?:yes|true|correct|right)\b"
    r"|是(?:或|还是|/)(?:否|不是)|对(?:或|还是|/)(?:错|不对)|正确(?:或|还是|/)(?:错误|不正确)"
    r"|\byes,? (?:perhaps|maybe|possibly) no\b|(可以|能|会|是|对|有|需要|允许|行)[^。!?\n]{0,4}?(?:也|或|又|还是)[^。!?\n]{0,5}?[不没]\1"
)
_ASKED_BOTH = re.compile(r"(?<![不])(可以|能|会|是|对|需要|行)不\1|有没有|是否|能否|可否")

_FILLER = re.compile(
    r"(?:(?:well|oh|ah|hmm|so|hi|hello|great question|good question|i (?:would )?(?:think|believe|say)|"
    r"in short|in general|generally|my answer is|the (?:correct |right |final )?answer(?: here)?(?: is|:)|"
    r"answer:?|final answer:?|that is|this is|it is|therefore|thus|嗯|哦|您?好|你好|我(?:认为|觉得|想)|"
    r"(?:正确|最终)?答案(?:应该?)?(?:是|为|:)?|结论(?:是|为|:)?|回答:?|总之|一般来说|原则上|"
    r"显然|恐怕|其实|应该是|也就是说)[\s,:.。-]*)+"
)
_TAIL = r"(?=\s*(?:$|[,.;:!?。\n—…)\"'-]|because\b|since\b|as\b|that\b|,))"
_LEAD_YES = re.compile(
    r"(?:yes|yeah|yep|yup)\b"
    rf"|(?:absolutely |definitely |certainly )?(?:true|correct|right|indeed|exactly|absolutely|"
    rf"certainly|definitely|of course|affirmative|sure(?!\W*(?:i|let|here|what|how)\b)){_TAIL}"
    r"|(?:of course|certainly|definitely|absolutely),? (?:you|it|they|he|she|we) (?:can|may|is|are)\b(?! not)"
    r"|i (?:think|believe|suppose|guess|hope) so\b"
    rf"|(?:it|they|he|she|we|you|i|that|this|there) (?:does|do|did|is|are|was|were|has|have|had|will|would|should|can|may|must){_TAIL}"
    r"|no (?:doubt|problem|question)\b"
    r"|没错|没问题|不错|当然(?!不)|无疑|毫无疑问"
    r"|(?:可以|允许|应该|应当|必须|能够|正确|支持|存在|属于|成立|需要)(?!说|看出|吗|注意|说明|指出|强调|提醒|不|错)"
    r"|是(?:真|对|正确|可以|允许)的"
    r"|(?:是|对|能|会|有|要|行|可|真)(?:的|啊|呀|哦|呢|了)*(?=\s*(?:$|[,.;:!?。\n—…)\"']))"
)
_LEAD_NO = re.compile(
    r"(?:absolutely |definitely |certainly |of course |probably )?(?:no|nope|nah)\b(?! (?:one|other|more)\b)"
    r"|(?:absolutely |definitely |certainly |of course |probably |surely )?not\b(?! (?:only|all)\b)"
    r"|never\b|by no means\b|under no circumstances\b"
    rf"|(?:false|incorrect|wrong|untrue|negative){_TAIL}"
    r"|(?!是否|是不是)(?:当然|绝对|肯定|并|是)?(?:不(?!一定|过|同|好意思)|没(?!有?错|有?问题)|否(?!则)|错(?!过)|未(?!来|必)|无(?!论)|"
    r"禁止|严禁|切勿|请?勿|别(?!人|的|名)|绝非|并非|非也|是错|是?假的)"
)
_STATED = re.compile(
    r"\b(?:statement|claim|assertion|sentence|proposition|answer|it|this|that|judg(?:e)?ment|conclusion)"
    r"(?: given| above| here)?(?: is| would be| must be| should be|:)(?: (?:indeed|clearly|definitely|"
    r"actually|really|therefore|completely|entirely))* (?P<en>(?:not (?:\w+ly )?)?"
    r"(?:true|false|correct|incorrect|right|wrong|yes|no|valid|invalid|untrue|accurate|inaccurate|a myth|a misconception))\b"
    r"|(?:说法|判断|陈述|命题|观点|表述|答案|结论|句话|这样做|做法|叙述|描述)(?:显然|明显)?(?:应该?)?(?:是|为|:)?"
    r"(?:完全|明显|显然)?(?P<zh>不正确|不准确|有误|无误|准确|不对|不成立|错误|正确|错|对|真|假|成立|否|是(?=的?(?:$|[,.。!])))(?!于)"
)
_BAD = re.compile(
    r"^not |false|incorrect|wrong|^no$|invalid|untrue|inaccurate|myth|misconception|不|错|假|否|有误"
)

_SKIP = re.compile(
    r"(?:if|unless|although|though|while|even though|whereas|when|in case|otherwise|"
    r"you (?:asked|wonder)|the question)\b|如果|若|要是|除非|虽然|尽管|即使|假如|否则|为了|出于|当.{0,12}时$"
)
_NEGATED = re.compile(
    r"\b(?:not|never|no|nor|neither|none|nobody|nothing|without|prohibit\w*|forbid\w*|forbidden|banned|"
    r"illegal|unsafe|unable|impossible|false|incorrect|wrong|untrue|invalid|nope|unlikely|refuse[sd]?|"
    r"denied|disallowed|unacceptable|inadvisable|dangerous|non-?\w+[ai]ble)\b"
    r"|不(?!同|错|久|断|论|管|过|仅|但|只|光|妨|少|锈|动产|知不觉)|没(?!错|问题)|无法|无需|无须|无权|"
    r"(?<!毫)无(?!论|疑|人机|线|锡|理由|妨)|禁止|严禁|(?<![已被])禁用|[禁忌][服食烟]|忌用|切勿|请勿|未(?!来|必)|并非|绝非|谢绝|拒绝|杜绝|错误|有误|违法|违规|危险|\bmyth\b|\binaccurate\b"
)
_AFFIRMED = re.compile(
    r"\b(?:yes|true|correct|permitted|allowed|required|necessary|needed|need|needs|mandatory|safe|legal|acceptable|valid|"
    r"possible|certainly|definitely|indeed|welcome|(?<!i )(?<!we )(?:can|may|must|should|need to|needs to|"
    r"have to|has to))\b"
    # Emphasis: "water does expand"; not "does it", "does the work".
    r"|(?<=\w )(?:does|did|(?<!i )(?<!we )(?<!to )(?<!what )do) (?!(?:it|so|the|an?|this|that|his|her|its|my|our|their)\b)[a-z]+"
    r"|可以|可[用行服]|允许|需要|应该|应当|必须|能够|准许|正确|是的|对的|没错|属于|支持|安全|合法|无妨|务必|须|得以"
    r"|(?<![功性可太阳智节热电动效职技机产])能(?![源力量耗效级])|(?<![机社开议协聚约晚才])会(?![议员计场谈费])"
    r"|(?<![没所拥只具含])有(?![些时人的关])|不错|(?<![相绝反针面核应校配不])对$"
)
_SO = re.compile(
    r"(?:^|[.,;!?\n。]\s*)(?:and )?(?:so|therefore|thus|hence|in conclusion)\b,?\s*|所以,?|因此,?|综上(?:所述)?,?|由此可见,?"
)
_ASIDE = re.compile("actually|rather|其实|实际上")
_CONTRAST = re.compile("but|however|但|然而|可是|不过")
_REVERSAL = re.compile(
    r"[^,.;。!?]{0,12}?(?:不行|不可以|不能|不可|不允许|不对|不是|\bnot|\bcan not|\bno|not allowed|"
    r"prohibited|forbidden)\s*(?=$|[,.;。!?\n])"
)


def match_polarity(expected: str, reply: str, *, question: str = "") -> Match:
    """Return whether the reply says the same, yes or no, as the expected answer.

    A reply without a word for either says yes where it turns the question into a statement.
    Evidence: `yes`, `no`, or `unread` for a reply that says neither.
    """
    wanted, found = read_polarity(expected), read_polarity(reply)
    if found <= 0 and question and _states(question, reply):
        found = 1
    evidence = {1: "yes", -1: "no", 0: UNREAD}[found]
    return Match(found != 0 and found == wanted, evidence)


def _states(question: str, reply: str) -> bool:
    """Return whether the reply opens with the question as a statement, and lets it stand."""
    folded = fold(reply)
    clauses = Clauses(folded).all()
    if not clauses or _sign_of(clauses[0][0]) < 0 or _is_undecided(folded):
        return False
    taken_back = _turned(folded) or _last_statement(folded) or _is_reversed(clauses)
    return not taken_back and restates(question, reply)


def has_sign(expected: str) -> bool:
    """Return whether an expected answer says yes or no at all."""
    return read_polarity(expected) != 0


def is_polarity_word(expected: str) -> bool:
    """Return whether an expected answer is a word for yes or no, and nothing else."""
    return _bare(fold(expected)) in _SIGNS


def read_polarity(text: str) -> int:
    """Return what a text says: 1 for yes, -1 for no, 0 for neither or both."""
    folded = fold(text)
    whole = _SIGNS.get(_bare(folded))
    if whole is not None:
        return whole
    if _is_undecided(folded):
        return 0
    turned = _turned(folded)
    if turned:
        return turned
    lead = leading_sign(folded)
    stated = _last_statement(folded)
    if _BOTH.search(folded) and (not lead or _BOTH.match(_without_filler(folded))):
        rest = _BOTH.sub(" ", folded)
        return _last_statement(rest) or _after_question(rest)
    return lead or stated or _conclusion(folded) or _first_signed_clause(folded)


def leading_sign(folded: str) -> int:
    """Return the sign of the word that a folded text opens with, 0 if it opens otherwise."""
    return _opening_sign(folded) or _opening_sign(_without_filler(folded))


def first_word_sign(folded: str) -> int:
    """Return the sign of the yes or no that stands alone at the beginning, 0 if there is none."""
    first = _FIRST.match(_without_filler(folded))
    return _SIGNS.get(first[0].strip(), 0) if first else 0


def _opening_sign(text: str) -> int:
    double = PSEUDO.match(text)
    if double and not re.match(r"不(?:仅|但|只|光|单|止|论|管|断|久|难)|not only|无论", text):
        return 1
    if _LEAD_NO.match(text) and not double:
        return -1
    return 1 if _LEAD_YES.match(text) else 0


def _is_undecided(folded: str) -> bool:
    return any(opening.match(folded) for opening in (UNKNOWN, UNSURE, DECLINED))


def _bare(folded: str) -> str:
    return _OUTER.sub("", folded) or folded.strip(" .()[]:")


def _without_filler(folded: str) -> str:
    text = folded.lstrip(" \"'([>#-")
    filler = _FILLER.match(text)
    return text[filler.end() :] if filler else text


def _turned(folded: str) -> int:
    """Return the sign after the last correction in the text, if one opens with a sign."""
    sign = 0
    for match in CORRECTION.finditer(folded):
        aside = folded[match.start()] == "," and _ASIDE.search(match[0])
        if not aside and (match.start() > 0 or match[0].startswith("no")):
            rest = folded[match.end() : match.end() + 80]
            sign = _SIGNS.get(_bare(rest)) or leading_sign(rest) or sign
    return sign


def _last_statement(folded: str) -> int:
    last = None
    for last in _STATED.finditer(folded):  # noqa: B007  the last one counts
        pass
    if last is None:
        return 0
    found = last["en"] or last["zh"]
    return -1 if _BAD.search(found) and not PSEUDO.match(found) else 1


def _after_question(folded: str) -> int:
    """Return the sign of what follows a repeated question ("True or false? False.")."""
    at = max(folded.rfind("?"), folded.rfind(":"))
    return leading_sign(folded[at + 1 :]) if at >= 0 else 0


def _conclusion(folded: str) -> int:
    """Return the sign of what follows the last "so" or 所以, where reasoning ends."""
    last = None
    for last in _SO.finditer(folded):  # noqa: B007  the last one counts
        pass
    if last is None:
        return 0
    rest = Clauses(folded[last.end() : last.end() + 80]).all()
    return _sign_of(rest[0][0]) if rest and not rest[0][1].startswith("?") else 0


def _first_signed_clause(folded: str) -> int:
    """Return the sign of the first clause that has one.

    Questions, conditions and what others believe are skipped. "In theory you can, but no" is no.
    """
    clauses = Clauses(folded).all()
    for at, (clause, mark) in enumerate(clauses):
        if mark.startswith("?") or clause.endswith(("吗", "么")) or _SKIP.match(clause):
            continue
        sign = _sign_of(clause)
        if sign > 0 and _is_reversed(clauses[at:]):
            return -1
        if sign:
            return sign
    return 0


def _is_reversed(clauses: list[tuple[str, str]]) -> bool:
    """Return whether the next clause, after "but", takes the first one back."""
    if len(clauses) < 2 or not _CONTRAST.search(clauses[0][1]):
        return False
    return _REVERSAL.fullmatch(clauses[1][0]) is not None


def _sign_of(clause: str) -> int:
    if BELIEF.search(clause) or _ASKED_BOTH.search(clause) or _is_undecided(clause):
        return 0
    lead = leading_sign(clause)
    if lead:
        return lead
    plain = PSEUDO.sub(" ", clause)
    if _NEGATED.search(plain):
        return -1
    return 1 if _AFFIRMED.search(plain) or (plain != clause) else 0
