"""Every setting of a service: its value, where it comes from, what it means, what is wrong with it.

It also speaks of settings that cannot be used; starting a service only says that they cannot.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml
from pydantic import SecretStr, ValidationError

from steelyard.i18n import t, wrong_value
from steelyard.server.settings import FILE, Settings

_PREFIX = "STEELYARD_"
_STRUCK = "…"
# Variables of the command line, and the one that has the keys of secrets.
_OTHERS = ("CONFIG", "KEY", "SECRETS", "LANG", "DEBUG", "SERVER", "TOKEN", "PROJECT")


@dataclass(frozen=True)
class Explained:
    """One setting.

    Attributes:
        name: as in the file.
        value: in force; None where there is none. Passwords are struck out.
        origin: `option`, `variable`, `secret`, `file` or `default`.
        said_origin: the same in words, with the name of the variable or the file.
        meaning: what it is for.
        problems: what is wrong with it.
    """

    name: str
    value: Any
    origin: str
    said_origin: str
    meaning: str
    problems: list[str] = field(default_factory=list)

    @property
    def shown(self) -> str:
        """The value as a file would have it."""
        return str(
            yaml.safe_dump(self.value, default_flow_style=True, allow_unicode=True, width=10**6)
        ).split("\n")[0]


def explain(given: dict[str, Any] | None = None) -> list[Explained]:
    """Return every setting in the order of the documentation.

    Args:
        given: by options of the command line, which come before all else.
    """
    given = given or {}
    content, broken = _file()
    settings, problems = _settings(given)
    found = [
        _explained(name, given, content, settings, problems.get(name, []))
        for name in Settings.model_fields
    ]
    others = sorted(problems.keys() - Settings.model_fields.keys())
    found += [_unknown(name, content, problems[name]) for name in others]
    if broken is not None:
        found.append(Explained(str(_path()), None, "file", str(_path()), "", [broken]))
    return found


def unknown_variables() -> list[str]:
    """Return what is wrong with variables that look like settings and are none."""
    names = [f"{_PREFIX}{name.upper()}" for name in Settings.model_fields]
    known = {*names, *(f"{_PREFIX}{name}" for name in _OTHERS)}
    found = []
    for name in sorted(os.environ):
        nested = name.partition("__")[0]
        if name.startswith(_PREFIX) and name not in known and nested not in names:
            close = get_close_matches(name, names, n=1, cutoff=0.75)
            if close:
                found.append(t("explain.unknown_variable", name=name, close=close[0]))
    return found


def strike_out(value: Any) -> Any:
    """Return a value without the passwords in it."""
    if isinstance(value, SecretStr):
        return _STRUCK
    if isinstance(value, dict):
        secret = re.compile(r"secret|password|key$")
        return {
            name: _STRUCK if secret.search(name) and one is not None else strike_out(one)
            for name, one in value.items()
        }
    if isinstance(value, list | tuple):
        return [strike_out(one) for one in value]
    if isinstance(value, str):
        return re.sub(r"(://[^/\s:@]*:)[^@/\s]+@", rf"\1{_STRUCK}@", value)
    return value


def _explained(
    name: str,
    given: dict[str, Any],
    content: dict[str, Any],
    settings: Settings | None,
    problems: list[str],
) -> Explained:
    variable = f"{_PREFIX}{name.upper()}"
    nested = [one for one in sorted(os.environ) if one.startswith(f"{variable}__")]
    origin, said, raw = "default", t("explain.default"), Settings.model_fields[name].default
    if name in given:
        origin, said, raw = "option", t("explain.option"), given[name]
    elif variable in os.environ or nested:
        shown = [variable] if variable in os.environ else nested
        origin, said, raw = "variable", ", ".join(shown), os.environ.get(variable)
    elif (secret := _secret(variable)) is not None:
        origin, said, raw = "secret", str(secret), _STRUCK
    elif name in content:
        origin, said, raw = "file", str(_path()), content[name]
    if settings is not None:
        raw = settings.model_dump(mode="json")[name]
    elif isinstance(raw, Path | tuple):
        raw = str(raw) if isinstance(raw, Path) else list(raw)
    meaning = t(f"settings.{name}")
    return Explained(name, strike_out(raw), origin, said, meaning, problems)


def _unknown(name: str, content: dict[str, Any], problems: list[str]) -> Explained:
    close = get_close_matches(name, list(Settings.model_fields), n=1)
    said = t("explain.no_setting_close" if close else "explain.no_setting", close="".join(close))
    where = str(_path()) if name in content else t("explain.together")
    return Explained(name, None, "file", where, "", [said] if name in content else problems)


def _settings(given: dict[str, Any]) -> tuple[Settings | None, dict[str, list[str]]]:
    """Return the settings if they are right, and what is wrong by name."""
    problems: dict[str, list[str]] = {}
    try:
        return Settings(**given), problems
    except ValidationError as error:
        for one in error.errors():
            name = str(one["loc"][0]) if one["loc"] else t("explain.together")
            where = ".".join(map(str, one["loc"][1:]))
            said = f"{where}: {wrong_value(one)}" if where else wrong_value(one)
            problems.setdefault(name, []).append(said)
    except Exception as error:  # noqa: BLE001 - a variable that is no JSON, a file that is no YAML
        problems[t("explain.together")] = [str(error).split("\n", 1)[0]]
    return None, problems


def _secret(variable: str) -> Path | None:
    """Return the file that has the value of one variable, in the folder of such files."""
    folder = os.environ.get("STEELYARD_SECRETS")
    if not folder or not Path(folder).is_dir():
        return None
    found = [one for one in Path(folder).iterdir() if one.name.upper() == variable]
    return found[0] if found else None


def _path() -> Path:
    return Path(os.environ.get("STEELYARD_CONFIG") or FILE).resolve()


def _file() -> tuple[dict[str, Any], str | None]:
    if not _path().is_file():
        return {}, None
    try:
        content = yaml.safe_load(_path().read_text(encoding="utf-8"))
    except (yaml.YAMLError, OSError, UnicodeDecodeError) as error:
        return {}, " ".join(str(error).split())
    if content is None:
        return {}, None
    return (content, None) if isinstance(content, dict) else ({}, t("explain.no_mapping"))
