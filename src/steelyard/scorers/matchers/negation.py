"""Words that take back what they touch: negators, beliefs, denials, corrections, not knowing.

All patterns read text folded by `clauses.fold`: lower case, "isn't" written "is not".
"""

# ruff: noqa: E501  word lists read better unbroken

from __future__ import annotations

import re

from steelyard.scorers.matchers.clauses import CJK, Clause

_WORDS, _CHARACTERS = 4, 6  # how far a negator reaches


def _any(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts))


_WRONG = r"(?:wrong|incorrect|false|untrue|inaccurate|mistaken|impossible|unreasonable|unlikely)"

# Negation in form only, or negation of a negation: erased before negators are looked for.
PSEUDO = _any(
    r"\bnot (?:only|just|merely|simply|least|until|to mention|far)\b",
    rf"\bnot (?:entirely |at all )?(?:{_WRONG}|un\w{{4,}}|without|prohibited|forbidden|illegal)\b"
    r"(?: to say)?(?: that)?",
    r"\b(?:no|without(?: an?)?|beyond(?: an?)?) (?:doubt|question|denying|wonder|surprise)\b",
    r"\b(?:do|does|did|can|could|would) not (?:doubt|deny|dispute)\b",
    r"\bnot be (?:denied|doubted)\b|\bcan not go wrong\b",
    r"\b(?:none|no one|nothing|nobody) other than\b|\bno other(?: \w+)? than\b",
    r"\bnot (?:\w+ ){0,3}anything (?:but|(?:other|else) than)\b",
    r"\bno (?:better|more|greater)(?: \w+)? than\b|\bno (?:matter|problem)\b|\bnever mind\b",
    r"不仅|不但|不只|不光|不单|不止|不得不|不能不|不可不|不会不|不无|不可否认|不容置疑|莫过于",
    r"毫?无疑[问义]?|没有?(?:错误?|问题|疑问)|无误|不错|不用说|不必说|不出所料|不难|不愧|不禁|不断|不久|不论|不管|无论",
    r"(?:并?不是|并非|没有|未必|不会)(?=不|没|无)(?:不|没有?|无)|难道不是|岂不是|可不是|不就是|不由得|不由自主",
    r"没有?(?:人|谁|什么|哪\w{1,3})?比(?=\s*$)",
    r"不(?:高|低|大|小|多|少|超)(?:于|过)|(?:不[用必要]|无[需须])(?:担心|着急|客气|顾虑)",
)

_NEGATORS_EN = (
    r"\b(?:not|never|no|neither|nor|none|non|without|except(?:ing)?|exclud(?:e|es|ed|ing)|unlike|"
    r"rather than|instead of|other than|apart from|aside from|as opposed to|opposite of|far from|"
    r"(?:any|every)(?:thing|one) but|all but|forget|rul(?:e|es|ed|ing) out|hardly|avoid(?:s|ing)?|reject(?:s|ed|ing)?|"
    r"den(?:y|ies|ied)|fail(?:s|ed)? to|lacks?|no longer|different from|unrelated to|nothing to do with)\b"
)
_NEGATORS_ZH = (
    r"不(?:一定|太?可能|大可能|应该?|会|能|能说|算|见得|再|必|像|该|可以说)?是|"
    r"并非|绝非|而非|并不|而不|绝不|决不|从不|从未|未必|未[经由获]|不属于|没有?|除了?|排除|[切请]勿|"
    r"不(?:要|能|可以?|应该?|会|用|需要?|必|选|在|叫|指|去|归|含|包括|包含|使用|建议|推荐|等于|"
    r"支持|适合|适用|允许|涉及|得|像|同于|为|由|宜)|[无毋][需须]|用不着|禁止|严禁|避免|拒绝|有别于|别(?:用|选|去|吃|喝|碰|说|再)"
)
_NARROW = _any(_NEGATORS_EN, _NEGATORS_ZH)
# Another predicate begins between the negator and the place: "what does not float is iron".
_PREDICATE = re.compile(r"\S+ (?:.* )?(?:is|are|was|were|equals|means)\b|.+(?:是|叫|即)")
_GLUED = re.compile(r"(?<![除特分类区性级])(?:不|没|未|无|非|勿|别)\s?[\"']?$")

