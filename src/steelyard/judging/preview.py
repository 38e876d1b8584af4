"""How a plan's answers would be judged, known from its cases before the first request."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from steelyard.cases import read_cases
from steelyard.errors import RunRefusedError
from steelyard.i18n import t
from steelyard.model import ALIASES, FIELDS, declarable
from steelyard.plan import Plan
from steelyard.scorers import (
    ANSWER_RULES,
    AUTO,
    RECORDED,
    Chosen,
    Guess,
    GuessCounts,
    RuleCounts,
    Scoring,
    can_judge,
    choose_scorers,
    judge_case,
    rule_of,
)

SHOWN = 5
_MOST_KEYS = 1_000
# Columns that measure nothing by themselves: what the run writes anyway, or how it is asked.
_NO_METRIC = frozenset(
    (
        *("output", "latency_s", "timed_out", "error_kind", "input_tokens", "output_tokens"),
        *("cost", "abnormal_input", "high_concurrency", "environment_unstable", "phase", "fault"),
        *("perturbation", "severity", "parent_case_id", "abstained", "confidence"),
    )
)
_EXPECTED = ("expected_output", "label", "references")
_BESIDE = ("input", "tolerance", "choices")  # of use only beside an expected answer
_LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class PreviewCase:
    """One case of a preview.

    Attributes:
        rule: what decides on it.
        answer: the answer that was tried; None when none was.
        passed: the verdict on that answer.
        evidence: what the verdict read in it.
    """

    case_id: str
    input: str
    expected: str | None
    rule: str
    answer: str | None = None
    passed: bool | None = None
    evidence: str | None = None


@dataclass(frozen=True, slots=True)
class JudgingPreview:
    """Which rule judges how many cases.

    Attributes:
        by: `auto`, `documented` or `scorers` (a list).
        labels: the labels of the data, when they are classes.
        rules: the rules of `auto` with the cases they call for.
        decider: the scorer that decides instead; None when rules do.
        cases: a few of them, of as many rules as possible.
        guess: the constant option or label that is right most often.
        unjudged: the rules on whose cases the decider gives no verdict.
    """

    by: str
    labels: tuple[str, ...]
    rules: Mapping[str, int]
    decider: str | None = None
    cases: tuple[PreviewCase, ...] = ()
    guess: Guess | None = None
    unjudged: frozenset[str] = frozenset()

    @property
    def table(self) -> dict[str, int]:
        """What decides, with the number of cases it decides on."""
        found: dict[str, int] = {}
        for rule, count in self.rules.items():
            name = _decides(rule, self.decider, self.unjudged)
            found[name] = found.get(name, 0) + count
        return found

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain JSON, for displays and interfaces."""
        shown = {"by": self.by, "table": self.table, "labels": list(self.labels)}
        guess = None if self.guess is None else self.guess._asdict()
        return shown | {"cases": [asdict(case) for case in self.cases], "guess": guess}


