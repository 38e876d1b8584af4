"""The plan: what to weigh, on what, how. One YAML file; the smallest has an agent and a dataset."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator, model_validator

from steelyard.cases import DatasetSpec
from steelyard.conditions import Condition, Environment
from steelyard.i18n import t
from steelyard.model import Provenance
from steelyard.plan.baseline import Baseline
from steelyard.plan.feature_config import read_feature_config
from steelyard.plan.findings import FindingSettings
from steelyard.plan.scorer_entries import read_entries
from steelyard.plan.trusted_claims import check_accepted, check_together, check_witnessed
from steelyard.runner import RunPolicy


class Plan(BaseModel):
    """An evaluation, before it is run."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field("run", min_length=1, max_length=200, description="name of the evaluation")
    agent: dict[str, Any] = Field(
        description="exactly one adapter with its settings: "
        "openai, http, command, function, a2a, replay"
    )
    dataset: DatasetSpec = Field(description="path of the cases, or path with map, steps, ...")
    scorers: Literal["auto", "documented"] | list[str | dict[str, dict[str, Any]]] = Field(
        "auto",
        description="`auto`: each answer is judged by the rule its case calls for; `documented`: "
        "keyword overlap on every answer; or a list of scorers by id, or {id: {parameter: value}}, "
        "`as` among them names the entry",
    )
    judges: dict[str, dict[str, Any]] = Field(
        default_factory=dict,
        description="judges by name, each exactly one adapter; asked by the judge scorers",
    )
    verdict: str | None = Field(
        None,
        description="scorer of the list whose verdict decides `passed`; the first that gives one "
        "if unset",
    )
    scorecard: str | None = Field(
        None,
        min_length=1,
        description="weights behind the overall score: a template's name, or the path of a YAML "
        "file; unset, template `default`, and the overall score is the headline only if enough of "
        "its weight was measured",
    )
    indicators: list[str | dict[str, Any]] = Field(
        default_factory=list,
        description="indicators of one's own: paths of YAML files, or records with an `id`",
    )
    params: dict[str, Any] = Field(
        default_factory=dict, description="values the indicators need, such as ground_truth_total"
    )
    breakdowns: list[str] = Field(
        ["scene", "domain", "scene_type", "eval_type"],
        description="columns by which the indicators are also shown",
    )
    conditions: list[Condition] = Field(
        [], description="what is done to the agent beside asking plainly: perturb, load, faults"
    )
    environments: list[Environment] = Field(
        [], description="where else the agent is deployed to and asked the same cases"
    )
    single: dict[str, Any] | None = Field(
        None, description="an agent that works alone, to compare the time of a team with"
    )
    accept: list[str] = Field(
        [],
        description="outcome fields the agent may claim, such as completed; what rests on them is "
        "marked as claimed and meets no gate",
    )
    witness: dict[str, list[str]] = Field(
        default_factory=dict,
        description="who measures outcome fields in the agent's stead, and which: "
        "{simulator: [objectives, state_end]}",
    )
    run: RunPolicy = Field(default_factory=RunPolicy, description="how the run is driven")
    gates: list[str] = Field(
        [], description='what must hold, such as "base.f1: ci_low >= 0.8"; else the exit code is 3'
    )
    findings: FindingSettings = Field(
        default_factory=FindingSettings, description="which differences a report tells"
    )
    baseline: Baseline | None = Field(
        None, description="a run to compare with when this one is done, and gates on what changed"
    )

    @model_validator(mode="before")
    @classmethod
    def _feature_config(cls, given: Any) -> Any:
        return read_feature_config(given)

    @field_validator("agent")
    @classmethod
    def _one_adapter(cls, agent: dict[str, Any]) -> dict[str, Any]:
        if len(agent) != 1:
            found = ", ".join(agent) or "–"
            raise ValueError(t("plan.one_adapter", found=found))
        return agent

    @field_validator("single")
    @classmethod
    def _one_adapter_alone(cls, single: dict[str, Any] | None) -> dict[str, Any] | None:
        return None if single is None else cls._one_adapter(single)

    @field_validator("conditions")
    @classmethod
    def _each_kind_once(cls, conditions: list[Condition]) -> list[Condition]:
        kinds = [condition.kind for condition in conditions]
        for kind in kinds:
            if kinds.count(kind) > 1:
                raise ValueError(t("conditions.twice", kind=kind))
        return conditions

    @field_validator("environments")
    @classmethod
    def _each_name_once(cls, environments: list[Environment]) -> list[Environment]:
        names = [environment.name for environment in environments]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(t("conditions.twice_environment", name=name))
        return environments

    @field_validator("judges")
    @classmethod
    def _one_adapter_each(cls, judges: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
        for judge in judges.values():
            cls._one_adapter(judge)
        return judges

    @field_validator("accept")
    @classmethod
    def _acceptable(cls, accept: list[str], info: ValidationInfo) -> list[str]:
        kinds = [condition.kind for condition in info.data.get("conditions") or ()]
        moved = ["environments"] if info.data.get("environments") else []
        check_together(accept, [*kinds, *moved])
        return check_accepted(accept)

    @field_validator("witness")
    @classmethod
    def _witnessed(cls, witness: dict[str, list[str]]) -> dict[str, list[str]]:
        return check_witnessed(witness)

    @field_validator("scorers", mode="before")
    @classmethod
    def _entries(cls, scorers: Any) -> Any:
        return read_entries(scorers)

    def trusted_claims(self) -> dict[str, Provenance]:
        """Return the fields of a reply that are used though nothing checks them, and as what."""
        accepted: dict[str, Provenance] = dict.fromkeys(self.accept, "claimed")
        witnessed = [name for fields in self.witness.values() for name in fields]
        return accepted | dict.fromkeys(witnessed, "measured")

    def scoring_choice(self) -> list[tuple[str, dict[str, Any]]] | str:
        """Return the scorers named in the plan, or the word that says who chooses."""
        chosen = self.scorer_choices()
        return str(self.scorers) if chosen is None else chosen

    def scorer_choices(self) -> list[tuple[str, dict[str, Any]]] | None:
        """Return (id, parameters) of each scorer named in the plan; None when the data choose."""
        if isinstance(self.scorers, str):
            return None
        chosen: list[tuple[str, dict[str, Any]]] = []
        for item in self.scorers:
            chosen.extend([(item, {})] if isinstance(item, str) else item.items())
        return chosen