# Reach to the end of the clause.
_WIDE = _any(
    r"\bnot (?:\w+ly )?(?:think|believe|say|suppose|agree|accept|certain|sure|true|clear|convinced|"
    r"know|the case|correct|right|possible|likely|mean|imply|suggest|prove|claim|that)\b",
    r"\b(?:doubts?|doubtful|unsure|uncertain|unclear|whether|wonder(?:ing)? if|unlikely)\b",
    r"\b(?:nobody|no one) (?:\w+ )?(?:thinks?|believes?|says?|claims?)\b",
    r"(?:不能|不会|不敢|没有?|未|别)(?:说|认为|觉得|认定|当作|当成|视为)|哪[里儿]?[会能]?是",
    r"\bno (?:evidence|proof|indication|reason|way)\b",
    rf"\b(?:{_WRONG}|a mistake|a myth|a misconception) (?:to \w+|that)\b",
    r"\b(?:falsely|incorrectly|mistakenly|erroneously|wrongly)\b",
    r"不(?:认为|觉得|相信|确定|知道|清楚|敢说|同意|能确定|能肯定|赞成)|无法(?:确定|判断|确认)",
    r"\bcontrary to\b|\bruled out that\b|\bif (?!i (?:remember|recall|am not)|you)",
    r"如果|假如|要是|若(?:是|为)|怎么(?:可能|会)是|没有(?:一个|任何|哪个)|无一|谁说",
    r"是否|是不是|有没有|能否|怀疑|不见得|没有?人(?:会)?(?:说|认为|觉得)|没有(?:证据|理由|根据)",
)
BELIEF = _any(
    r"\b(?:people|folks|others|critics|students|some|many|most|they)(?: \w+ly| often| might| may|"
    r" would| will| still)* (?:think|thought|believed?|say|said|assumed?|guess|suppose|claim(?:ed)?|"
    r"expect(?:ed)?)\b",
    r"\b(?:you|one|we) (?:might|may|could|would) (?:\w+ )?(?:think|guess|expect|assume|say|believe)\b",
    r"\bused to (?:be|think|believe|call|say)\b|\bmistook\b|\bmistaken for\b|\bconfused? with\b",
    r"\b(?:confus(?:e|es|ed|ing)|mistak(?:e|es|ing)|mistook)(?: the)? [\"']?$",
    r"\b(?:commonly|often|popularly) (?:believed|thought|assumed|mistaken|confused)\b",
    r"\bi (?:first |initially |originally |once |previously )?(?:thought|assumed|guessed|believed|"
    r"expected)\b(?! about| it over| it through)|\bwould have been\b|\bsupposed to be\b",
    r"\b(?:first|initial) (?:guess|thought|answer|instinct|impression)\b|第一反应|[误错]把",
    r"\b(?:forgiven|excused) for \w+ing\b|\btempted to\b|\bthinking of\b",
    r"(?<![可所得])以为|误(?:认|称|解|当)|传言|谣传|错误地|曾经?(?:是|认为)",
    r"(?:有人|有些人|不少人|许多人|很多人|多数人|大部分人|人们|大家|一些人|部分人|网友)"
    r"(?:都|会|常常?|往往|通常|可能|也|总)*(?:认为|说|觉得|相信|猜|想到|想|称)",
)
_FORMERLY = re.compile(
    r"\b(?:formerly|previously|originally|once|was)\b|原[名来先定本]|以前|过去|最初|曾"
)
_NOW = re.compile(
    r"\s*(?:but |and |is |it is )*(?:now|today|currently|nowadays)\b|\s*(?:现在|如今|目前|现[已改为]|[后已]?改[为到成])"
)

# In "Lee was the head until 2019; now it is Kim", Lee is not.
_WAS_UNTIL = re.compile(r"\s*(?:was|were|had been)\b[^,;]*\b(?:until|till)\b|\s*used to\b|\s*曾")

