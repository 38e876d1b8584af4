"""The scorers of one run as a single function from a batch to its score columns and verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import SQL_TYPES, check_params
from steelyard.scorers.choose import choose_scorers
from steelyard.scorers.run import run_scorers
from steelyard.scorers.scorer import SCORERS, Batch, Scorer
from steelyard.scorers.verdict import decide

Choice = tuple[str, Mapping[str, Any]]
_VERDICT_READS = (
    "error_kind",
    "timed_out",
    "status",
    "output",
    "expected_behavior",
    "declared_passed",
)


class Scoring:
    """What a run's replies are scored with.

    Args:
        choices: (scorer id, parameters) in order; None chooses from `fields`.
        fields: the known fields the dataset fills.
        verdict: id of the scorer that decides `passed`; None takes the first that can.
    """

    def __init__(
        self, choices: Sequence[Choice] | None, fields: Collection[str], verdict: str | None = None
    ) -> None:
        self.chosen_by_data = choices is None
        self._choices = (
            [(id_, {}) for id_ in choose_scorers(fields)] if choices is None else choices
        )
        self._scorers = [SCORERS.get(id_) for id_, _ in self._choices]
        self._verdict = _verdict_of(self._scorers, verdict)
        self.failures: Counter[str] = Counter()
        self._verdicts = self._declared = 0

    @property
    def reads(self) -> list[str]:
        """Columns the scorers and the verdict look at."""
        wanted = {name for scorer in self._scorers for name in scorer.reads}
        return sorted(wanted.union(_VERDICT_READS))

    @property
    def writes(self) -> dict[str, str]:
        """Columns it makes, with their SQL types."""
        made = {
            name: SQL_TYPES[kind]
            for scorer in self._scorers
            for name, kind in scorer.writes.items()
        }
        return made | {"passed": "BOOLEAN"}

    def enrich(self, batch: Batch) -> dict[str, list[Any]]:
        """Return the score columns and `passed` of a batch."""
        columns, failures = run_scorers(batch, self._choices)
        self.failures.update(failure.scorer for failure in failures)
        passed = decide(_Together(batch, columns), self._verdict)["passed"]
        declared = batch["declared_passed"]
        for row, claim in enumerate(declared):
            if passed[row] is not None:
                self._verdicts += 1
            elif claim is not None and batch["error_kind"][row] != "infra":
                passed[row] = claim
                self._declared += 1
        return columns | {"passed": passed}

    def provenance(self) -> dict[str, str]:
        """Return whether `passed` was measured by the scorers or declared by the data."""
        if self._declared:
            return {"passed": "declared"}
        return {"passed": "measured"} if self._verdicts else {}

    def describe(self) -> list[dict[str, Any]]:
        """Return id, version and parameters of each scorer, for the manifest."""
        return [
            {
                "id": scorer.algorithm.id,
                "version": scorer.algorithm.version,
                "params": check_params(scorer.algorithm, params),
                "verdict": scorer.verdict is not None and scorer.verdict == self._verdict,
            }
            for scorer, (_, params) in zip(self._scorers, self._choices, strict=True)
        ]

    def notes(self) -> list[str]:
        """Return what a reader of the results should know about how they were scored."""
        ids = [scorer.algorithm.id for scorer in self._scorers]
        notes = []
        if self.chosen_by_data:
            shown = ", ".join(ids) or "–"
            notes.append(t("scoring.chosen_by_data", names=shown))
        if self._verdict == "text_keyword_match":
            notes.append(t("scoring.only_keywords"))
        if self._declared and self._verdicts:
            notes.append(t("scoring.mixed_verdicts", n=self._declared))
        notes += [
            t("scoring.failed_rows", scorer=scorer, n=n) for scorer, n in self.failures.items()
        ]
        return notes


class _Together(dict[str, Sequence[Any]]):
    """A batch with its score columns, without copying either."""

    def __init__(self, batch: Batch, columns: Mapping[str, Sequence[Any]]) -> None:
        super().__init__({name: batch[name] for name in _VERDICT_READS})
        self.update(columns)


def _verdict_of(scorers: list[Scorer], wanted: str | None) -> str | None:
    """Return the column that decides; the scorer named, or the first that gives a verdict."""
    able = {scorer.algorithm.id: scorer.verdict for scorer in scorers if scorer.verdict}
    if wanted is None:
        return next(iter(able.values()), None)
    if wanted not in able:
        allowed = ", ".join(able) or "–"
        raise InputError(t("scoring.no_verdict", name=wanted, allowed=allowed))
    return able[wanted]
