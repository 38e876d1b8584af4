"""`text.asserts`: whether the answer keeps what its own case asserts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import fsum
from typing import Any, NamedTuple

import orjson

from steelyard.i18n import t
from steelyard.model import (
    Algorithm,
    Assertion,
    Example,
    FieldType,
    Port,
    Words,
    WrongAssertion,
    read_assertion,
)
from steelyard.scorers.plain_json import number, plain
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.text.assert_batches import RESEMBLANCE, match_patterns, measure_resemblance
from steelyard.scorers.text.assert_checks import (
    CHECKS,
    MEASURED,
    Answer,
    Finding,
    excerpt,
    measured,
)

PASSED = "text_asserts_passed"
EVIDENCE = "text_asserts_evidence"
_WRITES: dict[str, FieldType] = {"text_asserts": "float", PASSED: "bool", EVIDENCE: "json"}
_READS = ("asserts", "asserts_threshold", "output", "latency_s", "cost")
_NEARLY = 1e-9  # weights such as 0.1 do not add up exactly


class _Asked(NamedTuple):
    """One assertion of one row, and what it is about."""

    row: int
    one: Assertion | WrongAssertion
    given: Any
    answer: Answer | None
    measure: float | None


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    asked = list(_asked(batch))
    findings = _decide_together(asked)
    columns: dict[str, list[Any]] = {name: [None] * len(batch["asserts"]) for name in _WRITES}
    pairs = zip(asked, findings, strict=True)
    for row, group in groupby(pairs, key=lambda pair: pair[0].row):
        entries = list(group)
        values = _weigh(entries, number(batch["asserts_threshold"][row]))
        evidence = [_evidence(place, *entry) for place, entry in enumerate(entries)]
        for name, value in zip(_WRITES, (*values, evidence), strict=True):
            columns[name][row] = value
    return columns


def count_undecided(evidence: Sequence[Any]) -> int:
    """Return how many rows have an assertion that could not be decided, from their evidence."""
    return sum(1 for row in evidence if row and any(one["passed"] is None for one in row))


def _asked(batch: Batch) -> Iterator[_Asked]:
    for row, cell in enumerate(batch["asserts"]):
        given = plain(cell)
        if given is None or given == []:
            continue
        text = batch["output"][row]
        answer = None if text is None else Answer(text)
        if not isinstance(given, list):
            wrong = WrongAssertion("asserts", given, t("asserts.allowed_list"))
            yield _Asked(row, wrong, given, answer, None)
            continue
        for one in given:
            read = read_assertion(one)
            column = MEASURED.get(read.type) if isinstance(read, Assertion) else None
            yield _Asked(row, read, one, answer, number(batch[column][row]) if column else None)


def _decide_together(asked: list[_Asked]) -> list[Finding]:
    """Decide each assertion, `not` put in; those that go together, together."""
    found = [_decide(each) for each in asked]
    for type_ in ("regex", *RESEMBLANCE):
        places: list[int] = []
        pairs: list[tuple[Assertion, str]] = []
        for place, each in enumerate(asked):
            if isinstance(each.one, Assertion) and each.one.type == type_ and each.answer:
                places.append(place)
                pairs.append((each.one, each.answer.text))
        made = match_patterns(pairs) if type_ == "regex" else measure_resemblance(type_, pairs)
        for place, finding in zip(places, made, strict=True):
            found[place] = finding
    return [
        finding._replace(holds=not finding.holds)
        if finding.holds is not None and isinstance(each.one, Assertion) and each.one.negated
        else finding
        for each, finding in zip(asked, found, strict=True)
    ]


def _decide(asked: _Asked) -> Finding:
    one = asked.one
    if isinstance(one, WrongAssertion):
        return Finding(None, reason=_said(one))
    if one.type in MEASURED:
        return measured(one, asked.measure)
    if asked.answer is None:
        return Finding(None, reason=t("asserts.no_answer"))
    check = CHECKS.get(one.type)
    return Finding(None) if check is None else check(one, asked.answer)


def _said(wrong: WrongAssertion) -> str:
    place = wrong.member or t("asserts.one")
    return t(
        "asserts.wrong", place=excerpt(place), found=_short(wrong.found), allowed=wrong.allowed
    )


def _weigh(
    entries: list[tuple[_Asked, Finding]], threshold: float | None
) -> tuple[float | None, bool | None]:
    """Return the score of a row, and whether it passed; unknown where it hangs on the undecided."""
    weighed = [(_weight(asked.one), finding.holds) for asked, finding in entries]
    known = fsum(weight for weight, holds in weighed if holds is not None)
    kept = fsum(weight for weight, holds in weighed if holds)
    whole = fsum(weight for weight, _ in weighed)
    score = min(kept / known, 1.0) if known else None
    if not whole:
        return score, None
    needed = 1.0 if threshold is None else threshold
    if kept / whole >= needed - _NEARLY:  # also if all undecided ones were broken
        return score, True
    if (kept + whole - known) / whole < needed - _NEARLY:  # also if all of them were kept
        return score, False
    return score, None


def _weight(one: Assertion | WrongAssertion) -> float:
    return one.weight if isinstance(one, Assertion) else 1.0


def _evidence(place: int, asked: _Asked, finding: Finding) -> dict[str, Any]:
    given = asked.given if isinstance(asked.given, dict) else {}
    one = asked.one
    made: dict[str, Any] = {"at": place, "type": _short(given.get("type"), quoted=False)}
    if "value" in given:
        made["value"] = _short(given["value"], quoted=False)
    if isinstance(one, Assertion):
        made |= {} if one.threshold is None else {"threshold": one.threshold}
        made |= {} if one.weight == 1 else {"weight": one.weight}
        made |= {"not": True} if given.get("not") else {}
    made |= {"passed": finding.holds, "found": finding.found}
    return made | ({} if finding.reason is None else {"reason": finding.reason})


def _short(value: Any, *, quoted: bool = True) -> str | None:
    if value is None and not quoted:
        return None
    if isinstance(value, str) and not quoted:
        return excerpt(value)
    try:
        return excerpt(orjson.dumps(value, default=str, option=orjson.OPT_NON_STR_KEYS).decode())
    except (orjson.JSONEncodeError, RecursionError):  # nested too deep, halves of characters
        return "…"


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    columns = _score({name: [inputs.get(name)] for name in _READS}, params)
    names = ("value", "passed", "evidence")
    return {name: column[0] for name, column in zip(names, columns.values(), strict=True)}


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="text.asserts",
            version=1,
            kind="scorer",
            title=Words("Assertions of the case", "用例断言"),
            meaning=Words(
                "Share of what the case itself asserts about its answer that holds, by weight; it "
                "passes when all holds, or the share reaches the threshold of the case. What "
                "cannot be decided is left out of the share, and never counts as kept.",
                "用例自带的断言中成立者所占的份额（按权重）；全部成立，或份额达到用例的阈值，即为通过。"
                "无法判定的断言不计入份额，也绝不算作成立。",
            ),
            formula=(
                "value = Σ w of those that hold / Σ w of those decided; passed: Σ w of those that "
                "hold / Σ w ≥ asserts_threshold (1 if not given); None while the undecided could "
                "change it"
            ),
            inputs=(
                Port("asserts", "json", Words("assertions of the case", "用例的断言列表")),
                Port("output", "text", Words("the agent's answer", "智能体输出"), required=False),
                Port(
                    "asserts_threshold",
                    "float",
                    Words("share that passes; 1 if not given", "通过所需的份额；默认为 1"),
                    required=False,
                ),
                Port(
                    "latency_s",
                    "float",
                    Words("seconds to the full answer", "响应耗时（秒）"),
                    required=False,
                ),
                Port("cost", "float", Words("cost of the ask", "费用"), required=False),
            ),
            outputs=(
                Port("value", "float", Words("share that holds", "成立的份额")),
                Port("passed", "bool", Words("whether the case passed", "是否通过")),
                Port(
                    "evidence",
                    "json",
                    Words("each assertion and what was found", "各断言及所见内容"),
                ),
            ),
            compute=_compute,
            examples=(
                Example(
                    {
                        "asserts": [
                            {"type": "contains", "value": "北京"},
                            {"type": "not-contains", "value": "上海"},
                        ],
                        "output": "中国的首都是北京。",
                    },
                    {"value": 1.0, "passed": True},
                ),
                Example(
                    {
                        "asserts": [
                            {"type": "contains-all", "value": ["red", "blue"], "weight": 2},
                            {"type": "icontains", "value": "YELLOW"},
                        ],
                        "asserts_threshold": 0.6,
                        "output": "red and blue",
                    },
                    {"value": 0.6667, "passed": True},
                    note="2 of 3 by weight",
                ),
                Example(
                    {
                        "asserts": [
                            {"type": "regex", "value": "[Hh]ello"},
                            {"type": "regex", "value": "(?=lookahead)"},
                            {"type": "latency", "threshold": 2},
                        ],
                        "output": "hello",
                        "latency_s": 0.5,
                    },
                    {"value": 1.0, "passed": None},
                    note="one pattern cannot be decided",
                ),
            ),
        ),
        reads=_READS,
        writes=_WRITES,
        score=_score,
        verdict=PASSED,
    )
)
