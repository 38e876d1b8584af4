"""Algorithms: what is registered, how it works, a bench to try it on, and what a project uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from steelyard.client.area import UNSET, Area, Unset
from steelyard.client.record import Record


@dataclass(frozen=True, kw_only=True)
class Algorithm(Record):
    """An algorithm in a list."""

    id: str
    version: int
    kind: str
    title: str
    package: str
    package_version: str
    built_in: bool


@dataclass(frozen=True, kw_only=True)
class AlgorithmShown(Algorithm):
    """Everything that is known of an algorithm."""

    meaning: str
    formula: str
    inputs: list[dict[str, Any]]
    outputs: list[dict[str, Any]]
    params: list[dict[str, Any]]
    examples: list[dict[str, Any]]
    references: list[str]
    indicator: dict[str, Any] | None


@dataclass(frozen=True, kw_only=True)
class Trial(Record):
    """Outputs by name; what is undefined is null."""

    outputs: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class PlugIn(Record):
    """An installed package that brings algorithms, adapters and the like."""

    name: str
    module: str
    package: str
    version: str


@dataclass(frozen=True, kw_only=True)
class Disabled(Record):
    """Algorithms that a project does not use."""

    disabled: list[str]


class ServiceAlgorithms(Area):
    """Algorithms.

    What is registered, how it works, a bench to try it on, and what a project uses.
    """

    def list(
        self,
        *,
        kind: Literal[
            "scorer", "indicator", "aggregation", "statistic", "weighting", "perturbation"
        ]
        | None = None,
        text: str | None = None,
    ) -> Sequence[Algorithm]:
        """List every registered algorithm."""
        return self._many(Algorithm, "GET", "/algorithms", query={"kind": kind, "text": text})

    def list_plug_ins(self) -> Sequence[PlugIn]:
        """List the installed plug-ins."""
        return self._many(PlugIn, "GET", "/plug-ins")

    def show(self, algorithm: str) -> AlgorithmShown:
        """Show an algorithm with its documentation and worked examples."""
        return self._one(
            AlgorithmShown, "GET", "/algorithms/{algorithm}", parts={"algorithm": algorithm}
        )

    def try_algorithm(
        self,
        algorithm: str,
        *,
        inputs: Mapping[str, Any] | Unset = UNSET,
        params: Mapping[str, Any] | Unset = UNSET,
    ) -> Trial:
        """Compute an algorithm on given inputs."""
        return self._one(
            Trial,
            "POST",
            "/algorithms/{algorithm}/try",
            parts={"algorithm": algorithm},
            body={"inputs": inputs, "params": params},
        )


class ProjectAlgorithms(Area):
    """Algorithms.

    What is registered, how it works, a bench to try it on, and what a project uses.
    """

    def show_disabled(self) -> Disabled:
        """Show which algorithms the project does not use."""
        return self._one(Disabled, "GET", "/projects/{project}/algorithms")

    def set_disabled(self, disabled: Sequence[str]) -> Disabled:
        """Say which algorithms the project does not use; every other one is enabled."""
        return self._one(
            Disabled, "PUT", "/projects/{project}/algorithms", body={"disabled": disabled}
        )
