"""Read a plan from YAML, with mistakes told by line and field."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ValidationError

from steelyard.agents import shown_path
from steelyard.errors import PlanError
from steelyard.i18n import t, wrong_value
from steelyard.indicators.lined import quoted_no_more, read_lined_tree
from steelyard.model import redact, redact_assigned
from steelyard.plan.model import Plan
from steelyard.plan.pasted_secrets import (
    AGENTS,
    refuse_pasted_secrets,
    refuse_unresolved_secrets,
)
from steelyard.plan.scorer_entries import check_entries
from steelyard.scorecards import load_weighing

_Loc = tuple[int | str, ...]


def load_plan(
    path: Path, overrides: Sequence[str] = (), secrets: Collection[str] | None = None
) -> Plan:
    """Read the plan at `path`.

    Args:
        path: of the YAML file.
        overrides: `key.sub=value`, applied on top.
        secrets: the names that stand for a secret; by default environment variables of this
            machine do.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise PlanError(t("plan.missing", path=path), hint=t("plan.missing_hint")) from None
    except (OSError, UnicodeDecodeError) as error:
        raise PlanError(t("plan.unreadable", path=path, error=error)) from error
    try:
        content, node = read_lined_tree(str(path), text)
    except yaml.YAMLError as error:
        raise PlanError(t("plan.bad_yaml", path=path, error=_yaml_place(error))) from error
    if not isinstance(content, dict):
        raise PlanError(t("plan.not_a_mapping", path=path), hint=t("plan.missing_hint"))
    for override in overrides:
        apply_override(content, override)
    plan = make_plan(content, source=str(path), node=node)
    refuse_unresolved_secrets(content, secrets, _placer(str(path), node))
    check_entries(plan.scorers, lambda location: _place(str(path), node, location))
    # Indicators of the plan's own and its scorecard are found wrong here, with their lines.
    load_weighing(
        plan.scorecard, content.get("indicators") or (), base=path.parent, source=str(path)
    )
    return plan


def make_plan(content: dict[str, Any], *, source: str, node: yaml.Node | None = None) -> Plan:
    """Check `content` as a plan; `node` is its YAML tree, for line numbers."""
    refuse_pasted_secrets(content, _placer(source, node))
    try:
        return Plan.model_validate(content)
    except ValidationError as error:
        lines = [_explain(item, source, node) for item in _without_union_noise(error)]
        raise PlanError("\n".join(lines), hint=t("plan.hint")) from error


def apply_override(content: dict[str, Any], override: str) -> None:
    """Set a value by its dotted path: `run.concurrency=4`. The value is read as YAML."""
    path, equals, text = override.partition("=")
    keys = path.strip().split(".")
    if not equals or not all(keys):
        raise PlanError(t("plan.bad_override", found=_shown(override)))
    try:
        value = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise PlanError(t("plan.bad_override", found=_shown(override))) from error
    here = content
    for key in keys[:-1]:
        inner = here.setdefault(key, {})
        if isinstance(inner, str) and key == "dataset":  # the short form grows into the long one
            inner = here[key] = {"path": inner}
        if not isinstance(inner, dict):
            raise PlanError(t("plan.override_through", found=_shown(override), key=redact(key)))
        here = inner
    here[keys[-1]] = value


def _shown(override: str) -> str:
    """Return an override for a message: what is set inside an agent may be a key."""
    path, equals, _ = override.partition("=")
    if path.strip().split(".")[0] in AGENTS:
        return redact_assigned(path if equals else path.split(":")[0]) + ("=…" if equals else "")
    return redact_assigned(override)


def _without_union_noise(error: ValidationError) -> list[Any]:
    """Drop the errors of union branches that were not meant."""
    items = [item for item in error.errors() if not _is_branch(item["loc"])]
    return items or error.errors()


def _is_branch(location: _Loc) -> bool:
    return bool(location) and str(location[-1]).startswith("function-")


def _explain(item: Any, source: str, node: yaml.Node | None) -> str:
    location: _Loc = tuple(item["loc"])
    field = ".".join(str(part) for part in location)
    place = _place(source, node, location)
    return ": ".join(filter(None, (place, field, _sentence(item, location))))


def _placer(source: str, node: yaml.Node | None) -> Callable[[_Loc], str]:
    """Return what names a place in the options of an agent, which may hold a key itself."""
    return lambda path: f"{_place(redact(source), node, path)}: {shown_path(path)}"


def _place(source: str, node: yaml.Node | None, location: _Loc) -> str:
    line = _line(node, location)
    return f"{source}:{line}" if line else source


def _sentence(item: Any, location: _Loc) -> str:
    if item["type"] == "extra_forbidden":
        allowed = _allowed_beside(location)
        close = get_close_matches(str(location[-1]), allowed, n=1)
        extra = t("plan.did_you_mean", name=close[0]) if close else ""
        return t("plan.field_unknown", allowed=", ".join(allowed)) + extra
    return wrong_value(item, show=location[0] not in AGENTS if location else False)


def _allowed_beside(location: _Loc) -> list[str]:
    """Return the names that may stand where an unknown one was found."""
    model: type[BaseModel] = Plan
    for part in location[:-1]:
        field = model.model_fields.get(str(part))
        inner = field.annotation if field else None
        if not (isinstance(inner, type) and issubclass(inner, BaseModel)):
            break
        model = inner
    return list(model.model_fields)


def _line(node: yaml.Node | None, location: _Loc) -> int | None:
    """Return the line of the deepest part of `location` that the YAML has."""
    line = None
    for part in location:
        inner = _child(node, part)
        if inner is None:
            break
        key, node = inner
        line = key.start_mark.line + 1
    return line


def _child(node: yaml.Node | None, part: int | str) -> tuple[yaml.Node, yaml.Node] | None:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == str(part):
                return key, value
    if isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
        return node.value[part], node.value[part]
    return None


def _yaml_place(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error)
    if mark is None:
        return quoted_no_more(problem)
    problem = quoted_no_more(problem)
    return t("plan.yaml_at", line=mark.line + 1, column=mark.column + 1, problem=problem)
