"""The scorers of one run as a single function from a batch to its score columns and verdicts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Self

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import FIELDS, SQL_TYPES
from steelyard.scorers.auto import AUTO, DOCUMENTED, AutoJudge
from steelyard.scorers.choose import choose_scorers
from steelyard.scorers.chosen import NAME, Chosen, choose, with_defaults
from steelyard.scorers.foreign import FOREIGN
from steelyard.scorers.found import Found
from steelyard.scorers.matchers.normalize import norm
from steelyard.scorers.question import Question
from steelyard.scorers.run import run_scorers
from steelyard.scorers.scorer import SCORERS, Batch, Scorer, add_scorer, column_of
from steelyard.scorers.text.asserts import EVIDENCE, count_undecided
from steelyard.scorers.verdict import RECORDED, VERDICT_READS, decide, is_blank

Choice = tuple[str, Mapping[str, Any]]
_KEYWORD_MATCH = "text.keyword_match"
_VERDICT = {"passed": "BOOLEAN", "verdict_by": "VARCHAR", "verdict_evidence": "VARCHAR"}


class Scoring:
    """What a run's replies are scored with.

    Args:
        choices: (scorer id, parameters) in order, `as` among the parameters naming an entry; or
            `auto` or `documented`, which choose from `fields`.
        fields: the known fields the dataset fills.
        verdict: name or id of the scorer that decides `passed`. None takes the first that can, or
            for `auto` the rule that each case calls for.
        defaults: parameters that the data decide, where a scorer has them and `choices` are silent.
        labels: the labels of the dataset, when they are classes; for `auto`.

    Attributes:
        found: what it counted in the rows it scored.
        of_cases: whether a row's scores depend on the rows of its case before it.
    """

    of_cases = False

    def __init__(
        self,
        choices: Sequence[Choice] | str,
        fields: Collection[str],
        verdict: str | None = None,
        defaults: Mapping[str, Any] = MappingProxyType({}),
        *,
        labels: Sequence[str] = (),
    ) -> None:
        self.chosen_by_data = isinstance(choices, str)
        self._choices = (
            [(id_, {}) for id_ in choose_scorers(fields)] if isinstance(choices, str) else choices
        )
        self._choices = [with_defaults(id_, params, defaults) for id_, params in self._choices]
        self._entries = [choose(id_, params) for id_, params in self._choices]
        run_scorers({}, self._choices)  # parameters that do not go together are refused now
        if choices == DOCUMENTED and _KEYWORD_MATCH in choose_scorers(fields):
            verdict = verdict or _KEYWORD_MATCH
        auto = choices == AUTO and verdict is None
        self._judge = AutoJudge(fields, labels) if auto else None
        self._verdict = None if auto else _verdict_of(self._entries, verdict)
        self.found = Found()
        self._answer: Callable[[Question], str | None] = _silence
        self._overruled: Mapping[int, bool | None] = {}

    def overrule(self, verdicts: Mapping[int, bool | None]) -> None:
        """Take verdicts of people by row: they stand, whatever the scorers say."""
        self._overruled = verdicts

    def fresh(self, before: Batch | None = None) -> Self:
        """Return the same scorers with nothing counted, for rows that are scored apart.

        `before` are the rows of the first row's case that come before it, where they matter.
        """
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)  # `copy` would leave out what does not travel
        other.found = Found()
        return other

    def absorb(self, found: Found) -> None:
        """Count what was found in rows that were scored apart; these must come in order."""
        self.found.absorb(found)

    def __getstate__(self) -> dict[str, Any]:
        """Return what another process needs; it knows the built-in scorers itself.

        Answers of judges do not travel: they lie in a file of this machine.
        """
        own = [entry.scorer for entry in self._entries if not _is_built_in(entry.scorer)]
        left = ("_entries", "_answer")
        kept = {name: value for name, value in self.__dict__.items() if name not in left}
        return kept | {"own": own}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for scorer in state.pop("own"):
            if scorer.algorithm.id not in SCORERS:
                add_scorer(scorer)
        self.__dict__.update(state)
        self._entries = [choose(id_, params) for id_, params in self._choices]
        self._answer = _silence

    @property
    def reads(self) -> list[str]:
        """Columns the scorers and the verdict look at."""
        wanted = {name for entry in self._entries for name in entry.scorer.reads}
        judged = self._judge.reads if self._judge else ()
        people = ("row",) if self._overruled else ()
        return sorted(wanted.union(VERDICT_READS, ("declared_passed",), judged, people))

    @property
    def writes(self) -> dict[str, str]:
        """Columns it makes, with their SQL types."""
        made = {
            name: SQL_TYPES[kind] for entry in self._entries for name, kind in entry.writes.items()
        }
        read = {"pred_label": "VARCHAR"} if self._labels else {}
        return made | read | dict(_VERDICT)

    def enrich(self, batch: Batch) -> dict[str, list[Any]]:
        """Return the score columns of a batch, with its verdicts and who gave them."""
        # A batch may build a column each time it is asked for one; below it is asked row by row.
        batch = {name: batch[name] for name in self.reads if name in batch}
        judgements = {name: self._heard(name, asked) for name, asked in self._questions(batch)}
        columns, failures = run_scorers(batch, self._choices_where(reads_verdict=False), judgements)
        self._count_uncertain(columns)
        verdicts = self._decide(batch, columns)
        passed, verdict_by = verdicts["passed"], verdicts["verdict_by"]
        if self._labels:
            columns["pred_label"] = self._labels_read(batch, verdicts)
        declared = batch["declared_passed"]
        for row, claim in enumerate(declared):
            if passed[row] is not None and not self._stands(claim, batch, row):
                self.found.verdicts += 1
            elif claim is not None and batch["error_kind"][row] != "infra":
                passed[row], verdict_by[row] = claim, "declared"
                self.found.declared += 1
        self._let_people_decide(batch, verdicts)
        self.found.judged_by.update(verdict_by)
        waiting = self._choices_where(reads_verdict=True)
        reads = {name for id_, params in waiting for name in choose(id_, params).scorer.reads}
        judged = {name: batch[name] for name in reads} | {"passed": passed}
        late = run_scorers(judged, waiting, judgements)
        self.found.failures.update(failure.scorer for failure in (*failures, *late.failures))
        return columns | late.columns | verdicts

    @property
    def _labels(self) -> tuple[str, ...]:
        return self._judge.labels if self._judge else ()

    def _decide(self, batch: Batch, columns: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
        judge = self._judge
        together = _Together(batch, columns)
        if judge is None:
            return decide(together, self._verdict, self.decider)
        return decide(together, None, judge=lambda row: judge.judge(batch, row))

    @property
    def verdict_entry(self) -> Chosen | None:
        """The scorer whose verdict decides; None when rules decide, or nothing does."""
        able = (entry for entry in self._entries if entry.verdict == self._verdict)
        return None if self._verdict is None else next(able)

    @property
    def decider(self) -> str | None:
        """What the scorer is called whose verdict decides."""
        entry = self.verdict_entry
        return None if entry is None else entry.label

    def _labels_read(self, batch: Batch, verdicts: Mapping[str, Sequence[Any]]) -> list[Any]:
        """Return the class each answer gives; where another rule judges, what was reported."""
        found = zip(verdicts["verdict_by"], verdicts["verdict_evidence"], strict=True)
        reported = batch["pred_label"] if "pred_label" in batch else [None] * len(batch["output"])
        known = {norm(label): label for label in self._labels}
        return [
            known.get(norm(evidence or "")) if by == "label" else given
            for (by, evidence), given in zip(found, reported, strict=True)
        ]

    @property
    def asks(self) -> bool:
        """Whether any scorer has questions for a judge."""
        return any(entry.scorer.asks is not None for entry in self._entries)

    def questions(self, batch: Batch) -> Iterator[Question]:
        """Yield everything the scorers want a judge to be asked about a batch."""
        for _, asked in self._questions(batch):
            for questions in asked:
                yield from questions

    def hear(self, answer: Callable[[Question], str | None]) -> None:
        """Take where the answers to `questions` are found; None is no answer."""
        self._answer = answer

    def provenance(self) -> dict[str, str]:
        """Return who wrote `passed`, and the fields that scorers fill: measured or declared."""
        filled = {name for entry in self._entries for name in entry.writes if name in FIELDS}
        found = dict.fromkeys(filled, "measured")
        taken = [entry for entry in self._entries if entry.scorer.reads == (FOREIGN,)]
        found |= {name: "declared" for entry in taken for name in entry.writes}
        if self.found.declared:
            return found | {"passed": "declared"}
        if self.found.by_people:
            return found | {"passed": "human"}
        return found | ({"passed": "measured"} if self.found.verdicts else {})

    def claimed_from(self, sources: Mapping[str, str]) -> dict[str, str]:
        """Return the score columns, and `passed`, that rest on claims: they are claims too.

        Args:
            sources: columns of the replies to measured, declared or claimed.
        """
        claims = {name for name, source in sources.items() if source == "claimed"}
        early = sorted(self._entries, key=lambda entry: "passed" in entry.scorer.reads)
        for entry in early:
            if claims.intersection(entry.scorer.reads):
                claims.update(entry.writes)
            # A mission decides where no other verdict is given.
            if self.found.verdicts and claims.intersection((self._verdict, "ops_mission")):
                claims.add("passed")
        return dict.fromkeys(claims, "claimed")

    def describe(self) -> list[dict[str, Any]]:
        """Return id, name if any, version and parameters of each scorer, for the manifest."""
        return [
            {
                "id": entry.scorer.algorithm.id,
                **({} if entry.name is None else {NAME: entry.name}),
                "version": entry.scorer.algorithm.version,
                "params": dict(entry.params),
                "verdict": entry.verdict is not None and entry.verdict == self._verdict,
            }
            for entry in self._entries
        ]

    def notes(self) -> list[str]:
        """Return what a reader of the results should know about how they were scored."""
        notes = []
        if self.chosen_by_data and self._entries:
            shown = ", ".join(entry.label for entry in self._entries)
            judged = "chosen_by_data" if self._judge is None else "further_scores"
            notes.append(t(f"scoring.{judged}", names=shown))
        if self._only_keywords():
            notes.append(t("scoring.only_keywords"))
        if self.found.judged_by["none"]:
            notes.append(t("scoring.no_rule", n=self.found.judged_by["none"]))
        if self.found.declared and self.found.verdicts:
            notes.append(t("scoring.mixed_verdicts", n=self.found.declared))
        if self.found.by_people:
            notes.append(t("scoring.by_people", n=self.found.by_people))
        failures = self.found.failures.items()
        notes += [t("scoring.failed_rows", scorer=scorer, n=n) for scorer, n in failures]
        if self.found.unsettled:
            notes.append(t("safety.unsettled", n=self.found.unsettled))
        if self.found.unasserted:
            notes.append(t("asserts.undecided", n=self.found.unasserted))
        for key, counts in (("unjudged", self.found.unjudged), ("uncertain", self.found.uncertain)):
            notes += [t(f"scoring.{key}", scorer=id_, n=n) for id_, n in counts.items() if n]
        return notes

    def _only_keywords(self) -> bool:
        """Return whether every answer that got a verdict got it from keyword overlap."""
        counts = self.found.judged_by
        unanswered = ("infra", "failed", "none", RECORDED)
        by_answer = {by for by, n in counts.items() if n and by not in unanswered}
        return bool(by_answer) and by_answer <= {"keywords", _KEYWORD_MATCH}

    def _let_people_decide(self, batch: Batch, verdicts: dict[str, list[Any]]) -> None:
        if not self._overruled:
            return
        for at, row in enumerate(batch["row"]):
            if row in self._overruled:
                verdicts["passed"][at] = self._overruled[row]
                verdicts["verdict_by"][at] = "human"
                self.found.by_people += 1

    def _stands(self, claim: bool | None, batch: Batch, row: int) -> bool:  # noqa: FBT001
        """Whether a declared verdict holds though the answer is empty: no scorer looks at answers.

        What was judged may be what the agent did, such as a file it left, and not what it said.
        """
        looked_at = any("output" in entry.scorer.reads for entry in self._entries)
        if claim is None or looked_at or batch["error_kind"][row] is not None:
            return False
        fine = batch["status"][row] in (None, "ok") and not batch["timed_out"][row]
        return fine and is_blank(batch["output"][row])

    def _choices_where(self, *, reads_verdict: bool) -> list[Choice]:
        """Return the scorers that need no verdict, or those that wait for it."""
        pairs = zip(self._entries, self._choices, strict=True)
        return [
            choice for entry, choice in pairs if ("passed" in entry.scorer.reads) is reads_verdict
        ]

    def _questions(self, batch: Batch) -> Iterator[tuple[str, list[list[Question]]]]:
        for entry in self._entries:
            if entry.scorer.asks is not None:
                given = {name: batch[name] for name in entry.scorer.reads}
                yield entry.label, entry.scorer.asks(given, entry.params)

    def _heard(self, name: str, asked: list[list[Question]]) -> list[list[str | None] | None]:
        heard = [[self._answer(question) for question in row] or None for row in asked]
        self.found.unjudged[name] += sum(1 for row in heard if row is not None and None in row)
        return heard

    def _count_uncertain(self, columns: Mapping[str, Sequence[Any]]) -> None:
        self.found.unsettled += columns.get("safety_verdict", ()).count("uncertain")
        self.found.unasserted += count_undecided(columns.get(EVIDENCE, ()))
        for entry in self._entries:
            if entry.scorer.asks is not None:
                main = column_of(entry.scorer.algorithm.id)
                verdicts = columns.get(entry.column(f"{main}_verdict"), ())
                self.found.uncertain[entry.label] += verdicts.count("uncertain")


class _Together(dict[str, Sequence[Any]]):
    """A batch with its score columns, without copying either."""

    def __init__(self, batch: Batch, columns: Mapping[str, Sequence[Any]]) -> None:
        super().__init__({name: batch[name] for name in VERDICT_READS if name in batch})
        self.update(columns)


def _is_built_in(scorer: Scorer) -> bool:
    return str(scorer.score.__module__).startswith("steelyard.")


def _silence(question: Question) -> None:
    """No judge was asked."""


def _verdict_of(entries: list[Chosen], wanted: str | None) -> str | None:
    """Return the column that decides; the scorer named, or the first that gives a verdict."""
    able = {entry.label: entry.verdict for entry in entries if entry.verdict}
    if wanted is None:
        return next(iter(able.values()), None)
    if wanted not in able:
        allowed = ", ".join(able) or "–"
        raise InputError(t("scoring.no_verdict", name=wanted, allowed=allowed))
    return able[wanted]
