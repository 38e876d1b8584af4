"""The requirements file: a YAML list of what an agent needs of an environment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from steelyard.conditions.environments.located import Document, explain, read_yaml
from steelyard.conditions.environments.probe import KEYS
from steelyard.conditions.environments.probe_script import NAMED
from steelyard.errors import InputError
from steelyard.i18n import t

Severity = Literal["minor", "major", "critical"]
Operator = Literal[">=", "<=", "==", "!=", "in", "exists", "match"]
# Looked up inside an item that holds them all.
INSIDE = {"package": "python.packages", "env": "env.names"}


class Note(BaseModel):
    """A remark in both languages."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    en: str = Field(description="in English")
    zh: str = Field(description="in Chinese")


class Requirement(BaseModel):
    """One thing an environment must be or have."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    key: str = Field(description="item of the probe, such as python.version or package.numpy")
    op: Operator = Field(description="how the value is compared")
    value: Any = Field(None, description="what it is compared with")
    severity: Severity = Field("major", description="how bad it is if this does not hold")
    critical: bool | None = Field(
        None, description="part of the critical configuration; true if the severity is critical"
    )
    note: Note | str | None = Field(None, description="why it is needed, or what to do")

    @property
    def is_critical(self) -> bool:
        """Whether this belongs to the critical configuration."""
        return self.severity == "critical" if self.critical is None else self.critical

    @model_validator(mode="after")
    def _sound(self) -> Requirement:
        problem = _key_problem(self.key) or _value_problem(self.op, self.value)
        if problem:
            raise ValueError(problem)
        return self


def load_requirements(path: Path) -> list[Requirement]:
    """Read a requirements file.

    Raises:
        InputError: with file, line and field of everything that is wrong.
    """
    document = read_yaml(path)
    if not isinstance(document.content, list) or not document.content:
        raise InputError(t("environments.not_a_list", path=path))
    return make_requirements(document)


def make_requirements(document: Document) -> list[Requirement]:
    """Check every item of a document; all mistakes are told at once."""
    requirements, problems = [], []
    for number, item in enumerate(document.content):
        try:
            requirements.append(Requirement.model_validate(item))
        except ValidationError as error:
            fields = list(Requirement.model_fields)
            problems += [explain(one, document, (number,), fields) for one in error.errors()]
    if problems:
        raise InputError("\n".join(problems), hint=t("environments.requirements_hint"))
    return requirements


def named_items(requirements: Iterable[Requirement]) -> Mapping[str, list[str]]:
    """Return what a probe must look at by name so that these requirements can be checked."""
    ask: dict[str, list[str]] = {}
    for requirement in requirements:
        prefix, _, name = requirement.key.partition(".")
        known = requirement.key in KEYS or name in ask.get(prefix, ())
        if prefix in NAMED and not known:
            ask.setdefault(prefix, []).append(name)
    return ask


def _key_problem(key: str) -> str | None:
    if key in KEYS:
        return None
    prefix, _, name = key.partition(".")
    if prefix not in NAMED and prefix not in INSIDE:
        close = get_close_matches(key, KEYS, n=1)
        prefixes = ", ".join(f"{one}.…" for one in (*INSIDE, *NAMED))
        if close:
            return t("environments.unknown_key_close", key=key, close=close[0])
        return t("environments.unknown_key", key=key, prefixes=prefixes)
    return name_problem(prefix, name)


def name_problem(prefix: str, name: str) -> str | None:
    """Return what is wrong with the name of a named item, such as the number of a port."""
    port = name.rpartition(":")[2]
    if prefix in ("port", "reach") and not (port.isdecimal() and 0 < int(port) < 65536):
        return t(f"environments.bad_{prefix}", found=name)
    if not name or (prefix == "reach" and ":" not in name):
        return t("environments.nameless", prefix=prefix)
    return None


def _value_problem(op: str, value: Any) -> str | None:
    if op == "exists":
        fine = value is None or isinstance(value, bool)
        return None if fine else t("environments.exists_value", found=value)
    if op == "in":
        fine = isinstance(value, list) and bool(value)
        return None if fine else t("environments.in_value", found=value)
    if value is None or isinstance(value, list | dict):
        return t("environments.needs_value", op=op, found=value)
    if op == "match":
        try:
            re.compile(str(value))
        except re.error as error:
            return t("environments.bad_pattern", found=value, problem=error)
    return None
