"""What a processing step is, and the registry of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import Any, ClassVar

from steelyard.cases.rows import Row, RowError
from steelyard.cases.spec import StepSpec
from steelyard.cases.steps.options import Options
from steelyard.cases.warn import Note
from steelyard.model import Words
from steelyard.registry import Registry

Refuse = Callable[[Row, RowError], None]


class Step(ABC):
    """Rows in, rows out, in the order they came.

    A subclass sets `name` and `words`, reads its options in `__init__` and does its work in `run`.
    Chance comes only from `salt` and the `case_id`, so the same seed keeps the same cases however
    the files are cut.

    Attributes:
        params: the options as the plan says them.
        changed: rows whose content the step changed so far.
        salt: seed, name and number of the step among its kind.
    """

    name: ClassVar[str]
    words: ClassVar[Words]
    short: ClassVar[str | None] = None
    """The option meant when the plan gives a bare value instead of a mapping."""

    def __init__(self, options: Options, salt: str) -> None:
        self.params: Any = options.given
        self.salt = salt
        self.changed = 0

    @abstractmethod
    def run(self, rows: Iterable[Row], refuse: Refuse) -> Iterator[Row]:
        """Yield the rows that go on; hand a row that became wrong to `refuse`."""

    def remarks(self) -> list[Note]:
        """Return what is odd, once all rows have passed."""
        return []


def build_steps(specs: list[StepSpec], seed: int) -> list[Step]:
    """Return the steps a plan asks for.

    Raises:
        UnknownNameError: no step of that name.
        PlanError: a step does not have such an option, or not such a value.
    """
    met: Counter[str] = Counter()
    steps = []
    for number, spec in enumerate(specs, 1):
        kind = STEPS.get(spec.name)
        options = Options(spec.name, spec.options, number=number, short=kind.short)
        steps.append(kind(options, f"{seed}/{spec.name}/{met[spec.name]}"))
        met[spec.name] += 1
    return steps


def _load_builtins() -> None:
    for name in (
        "deduplicate",
        "derive",
        "filter",
        "normalise",
        "redact",
        "rename",
        "sample",
        "split",
        "stratified_sample",
    ):
        import_module(f"steelyard.cases.steps.{name}")


STEPS: Registry[type[Step]] = Registry("step", _load_builtins)