class CaseCensus:
    """Looks at every case as it is read; `preview` then says how they will be judged."""

    def __init__(self) -> None:
        self._counts = RuleCounts()
        self._guesses = GuessCounts()
        self._kept: dict[str, list[dict[str, Any]]] = {}
        self._keys: dict[str, None] = {}
        self.fields: set[str] = set()

    def watch(self, cases: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Yield the cases, looking at each."""
        for case in cases:
            rule = self._counts.add(case)
            self._guesses.add(case, rule)
            self.fields.update(case)
            kept = self._kept.setdefault(rule, [])
            if len(kept) < SHOWN:
                kept.append(dict(case))
            if len(self._keys) < _MOST_KEYS:
                self._keys.update(dict.fromkeys(case.get("metadata") or ()))
            yield case

    def preview(self, plan: Plan, answer: str | None = None) -> JudgingPreview:
        """Return how the cases are judged; with an `answer`, what it would get.

        Raises:
            RunRefusedError: no case can get a verdict or a metric, or the scorer that decides has
                nothing to compare answers with.
        """
        labels, rules = self._counts.labels, self._counts.rules
        scoring = Scoring(plan.scoring_choice(), self.fields, plan.verdict, labels=labels)
        self._refuse(plan, scoring, rules)
        decider = scoring.decider
        unjudged = self._unjudged(scoring, labels)
        shown = tuple(
            _preview_case(case, _decides(rule, decider, unjudged), scoring, answer)
            for case, rule in ((case, rule_of(case, labels)) for case in self._some())
        )
        guess = self._guesses.best(with_labels=bool(labels))
        return JudgingPreview(judged_by(plan), labels, rules, decider, shown, guess, unjudged)

    def _unjudged(self, scoring: Scoring, labels: tuple[str, ...]) -> frozenset[str]:
        """Return the rules whose cases the scorer that decides cannot judge, by those kept."""
        entry = scoring.verdict_entry
        if entry is None or scoring.chosen_by_data:
            return frozenset()
        groups: dict[str, list[dict[str, Any]]] = {}
        for case in chain.from_iterable(self._kept.values()):
            groups.setdefault(rule_of(case, labels), []).append(case)
        return frozenset(
            rule
            for rule, cases in groups.items()
            if _decides(rule, scoring.decider) == scoring.decider and not can_judge(entry, cases)
        )

    def _some(self) -> list[dict[str, Any]]:
        """Return a few cases: the first of each rule, then the second, ...; none without answer."""
        asked = (cases for rule, cases in self._kept.items() if rule != RECORDED)
        mixed = (case for cases in zip_longest(*asked) for case in cases if case)
        return [case for case, _ in zip(mixed, range(SHOWN), strict=False)]

    def _refuse(self, plan: Plan, scoring: Scoring, rules: Mapping[str, int]) -> None:
        entry = scoring.verdict_entry
        # Up to five cases of every rule: what judges none of these judges none of their kind.
        decided = [
            case
            for rule, cases in self._kept.items()
            for case in cases
            if _decides(rule, scoring.decider) == scoring.decider
        ]
        if entry is not None and not scoring.chosen_by_data and not can_judge(entry, decided):
            raise RunRefusedError(
                _no_inputs(entry, decided) + self._unused(), hint=t("judged.no_inputs_hint")
            )
        if not isinstance(plan.scorers, str) or set(rules) - {"none"}:
            return
        # Fields of an expected answer that are filled with blanks measure nothing.
        others = self.fields - set(_EXPECTED)
        if choose_scorers(others) or measured_by_data(others):
            return
        message = t("judged.no_expected") + self._unused()
        raise RunRefusedError(message, hint=t("judged.no_expected_hint"))

    def _unused(self) -> str:
        """Return the columns that fill no field, each with the field it may be meant for."""
        if not self._keys:
            return ""
        known = [*_EXPECTED, *ALIASES, *(field.name for field in declarable())]
        said = []
        for key in list(self._keys)[:10]:
            close = get_close_matches(key.casefold(), known, n=1, cutoff=0.6)
            guess = t("judged.did_you_mean", name=close[0]) if close else ""
            said.append(f"{key}{guess}")
        return t("judged.unused_columns", columns=", ".join(said))


def preview_judging(plan: Plan, base: Path, answer: str | None = None) -> JudgingPreview:
    """Read the cases of a plan and return how their answers would be judged. Nothing is sent.

    Args:
        plan: the plan.
        base: what its paths are relative to.
        answer: what to try as the answer of every case shown; otherwise recorded outputs are.

    Raises:
        RunRefusedError: no case can get a verdict or a metric.
    """
    census = CaseCensus()
    for _ in census.watch(read_cases(plan.dataset, base=base, seed=plan.run.seed)):
        pass
    return census.preview(plan, answer)


def measured_by_data(fields: Collection[str]) -> bool:
    """Return whether data with these fields give a metric though no answer can be judged."""
    outcomes = {field.name for field in declarable() if field.role == "outcome"}
    return bool((outcomes - _NO_METRIC).intersection(fields))


def judged_by(plan: Plan) -> str:
    """Return who decides in a plan: `auto`, `documented` or `scorers`."""
    if plan.scorers == AUTO:
        return AUTO if plan.verdict is None else "scorers"
    return plan.scorers if isinstance(plan.scorers, str) else "scorers"


def _decides(rule: str, decider: str | None, unjudged: Collection[str] = ()) -> str:
    """Return the scorer in place of a rule that it decides instead of; `none` if it cannot."""
    if rule in unjudged:
        return "none"
    return decider if decider is not None and rule in (*ANSWER_RULES, "none") else rule


def _no_inputs(entry: Chosen, cases: Iterable[Mapping[str, Any]]) -> str:
    """Return what a scorer misses: fields, or expected answers of the kind that it judges."""
    reads = entry.scorer.reads
    needs = [name for name in reads if name in FIELDS and FIELDS[name].role == "case"]
    given = [_expected(case) for case in cases] if "expected_output" in reads else []
    shown = next((one for one in given if one is not None), None)
    if shown is not None:
        shown = " ".join(shown.split())[:_LONGEST_SHOWN]
        return t("judged.no_answer_of_kind", scorer=entry.label, expected=shown)
    needs = [name for name in needs if name not in _BESIDE]
    return t("judged.no_inputs", scorer=entry.label, needs=", ".join(needs))


def _expected(case: Mapping[str, Any]) -> str | None:
    expected = next((case[name] for name in _EXPECTED if case.get(name) is not None), None)
    if isinstance(expected, list):
        expected = " | ".join(map(str, expected))
    return None if expected is None else str(expected)


def _preview_case(
    case: Mapping[str, Any], rule: str, scoring: Scoring, answer: str | None
) -> PreviewCase:
    tried = answer if answer is not None else case.get("output")
    verdict = None if tried is None else judge_case(scoring, case, tried)
    return PreviewCase(
        case_id=str(case["case_id"]),
        input=str(case["input"]),
        expected=_expected(case),
        rule=rule,
        answer=tried,
        passed=verdict and verdict.passed,
        evidence=verdict and verdict.evidence,
    )
