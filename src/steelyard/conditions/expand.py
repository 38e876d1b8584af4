"""From cases to everything that is asked: each case plainly, then under each condition.

What belongs to one case lies together, so that a row finds its plain twin a few rows before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from steelyard.conditions.environments import Environment
from steelyard.conditions.sample import chooser, stable_number
from steelyard.conditions.spec import Condition, Faults, Load, Perturb
from steelyard.i18n import t
from steelyard.model import NOT_ASKED

Chooser = Callable[[str], bool]
Record = dict[str, Any]
# A condition measures what a dataset can only claim; then the claim steps back.
_MEASURES = {
    "perturb": "abnormal_input",
    "load": "high_concurrency",
    "faults": "environment_unstable",
}


# What a perturbation may add that is judged apart. The canary of an attack is also its marker: it
# shows that the attack was obeyed, and no secret of the case leaked.
_JUDGED = frozenset({"expected_behavior", "kind", "injection_marker"})


class Expansion:
    """The records of a run under its conditions.

    Attributes:
        claims: flags the dataset set that a condition measures instead, with how many rows.
        unsuited: perturbations that had nothing to change, with how many cases.
        asked: rows per condition.
        fields: what perturbations add to a case, so that scorers are chosen for it.
    """

    def __init__(
        self,
        conditions: Sequence[Condition],
        *,
        seed: int,
        environments: Sequence[Environment] = (),
        single: bool = False,
    ) -> None:
        self._conditions = conditions
        self._environments = environments
        self._seed = seed
        self._single = single
        self._kinds = {condition.kind for condition in conditions}
        self.claims: Counter[str] = Counter()
        self.unsuited: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        self.fields: set[str] = set()

    def rows(self, records: Callable[[], Iterable[Record]]) -> Iterator[Record]:
        """Yield every record to ask; `records` gives the plain ones, from the start each time."""

        def ids() -> Iterator[str]:
            return (str(record["case_id"]) for record in records())

        chosen = [
            chooser(condition.spec.sample, ids, seed=self._seed, condition=condition.kind)
            for condition in self._conditions
        ]
        elsewhere = [
            chooser(one.sample, ids, seed=self._seed, condition="environment")
            for one in self._environments
        ]
        for record in records():
            asked = record["input"] != NOT_ASKED
            if self._single and asked:
                yield self._counted(_derived(record, "single", "alone"))
            self.asked[""] += 1
            yield self._plain(dict(record))
            if asked:
                yield from map(self._counted, self._varied(record, chosen, elsewhere))
        for environment in self._environments:
            yield from map(self._counted, _attempts(environment))

    def _varied(
        self, record: Record, chosen: Sequence[Chooser], elsewhere: Sequence[Chooser]
    ) -> Iterator[Record]:
        """Yield a record under every condition and in every environment that takes it."""
        case_id = str(record["case_id"])
        for condition, wanted in zip(self._conditions, chosen, strict=True):
            if wanted(case_id):
                yield from self._under(condition, record)
        for environment, wanted in zip(self._environments, elsewhere, strict=True):
            if wanted(case_id):
                row = _derived(record, "environment", environment.name)
                yield row | {"deployment_env": environment.name}

    @property
    def total(self) -> int:
        """How many records there are in all."""
        return self.asked.total()

    def describe(self) -> dict[str, Any]:
        """Return what was made of the cases, for the manifest."""
        return {
            "asked": {name or "plain": n for name, n in self.asked.items()},
            "claims": dict(self.claims),
            "unsuited": dict(self.unsuited),
        }

    def warnings(self) -> list[str]:
        """Return what a reader should know of how the cases were multiplied."""
        claims = [t("conditions.claims", flag=flag, n=n) for flag, n in self.claims.items()]
        return claims + [
            t("conditions.unsuited", kind=kind, n=n) for kind, n in self.unsuited.items()
        ]

    def _plain(self, record: Record) -> Record:
        for kind in self._kinds:
            flag = _MEASURES[kind]
            if record.get(flag) is not None:
                self.claims[flag] += 1
                metadata = dict(record.get("metadata") or {})
                record["metadata"] = metadata | {f"declared.{flag}": record.pop(flag)}
        if "load" in self._kinds:
            record["phase"] = "plain"  # at the run's own pace: neither calm nor peak
        return record

    def _under(self, condition: Condition, record: Record) -> Iterator[Record]:
        match condition.spec:
            case Perturb() as spec:
                yield from self._perturbed(spec, record)
            case Load() as spec:
                for phase, level in spec.phases.items():
                    row = _derived(record, "load", phase)
                    row["phase"] = phase.partition(" ")[0]
                    row["high_concurrency"] = phase == "peak"
                    yield row | {"load_level": level}
            case Faults() as spec:
                for kind in spec.chosen():
                    row = _derived(record, "fault", kind)
                    yield row | {"fault": kind, "environment_unstable": True}

    def _perturbed(self, spec: Perturb, record: Record) -> Iterator[Record]:
        from steelyard.conditions.perturbations import Skipped, variants

        def skip(skipped: Skipped) -> None:
            self.unsuited[skipped.kind] += 1

        count, seed = spec.variants, self._seed
        yield from variants(
            record, spec.kinds, rate=spec.rate, count=count, seed=seed, on_skip=skip
        )

    def _counted(self, row: Record) -> Record:
        self.asked[row["condition"]] += 1
        if row["condition"] == "perturb":
            self.fields.update(_JUDGED.intersection(row))
        parts = (self._seed, row.get("parent_case_id"), row["case_id"])
        row["condition_seed"] = stable_number(*parts) >> 11  # fits a float exactly
        return row


def _attempts(environment: Environment) -> Iterator[Record]:
    """Yield a row for each attempt to deploy that there may be."""
    for number in range(1, environment.tries + 1):
        yield {
            "case_id": f"~deploy.{environment.name}#{number}",
            "input": t("conditions.deploy", name=environment.name, number=number),
            "condition": "environment",
            "deployment_env": environment.name,
            "deployment_attempt": True,
            "attempt_no": number,
        }


def _derived(record: Record, condition: str, name: str) -> Record:
    """Return the record asked once more under a condition; it is not independent of the first."""
    case_id = str(record["case_id"])
    return record | {
        "case_id": f"{case_id}~{condition}.{name.replace(' ', '')}",
        "parent_case_id": case_id,
        "condition": condition,
    }
