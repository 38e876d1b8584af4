"""Algorithms: what is registered, how it works, a bench to try it on, and what a project uses."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import BaseModel, Field

from steelyard.api.guard import needs
from steelyard.api.route import Router
from steelyard.api.session import Reading, Writing
from steelyard.model import ALGORITHMS
from steelyard.server.library import algorithms
from steelyard.server.people.policy import Actor, Role
from steelyard.server.people.projects import find_project

router = Router(tags=["algorithms"])
Me = Annotated[Actor, needs(scope="self")]
Kind = Literal["scorer", "indicator", "aggregation", "statistic", "weighting", "perturbation"]


class AlgorithmOut(BaseModel):
    """An algorithm in a list."""

    id: str
    version: int
    kind: Kind
    title: str
    package: str
    package_version: str
    built_in: bool


class AlgorithmShown(AlgorithmOut):
    """Everything that is known of an algorithm."""

    meaning: str
    formula: str
    inputs: list[dict[str, Any]]
    outputs: list[dict[str, Any]]
    params: list[dict[str, Any]]
    examples: list[dict[str, Any]]
    references: list[str]
    indicator: dict[str, Any] | None


class TrialIn(BaseModel):
    """Inputs and parameters by name."""

    inputs: dict[str, Any] = {}
    params: dict[str, Any] = {}


class TrialOut(BaseModel):
    """Outputs by name; what is undefined is null."""

    outputs: dict[str, Any]


class PlugInOut(BaseModel):
    """An installed package that brings algorithms, adapters and the like."""

    name: str
    module: str
    package: str
    version: str


class Disabled(BaseModel):
    """Algorithms that a project does not use."""

    disabled: list[Annotated[str, Field(max_length=200)]] = Field(max_length=1000)


@router.get("/algorithms")
def list_algorithms(
    _: Me, kind: Kind | None = None, text: Annotated[str, Query(max_length=200)] = ""
) -> list[AlgorithmOut]:
    """List every registered algorithm."""
    found = algorithms.find_algorithms(kind=kind, text=text)
    return [AlgorithmOut.model_validate(algorithms.summary(one)) for one in found]


@router.get("/plug-ins")
def list_plug_ins(_: Me) -> list[PlugInOut]:
    """List the installed plug-ins."""
    return [PlugInOut.model_validate(one) for one in algorithms.plug_ins()]


@router.get("/algorithms/{algorithm}")
def show_algorithm(algorithm: str, _: Me) -> AlgorithmShown:
    """Show an algorithm with its documentation and worked examples."""
    return AlgorithmShown.model_validate(algorithms.describe(ALGORITHMS.get(algorithm)))


@router.post("/algorithms/{algorithm}/try")
def try_algorithm(algorithm: str, given: TrialIn, _: Me) -> TrialOut:
    """Compute an algorithm on given inputs."""
    return TrialOut(outputs=algorithms.try_algorithm(algorithm, given.inputs, given.params))


@router.get("/projects/{project}/algorithms")
def show_disabled(
    project: str, session: Reading, _: Annotated[Actor, needs(Role.VIEWER)]
) -> Disabled:
    """Show which algorithms the project does not use."""
    return Disabled(disabled=find_project(session, project).disabled_algorithms)


@router.put("/projects/{project}/algorithms")
def set_disabled(
    project: str, given: Disabled, session: Writing, actor: Annotated[Actor, needs(Role.MANAGER)]
) -> Disabled:
    """Say which algorithms the project does not use; every other one is enabled."""
    found = find_project(session, project)
    algorithms.set_disabled(session, actor, found, given.disabled)
    return Disabled(disabled=found.disabled_algorithms)
