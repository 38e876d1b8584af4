"""How answers were judged, as every renderer says it: the badge, and the warning before a score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.i18n.words.judged import WORDS
from steelyard.model import Words
from steelyard.report.content import GuessLevel, JudgedPair, Judging, JudgingWarning
from steelyard.report.numbers import NOTHING, count_text, share_text, value_text
from steelyard.report.text import one_line
from steelyard.report.wording import words

_SHOWN_RULES = 6
_TEXT = 120
_MOST = 0.5
_GUESS_WORTH_SAYING = 0.05  # below it a constant answer is no rival


def read_judging(summary: Mapping[str, Any]) -> Judging | None:
    """Return what the summary of a run keeps about its verdicts."""
    kept = summary.get("judging")
    if not kept:
        return None
    warning = kept.get("warning")
    return Judging(
        **{name: kept[name] for name in _AS_KEPT},
        labels=tuple(kept.get("labels") or ()),
        guess=None if kept.get("guess") is None else GuessLevel(**kept["guess"]),
        warning=None if warning is None else _warning(warning),
    )


def badge_words(judging: Judging) -> Words:
    """Return what gave the verdicts, with their shares; and what is advised if that is weak."""
    total = sum(judging.rules.values())
    if not total:
        return words("judged.badge_nothing")
    ranked = sorted(judging.rules.items(), key=lambda item: -item[1])
    shares = [(rule_words(rule), share_text(count / total)) for rule, count in ranked]
    said = [
        separator.join(f"{name[at]} {share}" for name, share in shares[:_SHOWN_RULES])
        for at, separator in enumerate((", ", "、"))
    ]
    return words("judged.badge_weak" if judging.amber else "judged.badge", rules=Words(*said))


def guess_words(guess: GuessLevel | None) -> Words | None:
    """Return how far a constant answer gets; None when that is next to nothing."""
    if guess is None or guess.share <= _GUESS_WORTH_SAYING:
        return None
    share, answer = value_text(guess.share, "%"), one_line(guess.answer, _TEXT)
    return words("judged.guess_level", share=share, answer=answer)


def warning_words(judging: Judging, run: str = "RUN") -> list[Words]:
    """Return the first lines of a report: what may be wrong, the answers in question, the way out.

    Args:
        judging: how the answers were judged.
        run: what the command names as the run.
    """
    found = judging.warning
    if found is None:
        return []
    names = ("rows", "answered", "verdicts", "passed", "unread")
    facts = {name: count_text(getattr(judging, name)) for name in names}
    weakly = "_weakly" if found.reason == "all_pass" and judging.weak >= _MOST else ""
    lines = [words(f"judged.warn_{found.reason}{weakly}", **facts)]
    if found.other is not None and found.other_pass_rate is not None:
        key = "other_fits" if _fits_better(found) else "other"
        key = "by_overlap" if found.other == "documented" else key
        rate = share_text(found.other_pass_rate)
        lines.append(words(f"judged.{key}", other=found.other, rate=rate))
    lines += [_pair_words(pair) for pair in found.pairs]
    if found.pairs:
        # Keyword overlap is shown for what it is, and not advised.
        command = f"steelyard score {run} --scorer {'auto' if found.other == 'auto' else 'ID'}"
        lines.append(words("judged.rescore", command=command))
    return lines


def rule_words(rule: str) -> Words:
    """Return what a rule is called; a scorer goes by its id."""
    key = f"rule_{rule}"
    shown = one_line(rule, 60)
    return words(f"judged.{key}") if key in WORDS else Words(shown, shown)


def _fits_better(found: JudgingWarning) -> bool:
    low = found.pass_rate or 0.0
    return found.other == "auto" and (found.other_pass_rate or 0.0) > low + 0.1


def _pair_words(pair: JudgedPair) -> Words:
    return words(
        "judged.pair",
        case=one_line(pair.case_id or NOTHING, 40),
        expected=one_line(pair.expected or NOTHING, _TEXT),
        answer=one_line(pair.answer or NOTHING, _TEXT),
    )


def _warning(kept: Mapping[str, Any]) -> JudgingWarning:
    other = kept.get("other") or {}
    return JudgingWarning(
        reason=kept["reason"],
        pass_rate=kept.get("pass_rate"),
        pairs=tuple(JudgedPair(**pair) for pair in kept.get("pairs") or ()),
        other=other.get("scorers"),
        other_pass_rate=other.get("pass_rate"),
    )


_AS_KEPT = (
    *("by", "version", "rules", "rows", "answered", "verdicts", "passed", "unjudged", "unread"),
    *("weak", "amber", "only_keywords"),
)
