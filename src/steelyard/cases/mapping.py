"""Their names to ours: explicit `map`, known names, aliases; everything else into `metadata`.

Rows of one file mostly have the same keys, so what to do with each key is worked out once per set
of keys (a `Layout`) and then only carried out.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from steelyard.cases.checks import Check, check_for, from_json_text
from steelyard.cases.flatten import flatten, put
from steelyard.cases.recorded import RESULTS, holds_results
from steelyard.cases.rows import Record, RowError, row_error, show
from steelyard.cases.warn import Note, note
from steelyard.errors import PlanError
from steelyard.i18n import t
from steelyard.model import ALIASES, FIELDS, declarable

CHECKS: dict[str, Check] = {field.name: check_for(field) for field in declarable()}

# In `metadata`, a name like `id` or `response` is as likely about something else.
_NOT_LIFTED = frozenset({"case_id", "input", "expected_output"})
_LIFTED = {name: name for name in CHECKS} | {
    alias: name for alias, name in ALIASES.items() if name not in _NOT_LIFTED
}
_LAYOUTS_KEPT = 512
METADATA = "metadata"
PREFIX = "metadata."


@dataclass(slots=True)
class Layout:
    """What to do with each key of rows that share their keys."""

    direct: list[tuple[str, str, Check]]
    """Key, field, check: the only candidate for its field."""
    contested: list[tuple[str, list[str]]]
    """Field and its candidate keys, best first."""
    loose: list[tuple[str, str]]
    """Key and the name it gets in `metadata`."""
    inner: list[tuple[str, str]]
    """Columns called `metadata.x`, and x."""


class Mapper:
    """Turns raw rows into records; `notes` holds the remarks about the row last converted."""

    def __init__(self, mapping: dict[str, str]) -> None:
        self._map = {source: _target(source, target) for source, target in mapping.items()}
        self._layouts: dict[tuple[str, ...], Layout] = {}
        self._inner: dict[tuple[str, ...], list[tuple[str, str, Check | None]]] = {}
        self._unseen = set(self._map)
        self._dotted = [(s, s.split("."), target) for s, target in self._map.items() if "." in s]
        self._taken: frozenset[str] = frozenset(s for s, _, _ in self._dotted)
        self.notes: list[Note] = []

    def convert(self, raw: dict[str, Any]) -> tuple[Record, list[RowError]]:
        """Return the record of `raw` and what is wrong with it."""
        keys = tuple(raw)
        layout = self._layouts.get(keys) or self._plan(keys)
        record: Record = {}
        metadata: Record = {}
        errors: list[RowError] = []
        if self._dotted:
            self._take_dotted(raw, record, metadata, errors)
        for key, field, check in layout.direct:
            value = raw[key]
            if value is not None:
                value = check(value)
                if value.__class__ is RowError:
                    errors.append(value)
                elif value is not None:
                    record[field] = value
        if layout.contested:
            self._settle(layout, raw, record, metadata, errors)
        self._fill_metadata(layout, raw, record, metadata, errors)
        if record.get("expected_output").__class__ is list:
            # Several answers are right: any of them is enough, as with references.
            record["references"] = record.pop("expected_output") + record.get("references", [])
        record[METADATA] = metadata
        return record, errors

    def can_ask(self, columns: list[str]) -> bool:
        """Whether a table with these columns can hold an `input`, or results without one."""
        layout = self._plan(tuple(columns))
        fields = {field for _, field, _ in layout.direct} | {field for field, _ in layout.contested}
        hidden = METADATA in columns or f"{PREFIX}input" in columns
        asks = "input" in fields or hidden or "input" in self._map.values()
        return asks or holds_results(fields | (set(columns) & {RESULTS}))

    def asks(self, raw: dict[str, Any]) -> bool:
        """Whether a row has something to ask, under any of its names."""
        if any(target == "input" for _, _, target in self._dotted):
            return True
        return any(self._field_of(k)[1] == "input" and v not in (None, "") for k, v in raw.items())

    def unmatched(self) -> list[str]:
        """Return the sources of `map` that no row had."""
        return sorted(self._unseen)

    def _plan(self, keys: tuple[str, ...]) -> Layout:
        layout = Layout([], [], [], [])
        candidates: dict[str, list[tuple[int, str]]] = {}
        dotted = {field for _, _, field in self._dotted}
        for key in keys:
            self._unseen.discard(key)
            rank, field = self._field_of(key)
            if field in CHECKS:
                candidates.setdefault(field, []).append((rank, key))
            elif field.startswith(PREFIX):
                layout.loose.append((key, field.removeprefix(PREFIX)))
            elif key.startswith(PREFIX):
                layout.inner.append((key, key.removeprefix(PREFIX)))
            elif key != METADATA:
                layout.loose.append((key, key))
        for field, ranked in candidates.items():
            ranked.sort(key=lambda pair: pair[0])
            names = [key for _, key in ranked]
            guess = self._is_guess(names[0], field)
            if len(names) == 1 and not guess and field not in dotted:
                layout.direct.append((names[0], field, CHECKS[field]))
            else:
                layout.contested.append((field, names))
        if len(self._layouts) >= _LAYOUTS_KEPT:
            self._layouts.clear()
        self._layouts[keys] = layout
        return layout

    def _field_of(self, key: str) -> tuple[int, str]:
        """Return how good a candidate `key` is (0 is best) and for which field; "" for none."""
        if key in self._map:
            return list(self._map).index(key), self._map[key]
        if key in CHECKS:
            return len(self._map), key
        if field := ALIASES.get(key):
            return len(self._map) + 1 + FIELDS[field].aliases.index(key), field
        return 0, ""

    def _is_guess(self, key: str, field: str) -> bool:
        """Whether only an alias says that `key` is this field of few allowed values or objects."""
        is_narrow = bool(FIELDS[field].allowed) or FIELDS[field].type == "json"
        return key in ALIASES and key not in self._map and is_narrow

    def _take_dotted(
        self, raw: dict[str, Any], record: Record, metadata: Record, errors: list[RowError]
    ) -> None:
        for source, path, field in self._dotted:
            if source in raw:
                continue
            value: Any = raw
            for name in path:
                value = value.get(name) if isinstance(value, dict) else None
            if value is None:
                continue
            self._unseen.discard(source)
            if field.startswith(PREFIX):
                flatten(value, field.removeprefix(PREFIX), metadata)
            else:
                _keep(field, value, record, errors)

    def _settle(
        self,
        layout: Layout,
        raw: dict[str, Any],
        record: Record,
        metadata: Record,
        errors: list[RowError],
    ) -> None:
        for field, keys in layout.contested:
            for key in keys:
                value = raw[key]
                if value is None:
                    continue
                if field in record:
                    self.notes.append(note("alias_beside", alias=key, field=field))
                    flatten(value, key, metadata)
                elif self._is_guess(key, field):
                    self._try_alias(key, field, value, record, metadata)
                else:
                    _keep(field, value, record, errors)

    def _try_alias(
        self, key: str, field: str, value: Any, record: Record, metadata: Record
    ) -> None:
        # `type: multiple-choice` is somebody's own type, not a misspelt eval_type.
        checked = CHECKS[field](value)
        if checked.__class__ is RowError:
            self.notes.append(note("alias_not_field", alias=key, field=field))
            flatten(value, key, metadata)
        elif checked is not None:
            record[field] = checked

    def _fill_metadata(
        self,
        layout: Layout,
        raw: dict[str, Any],
        record: Record,
        metadata: Record,
        errors: list[RowError],
    ) -> None:
        inner = raw.get(METADATA) if METADATA not in self._map else None
        if inner is not None or layout.inner:
            given = _as_object(inner, errors)
            for key, name in layout.inner:
                if raw[key] is not None:
                    given = {**given, name: raw[key]}
            self._lift(given, record, metadata, errors)
        taken = self._taken
        for key, name in layout.loose:
            value = raw[key]
            if value is None:
                continue
            if value.__class__ is dict:
                flatten(value, name, metadata, path=key, skip=taken)
            else:
                put(metadata, name, value)

    def _lift(
        self, given: dict[str, Any], record: Record, metadata: Record, errors: list[RowError]
    ) -> None:
        """Lift known names out of the dataset's own metadata, canonical ones before aliases."""
        keys = tuple(given)
        order = self._inner.get(keys) or self._plan_inner(keys)
        for name, field, check in order:
            value = given[name]
            if value is None:
                continue
            if check is not None and field not in record:
                value = check(value)
                if value.__class__ is RowError:
                    errors.append(value)
                elif value is not None:
                    record[field] = value
            elif field and field not in record:
                self._try_alias(name, field, value, record, metadata)
            else:
                if field and record[field] != value:
                    self.notes.append(note("metadata_beside", name=name, field=field))
                flatten(value, name, metadata, path=PREFIX + name, skip=self._taken)

    def _plan_inner(self, keys: tuple[str, ...]) -> list[tuple[str, str, Check | None]]:
        """Return name, field ("" for none) and check; no check where an alias is only a guess."""
        order: list[tuple[str, str, Check | None]] = []
        for name in sorted(keys, key=lambda name: name not in CHECKS):
            field = _LIFTED.get(name, "")
            if PREFIX + name in self._taken:
                continue
            guess = not field or (name != field and FIELDS[field].allowed)
            order.append((name, field, None if guess else CHECKS[field]))
        if len(self._inner) >= _LAYOUTS_KEPT:
            self._inner.clear()
        self._inner[keys] = order
        return order


