"""Assertions of promptfoo as assertions of the case, which `text.asserts` decides.

What no type of ours expresses stays in the case as `unchecked`: such a case can fail, but it never
passes unseen. A rubric that holds for all tests alike goes into the plan.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from typing import Any, TypeGuard

from steelyard.interop.imports.promptfoo_config import LeftOut, Test, render
from steelyard.interop.imports.promptfoo_providers import agent_of
from steelyard.model import ASSERTIONS, Assertion, read_assertion
from steelyard.scorers.text.assert_batches import RESEMBLANCE, match_patterns

_CODE = ("javascript", "python", "webhook", "ruby")
_MODEL_GRADED = ("model-graded-closedqa", "factuality", "g-eval", "answer-relevance", "similar")
_NEAR = {
    "equals": "promptfoo.near_equals",
    "is-refusal": "promptfoo.near_refusal",
    **dict.fromkeys(RESEMBLANCE, "promptfoo.near_resembles"),
}
_MILLISECONDS = 1000


class Expectations:
    """What the tests expect.

    Attributes:
        plan: the parts of a plan that follow: scorers, verdict, judges.
    """

    def __init__(
        self,
        tests: list[Test],
        config: dict[str, Any],
        environment: Mapping[str, str],
        left_out: LeftOut,
    ) -> None:
        self._environment = environment
        self._left_out = left_out
        self._config = config
        self._scorers: dict[str, dict[str, Any]] = {}
        self._judges: dict[str, Any] = {}
        self._why_no_rubric = self._rubric(tests)
        self._cases = [self._case(number, test) for number, test in enumerate(tests, start=1)]
        self.plan = self._plan()

    def of(self, number: int) -> dict[str, Any]:
        """Return the fields of one case."""
        return self._cases[number]

    def _case(self, number: int, test: Test) -> dict[str, Any]:
        made: dict[str, Any] = {}
        asserts: list[dict[str, Any]] = []
        for one in test.assertions:
            kind = str(one.get("type"))
            if kind == "llm-rubric" and self._why_no_rubric is None:
                continue
            if kind == "tool-call-f1" and (names := _names(one.get("value"))):
                made["expected_tools"] = names
                self._scorers["agent.tool_f1"] = {}
            asserts.append(self._assertion(one, test, f"test {number}"))
            if asserts[-1]["type"] == "equals" and isinstance(asserts[-1]["value"], str):
                made["expected_output"] = asserts[-1]["value"]
        if asserts:
            made["asserts"] = asserts
            self._scorers["text.asserts"] = {}
            if test.threshold is not None:
                made["asserts_threshold"] = min(test.threshold, 1.0)
        return made

    def _assertion(self, given: dict[str, Any], test: Test, place: str) -> dict[str, Any]:
        """Return an assertion of promptfoo as ours, else as one that nothing checks."""
        kind = str(given.get("type"))
        why = self._why_no_rubric if kind == "llm-rubric" else _why_not(given, test)
        if why is None:
            made = _translated(given, test, self._left_out, place)
            if (why := _why_not_ours(made)) is None:
                if near := _NEAR.get(kind.removeprefix("not-")):
                    self._left_out.add(kind, near, place)
                return made
        self._left_out.add(kind, why, place)
        weight = given.get("weight")
        weighed = {"weight": weight} if _is_number(weight) and weight >= 0 else {}
        return {"type": "unchecked", "value": kind[:80], **weighed}

    def _rubric(self, tests: list[Test]) -> str | None:
        """Take over a rubric by which every test is graded; else return why not."""
        found = [_rubrics(test) for test in tests]
        rubrics = {text for one in found for text in one}
        if len(rubrics) != 1 or not all(found):
            return "promptfoo.why_rubric"
        judge = self._grader()
        if judge is None:
            return "promptfoo.why_grader"
        self._judges["grader"] = judge
        self._scorers["judge.rubric"] = {"rubric": rubrics.pop(), "judge": ["grader"]}
        if any(len(test.assertions) > 1 for test in tests):
            self._left_out.add("llm-rubric", "promptfoo.near_rubric", "tests")
        return None

    def _grader(self) -> dict[str, Any] | None:
        default = self._config.get("defaultTest")
        options = default.get("options") if isinstance(default, dict) else None
        provider = options.get("provider") if isinstance(options, dict) else None
        if isinstance(provider, str):
            provider = {"id": provider}
        if not isinstance(provider, dict):
            return None
        return agent_of(provider, self._environment, self._left_out)

    def _plan(self) -> dict[str, Any]:
        made: dict[str, Any] = {
            "scorers": [{id_: params} if params else id_ for id_, params in self._scorers.items()]
        }
        if "text.asserts" in self._scorers:
            made["verdict"] = "text.asserts"
        if self._judges:
            made["judges"] = self._judges
        return made


def _why_not(given: dict[str, Any], test: Test) -> str | None:
    """Return why an assertion cannot be taken over, from what it is; None if it may be."""
    kind, value = str(given.get("type")).removeprefix("not-"), given.get("value")
    reasons = {
        "why_code": kind in _CODE,
        "why_graded": kind in (*_MODEL_GRADED, "llm-rubric"),
        "why_set": kind == "assert-set",
        "near_tools": kind == "tool-call-f1",
        "why_no_scorer": kind not in ASSERTIONS or kind == "unchecked",
        "why_transform": test.transformed or "transform" in given,
        "why_value_file": isinstance(value, str) and value.startswith("file://"),
        "why_schema": kind in ("is-json", "contains-json") and bool(value),
    }
    return next((f"promptfoo.{reason}" for reason, holds in reasons.items() if holds), None)


def _why_not_ours(made: dict[str, Any]) -> str | None:
    """Return why an assertion that was translated cannot be decided; None if it can."""
    read = read_assertion(made)
    if not isinstance(read, Assertion):
        return "promptfoo.why_shape"
    if read.type == "regex" and match_patterns([(read, "")])[0].holds is None:
        return "promptfoo.why_pattern"
    return None


def _translated(given: dict[str, Any], test: Test, left_out: LeftOut, place: str) -> dict[str, Any]:
    kind = str(given["type"])
    rules = ASSERTIONS[kind.removeprefix("not-")]
    made: dict[str, Any] = {"type": kind}
    if rules.value != "nothing":
        made["value"] = _value(given.get("value"), test, left_out, place)
        if rules.value == "texts" and isinstance(made["value"], str):
            made["value"] = _listed(made["value"])
        elif _is_number(made["value"]) and rules.value != "range":
            number = made["value"]
            whole = isinstance(number, float) and number.is_integer()
            made["value"] = str(int(number) if whole else number)
    limit = given.get("threshold")
    if rules.limit != "none" and limit is not None:
        in_milliseconds = kind.endswith("latency") and _is_number(limit)
        made["threshold"] = limit / _MILLISECONDS if in_milliseconds else limit
    return made | ({"weight": given["weight"]} if given.get("weight") is not None else {})


def _value(value: Any, test: Test, left_out: LeftOut, place: str) -> Any:
    """Return a value with the variables of the test put in."""
    if isinstance(value, list):
        return [_value(one, test, left_out, place) for one in value]
    if not (isinstance(value, str) and "{{" in value):
        return value
    return render(value, test.variables, left_out, place)


def _listed(text: str) -> list[str]:
    """Return the texts between commas; quotes hold a comma together."""
    cells = next(csv.reader([text.replace("\n", " ")], skipinitialspace=True), [])
    return [cell.strip() for cell in cells if cell.strip()]


def _is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _rubrics(test: Test) -> list[str]:
    return [
        str(one["value"])
        for one in test.assertions
        if one.get("type") == "llm-rubric" and one.get("value")
    ]


def _names(value: Any) -> list[str]:
    names = value.split(",") if isinstance(value, str) else value
    return [str(name).strip() for name in names] if isinstance(names, list) else []
