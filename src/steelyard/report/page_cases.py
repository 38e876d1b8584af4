"""The cases of a run as the script of the page reads them: safe texts, and words in both languages.

The script only ever sets text, never markup; what cannot be seen is made visible here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from steelyard.report import conditions
from steelyard.report.drilldown import case_key
from steelyard.report.text import one_line, visible
from steelyard.report.wording import known_words, words

if TYPE_CHECKING:
    from steelyard.model import Words
    from steelyard.report.content import Case, Excerpt, RunReport

_REPORT = ("input", "expected", "output", "error", "scores", "blank")
_PAGE = (
    *("verdict_passed", "verdict_failed", "verdict_undecided", "difference", "evidence", "values"),
    *("steps", "steps_cut", "cut", "shown", "shown_all", "nothing_found", "any", "no_group"),
    *("epoch", "plain", "permalink", "by_domain", "by_scene_type", "by_kind", "by_blame", "by_by"),
    *("by_scene", "by_reason", "by_verdict", "by_condition"),
)


def cases_data(report: RunReport) -> dict[str, Any]:
    """Return what the script needs to list, filter and open the cases."""
    sample = report.cases
    if sample is None or not sample.cases:
        return {}
    cases = sample.cases
    return {
        "total": sample.total,
        "epochs": (report.run.get("epochs") or 1) > 1,
        "words": {
            **{key: words(key) for key in _REPORT},
            **{key: words(f"page.{key}") for key in _PAGE},
        },
        "names": {
            "reason": _names((case.reason for case in cases), lambda n: known_words("reason", n)),
            "blame": _names((case.blame for case in cases), lambda n: known_words("blame", n)),
            "condition": _names((c.condition for c in cases), conditions.condition_words),
            "kind": _names((case.kind for case in cases), _kind),
            "scene_type": _names((c.scene_type for c in cases), lambda n: known_words("group", n)),
        },
        "cases": [_case(case) for case in cases],
    }


def _names(found: Iterable[str | None], said: Callable[[str], Words]) -> dict[str, Words]:
    return {case_key(name): said(name) for name in dict.fromkeys(found) if name is not None}


def _kind(kind: str) -> Words:
    named = conditions.kind_words(kind)
    named = conditions.fault_words(kind) if named.en == one_line(kind, 60) else named
    return known_words("phase", kind) if named.en == one_line(kind, 60) else named


def _case(case: Case) -> dict[str, Any]:
    given = {
        "row": case.row,
        "id": case_key(case.case_id or str(case.row)),
        "epoch": case.epoch,
        "scene": _line(case.scene),
        "domain": _line(case.domain),
        "scene_type": _line(case.scene_type),
        "condition": _line(case.condition),
        "kind": _line(case.kind),
        "status": _line(case.status),
        "passed": case.passed,
        "reason": _line(case.reason),
        "blame": case.blame,
        "latency_s": case.latency_s,
        "input": _text(case.input),
        "expected": _text(case.expected),
        "output": _text(case.output),
        "error": _text(case.error),
        "scores": _numbers(case.scores),
        "values": _numbers(case.values),
        "evidence": {one_line(k, 80): _text(text) for k, text in case.evidence.items()},
        "steps": list(case.steps),
        "steps_cut": case.steps_cut,
    }
    # What is not there takes no room in the file.
    return {"row": case.row} | {key: x for key, x in given.items() if x not in (None, {}, [])}


def _line(text: str | None) -> str | None:
    return None if text is None else case_key(text)


def _text(part: Excerpt | None) -> list[Any] | None:
    return None if part is None else [visible(part.text), part.cut]


def _numbers(found: Mapping[str, float | bool | None]) -> dict[str, Any]:
    return {one_line(name, 80): value for name, value in found.items() if value is not None}