# What something is compared with is not it: "taller than the giraffe", 比长颈鹿更高.
_THAN = re.compile(r"\bthan (?:the |an? )?[\"']?$")
_NO_SUCH = re.compile(r"\b(?:no|none|nothing|nobody|not|never|who|what)\b")
_COMPARED_ZH = re.compile(r"(?<![对相占分之好])比\s*[\"']?$")
_MORE_ZH = re.compile(r"[\"'\s]*(?:更|还要?|要|稍|略|[高低大小长短多少快慢重轻早晚强弱好差远近])")
# It is something else, and only that: 长安只是陪都.
_MERELY = re.compile(
    r"[\"'\s]*(?:(?:is|was) (?:only|merely|just) (?:the|an?|one)\b|(?:只|仅|仅仅|不过)是(?!因|为|说))"
)
_WITH_ZH = re.compile(r"[与和跟同]\s*[\"']?$")
_UNRELATED_ZH = re.compile(r"[^,。]{0,4}?(?:[无没]有?关|没有?联系)")

_ADVERBS = (
    r"(?:(?:clearly|certainly|definitely|probably|actually|really|obviously|simply|just|also|"
    r"however|almost|itself|the answer|as the answer) )*"
)
_DENIED_EN = re.compile(
    rf"[\"'\s]*(?:and (?:the )?[\w-]+ )?{_ADVERBS}(?:(?:is|are|was|were|be|been|does|do|did|has|have|had|can|could|would|will|"
    rf"should|may|might|must|seems?|looks?|sounds?|appears?|to) )+{_ADVERBS}"
    rf"(?:not\b|never\b|no longer\b|hardly\b|(?:both |the |an? )?(?:\w+ )?{_WRONG}\b|"
    r"an? (?:\w+ )?(?:mistake|myth|misconception)\b|ruled out\b|excluded\b|out of the question\b|nothing to do with\b|(?:often|commonly|popularly|frequently|sometimes|mistakenly|wrongly) (?:assumed|believed|thought|mistaken|confused)\b)"
    r"|\s*(?:nor|never)\b"
)
_LIGHT = r"(?:(?:这[个一种]|的)?(?:答案|说法|选项|观点|看法|结论))?(?:显然|肯定|当然|其实|也|都|就|并|绝|完全|根本|明显|已经?|早|仍|还)*"
_WRONG_ZH = re.compile(
    rf"[\"'\s]*{_LIGHT}(?:(?:是|属于|为)?(?:不对|不正确|不准确|错误|错的|错了|误解|谣言)|有误|不成立|被排除|错)"
)
_DENIED_ZH = re.compile(
    rf"[\"'\s]*(?:[和与及跟、][^,]{{1,8}}?[都均也](?=不|没))?{_LIGHT}(?:不|没|未|并非|无法|无[需须权]|禁止)"
)
# Before the place: it is an object here, and a following 不 begins something else (用X不要用Y).
_OBJECT = re.compile(
    r"(?:是|为|即|用|选择?|打|叫|由|找|向|到|去|在|给|于|称|要|加|含|答案:?)\s*[\"']?$"
)

_OR_AFTER = re.compile(
    r"[\"'\s]*(?:(?:and/)?or\b(?! (?:more|so|less|later|rather)\b)|还是(?=[\w\"'])|或(?!称|叫|说|许|者[说称叫]))"
    r"|\s*(?:[和与及跟、][^,]{1,10})?[都均](?:是?有?可能)|\s*and [\w ]{1,30}? are (?:both|all|equally) (?:possible|plausible|likely)\b"
)
_OR_BEFORE = re.compile(
    r"(?:\bor (?:maybe |perhaps |possibly )?(?:the |an? )?|或者?(?:是|可能是)?)[\"']?$"
)
_STILL = re.compile(r"(?:答案|结果|最[后终]|应该|选|我|依然|仍|结论)[^,]*还是$")
_OR_ZH = re.compile(r"\S还是[\"']?$")

