"""What a run from elsewhere says of itself is of its kind before lists and reports show it.

Lists, pages and reports show what stands in a bundle without another look: one value of another
kind would break every one that it stands in.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from steelyard.agents import refuse_pasted
from steelyard.bundle import Bundle, layout, read_overrides
from steelyard.errors import BundleError, DataError
from steelyard.i18n import t, wrong_value
from steelyard.plan import refuse_pasted_secrets
from steelyard.server.tasks.runs import read_headline

_Number = Annotated[float, Field(allow_inf_nan=False)]
_Maybe = _Number | None
_Notes = list[str] | None
_Names = dict[str, str | None] | None
_MOST_ROWS = 2**31 - 1
_MOST_BYTES = 32_000_000
_READ_HERE = (layout.MANIFEST, layout.SUMMARY, layout.OVERRIDES)
"""Files that the server parses whenever it shows a run, so that each must be small."""


class _Shape(BaseModel):
    """A part of a file; what it has beside is not looked at."""

    model_config = ConfigDict(strict=True)


class _File(_Shape):
    """Somebody's own indicators."""

    source: str
    indicators: dict[str, dict[str, Any]]


class _Plan(_Shape):
    params: dict[str, Any] | None = None
    conditions: list[dict[str, Any]] | None = None
    environments: list[dict[str, Any]] | None = None
    single: dict[str, Any] | None = None


class _Conditions(_Shape):
    claims: dict[str, Any] | None = None
    unsuited: dict[str, Any] | None = None


class _Scorer(_Shape):
    id: str


class _VerdictRules(_Shape):
    by: str | None = None
    version: str | None = None
    labels: list[str] | None = None
    rules: dict[str, int] | None = None


class _Manifest(_Shape):
    name: str
    run_id: str = Field(min_length=1, max_length=64)
    plan: _Plan
    dataset: dict[str, Any]
    asks: int | None = Field(None, ge=0, le=_MOST_ROWS)
    epochs: int = Field(1, ge=1, le=_MOST_ROWS)
    created_at: str | None = None
    finished_at: Annotated[AwareDatetime, Field(strict=False)] | None = None
    counts: dict[str, int] = {}
    duration_s: _Maybe = None
    indicators: list[_File] | None = None
    scorecard: dict[str, Any] | None = None
    conditions: _Conditions | None = None
    provenance: dict[str, str] | None = None
    scorers: list[_Scorer] | None = None
    verdict_rules: _VerdictRules | None = None
    warnings: list[Any] | None = None
    notes: list[Any] | None = None
    results_crc32: list[str] | None = None

    @model_validator(mode="after")
    def _few_enough(self) -> _Manifest:
        if (self.asks or 0) * self.epochs > _MOST_ROWS:
            raise ValueError(t("tasks.pushed_rows", most=_MOST_ROWS))
        return self


class _Value(_Shape):
    """An indicator, as the whole or a slice has it."""

    name: _Names = None
    meaning: _Names = None
    unit: str | None = None
    direction: str | None = None
    value: _Maybe = None
    score: _Maybe = None
    n: _Maybe = None
    n_missing: _Maybe = None
    ci_low: _Maybe = None
    ci_high: _Maybe = None
    ci_method: str | None = None
    ci_confidence: _Maybe = None
    status: str | None = None
    provenance: str | None = None
    signature: str | None = None
    notes: _Notes = None


class _Indicator(_Value):
    id: str


class _Undefined(_Shape):
    id: str
    name: _Names = None
    notes: _Notes = None


class _Bounds(_Shape):
    """A score, and how sure it is."""

    score: _Maybe = None
    coverage: _Maybe = None
    lo: _Maybe = None
    hi: _Maybe = None
    ci_low: _Maybe = None
    ci_high: _Maybe = None
    notes: _Notes = None


class _Overall(_Bounds):
    rule: str | None = None
    weights: dict[str, _Maybe] | None = None