def _target(source: str, target: str) -> str:
    """Return the field or `metadata.name` that `map` sends `source` to."""
    if target in CHECKS or (target.startswith(PREFIX) and len(target) > len(PREFIX)):
        return target
    if target in ALIASES:
        return ALIASES[target]
    close = get_close_matches(target, [*CHECKS, *ALIASES], n=3, cutoff=0.6)
    if target in FIELDS:
        message = t("cases.map_run_field", source=source, target=target)
    else:
        message = t("cases.map_target", source=source, target=target)
    near = t("cases.did_you_mean", names=", ".join(close)) + " " if close else ""
    raise PlanError(message, hint=near + t("cases.map_target_hint", source=source, target=target))


def _keep(field: str, value: Any, record: Record, errors: list[RowError]) -> None:
    if field in record:
        return
    checked = CHECKS[field](value)
    if checked.__class__ is RowError:
        errors.append(checked)
    elif checked is not None:
        record[field] = checked


def _as_object(value: Any, errors: list[RowError]) -> dict[str, Any]:
    if value.__class__ is str:
        value = from_json_text(value) if value.strip() else None
    if value is None:
        return {}
    if isinstance(value, dict):
        return value
    allowed = t("cases.shape_object")
    errors.append(row_error("metadata_type", field=METADATA, found=show(value), allowed=allowed))
    return {}
