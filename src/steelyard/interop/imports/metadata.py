"""What another tool's cases say beside the question: our fields where they fit, else metadata."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.cases import RowError
from steelyard.cases.checks import Check, check_for
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import ALIASES, FIELDS

_TARGETS: dict[str, Check] = {
    name: check_for(field)
    for name, field in FIELDS.items()
    if field.role == "case" and name not in ("case_id", "input")
}
_LIFTED = _TARGETS.keys() - {"expected_output"}
_SHOWN = 20


class Metadata:
    """Sorts metadata out, by the user's mapping first and by names after it.

    Args:
        mapping: name in the metadata, dots reaching into objects, to a field of the cases.

    Raises:
        InputError: a field in `mapping` is none that a case has.
    """

    def __init__(self, mapping: Mapping[str, str]) -> None:
        self._mapping = dict(mapping)
        self._unseen = set(mapping)
        self._names: dict[str, None] = {}
        for source, target in mapping.items():
            if target not in _TARGETS:
                allowed = ", ".join(_TARGETS)
                raise InputError(
                    t("imports.map_target", source=source, target=target, allowed=allowed)
                )

    def sort_out(self, given: Mapping[str, Any], case: dict[str, Any]) -> dict[str, Any]:
        """Fill fields of `case` from `given`; return what stays metadata.

        Names that mean something else to a dataset of ours are kept under `source_<name>`.
        """
        self._names |= dict.fromkeys(map(str, given))
        for source, target in self._mapping.items():
            if (value := _reach(given, source)) is not None:
                self._unseen.discard(source)
                _fill(case, target, value)
        rest: dict[str, Any] = {}
        for name, value in given.items():
            field = name if name in FIELDS else ALIASES.get(name)
            if field is None:
                rest[name] = value
            elif field not in _LIFTED or field in case or not _fill(case, field, value):
                rest[f"source_{name}"] = value
        return rest

    def refuse_unseen(self) -> None:
        """Raise `InputError` if the mapping names something that no case has."""
        if self._unseen:
            names = ", ".join(sorted(self._unseen))
            known = ", ".join(list(self._names)[:_SHOWN]) or "–"
            raise InputError(t("imports.map_unseen", names=names, known=known))


def _fill(case: dict[str, Any], field: str, value: Any) -> bool:
    checked = None if value is None else _TARGETS[field](value)
    if checked is None or isinstance(checked, RowError):
        return False
    case[field] = checked
    return True


def _reach(given: Mapping[str, Any], source: str) -> Any:
    if source in given:
        return given[source]
    value: Any = given
    for name in source.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value
