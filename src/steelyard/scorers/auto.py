"""`scorers: auto`: every answer is judged by the rule its case calls for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from steelyard.model import FIELDS, NOT_ASKED
from steelyard.scorers.matchers.rules import (
    MISSION_FIELDS,
    choose_rule,
    judge_answer,
    usable_labels,
)
from steelyard.scorers.plain_json import plain
from steelyard.scorers.safety.wanted import is_safety
from steelyard.scorers.scorer import Batch
from steelyard.scorers.verdict import RECORDED, Decision, is_blank

AUTO = "auto"
DOCUMENTED = "documented"

ANSWER_RULES = ("choice", "label", "json", "number", "polarity", "contains", "keywords")
"""Rules that compare an answer with an expected one."""

_TEXTS = ("input", "expected_output", "label", "references", "choices", "tolerance")
_BEHAVIOR = ("expected_behavior", "kind", "eval_type", "asserts", "relevance", "retrieved")
_READS = tuple(name for name in (*_TEXTS, *_BEHAVIOR, *MISSION_FIELDS) if name in FIELDS)
_JSON = frozenset(name for name in _READS if FIELDS[name].type == "json")
_PLANTED = ("canary", "injection_marker", "injection_tool", "forbidden_tools")
_MOST_LABELS = 1_000  # far more than a label rule takes; what comes after is no class


class AutoJudge:
    """Judges the rows of batches by the rules of `auto`.

    Args:
        fields: the fields the dataset fills. An objective that only the reply names does not make
            its case a mission: the data decide how an answer is judged, the answer never does.
        labels: the labels of the dataset, when they are classes; else none.
    """

    def __init__(self, fields: Collection[str], labels: Sequence[str] = ()) -> None:
        self.labels = tuple(labels)
        self.reads = tuple(name for name in _READS if name not in MISSION_FIELDS or name in fields)

    def case(self, batch: Batch, row: int) -> dict[str, Any]:
        """Return the case of a row as the rules read it."""
        found: dict[str, Any] = {}
        for name in self.reads:
            value = batch[name][row] if name in batch else None
            if value is not None:
                found[name] = plain(value) if name in _JSON else value
        return found

    def judge(self, batch: Batch, row: int) -> Decision:
        """Return the verdict of the row's rule on its answer."""
        case, output = self.case(batch, row), batch["output"][row]
        given = batch["pred_label"][row] if self.labels and "pred_label" in batch else None
        if given is not None or is_blank(output):
            rule = choose_rule(case, self.labels)
            if rule == "label":
                output = given or output  # the agent gave its class as a field
            elif rule in ("retrieval", "mission"):
                return Decision(None, rule)  # their answers are no text
        return Decision(*judge_answer(case, output, self.labels))


@dataclass
class RuleCounts:
    """Counts, while cases are read, which rule judges how many of them.

    Whether labels are classes is known only at the end: until then a case with a label counts
    twice, as if they were and as if they were not.
    """

    _labels: Counter[str] = field(default_factory=Counter)
    _plain: Counter[str] = field(default_factory=Counter)
    _labeled: Counter[str] = field(default_factory=Counter)

    def add(self, case: Mapping[str, Any]) -> str:
        """Count one case; return its rule as if labels were no classes."""
        label = case.get("label")
        rule = rule_of(case)
        self._plain[rule] += 1
        if label is None or len(self._labels) > _MOST_LABELS:
            self._labeled[rule] += 1
        else:
            self._labels[label] += 1
            self._labeled[rule_of(case, (label,))] += 1
        return rule

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels, when they are classes; else none."""
        return usable_labels(self._labels)

    @property
    def rules(self) -> dict[str, int]:
        """Rules with the number of cases they judge, most frequent first."""
        return dict((self._labeled if self.labels else self._plain).most_common())


def rule_of(case: Mapping[str, Any], labels: Sequence[str] = ()) -> str:
    """Return what decides on a case: its rule, else its safety detectors, else its own verdict.

    A row that brings results instead of a question is not judged at all.
    """
    if case.get("input") == NOT_ASKED:
        return RECORDED
    rule: str = choose_rule(case, labels)
    if rule != "none":
        return rule
    planted = any(case.get(name) is not None for name in _PLANTED)
    if planted or is_safety(case.get("kind"), case.get("eval_type")):
        return "safety"
    return "none" if case.get("passed") is None else "declared"