_YES = re.compile(
    r"[\s\"'?!]*(?:yes|yep|yeah|correct|right|indeed|exactly|true|of course(?! not)|certainly(?! not)|"
    r"definitely(?! not)|absolutely(?! not)|是的|对|没错|正是|正确|当然(?!不)|是\b)"
)
_NO = re.compile(
    r"[\s\"'?!]*(?:i do not think|i doubt|hardly|no|nope|not|never|wrong|incorrect|false|of course not|certainly not|"
    r"definitely not|absolutely not)\b|[\s?!]*(?:不|否|错|并非|非也|没有|当然不)"
)
_ASKED_EN = re.compile(
    r"\s*(?:so |and |or )?(?:is|are|was|were|do|does|did|can|could|would|will|should|might|may|"
    r"what about|how about|who|what|which|where|when|why|how)\b"
)
_ASKED_ZH = re.compile(r"[^,]{0,12}[吗么]\s*$")

_RHETORICAL = re.compile("难道不是|岂不是|可不是|不就是|不是$")
_ALSO_POSSIBLE = re.compile(r"\s*(?:or\b(?! rather)|maybe\b|perhaps\b|也可能|也许|或者?)")
_IS_NOT = re.compile(r"\s*(?:it )?(?:is|was|are|does|did) not\s*(?:$|[.,;!])")

CORRECTION = _any(
    r"(?:^|[.!?;,\n…—-]\s*)(?:oh |hmm,? |uh,? |but |no,? )?(?:correction|scratch that|"
    r"wait(?=\s*(?:$|[,.!…—-]|(?:no|it|that|actually|i|maybe)\b))|"
    r"actually(?=,? (?:no|not|it|that|this|the|i)\b|,? (?:\w+ ?){1,3}[.!]*$)|"
    r"on second thoughts?|let me correct|my mistake|i was wrong|i misspoke|sorry, (?:i meant?|no|it|"
    r"that|the)|i meant|(?:or )?rather\b(?! than))(?!\w)[,:.!…\s-]*",
    r"[.!;\n…—-]\s*no(?=[,.!—-])[,.!\s—-]*",
    r"(?:^|[。.!?;,\n…—])\s*(?:哦|啊|噢)?,?(?:不对(?=[,。!.]|应|是)|等等(?=[,。!.…]+\S)|等一下|更正|纠正|说错了|我错了|"
    r"我说错|抱歉,?(?:应|是)|准确地说|不,|(?:其实|实际上)(?:应该?)?是(?![个一很因也]))[,:。!.\s]*",
)
"""A turn of speech after which what was said before no longer holds."""
_ADDS = re.compile(
    r"(?:it |that |this )?(?:is )?(?:also|likewise|too)\b|(?:其实|实际上|它)?(?:也|还)"
)

UNKNOWN = _any(
    r"(?:sorry,? |well,? |hmm,? |honestly,? |unfortunately,? )*(?:but )?i (?:really |honestly |just )?(?:do not|can not) (?:really |actually )?(?:know|tell|say|determine)\b",
    r"(?:i have )?no idea\b|(?:i )?do not know\b|(?:it is )?(?:unknown|not known)\b",
    r"(?:抱歉|对不起|很遗憾)?[,。]?(?:这个)?(?:我|目前|暂时|本人)?(?:也|并|真的?|实在)?(?:不知道|不清楚|不了解|不晓得|无从得知|无法(?:确定|判断|得知))",
)
"""The opening of a reply that does not know."""
UNSURE = _any(
    r"(?:i am |it is )?(?:not |un)(?:sure|certain|clear)\b|(?:there is )?(?:not enough|insufficient) information",
    r"(?:it )?can not be (?:determined|known|said)|我?(?:也|并|还)?不(?:太|是很|是太)?确定|不能(?:确定|判断)|信息不足",
)
"""The opening of a reply that cannot tell."""
DECLINED = _any(
    r"(?:it )?depends\b|not enough|insufficient|(?:i am )?(?:unable|not able) to|i can not\b|i (?:will|would) not\b|as an ai\b",
    r"i(?:'d)? (?:would )?(?:rather not|prefer not to|do not (?:want|wish) to|choose not to|decline to) "
    r"(?:say|answer|comment|discuss|tell|share|disclose|respond)\b|no comment\b",
    r"抱歉|对不起|不好说|难说|说不准|看情况|视情况|我?(?:无法|不能|不便)(?:回答|提供|协助|帮)|我(?:无法|不便)",
    r"我?(?:不想|不愿意?|不方便|不便)(?:多|再)?(?:说|回答|透露|讨论|评论|谈)|无可奉告|不予(?:置评|回答)|我?拒绝(?:回答|透露)",
)
"""The opening of a reply that gives no answer."""
NEGATIVE_START = re.compile(
    r"(?:i )?(?:not|no|never|none|neither|nothing|nobody|without|do not|does not|is not|are not|"
    r"can not|non)\b|n/a|un(?:known|able|sure)\b|不|没|无|未|非|勿|别|否|禁止|严禁|切勿"
)


