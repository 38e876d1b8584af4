"""Reading and writing a record by name, whether the name is a known field or a metadata key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from steelyard.cases.mapping import CHECKS, METADATA, PREFIX
from steelyard.cases.rows import Record, RowError, row_error
from steelyard.cases.steps.options import Options
from steelyard.i18n import t
from steelyard.model import ALIASES, FIELDS


def field_name(name: str) -> str:
    """Return the field an alias stands for; other names as they are, without `metadata.`."""
    if name in CHECKS:
        return name
    return ALIASES.get(name) or name.removeprefix(PREFIX)


def value_of(record: Record, name: str) -> Any:
    """Return what the record says under a name from `field_name`; None when it does not."""
    value = record.get(name)
    return record[METADATA].get(name) if value is None else value


def check_target(options: Options, name: str) -> None:
    """Refuse names a step may not write."""
    if name == "case_id" or (name in FIELDS and name not in CHECKS):
        raise options.error(t("cases.step_target", name=name))


def text_fields(options: Options, default: list[str]) -> list[str]:
    """Return the option `fields`; changing the identity of a case is refused."""
    names = [field_name(name) for name in options.texts("fields", default)]
    if "case_id" in names:
        raise options.error(t("cases.step_target", name="case_id"))
    return names


def put_value(record: Record, name: str, value: Any) -> RowError | None:
    """Write a known field, checked, or a metadata key; return what is wrong with the value."""
    check = CHECKS.get(name)
    if check is None:
        _put_or_drop(record[METADATA], name, value)
        return None
    checked = None if value is None else check(value)
    if isinstance(checked, RowError):
        return checked
    if name == "input" and checked is None:
        allowed = t("cases.allowed_any")
        return row_error("emptied", field=name, found=t("cases.none"), allowed=allowed)
    _put_or_drop(record, name, checked)
    return None


def change_texts(value: Any, change: Callable[[str], str]) -> Any:
    """Return `value` with every text in it changed, in lists and objects too (not their keys)."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [change_texts(item, change) for item in value]
    if isinstance(value, dict):
        return {key: change_texts(item, change) for key, item in value.items()}
    return value


def change_fields(record: Record, names: list[str], change: Callable[[str], str]) -> bool:
    """Change every text in the named fields; return whether any did change."""
    changed = False
    for name in names:
        holder = record if name in record else record[METADATA]
        value = holder.get(name)
        if value is not None:
            new = change_texts(value, change)
            if new != value:
                holder[name] = new
                changed = True
    return changed


def _put_or_drop(holder: dict[str, Any], name: str, value: Any) -> None:
    if value is None:
        holder.pop(name, None)
    else:
        holder[name] = value