class _Node(_Bounds):
    id: str
    name: dict[str, str]
    weight: _Maybe = None
    share: _Maybe = None
    contribution: _Maybe = None
    ci_method: str | None = None
    children: list[_Node] = []
    instead: _Node | None = None
    indicator: str | None = None
    value: _Maybe = None
    status: str | None = None
    n: _Maybe = None


class _CardNode(_Shape):
    indicator: str | None = None
    params: dict[str, Any] | None = None
    children: list[_CardNode] = []


class _Card(_Shape):
    id: str | None = None
    root: _CardNode | None = None
    panel: list[str] | None = None


class _Gate(_Shape):
    text: str
    passed: bool | None
    reason: str | None = None


class _Group(_Shape):
    n: _Maybe = None
    indicators: dict[str, _Value] | None = None


class _Headline(_Shape):
    id: str | None
    rule: Literal["scorecard", "coverage", "measured", "nothing"]
    value: _Maybe = None
    ci_low: _Maybe = None
    ci_high: _Maybe = None
    n: _Maybe = None
    provenance: str | None = None
    beside: list[str] | None = None
    coverage: _Maybe = None
    short: dict[str, _Number] = {}
    lo: _Maybe = None
    hi: _Maybe = None


class _Pair(_Shape):
    """An expected answer and the one that was given."""

    model_config = ConfigDict(strict=True, extra="forbid")

    case_id: str | None
    expected: str | None
    answer: str | None
    verdict_by: str | None
    evidence: str | None


class _Other(_Shape):
    scorers: Literal["auto", "documented"]
    pass_rate: _Maybe = None


class _Warning(_Shape):
    reason: Literal["no_reply", "no_answer", "few_verdicts", "few_pass", "unread", "all_pass"]
    pass_rate: _Maybe = None
    pairs: list[_Pair] | None = None
    other: _Other | None = None


class _Guess(_Shape):
    answer: str
    share: _Number


class _Judging(_Shape):
    by: str
    version: str | None
    labels: list[str] | None = None
    rules: dict[str, int]
    rows: int
    answered: int
    verdicts: int
    passed: int
    unjudged: int
    unread: int
    weak: _Number
    amber: bool
    only_keywords: bool
    warning: _Warning | None = None
    guess: _Guess | None = None


class _Summary(_Shape):
    overall: _Overall | None = None
    indicators: list[_Indicator] | None = None
    undefined: list[_Undefined] | None = None
    tree: _Node | None = None
    scorecard: _Card | None = None
    gates: list[_Gate] | None = None
    gates_unchecked: list[str] | None = None
    headline: _Headline | None = None
    judging: _Judging | None = None
    breakdowns: dict[str, list[_Group]] | None = None


def check_said(bundle: Bundle) -> None:
    """Refuse a bundle whose own words the catalogue and the reports could not show.

    Raises:
        DataError: a value is missing or of another kind; says which, and in which file.
        PlanError: the plan holds a key.
    """
    for name in _READ_HERE:
        file = bundle.path / name
        if file.exists() and (size := file.stat().st_size) > _MOST_BYTES:
            raise DataError(t("tasks.pushed_large", file=name, size=size, most=_MOST_BYTES))
    manifest = bundle.manifest.values
    _check(layout.MANIFEST, _Manifest, manifest)
    # Its names are of variables elsewhere; a key among them would stay here for good.
    refuse_pasted_secrets(manifest.get("plan"))
    refuse_pasted(manifest.get("agent"))
    try:
        summary = bundle.summary()
    except BundleError as error:
        raise DataError(": ".join((layout.SUMMARY, str(error)))) from None
    _check(layout.SUMMARY, _Summary, summary)
    read_overrides(bundle.path)
    read_headline(bundle.path)


def _check(file: str, shape: type[_Shape], found: Any) -> None:
    try:
        shape.model_validate(found)
    except ValidationError as error:
        said = (": ".join((*_place(one["loc"]), wrong_value(one))) for one in error.errors()[:5])
        raise DataError("; ".join(f"{file}: {one}" for one in said)) from None


def _place(loc: tuple[int | str, ...]) -> tuple[str, ...]:
    return (".".join(map(str, loc)),) if loc else ()
