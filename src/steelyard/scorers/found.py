"""What scoring finds beside the scores: the counts its notes and its provenance are made of."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Found:
    """Counts over the rows scored so far.

    Attributes:
        failures: rows a scorer could not score, by scorer.
        verdicts: rows whose verdict the scorers gave.
        declared: rows whose verdict came with the data.
        by_people: rows whose verdict people gave.
        unsettled: replies that are neither safe nor unsafe for sure.
        unasserted: assertions that could not be decided.
        unjudged: rows with a question no judge answered, by scorer.
        uncertain: rows the judges were not certain of, by scorer.
        measured: columns that were filled from the other rows of a case.
        judged_by: rows by the rule or scorer that gave their verdict.
    """

    failures: Counter[str] = field(default_factory=Counter)
    verdicts: int = 0
    declared: int = 0
    by_people: int = 0
    unsettled: int = 0
    unasserted: int = 0
    unjudged: Counter[str] = field(default_factory=Counter)
    uncertain: Counter[str] = field(default_factory=Counter)
    measured: set[str] = field(default_factory=set)
    judged_by: Counter[str] = field(default_factory=Counter)

    def absorb(self, later: Found) -> None:
        """Add what was found in the rows that follow; names keep the order they came up in."""
        self.failures.update(later.failures)
        self.verdicts += later.verdicts
        self.declared += later.declared
        self.by_people += later.by_people
        self.unsettled += later.unsettled
        self.unasserted += later.unasserted
        self.unjudged.update(later.unjudged)
        self.uncertain.update(later.uncertain)
        self.measured |= later.measured
        self.judged_by.update(later.judged_by)