def is_denied(clause: Clause) -> bool:
    """Return whether the clause around a mention takes it back."""
    after, before = clause.after, PSEUDO.sub(lambda m: " " * len(m[0]), clause.before)
    if after.startswith(("莫属", "不可")) and before.endswith("非"):
        return False
    if after.startswith(("吗", "么")) and _RHETORICAL.search(clause.before):
        return False
    return (
        _is_negated(before, clause)
        or BELIEF.search(before) is not None
        or _is_former(before, clause)
        or _is_standard(before, after)
        or _is_denied_subject(before, after)
        or (clause.end == "but" and _IS_NOT.match(clause.rest) is not None)
    )


def is_open(clause: Clause) -> bool:
    """Return whether the mention is an alternative, or in a question that is not affirmed."""
    before, after = clause.before, clause.after
    if _OR_AFTER.match(after) or _OR_BEFORE.search(before):
        return True
    if not after.strip() and clause.end == "," and _ALSO_POSSIBLE.match(clause.rest):
        return True
    if before.startswith(("也可能", "也许")):
        return True
    if _OR_ZH.search(before) and not _STILL.search(before):
        return True
    if clause.end != "?":
        return False
    if _YES.match(clause.rest):
        return False
    if _RHETORICAL.search(before):
        return False
    asked = _ASKED_EN.match(before) or _ASKED_ZH.match(after)
    return bool(asked or _NO.match(clause.rest))


def is_corrected(text: str) -> bool:
    """Return whether the text, which follows a mention, turns away from it."""
    for match in CORRECTION.finditer(text):
        rest = text[match.end() : match.end() + 40]
        if not _ADDS.match(rest) and not (match.start() and text[match.start() - 1] == "?"):
            return True
    return False


def _is_negated(before: str, clause: Clause) -> bool:
    if _WIDE.search(before) or _GLUED.search(before):
        return True
    if "除" in before and re.search(r"还|也", clause.after + clause.rest[:20]):
        before = before.replace("除了", "  ").replace("除", " ")
    for match in _NARROW.finditer(before):
        gap = before[match.end() :]
        if len(gap.split()) > _WORDS or len(re.findall(f"[{CJK}]", gap)) > _CHARACTERS:
            continue
        if not _PREDICATE.match(gap.strip() + " "):
            return True
    return False


def _is_former(before: str, clause: Clause) -> bool:
    past = _FORMERLY.search(before) or _WAS_UNTIL.match(clause.after)
    return bool(past and _NOW.match(clause.rest))


def _is_standard(before: str, after: str) -> bool:
    """Return whether the mention is only what something else is compared with, or unrelated to."""
    if _THAN.search(before) and not _NO_SUCH.search(before):
        return True
    if _COMPARED_ZH.search(before):
        return _MORE_ZH.match(after) is not None
    return bool(_WITH_ZH.search(before) and _UNRELATED_ZH.match(after))


def _is_denied_subject(before: str, after: str) -> bool:
    if PSEUDO.match(after.lstrip()):
        return False
    after = PSEUDO.sub(lambda m: "~" * len(m[0]), after)
    if _DENIED_EN.match(after) or _WRONG_ZH.match(after):
        return True
    denied = _DENIED_ZH.match(after) or _MERELY.match(after)
    return bool(denied) and not _OBJECT.search(before)
