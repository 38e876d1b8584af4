"""What a dataset holds: the counts behind `steelyard validate`.

One pass in bounded memory: duplicates are counted through a temporary file, lengths in buckets,
exact below 256 characters and within 1 % above.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from steelyard.cases.distinct import DistinctCount
from steelyard.cases.language import guess_language
from steelyard.cases.normal import fold
from steelyard.cases.rows import Record, Reject
from steelyard.cases.spec import DatasetSpec
from steelyard.cases.steps.fields import change_texts
from steelyard.cases.stream import CaseStream, OnReject
from steelyard.cases.tally import KeyCounts, Lengths, Tally
from steelyard.model import NOT_ASKED, declarable

GROUPS = ("scene", "domain", "eval_type", "scene_type")
REJECTS_KEPT = 20


@dataclass(slots=True)
class Profile:
    """What was found in a dataset, after its processing steps.

    Attributes:
        files: files read.
        rows_read: rows found in them.
        rows_rejected: rows set aside.
        cases: cases that can be asked.
        rejects: the first rows set aside, with their reasons.
        reject_codes: rows set aside by reason.
        filled: known fields with the number of cases that fill them; 0 for those none fills.
        groups: counts per scene, domain, eval_type and scene_type; cases without one are not in.
        languages: guesses by characters: zh, en, other.
        duplicates_exact: cases whose input repeats an earlier one to the letter.
        duplicates_normalised: the same, not minding width, case and blanks.
        lengths: quantiles of the length of `input` and `expected_output` in characters.
        metadata_keys: keys that are no known field, with the number of cases that have them.
        warnings: what is odd.
        steps: what each processing step did.
    """

    files: list[str] = field(default_factory=list)
    rows_read: int = 0
    rows_rejected: int = 0
    cases: int = 0
    rejects: list[Reject] = field(default_factory=list)
    reject_codes: dict[str, int] = field(default_factory=dict)
    filled: dict[str, int] = field(default_factory=dict)
    groups: dict[str, dict[str, int]] = field(default_factory=dict)
    languages: dict[str, int] = field(default_factory=dict)
    duplicates_exact: int = 0
    duplicates_normalised: int = 0
    lengths: dict[str, dict[str, Any]] = field(default_factory=dict)
    metadata_keys: dict[str, int] = field(default_factory=dict)
    warnings: list[dict[str, Any]] = field(default_factory=list)
    steps: list[dict[str, Any]] = field(default_factory=list)

    def missing(self, name: str) -> int:
        """Return how many cases lack the field `name`."""
        return self.cases - self.filled.get(name, 0)

    def as_dict(self) -> dict[str, Any]:
        """Return the profile as plain JSON."""
        return {
            "files": self.files,
            "rows_read": self.rows_read,
            "rows_rejected": self.rows_rejected,
            "cases": self.cases,
            "rejects": [reject.as_dict() for reject in self.rejects],
            "reject_codes": self.reject_codes,
            "fields": {
                name: {"filled": count, "missing": self.cases - count}
                for name, count in self.filled.items()
            },
            "groups": self.groups,
            "languages": self.languages,
            "duplicates": {
                "exact": self.duplicates_exact,
                "normalised": self.duplicates_normalised,
            },
            "lengths": self.lengths,
            "metadata_keys": self.metadata_keys,
            "warnings": self.warnings,
            "steps": self.steps,
        }


def profile_cases(
    spec: DatasetSpec,
    *,
    base: Path,
    seed: int = 0,
    on_reject: OnReject | None = None,
    most_rows: int | None = None,
) -> Profile:
    """Read the whole dataset and say what is in it.

    Args:
        spec: the dataset. `strict` is not minded: a profile shows what is wrong, all of it.
        base: what its paths are relative to.
        seed: of everything random in its steps.
        on_reject: called with every row set aside, beyond the few that the profile keeps.
        most_rows: more are refused.

    Raises:
        DataError: a file cannot be read.
        PlanError: `map` or `steps` ask for what does not exist.
    """
    counting = _Counting(on_reject)
    lenient = spec.model_copy(update={"strict": False})
    stream = CaseStream(
        lenient,
        base=base,
        seed=seed,
        on_reject=counting.reject,
        may_be_empty=True,
        most_rows=most_rows,
    )
    for record in stream:
        counting.count(record)
    return counting.profile(stream)


class _Counting:
    def __init__(self, on_reject: OnReject | None) -> None:
        self._on_reject = on_reject
        self._rejects: list[Reject] = []
        self._codes: Counter[str] = Counter()
        self._filled = KeyCounts()
        self._groups = {name: Tally() for name in GROUPS}
        self._languages: Counter[str] = Counter()
        self._exact = DistinctCount()
        self._normalised = DistinctCount()
        self._lengths = {name: Lengths() for name in ("input", "expected_output")}
        self._keys = KeyCounts()
        self._asked = 0

    def reject(self, reject: Reject) -> None:
        if len(self._rejects) < REJECTS_KEPT:
            self._rejects.append(reject)
        self._codes.update({error.code for error in reject.errors})
        if self._on_reject is not None:
            self._on_reject(reject)

    def count(self, record: Record) -> None:
        self._filled.add(record)
        self._keys.add(record["metadata"])
        for name, tally in self._groups.items():
            if name in record:
                tally.add(record[name])
        text = record["input"]
        if text == NOT_ASKED:  # recorded results: there is no input to count
            return
        self._asked += 1
        if not isinstance(text, str):
            self._normalised.add(orjson.dumps(change_texts(text, fold)))
            text = orjson.dumps(text).decode()
        else:
            self._normalised.add(fold(text).encode())
        self._exact.add(text.encode())
        self._languages[guess_language(text)] += 1
        self._lengths["input"].add(len(text))
        if "expected_output" in record:
            self._lengths["expected_output"].add(len(record["expected_output"]))

    def profile(self, stream: CaseStream) -> Profile:
        cases = stream.rows_out
        filled = self._filled.counts()
        return Profile(
            files=stream.names,
            rows_read=stream.rows_read,
            rows_rejected=stream.rows_rejected,
            cases=cases,
            rejects=self._rejects,
            reject_codes=dict(self._codes.most_common()),
            filled={f.name: filled.get(f.name, 0) for f in declarable()} | {"input": self._asked},
            groups={name: tally.counts() for name, tally in self._groups.items()},
            languages=dict(self._languages.most_common()),
            duplicates_exact=self._asked - self._exact.count(),
            duplicates_normalised=self._asked - self._normalised.count(),
            lengths={name: lengths.as_dict() for name, lengths in self._lengths.items()},
            metadata_keys=self._keys.counts(),
            warnings=[warning.as_dict() for warning in stream.warnings],
            steps=[log.as_dict() for log in stream.steps],
        )
