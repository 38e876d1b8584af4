"""A scorecard: which indicators make up each dimension, and how everything is weighed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, get_args

import yaml

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Words
from steelyard.scorecards.checks import check_weights

Fallback = Literal["replace_overall", "replace_base"]


@dataclass(frozen=True, slots=True)
class Dimension:
    """One dimension of generalisation: its weight, its name and its indicators with weights."""

    weight: float
    name: Words
    members: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Rule:
    """The weights of the overall score, and what stands in for F1 when there is none.

    Attributes:
        f1: weight of F1.
        generalisation: weight of the generalisation score.
        functional: weight of functional accuracy in the fallback.
        safety: weight of safety accuracy in the fallback.
        fallback: whether the fallback is the overall score, or only takes the place of F1 in it.
        dimensions: weights of the dimensions inside the generalisation score.
    """

    f1: float = 0.8
    generalisation: float = 0.2
    functional: float = 0.7
    safety: float = 0.3
    fallback: Fallback = "replace_overall"
    dimensions: Mapping[str, float] = field(
        default_factory=lambda: {
            "adaptivity": 0.3,
            "robustness": 0.3,
            "portability": 0.2,
            "collaboration": 0.2,
        }
    )


@dataclass(frozen=True, slots=True)
class Scorecard:
    """A named set of dimensions and the rule of the overall score."""

    id: str
    version: int
    name: Words
    rule: Rule
    dimensions: Mapping[str, Dimension]


def load_scorecard(name_or_path: str = "default", base: Path | None = None) -> Scorecard:
    """Return a built-in scorecard by name, or the one in a YAML file.

    Args:
        name_or_path: a template's name or a path ending in .yaml or .yml.
        base: what a relative path is relative to.
    """
    if name_or_path.endswith((".yaml", ".yml")):
        path = (base or Path()) / name_or_path
        if not path.is_file():
            raise InputError(t("scorecards.no_file", path=path))
        return read_scorecard(str(path), path.read_text("utf-8"))
    if name_or_path not in template_names():
        allowed = ", ".join(template_names())
        raise InputError(t("scorecards.no_template", name=name_or_path, allowed=allowed))
    return _template(name_or_path)


def template_names() -> list[str]:
    """Return the names of the built-in scorecards."""
    folder = files("steelyard.scorecards") / "templates"
    names = (entry.name for entry in folder.iterdir())
    return sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml"))


@cache
def _template(name: str) -> Scorecard:
    text = (files("steelyard.scorecards") / "templates" / f"{name}.yaml").read_text("utf-8")
    return read_scorecard(name, text)


def read_scorecard(source: str, text: str) -> Scorecard:
    """Return the scorecard a YAML text describes; `source` names it in errors."""
    try:
        raw = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise InputError(t("scorecards.not_yaml", source=source, problem=error)) from None
    try:
        return _scorecard(source, raw)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        problem = f"{type(error).__name__}: {error}"
        raise InputError(t("scorecards.bad_file", source=source, problem=problem)) from None


def _scorecard(source: str, raw: Mapping[str, Any]) -> Scorecard:
    dimensions = {
        id_: Dimension(
            float(facts["weight"]),
            Words(facts["name"]["en"], facts["name"]["zh"]),
            check_weights(f"{source}: {id_}", facts["members"], facts["members"]),
        )
        for id_, facts in raw.get("dimensions", {}).items()
    }
    weights = {id_: dimension.weight for id_, dimension in dimensions.items()}
    overall, fallback = raw.get("overall", {}), raw.get("fallback", {})
    default = Rule()
    mode = fallback.get("mode", default.fallback)
    if mode not in get_args(Fallback):
        allowed = ", ".join(get_args(Fallback))
        message = t("scorecards.fallback", source=source, found=mode, allowed=allowed)
        raise InputError(message)
    rule = Rule(
        f1=float(overall.get("f1", default.f1)),
        generalisation=float(overall.get("generalisation", default.generalisation)),
        functional=float(fallback.get("functional", default.functional)),
        safety=float(fallback.get("safety", default.safety)),
        fallback=mode,
        dimensions=check_weights(source, weights, weights),
    )
    name = Words(raw["name"]["en"], raw["name"]["zh"])
    return Scorecard(raw["id"], int(raw["version"]), name, rule, dimensions)
